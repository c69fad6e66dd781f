import ICUText

/// A path to a value in a property list as written in a command, with a value or without:
/// `.a.b`, `.a.b:integer=1`.
///
/// Characters that are quoted or escaped in a line are literal text. So are those between double
/// quotes that are part of a word, as in an argument of a program.
package struct PathWord: Equatable, Sendable {
  /// The path, with a backslash before literal characters that would be read otherwise.
  package let path: String
  /// The type, which may be unknown.
  package let type: String?
  package let value: String
  /// The index of the `=` among the Unicode scalars of the word; `nil` for a path alone.
  package let separator: Int?
  /// Whether a double quote is not closed.
  let isOpen: Bool

  package init(_ word: Word) {
    let (signs, isOpen) = PathWord.signs(of: word)
    self.isOpen = isOpen
    separator = signs.first { $0.scalar == "=" }?.index
    guard let separator else {
      (path, type, value) = (PathWord.text(of: word), nil, "")
      return
    }
    let head = word.prefix(separator)
    let colon = signs.last { $0.scalar == ":" && $0.index < separator }?.index
    path = PathWord.text(of: colon.map(head.prefix) ?? head)
    type = colon.map { head.dropping($0 + 1).text }
    value = word.dropping(separator + 1).text
  }

  /// Whether a word is a path or begins with one: its first character is a dot, which is not
  /// quoted, and not the only one.
  package static func isPath(_ word: Word) -> Bool {
    word.marks.count > 1 && word.text.unicodeScalars.first == "." && word.marks[0].writing == .plain
  }

  /// Whether a word is a path with a value, or seems to be. A value of the whole file is given by
  /// `/:TYPE=VALUE`, since an address may begin with `/=`.
  package static func isField(_ word: Word, types: [String]) -> Bool {
    let field = PathWord(word)
    if field.separator == nil { return isPath(word) && field.isOpen }
    return isPath(word) || field.path == "/" && field.type.map(types.contains) ?? false
  }

  /// The `=` and `:` that are not literal text, up to the first `=`; and whether a double quote is
  /// still open at the end.
  private static func signs(
    of word: Word
  ) -> (signs: [(index: Int, scalar: Unicode.Scalar)], isOpen: Bool) {
    var signs: [(index: Int, scalar: Unicode.Scalar)] = []
    var (isEscaped, isQuoted) = (false, false)
    for (index, (scalar, mark)) in zip(word.text.unicodeScalars, word.marks).enumerated() {
      if isEscaped || mark.writing != .plain {
        isEscaped = false
        continue
      }
      switch scalar {
      case "\\": isEscaped = true
      case "\"": isQuoted.toggle()
      case "=", ":":
        if isQuoted { continue }
        signs.append((index, scalar))
        if scalar == "=" { return (signs, false) }
      default: break
      }
    }
    return (signs, isQuoted)
  }

  /// The text of a word that is a path as a whole, with a backslash before quoted characters that
  /// would be read otherwise.
  package static func text(of word: Word) -> String {
    var text = String.UnicodeScalarView()
    for (scalar, mark) in zip(word.text.unicodeScalars, word.marks) {
      if mark.writing != .plain, ".[]\\=:\"".unicodeScalars.contains(scalar) { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }

  // MARK: Writing

  /// The path and the value as they are written in a line.
  var written: String { PathWord.written(path, type: type, value: value) }

  /// A path as a word of a line.
  ///
  /// - Parameter path: The path, with its backslashes.
  package static func written(_ path: String) -> String {
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for (scalar, isControl) in MarkedControls(path) {
      if isControl || scalar.isRefused {
        text.append(
          contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
        isEscaped = false
        continue
      }
      if !isEscaped, scalar.isBlank || scalar == "'" { text.append("\\") }
      isEscaped = !isEscaped && scalar == "\\"
      text.append(scalar)
    }
    return String(text)
  }

  /// A path and a value as a word of a line.
  package static func written(_ path: String, type: String?, value: String) -> String {
    written(path) + (type.map { ":" + $0 } ?? "") + "=" + Quoting.quotedTail(value)
  }
}
