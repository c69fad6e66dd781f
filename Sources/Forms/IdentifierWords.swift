import Catalogues

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

/// A case of one of UIKit's enumerations, as it is written in property lists:
/// `UITableViewCellStyleValue1`, `UITableViewCell.CellStyle.value1`, `.value1`, `Right Detail` or
/// `1`.
struct UIKitCase {
  /// The name in lower case, without the type and without anything but letters and digits.
  let name: String
  /// Whether the text has the name of the type or begins with a dot, so that it is certainly a
  /// case.
  let isQualified: Bool

  /// - Parameter type: The enumeration's own name, `CellStyle` or `AccessoryType`.
  init(_ text: String, of type: String) {
    let name = text.lowercased().filter { $0.isLetter || $0.isNumber }
    let type = type.lowercased()
    // Objective-C's names do not repeat the outer type, or leave out the word `Type`.
    let short = type.hasSuffix("type") ? String(type.dropLast(4)) : type
    let prefixes = [
      "uitableviewcell" + type, "uitableview" + type, "uitableviewcell" + short,
      "uitableview" + short, type,
    ]
    let prefix = prefixes.first { name.hasPrefix($0) && name.count > $0.count }
    self.name = prefix.map { String(name.dropFirst($0.count)) } ?? name
    isQualified = prefix != nil || text.hasPrefix(".")
  }
}
