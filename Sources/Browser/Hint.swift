import ICUText
import Terminal

/// Something that can be done now, as the last line says it.
struct Hint {
  let text: String
  /// What is pressed by a click on it; nothing if it only says something.
  let keys: [Key]

  init(_ text: String, _ keys: Key...) { self.init(text, keys: keys) }

  init(_ text: String, keys: [Key]) { (self.text, self.keys) = (text, keys) }
}

extension Frame {
  /// Writes what can be done: as much as fits, each hint as a whole.
  mutating func write(hints: [Hint], row: Int, column: Int = 0, isASCII: Bool) {
    var end = column
    for hint in hints {
      let gap = end == column ? 0 : 2
      let text = isASCII ? hint.text.inASCII : hint.text
      let start = end + gap
      if start + DisplayWidth.of(text) > size.columns { break }
      end = write(
        String(repeating: " ", count: gap) + text, row: row, column: end, style: CellStyle(.dimmed))
      if !hint.keys.isEmpty {
        buttons.append(Button(row: row, columns: Range(cellsFrom: start, to: end), keys: hint.keys))
      }
    }
  }
}

extension String {
  /// The hint without other signs.
  fileprivate var inASCII: String {
    let words = ["⏎": "Enter", "←": "Left", "→": "Right", "↑": "Up", "…": "..."]
    return map { words[String($0)] ?? String($0) }.joined()
  }
}
