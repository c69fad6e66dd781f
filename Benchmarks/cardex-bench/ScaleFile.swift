/// Kinds of files of a given size, each large in a different way: in most, a single record is
/// large.
enum ScaleFile: String, CaseIterable {
  case numbers = "a card of telephone numbers"
  case equalNumbers = "a card of equal numbers"
  case unknown = "a card of unknown properties"
  case groups = "a card of groups"
  case folded = "a card with a folded note"
  case cards = "cards"
  case members = "a dictionary"
  case record = "records of many fields"
  case equalKeys = "a record of equal keys"
  case section = "a section of many fields"
  case equalLabels = "equal labels"
  case equalSections = "equal sections"
  case longValue = "a long value"
  case list = "a list in an entry"
  case object = "an object"
  case objects = "objects of many members"
  case columns = "a row of many columns"
  case rows = "rows"
  case strings = "strings"
  case variants = "plural variants"
  case variables = "plural variables"
  case languages = "a string in many languages"
  case catalogVariants = "a string of many variants"
  case substitutions = "a string of substitutions"
  case fields = "a recfile of many fields"
  case repeatedFields = "a recfile of a repeated field"
  case openStep = "OpenStep records"

  /// The extension of the file's name.
  var ending: String {
    switch self {
    case .numbers, .equalNumbers, .unknown, .groups, .folded, .cards: "vcf"
    case .members, .record, .equalKeys, .section, .equalLabels, .equalSections, .longValue, .list,
      .openStep:
      "plist"
    case .object, .objects: "json"
    case .columns, .rows: "csv"
    case .strings: "strings"
    case .variants, .variables: "stringsdict"
    case .languages, .catalogVariants, .substitutions: "xcstrings"
    case .fields, .repeatedFields: "rec"
    }
  }

  var isCard: Bool { ending == "vcf" }

  /// Whether it has entries with a name that can be edited; recfiles are only read.
  var isNamed: Bool {
    switch self {
    case .record, .equalKeys, .equalLabels, .longValue, .list, .objects, .columns, .rows,
      .openStep, .numbers, .equalNumbers, .unknown, .groups, .folded, .cards:
      true
    default: false
    }
  }

  /// Whether its entries have fields beside the name; those of a list in an entry have none.
  var hasNamedFields: Bool { isNamed && self != .list }

  /// Whether a key identifies a value, since no key is repeated.
  var hasDifferentKeys: Bool { self != .equalKeys }

