import SeededRandom

/// A generator of texts in many scripts, and of patterns that occur in them or nearly do.
struct RandomTexts {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let pieces: [String] = [
    "a", "b", "A", "ab", "Aa", "e", "é", "e\u{301}", "E\u{300}", "s", "ss", "ß", "ẞ", "ſ", "fi",
    "ﬁ",
    "i", "I", "İ", "ı", "k", "\u{212A}", "å", "\u{212B}", "A\u{30A}", "Ａ", "ｂ", "1", "²", "_", "-",
    " ", " ", ".", "ς", "Σ", "ά", "Α", "ᾳ", "α\u{345}", "м", "М", "ё", "奥", "迪", "奥迪", "が", "か",
    "か\u{3099}", "ｶﾞ", "한", "\u{1112}\u{1161}", "\u{11AB}", "\u{301}", "\u{323}", "\u{345}",
    "\u{200D}",
    "\u{AD}", "\u{200B}", "😀", "👨‍👩‍👧", "❤️", "\u{10400}", "ꭰ", "Ꭰ", "ŉ", "ǰ", "ǅ", "µ", "שָׁ", "ก็", "क्ष",
    "\\", "(", "*", "#", "|", "ł", "Ł", "l", "æ", "Æ", "ae", "ø", "ほ", "ホ", "ﾎ", "っ", "ッ", "つ", "ヷ",
    "わ",
    "+49", "30", "2", "0", "(0)", "  ", "/",
  ]

  mutating func text(_ lengths: ClosedRange<Int> = 0...9) -> String {
    var text = ""
    for _ in 0..<Int.random(in: lengths, using: &generator) {
      text += RandomTexts.pieces.randomElement(using: &generator) ?? ""
    }
    return text
  }

  mutating func records(_ count: Int, fieldLengths: ClosedRange<Int> = 0...9) -> Records {
    var records: [[String]] = []
    for _ in 0..<count {
      var fields: [String] = []
      for _ in 0..<Int.random(in: 1...3, using: &generator) { fields.append(text(fieldLengths)) }
      records.append(fields)
    }
    return Records(records)
  }

  /// A part of one of the records' texts, possibly changed.
  mutating func pattern(from records: Records) -> String {
    let fields = records.records.flatMap(\.self)
    let scalars = Array((fields.randomElement(using: &generator) ?? "").unicodeScalars)
    let start = Int.random(in: 0...scalars.count, using: &generator)
    let end = min(start + Int.random(in: 0...4, using: &generator), scalars.count)
    var part = String.UnicodeScalarView(scalars[start..<end])
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: part = String(part).uppercased().unicodeScalars
    case 1: part = String(part).lowercased().unicodeScalars
    case 2: part.append(contentsOf: text(1...1).unicodeScalars)
    case 3: if !part.isEmpty { part.removeLast() }
    default: break
    }
    return String(part)
  }
}
