import PropertyLists

/// The numbered keys of a dictionary that is used as a list.
struct NumberedKeys {
  private let prefix: String
  private let first: Int
  /// Whether the numbers are not consecutive.
  let hasGaps: Bool
  private let width: Int

  /// - Returns: `nil` if the dictionary has other keys, or the numbers do not ascend.
  /// - Complexity: O(*n*) in the number of members.
  init?(of dict: NodeIndex, _ tree: ComparedDocument) {
    let members = tree.document.members(of: dict)
    var last: (prefix: String, number: Int)?
    var start: (prefix: String, number: Int, width: Int)?
    var count = 0
    for (key, _) in members {
      let text = tree.document.text(of: key)
      let digits = text.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
      guard digits > 0, let number = Int(text.suffix(digits)) else { return nil }
      let prefix = String(text.dropLast(digits))
      if let last, last.prefix != prefix || last.number >= number { return nil }
      last = (prefix, number)
      start = start ?? (prefix, number, text.suffix(digits).first == "0" ? digits : 0)
      count += 1
    }
    guard let start, tree.numberedItems(of: dict).count == count else { return nil }
    (prefix, first, width) = start
    hasGaps = last?.number != start.number + count - 1
  }

  /// The key of the item at a position, from 0.
  func key(_ place: Int) -> String {
    let number = String(first + place)
    return prefix + String(repeating: "0", count: max(0, width - number.utf8.count)) + number
  }
}
