/// A text that is searched for, and the kind of search it represents.
struct SearchPattern {
  let kind: Kind
  let text: String

  enum Kind: String {
    case oneCharacter = "1 character"
    case twoCharacters = "2 characters"
    case fourCharacters = "4 characters"
    /// A few hits; hardly any other name contains the same groups of letters.
    case rare
    /// A few hits; all parts of the pattern are common.
    case rareOfCommonParts = "rare, of common parts"
    case absent
    /// No hit, though all groups of letters in it are common.
    case absentOfCommonParts = "absent, of common parts"
    case accented
    case chinese = "Chinese"
    /// Many trigram indexes need three characters.
    case longerChinese = "Chinese, 3 characters"
    /// A pattern that Cardex finds by reading, and the others search for as text.
    case reading = "Chinese, by reading"
  }

  /// Whether Cardex searches readings, too.
  var findsReadings: Bool { kind == .reading }

  static let all = [
    SearchPattern(kind: .oneCharacter, text: "a"),
    SearchPattern(kind: .twoCharacters, text: "qu"),
    SearchPattern(kind: .fourCharacters, text: "berg"),
    SearchPattern(kind: .rare, text: "okonkwo"),
    SearchPattern(kind: .rareOfCommonParts, text: "astrid lindgren"),
    SearchPattern(kind: .absent, text: "ptolemaios"),
    SearchPattern(kind: .absentOfCommonParts, text: "lindgren astrid"),
    SearchPattern(kind: .accented, text: "émilie"),
    SearchPattern(kind: .chinese, text: "奥迪"),
    SearchPattern(kind: .longerChinese, text: "马自达"),
    SearchPattern(kind: .reading, text: "aodi"),
  ]
}
