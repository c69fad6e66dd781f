/// The characters of a text, each marked if it would act on a terminal or be hidden there
/// (`Unicode.Scalar.isControl`), except for the tags of a flag.
package struct MarkedControls: Sequence, IteratorProtocol {
  private var rest: Substring.UnicodeScalarView
  /// The number of following characters that are tags of a flag.
  private var flagTags = 0

  package init(_ scalars: Substring.UnicodeScalarView) { rest = scalars }

  package init(_ text: String) { self.init(text[...].unicodeScalars) }

  package mutating func next() -> (scalar: Unicode.Scalar, isControl: Bool)? {
    guard let scalar = rest.popFirst() else { return nil }
    if flagTags > 0 {
      flagTags -= 1
      return (scalar, false)
    }
    if scalar.value == 0x1F3F4 { flagTags = MarkedControls.flagTags(in: rest) }
    return (scalar, scalar.isControl)
  }

  /// The number of tags that turn the black flag before them into another flag, such as Scotland's:
  /// three to six letters and digits that name a subdivision, and the cancel tag (UTS #51).
  private static func flagTags(in rest: Substring.UnicodeScalarView) -> Int {
    let code = rest.prefix(7).prefix {
      (0xE0030...0xE0039).contains($0.value) || (0xE0061...0xE007A).contains($0.value)
    }
    let isFlag = (3...6).contains(code.count) && rest.dropFirst(code.count).first?.value == 0xE007F
    return isFlag ? code.count + 1 : 0
  }
}

extension String {
  /// Whether the text may contain a control, judging by single bytes, which begin few other
  /// characters.
  package var mayHoldControls: Bool {
    // Controls are below 0x20, 0x7F, or begin with C2 (U+0080 to U+009F), E2 (U+2028 to U+202E,
    // U+2066 to U+2069), EF (U+FEFF, U+FFF9 to U+FFFB) or F3 (tags).
    utf8.contains { byte in
      switch byte {
      case 0..<0x20, 0x7F, 0xC2, 0xE2, 0xEF, 0xF3: true
      default: false
      }
    }
  }

  /// Whether the text holds a control that is not part of a flag.
  package var holdsControls: Bool { MarkedControls(self).contains { $0.isControl } }
}

extension Character {
  /// Whether the character ends a line; other line terminators are shown by their codes.
  package var endsLine: Bool { ["\n", "\r", "\r\n"].contains(self) }
}