  /// - Parameter isChanged: Whether a third of the values are different.
  func text(size: Int, isChanged: Bool) -> String {
    let each = { (line: (Int) -> String) in (0..<size).map(line).joined() }
    let value = { (index: Int) in "v\(index)" + (isChanged && index % 3 == 0 ? "x" : "") }
    switch self {
    case .numbers: return card(each { "TEL;TYPE=cell:+49 30 \(value($0).dropFirst())\r\n" })
    case .equalNumbers:
      return card(each { _ in "TEL:030 1234\r\n" } + (isChanged ? "TEL:1\r\n" : ""))
    case .unknown: return card(each { "X-P\($0):\(value($0))\r\n" })
    case .groups:
      return card(each { "item\($0).TEL:\(value($0))\r\nitem\($0).X-ABLabel:L\($0)\r\n" })
    case .folded: return card("NOTE:" + each { "some words \(value($0))\r\n " } + "end\r\n")
    case .cards:
      return each { card("EMAIL:\(value($0))@x.org\r\n", name: "Ann \($0)", isOnly: true) }
    case .members: return xml("<dict>\n" + each { member("key\($0)", value($0)) } + "</dict>")
    case .record:
      let names = ["Ann", "Bo"].enumerated().map { number, name in
        "<dict>\n" + member("name", name)
          + each { member("key\($0)", number == 0 ? value($0) : "v") } + "</dict>\n"
      }
      return xml("<array>\n\(names.joined())</array>")
    case .equalKeys:
      return xml(
        "<array><dict>\n" + member("name", "Ann") + each { member("k", value($0)) }
          + "</dict></array>")
    case .section:
      return xml(
        "<array><dict>\n" + member("title", "A") + each { member("key\($0)", value($0)) }
          + "<key>items</key><array><dict>\(member("name", "Ann"))</dict></array></dict></array>")
    case .equalLabels:
      return xml(
        "<array>\n"
          + each { "<dict>\(member("name", "Ann"))\(member("note", value($0)))</dict>\n" }
          + "</array>")
    case .equalSections:
      return xml(
        "<array>\n"
          + each {
            "<dict>\(member("title", "S"))<key>items</key><array><dict>"
              + "\(member("name", value($0)))</dict></array></dict>\n"
          } + "</array>")
    case .longValue:
      return xml(
        "<array><dict>" + member("name", "Ann")
          + member("note", each { "\(value($0)) &amp; more\n" }) + "</dict></array>")
    case .list:
      return xml(
        "<array><dict>\(member("name", "Ann"))<key>list</key><array>\n"
          + each { "<string>\(value($0))</string>\n" } + "</array></dict></array>")
    case .object: return "{\n" + list(each { "\"key\($0)\": \"\(value($0))\",\n" }) + "}\n"
    case .objects:
      let members = list(each { "\"key\($0)\": \"\(value($0))\",\n" })
      return "[{\"name\": \"Ann\",\n\(members)}, {\"name\": \"Bo\",\n\(members)}]\n"
    case .columns:
      return "name" + each { ",c\($0)" } + "\nAnn" + each { ",\(value($0))" } + "\nBo"
        + each { ",v\($0)" } + "\n"
    case .rows: return "name,note\n" + each { "r\($0),\(value($0))\n" }
    case .strings: return each { "/* c */\n\"key \($0)\" = \"\(value($0)) %@\";\n" }
    case .variants:
      return pluralDictionary("%#@a@", variable("a", each { member("x\($0)", value($0)) }))
    case .variables:
      return pluralDictionary(
        each { "%#@a\($0)@ " }, each { variable("a\($0)", member("one", value($0))) })
    case .languages:
      return stringCatalog(
        "\"en\": \(unit("%d"))" + each { ",\n\"l\($0)\": \(unit("%d " + value($0)))" })
    case .catalogVariants:
      return stringCatalog(
        "\"de\": {\"variations\": {\"plural\": {"
          + list(each { "\"x\($0)\": \(unit("%d " + value($0))),\n" }) + "}}}")
    case .substitutions:
      let all = each { index in
        "\"s\(index)\": {\"argNum\": \(index + 1), \"formatSpecifier\": \"d\", \"variations\": "
          + "{\"plural\": {\"other\": \(unit("%arg " + value(index)))}}},\n"
      }
      return stringCatalog(
        "\"de\": {\"stringUnit\": {\"state\": \"translated\", \"value\": \"\(each { "%#@s\($0)@ " })\"},"
          + "\n\"substitutions\": {\(list(all))}}")
    case .fields: return "name: Ann\n" + each { "F\($0): \(value($0))\n" } + "\nname: Bo\nX: y\n"
    case .repeatedFields:
      return "name: Ann\n" + each { "F: \(value($0))\n" } + "\nname: Bo\nX: y\n"
    case .openStep:
      return "(\n{ name = Ann;\n" + each { "  key\($0) = \(value($0));\n" }
        + "},\n{ name = Bo; }\n)\n"
    }
  }

  /// A card with these lines, and another card.
  private func card(_ lines: String, name: String = "Ann Doe", isOnly: Bool = false) -> String {
    let first =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:\(name)\r\nN:Doe;Ann;;;\r\n\(lines)END:VCARD\r\n"
    return isOnly ? first : first + card("EMAIL:bo@x.org\r\n", name: "Bo Roe", isOnly: true)
  }

  private func xml(_ root: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n\(root)\n</plist>\n"
  }

  private func member(_ key: String, _ value: String) -> String {
    "<key>\(key)</key><string>\(value)</string>\n"
  }

  /// JSON without the comma after the last line.
  private func list(_ lines: String) -> String { String(lines.dropLast(2)) + "\n" }

