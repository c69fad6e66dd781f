/// The parts of a person's name, which a vCard has in addition to the whole name.
struct PersonalName: Equatable {
  /// The texts of parts that are not empty, by the keys of `VCardMapping`.
  private(set) var parts: [String: String]

  private static let usualOrder = [
    "namePrefix", "firstName", "middleName", "lastName", "nameSuffix",
  ]
  private static let familyFirst = [
    "namePrefix", "lastName", "firstName", "middleName", "nameSuffix",
  ]

  init(_ parts: [String: String]) { self.parts = parts.filter { !$0.value.isEmpty } }

  /// The whole name in the usual order.
  var whole: String {
    PersonalName.usualOrder.compactMap { parts[$0] }.joined(separator: " ")
  }

  /// The parts after the whole name has changed. Words that stay keep their parts.
  ///
  /// - Returns: `nil` if the old name does not consist of the parts.
  func renamed(from old: String, to new: String) -> PersonalName? {
    if parts.isEmpty || new.isEmpty { return nil }
    for order in [PersonalName.usualOrder, PersonalName.familyFirst] {
      let words = order.flatMap { key in
        (parts[key] ?? "").split(separator: " ").map { (owner: key, text: String($0)) }
      }
      if !words.isEmpty, words.map(\.text).joined(separator: " ") == old {
        let new = new.split(separator: " ").map(String.init)
        return PersonalName(PersonalName.shared(words[...], new[...], after: words[0].owner))
      }
    }
    return withoutBlanks(old, new)
  }

  private typealias Word = (owner: String, text: String)

  /// Assigns new words to the parts that own the old ones. Words that stay keep their owner. Of the
  /// new words between them, the first and the last replace the first and the last old word there,
  /// and all others go to the owner before the last one.
  ///
  /// - Parameter owner: The owner of the preceding word, which gets words that replace none.
  private static func shared(
    _ old: ArraySlice<Word>, _ new: ArraySlice<String>, after owner: String
  ) -> [String: String] {
    if new.isEmpty { return [:] }
    let same = new.indices.lazy.compactMap { index in
      old.firstIndex { $0.text == new[index] }.map { (old: $0, new: index) }
    }.first
    var owners: [String]
    if let same {
      let own = old[same.old].owner
      let parts = [
        shared(old[..<same.old], new[..<same.new], after: owner), [own: new[same.new]],
        shared(old[(same.old + 1)...], new[(same.new + 1)...], after: own),
      ]
      return parts.reduce([:]) { $0.merging($1) { $0 + " " + $1 } }
    }
    if new.count == old.count {
      owners = old.map(\.owner)
    } else if let first = old.first?.owner, let last = old.last?.owner {
      let middle = old.last { $0.owner != last }?.owner ?? last
      owners = [String](repeating: middle, count: new.count)
      if new.count > 1 { owners[new.count - 1] = last }
      owners[0] = first
    } else {
      owners = [String](repeating: owner, count: new.count)
    }
    return Dictionary(zip(owners, new)) { $0 + " " + $1 }
  }

  /// The parts of a name without blanks, as in Chinese, where the family name comes first.
  private func withoutBlanks(_ old: String, _ new: String) -> PersonalName? {
    guard let last = parts["lastName"], let first = parts["firstName"], last + first == old else {
      return nil
    }
    let length =
      new.hasPrefix(last)
      ? last.count : new.hasSuffix(first) ? new.count - first.count : min(last.count, new.count - 1)
    var result = parts
    result["lastName"] = String(new.prefix(length))
    result["firstName"] = String(new.dropFirst(length))
    return PersonalName(result)
  }
}
