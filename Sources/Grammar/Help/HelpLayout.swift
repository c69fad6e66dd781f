/// Text in lines of at most 80 columns.
package enum HelpLayout {
  static let width = 80

  /// A name and its meaning, which is wrapped and aligned if it is long.
  ///
  /// - Parameter column: The column of the meaning, not counting the two blanks before the name.
  package static func entry(_ name: String, _ meaning: String, column: Int) -> String {
    let indentation = String(repeating: " ", count: column + 2)
    let lines = wrapped(meaning, width: width - indentation.count)
    guard name.count + 2 <= column else {
      return "  " + name + "\n" + lines.map { indentation + $0 + "\n" }.joined()
    }
    let gap = String(repeating: " ", count: column - name.count)
    return "  " + name + gap + lines.joined(separator: "\n" + indentation) + "\n"
  }

  package static func paragraph(_ text: String) -> String {
    wrapped(text, width: width).joined(separator: "\n") + "\n"
  }

  /// The lines of a text that is broken between words; at least one line.
  static func wrapped(_ text: String, width: Int) -> [String] {
    var lines = [""]
    for word in text.split(whereSeparator: \.isWhitespace) {
      let last = lines.count - 1
      if lines[last].isEmpty {
        lines[last] = String(word)
      } else if lines[last].count + 1 + word.count <= width {
        lines[last] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// A summary as a sentence.
  static func sentence(_ text: String, end: String = ".") -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.last == "…" ? "" : end)
  }
}