  private func pluralDictionary(_ format: String, _ variables: String) -> String {
    xml(
      "<dict><key>files</key><dict>" + member("NSStringLocalizedFormatKey", format) + variables
        + "</dict></dict>")
  }

  private func variable(_ name: String, _ variants: String) -> String {
    "<key>\(name)</key><dict>" + member("NSStringFormatSpecTypeKey", "NSStringPluralRuleType")
      + member("NSStringFormatValueTypeKey", "d") + variants + member("other", "%d") + "</dict>\n"
  }

  private func stringCatalog(_ localizations: String) -> String {
    "{\"sourceLanguage\": \"en\", \"strings\": {\"%d OK\": {\"localizations\": {\n\(localizations)\n}}}, "
      + "\"version\": \"1.0\"}\n"
  }

  private func unit(_ text: String) -> String {
    "{\"stringUnit\": {\"state\": \"translated\", \"value\": \"\(text)\"}}"
  }
}

/// A command of the program that is timed on files of two sizes.
struct ScaleFileCommand {
  let name: String
  /// - Parameter other: The path of the file with other values.
  let arguments: (_ file: String, _ other: String) -> [String]
  /// Whether the command makes sense for a file.
  var isPossible: (ScaleFile) -> Bool = { _ in true }

  static var all: [ScaleFileCommand] {
    [
      .init(name: "show --fields") { file, _ in ["show", "--fields", file] },
      .init(name: "search --all-fields") { file, _ in ["search", "--all-fields", "v1", file] },
      .init(name: "check FILE") { file, _ in ["check", file] },
      .init(name: "check --fix FILE") { file, _ in ["check", "--fix", "--unsafe-fixes", "-n", file]
      },
      .init(name: "diff FILE") { file, other in ["diff", file, other] },
      .init(name: "diff --unified") { file, other in ["diff", "-u", file, other] },
      .init(name: "diff --script") { file, other in ["diff", "--script", file, other] },
      .init(name: "merge") { file, other in ["merge", file, other, file] },
      .init(name: "convert --to=json") { file, _ in ["convert", "--to=json", file] },
      .init(name: "convert --to=csv") { file, _ in ["convert", "--to=csv", file] },
      .init(name: "convert --to=rec") { file, _ in ["convert", "--to=rec", file] },
      .init(name: "replace", isPossible: \.isNamed) { file, _ in ["replace", "-n", file, "v", "w"]
      },
      .init(name: "import", isPossible: \.isNamed) { file, other in ["import", "-n", file, other] },
      .init(name: "import --match", isPossible: \.hasNamedFields) { file, other in
        ["import", "-n", "--match=name", "--update", file, other]
      },
      .init(name: "patch", isPossible: \.hasDifferentKeys) { file, other in
        ["patch", "-n", "--force", file, other]
      },
      .init(name: "edit", isPossible: \.hasDifferentKeys) { file, _ in
        ["env", "EDITOR=sed -i -E 's/(v[0-9]*3)$/\\1q/'", "edit", "-n", file]
      },
      .init(name: "unite", isPossible: \.isCard) { file, _ in ["unite", "-n", file, "/#1", "/#2"] },
      .init(name: "rename FILE", isPossible: \.isCard) { file, _ in
        ["rename", "-n", file, "/#1", "Zed Zoe"]
      },
      .init(name: "set FILE", isPossible: \.isCard) { file, _ in
        ["set", "-n", file, "/#1", "note=q"]
      },
    ]
  }

  init(
    name: String, isPossible: @escaping (ScaleFile) -> Bool = { _ in true },
    _ arguments: @escaping (_ file: String, _ other: String) -> [String]
  ) {
    (self.name, self.isPossible, self.arguments) = (name, isPossible, arguments)
  }

  /// The words of the command, with the program.
  func line(_ program: String, _ file: String, _ other: String) -> [String] {
    let words = arguments(file, other)
    guard words[0] == "env" else { return [program] + words }
    return Array(words[..<2]) + [program] + words[2...]
  }
}
