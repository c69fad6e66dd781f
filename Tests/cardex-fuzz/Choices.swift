/// Bytes as a sequence of choices. When they are used up, the first option is always chosen, so
/// that generation ends.
struct Choices {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// A number from 0 up to, but not including, a limit of at most 256.
  mutating func below(_ limit: Int) -> Int { Int(rest.popFirst() ?? 0) % limit }

  mutating func flip() -> Bool { below(2) == 1 }

  mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

  mutating func list(_ limit: Int, _ element: (inout Choices) -> String) -> String {
    (0..<below(limit)).reduce(into: "") { text, _ in text += element(&self) }
  }
}

// MARK: Texts

extension Choices {
  private static let names = [
    "", "a", "b", "A", "é", "e\u{301}", "ß", "ﬁ", "İ", "奥迪", "长安", "马", "か", "한", "😀", "1", "12",
    "a/b", "#1", ".", "-x", " a", "a b", "a=b", "to", "all", "M", "Z", "\u{301}", "\u{202E}", "\\",
    "'",
  ]

  /// A text as a person would type it.
  mutating func text() -> String { (0...below(3)).map { _ in one(of: Choices.names) }.joined() }

  /// The content of an element: text, or markup that represents text.
  mutating func content() -> String {
    switch below(8) {
    case 0: "&amp;"
    case 1: "<![CDATA[a&b]]>"
    case 2: "<!--x-->a"
    case 3: "&#x41;\n"
    default: text()
    }
  }
}

// MARK: Property lists

extension Choices {
  private static let keys = [
    "name", "title", "label", "phone", "rows", "cars", "entries", "header", "footer", "id",
    "name", "value", "",
  ]

  /// A property list of an arbitrary shape.
  mutating func propertyList() -> String { file(value(depth: 0)) }

  private func file(_ value: String) -> String { "<plist version=\"1.0\">\n\(value)\n</plist>\n" }

  private mutating func value(depth: Int) -> String {
    switch below(depth < 4 ? 12 : 8) {
    case 0, 1, 2: "<string>\(content())</string>"
    case 3: "<integer>\(below(200))</integer>"
    case 4: one(of: ["<true/>", "<false/>", "<string/>", "<array/>", "<dict/>"])
    case 5: one(of: ["<real>1.5</real>", "<real>nan</real>", "<real>-1e300</real>"])
    case 6: "<date>2020-01-0\(below(9) + 1)T00:00:00Z</date>"
    case 7: "<data>YWJj</data>"
    case 8, 9: "<array>\n\(list(9) { "\t" + $0.value(depth: depth + 1) + "\n" })</array>"
    default: "<dict>\(list(7) { $0.member(depth: depth) })</dict>"
    }
  }

  private mutating func member(depth: Int) -> String {
    let key = below(4) == 0 ? content() : one(of: Choices.keys)
    return "<key>\(key)</key>" + value(depth: depth + 1)
  }
}

// MARK: Forms

extension Choices {
  private static let cells = [
    "idCellNormal", "idCellTextfield", "idCellDatePicker", "idCellSwitch", "idCellSlider",
    "idCellValuePicker", "", "other",
  ]
  private static let formKeys = [
    "isExpandable", "isExpanded", "isVisible", "additionalRows", "cellIdentifier", "value",
    "primaryTitle", "secondaryTitle", "minimum", "maximum", "dateFormat",
  ]

  /// A form: sections of rows with the keys of forms, some of them missing, duplicated or of other
  /// types.
  mutating func form() -> String {
    let sections = (0...below(3)).map { _ in
      "<array>\n\((0...below(6)).map { _ in row() }.joined())</array>"
    }
    return file("<array>\(sections.joined(separator: "\n"))</array>")
  }

  private mutating func row() -> String {
    let flags = ["isExpandable", "isExpanded", "isVisible"].map { "<key>\($0)</key>\(flag())" }
    let usual =
      flags.joined() + "<key>additionalRows</key><integer>\(below(4))</integer>"
      + "<key>cellIdentifier</key><string>\(one(of: Choices.cells))</string>"
      + "<key>value</key><string>\(content())</string>"
      + "<key>primaryTitle</key><string>\(content())</string>"
      + "<key>secondaryTitle</key><string>\(content())</string>"
    let unusual = list(3) { "<key>\($0.one(of: Choices.formKeys))</key>\($0.value(depth: 2))" }
    // The first of two members with the same key counts.
    let members = flip() ? unusual + usual : usual + unusual
    return "<dict>\(members)</dict>\n"
  }

  private mutating func flag() -> String { flip() ? "<true/>" : "<false/>" }
}
