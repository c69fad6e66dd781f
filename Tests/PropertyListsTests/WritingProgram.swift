import SeededRandom

/// Property lists as some program would write them: each has its own manner.
struct WritingProgram: RandomSource {
  var generator: SeededGenerator
  /// In how many places one is written in a way that is not plain, or wrong; 0 for nowhere.
  private let oddity: Int
  private let lineEnd: String
  private let indentation: String
  private let emptyEnd: String
  private let hasComments: Bool

  init(seed: UInt64, oddity: Int = 0) {
    generator = SeededGenerator(seed: seed)
    self.oddity = oddity
    lineEnd = ["\n", "\n", "\r\n", "\r", "", "\n\n"].randomElement(using: &generator) ?? ""
    indentation = ["\t", "  ", "    ", ""].randomElement(using: &generator) ?? ""
    emptyEnd = ["/>", " />", ">"].randomElement(using: &generator) ?? ""
    hasComments = Bool.random(using: &generator)
  }

  mutating func propertyList() -> String {
    let declaration = one(of: [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<?xml version=\"1.0\" encoding=\"utf-8\"?>",
      "<?xml version='1.0'?>", "",
    ])
    let type = one(of: [
      """
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      """, "",
    ])
    let start = one(of: ["<plist version=\"1.0\">", "<plist>"])
    let beginning = [declaration, type].filter { !$0.isEmpty }.map { $0 + lineEnd }.joined()
    let text =
      beginning + odd(start, "<plist >", "<plist a='b'>", "<plist") + gap(0) + value(depth: 4, 0)
      + gap(0) + odd("</plist>", "", "</plist >", "</array>") + lineEnd
    guard isOdd() else { return text }
    return String(decoding: text.utf8.prefix(below(text.utf8.count)), as: UTF8.self)
  }

  private mutating func isOdd() -> Bool { oddity > 0 && below(oddity) == 0 }

  /// A text or, rarely, one of some others.
  private mutating func odd(_ usual: String, _ others: String...) -> String {
    isOdd() ? one(of: others) : usual
  }

  /// What is between two elements.
  private mutating func gap(_ depth: Int) -> String {
    let line = lineEnd + String(repeating: indentation, count: depth)
    let comment = hasComments && below(8) == 0
    let text =
      comment ? line + one(of: ["<!-- <key>a</key> & -->", "<!---->", "<!--é\r\n-->"]) : ""
    return text + line
      + odd(
        "", "a", "&#10;", "<?x?>", "<![CDATA[ ]]>", "<!-- -- -->", "\u{1}", "]]>", "&", "<", ">")
  }

  private mutating func value(depth: Int, _ level: Int) -> String {
    switch below(depth > 0 ? 12 : 8) {
    case 0: element("integer", one(of: ["1", "-2", "0x1F", "18446744073709551615", " 3 "]))
    case 1: element("real", one(of: ["1.5", "-2e3", "nan", "0"]))
    case 2: element(one(of: ["true", "false"]), "")
    case 3: element("date", "2024-02-29T12:00:0\(below(10))Z")
    case 4: element("data", one(of: ["", "Zg==", "\(lineEnd)\tZm9v\(lineEnd)\tZm9v\(lineEnd)\t"]))
    case 5...7: element("string", text())
    case 8, 9: element("array", list(of: below(6), level) { $0.value(depth: depth - 1, level + 1) })
    default: element("dict", list(of: below(6), level) { $0.member(depth: depth - 1, level + 1) })
    }
  }

  private mutating func list(
    of count: Int, _ level: Int, _ item: (inout WritingProgram) -> String
  ) -> String {
    if count == 0 { return "" }
    return (0..<count).reduce(into: "") { text, _ in text += gap(level + 1) + item(&self) }
      + gap(level)
  }

  private mutating func member(depth: Int, _ level: Int) -> String {
    odd(element("key", text()), "", "<key>a</key><key>b</key>") + gap(level)
      + odd(value(depth: depth, level), "", "<true/><true/>")
  }

  private mutating func element(_ name: String, _ content: String) -> String {
    if content.isEmpty, emptyEnd != ">" {
      return "<\(name)\(odd(emptyEnd, "  />", "\t/>", " a='b'/>", "/ >", "/", ">"))"
    }
    return "<\(name)\(odd(">", " >", "\n>", " a=\">\">", "", "/>", "s>"))\(content)"
      + "</\(name)\(odd(">", " >", "\r\n>", "", "s>", "/>"))"
  }

  private mutating func text() -> String {
    (0..<below(4)).reduce(into: "") { text, _ in
      text += one(of: [
        "a", "Émile", "漢字", "😀", "&amp;", "&lt;", "&#233;", "&#xA;", lineEnd, " ", "]] >", "/\"'=",
        "<![CDATA[a</b>&]]>", "<!-- & -->", "ａ，", "한글", "ไทย", "\u{FFFD}",
        String(repeating: "x", count: below(80)),
      ])
      text += odd(
        "", "&", "&b;", "&#0;", "]]>", "<![CDATA[a]]>", "<!-- -->", "<", "\u{0}", "\u{FFFF}",
        "&#xD800;")
    }
  }
}
