/// The words of an identifier such as `idCellTextField` or `date_picker`.
struct IdentifierWords {
  private let words: Set<String>

  /// Splits an identifier before capitals and at characters that are not letters. Two adjacent
  /// words also count as one: `TextField` and `Textfield` are the same.
  init(_ identifier: String) {
    var words: [String] = []
    var word = ""
    var wasUpper = false
    for character in identifier {
      let isUpper = character.isUppercase
      if !character.isLetter || isUpper && !wasUpper {
        words.append(word)
        word = ""
      } else if !isUpper, wasUpper, word.count > 1 {
        // The last of several capitals begins the next word: `UITextField`.
        words.append(String(word.dropLast()))
        word = String(word.suffix(1))
      }
      if character.isLetter { word += character.lowercased() }
      wasUpper = isUpper
    }
    words.append(word)
    words = words.map(IdentifierWords.withoutCell).filter { !$0.isEmpty }
    self.words = Set(words + zip(words, words.dropFirst()).map { $0 + $1 })
  }

  func contains(_ word: String) -> Bool { words.contains(word) }

  /// A word without `id`, `cell`, `row` or `button` at its edges, where these are not separated by
  /// capitals.
  private static func withoutCell(_ word: String) -> String {
    var rest = word[...]
    for prefix in ["id", "cell"] where rest.hasPrefix(prefix) && rest.hasPrefix(prefix + "cell") {
      rest = rest.dropFirst(prefix.count)
    }
    if rest.hasPrefix("cell") { rest = rest.dropFirst(4) }
    for suffix in ["cell", "row", "button"] where rest.hasSuffix(suffix) {
      rest = rest.dropLast(suffix.count)
    }
    return String(rest)
  }
}
