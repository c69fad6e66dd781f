import PropertyLists

extension Catalogue {
  /// The key and the text of the first field whose key is a usual name for pictures and whose text
  /// is not empty.
  package func picture(of entry: Entry.ID) -> (key: String, name: String)? {
    let value = value(of: entry)
    guard document.kind(of: value) == .dict else { return nil }
    for member in document.members(of: value) {
      let key = document.text(of: member.key)
      guard FieldNames.isPictureName(FieldNames.normalized(key)),
        let name = document.string(member.value).map(document.text), !name.isEmpty
      else { continue }
      return (key, name)
    }
    return nil
  }
}
