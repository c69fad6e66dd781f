import Catalogues
import PropertyLists
import SeededRandom
import TestHelpers

/// Catalogues of all shapes with texts of all scripts.
struct RandomCatalogue: RandomSource {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let pieces = [
    "a", "b", "A", "e", "é", "e\u{301}", "s", "ss", "ß", "ﬁ", "fi", "i", "İ", "ı", "k", "\u{212A}",
    "Ａ", "1", "²", "_", "-", " ", ".", "ς", "Σ", "ᾳ", "м", "М", "ё", "奥", "迪", "奥迪", "が", "か",
    "长安", "乐", "東", "ｶﾞ", "한", "\u{301}", "\u{200D}", "😀", "👨‍👩‍👧", "\u{10400}", "ŉ", "ǅ", "שָׁ", "क्ष", "|",
    "ł", "æ", "ホ", "ほ", "っ", "ッ", "东", "·", "ü", "ue", "+49", "30", "(0) 3", "23",
    "&amp;", "&lt;", "&#x41;", "<![CDATA[a&b]]>", "<!--x-->",
  ]

  mutating func text(_ lengths: ClosedRange<Int> = 0...8) -> String {
    if below(16) == 0 { return WrittenTelephone(using: &generator).text }
    var text = ""
    for _ in 0..<Int.random(in: lengths, using: &generator) { text += pick(Self.pieces) }
    return text
  }

  /// A text as a person would type it, possibly a part of the catalogue's text.
  mutating func pattern() -> String {
    pick([
      text(1...3).filter { !"&<>;#![]".contains($0) }, pick(Self.pieces.filter { $0.count < 3 }),
      "a", "奥迪", "SS", "e", "abs", "", "4930", "030 23", "0303", "231", "東风", "mue",
      WrittenTelephone(using: &generator).text,
    ])
  }

  /// What a person would type to find a name by its reading, possibly more than the reading.
  mutating func reading() -> String {
    (0...below(3)).reduce("") { text, _ in
      text + pick(["a", "ao", "di", "d", "chang", "an", "c", "le", "ka", "han", "dong", "1", "奥"])
    }
  }

  private mutating func pick(_ parts: [String]) -> String {
    parts.randomElement(using: &generator) ?? ""
  }

  mutating func catalogue(_ entries: Int) throws -> Catalogue {
    try Catalogue(PropertyListDocument(FileBytes(Array(file(entries).utf8))))
  }

  /// The text of a property list.
  mutating func file(_ entries: Int) -> String {
    let body =
      switch below(5) {
      case 0: "<array>\(list(entries) { $0.dict() })</array>"
      case 1: "<array>\(list(entries) { $0.scalar() })</array>"
      case 2: "<dict>\(list(entries) { "<key>\($0.text())</key>\($0.scalar())" })</dict>"
      case 3: sections(entries)
      default: "<array>\(list(entries) { $0.below(4) == 0 ? $0.scalar() : $0.dict() })</array>"
      }
    return "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\n\(body)\n</plist>\n"
  }

  private mutating func sections(_ entries: Int) -> String {
    let size = max(1, entries / 3)
    let sections = (0..<3).map { number in
      "<dict><key>title</key><string>S\(number)</string><key>cars</key><array>"
        + list(size) { $0.dict() } + "</array></dict>"
    }
    return "<array>\(sections.joined())</array>"
  }

  private mutating func list(_ count: Int, _ element: (inout RandomCatalogue) -> String) -> String {
    var result = ""
    for _ in 0..<count { result += element(&self) + "\n" }
    return result
  }

  private mutating func dict() -> String {
    var result = "<dict><key>name</key><string>\(text())</string>"
    if below(2) == 0 { result += "<key>phone</key><string>\(text())</string>" }
    if below(3) == 0 { result += "<key>name</key><string>\(text())</string>" }
    if below(3) == 0 { result += "<key>k\(below(12))</key>\(scalar())" }
    if below(5) == 0 { result += "<key>more</key><array>\(scalar())\(scalar())</array>" }
    if below(9) == 0 {
      result += "<key>deep</key><dict><key>name</key><string>\(text(0...60))</string></dict>"
    }
    return result + "</dict>"
  }

  private mutating func scalar() -> String {
    switch below(7) {
    case 0: "<integer>\(below(2000))</integer>"
    case 1: "<true/>"
    case 2: "<real>1.5</real>"
    case 3: "<data>YW\n\tJj\(below(2) == 0 ? "YWJj" : "")</data>"
    case 4: "<date>2020-01-0\(below(9) + 1)T00:00:00Z</date>"
    default: "<string>\(text())</string>"
    }
  }
}
