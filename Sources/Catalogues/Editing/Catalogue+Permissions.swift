import PropertyLists

/// Fields by which entries forbid that they are moved or deleted, as a table view's data source
/// does.
extension Catalogue {
  /// The key of the field that forbids moving an entry: `canMove`, if it is false.
  func moveObstacle(of entry: Entry.ID) -> String? { falseField("canMove", of: entry) }

  /// The key of the field that forbids deleting an entry: `canEdit`, if it is false, or
  /// `editingStyle`, if it is `none` or 0.
  func deletionObstacle(of entry: Entry.ID) -> String? {
    if let key = falseField("canEdit", of: entry) { return key }
    guard let style = field("editingStyle", of: entry) else { return nil }
    let text = document.scalar(style).map(document.text) ?? ""
    let name = text.lowercased().filter { $0.isLetter || $0.isNumber }
    return name == "0" || name.hasSuffix("none") ? "editingStyle" : nil
  }

  private func falseField(_ key: String, of entry: Entry.ID) -> String? {
    field(key, of: entry).flatMap(document.flag) == false ? key : nil
  }

  private func field(_ key: String, of entry: Entry.ID) -> NodeIndex? {
    let value = value(of: entry)
    return document.kind(of: value) == .dict ? document.value(of: key, in: value) : nil
  }
}

extension CatalogueEditor {
  package func mayDelete(_ item: Item) -> Bool {
    item.entry.map { catalogue.deletionObstacle(of: $0) == nil } ?? true
  }

  package func mayMove(_ item: Item) -> Bool {
    item.entry.map { catalogue.moveObstacle(of: $0) == nil } ?? true
  }

  /// - Throws: `EditError.notMovable` for an entry with a field that forbids it.
  package func checkMayMove(_ item: Item) throws(EditError) {
    guard case .entry(let entry) = item, let key = catalogue.moveObstacle(of: entry) else { return }
    throw .notMovable(catalogue.label(of: entry), key: key)
  }

  /// - Throws: `EditError.notDeletable` for an entry with a field that forbids it.
  package func checkMayDelete(_ item: Item) throws(EditError) {
    guard case .entry(let entry) = item, let key = catalogue.deletionObstacle(of: entry) else {
      return
    }
    throw .notDeletable(catalogue.label(of: entry), key: key)
  }
}
