extension SeededGenerator {
  /// A text of letters, wide characters, marks and, if wanted, controls.
  package mutating func text(_ lengths: ClosedRange<Int> = 0...12, hasControls: Bool = true)
    -> String
  {
    let shown = [
      "a", "Z", " ", "é", "e\u{301}", "奥", "迪", "ア", "ｱ", "한", "\u{1112}\u{1161}", "😀", "👨‍👩‍👧",
      "🇩🇪", "1️⃣", "\\", "–", "…", "\u{A0}", "\u{200D}", "Â", "\u{E000}",
    ]
    let controls = [
      "\u{1B}[31m", "\u{1B}", "\u{9B}2J", "\u{0}", "\u{7}", "\u{8}", "\n", "\r", "\r\n", "\t",
      "\u{7F}", "\u{80}", "\u{85}", "\u{9F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}",
      "\u{2066}", "\u{2069}", "\u{1B}\u{301}", "\u{202E}\u{301}", "\u{1B}]0;x\u{7}",
    ]
    let pieces = hasControls ? shown + controls : shown
    return (0..<Int.random(in: lengths, using: &self)).reduce(into: "") { text, _ in
      text += pieces.randomElement(using: &self) ?? ""
    }
  }
}

/// A text without the complete sequences that begin and end styles.
package func withoutStyles(_ text: String) -> String {
  text.replacing(/\u{1B}\[[0-9;]*m/.matchingSemantics(.unicodeScalar), with: "")
}

/// Whether a text has a character that acts on a terminal instead of being shown.
package func actsOnTerminal(_ text: String) -> Bool {
  text.unicodeScalars.contains { scalar in
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB: true
    default: false
    }
  }
}

/// The byte ranges of a part of a text.
package func ranges(of part: String, in text: String) -> [Range<Int>] {
  text.ranges(of: part).map { range in
    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    return start..<(start + part.utf8.count)
  }
}
