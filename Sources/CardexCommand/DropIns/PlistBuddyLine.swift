/// A command of PlistBuddy, read word by word. Words may be in quotes, or have a backslash before a
/// quotation mark or blank.
struct PlistBuddyLine {
  private var rest: Substring

  init(_ line: String) {
    rest = line[...]
    skipBlanks()
  }

  private mutating func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }

  var isEmpty: Bool { rest.isEmpty }

  /// The name of the command in lower case. A colon ends it, too.
  mutating func command() -> String {
    let name = rest.prefix { $0 != " " && $0 != "\t" && $0 != ":" }
    rest = rest[name.endIndex...]
    skipBlanks()
    return name.lowercased()
  }

  /// The next word; `nil` at the end.
  mutating func word() throws(Failure) -> String? {
    if rest.isEmpty { return nil }
    let word = try text { $0 == " " || $0 == "\t" }
    skipBlanks()
    return word
  }

  /// The rest of the line, with its blanks.
  mutating func value() throws(Failure) -> String {
    try text { _ in false }.replacing("\\\\", with: "\\")
  }

  /// Reads up to an end character outside quotes. Backslashes stay, except before quotation marks
  /// and spaces.
  private mutating func text(
    _ isEnd: (Character) -> Bool
  ) throws(Failure) -> String {
    var (text, quote) = ("", nil as Character?)
    while let character = rest.first, quote != nil || !isEnd(character) {
      rest.removeFirst()
      if character == "\\", let next = rest.first {
        rest.removeFirst()
        text += "\"' ".contains(next) ? "\(next)" : "\\\(next)"
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
      } else {
        text.append(character)
      }
    }
    if quote != nil { throw Failure("Parse Error: Unclosed Quotes") }
    return text
  }
}
