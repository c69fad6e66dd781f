import Catalogues
import PropertyLists
import SeededRandom
import TestHelpers
import Testing

@testable import Exchange

/// What is read from one format and written in another comes back.
@Suite struct RoundTripTests {
  private func document(
    _ text: String, _ format: FileFormat, isTagged: Bool = false
  ) throws -> PropertyListDocument {
    try PropertyListDocument(
      FileBytes(text.utf8), format: format, decoding: DecodingOptions(isTagged: isTagged))
  }

  @Test("a table is written with the same bytes, if it is quoted only where it must be")
  func tables() throws {
    for seed in 0..<Rounds.of(200) {
      var random = RandomText(seed: UInt64(seed))
      let text = random.table()
      let exported = try Exported(Catalogue(document(text, .csv)), as: .csv)
      #expect(exported.text == text, "\(seed)")
      #expect(exported.losses == [])
    }
  }

  @Test(
    "tables come back whatever is in their names and cells", arguments: [FileFormat.csv, .tsv])
  func anyTables(_ format: FileFormat) throws {
    let pieces = [
      "a", "b;", "|", "\t", ",", "\"", "\n", "\r\n", "\r", " ", "é", "=1", "sep=", ";", "x",
      "\u{FEFF}",
    ]
    for seed in 0..<Rounds.of(300) {
      var generator = SeededGenerator(seed: UInt64(seed))
      func text(_ least: Int) -> String {
        (0..<Int.random(in: least...3, using: &generator)).map { _ in
          pieces.randomElement(using: &generator) ?? ""
        }.joined()
      }
      var names: [String] = []
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let name = text(1)
        if !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { names.append(name) }
      }
      let rows = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        names.map { (key: $0, value: text(0)) }
      }
      let xml = rows.map { row in
        "<dict>"
          + row.map { "<key>\(escaped($0.key))</key><string>\(escaped($0.value))</string>" }
          .joined() + "</dict>"
      }
      var options = ShapeOptions()
      options.isFlat = true
      let document = try PropertyListDocument(
        FileBytes("<plist><array>\(xml.joined())</array></plist>".utf8))
      let exported = try Exported(
        Catalogue(document, options: options), as: format == .csv ? .csv : .tsv)
      let again = try self.document(exported.text, format)
      #expect(values(of: again) == values(of: document), "\(seed): \(exported.text)")
    }
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\r", with: "&#13;")
      .replacing("\r\n", with: "&#13;\n")
  }

  @Test("tables for spreadsheets come back without the apostrophes before formulas")
  func spreadsheets() throws {
    for seed in 0..<Rounds.of(200) {
      var random = RandomText(seed: UInt64(seed))
      let read = try document(random.table(formulas: ["'", "=", "+1", "'-", "＝"]), .csv)
      let text = try Exported(Catalogue(read), as: .csv) { $0.isForSpreadsheets = true }.text
      #expect(try values(of: document(text, .csv)) == values(of: read), "\(seed): \(text)")
    }
  }

  @Test("property lists come back from JSON with tags, value for value")
  func tagged() throws {
    for seed in 0..<Rounds.of(200) {
      var random = RandomPlist(seed: UInt64(seed))
      let unusual: Plist = [
        .element("<real>\(["nan", "-inf", "1e400", "+.5", "7"][seed % 5])</real>"),
        "a\rb\u{7F}\\\"",
        ["$date": "x"], ["$$data": ""], ["$real": .date(" 0001-01-01T00:00:00Z\n")],
        .element("<integer> 0x1F </integer>"), .element("<data> AA EC </data>"),
      ]
      let catalogue = try Catalogue([random.catalogue(), unusual])
      let exported = try Exported(catalogue, as: .json) { $0.isTagged = true }
      #expect(exported.losses == [])
      let again = try document(exported.text, .json, isTagged: true)
      #expect(values(of: again) == values(of: catalogue.document), "\(seed)")
    }
  }

  @Test("property lists come back from recfiles, value for value")
  func records() throws {
    for seed in 0..<Rounds.of(300) {
      var random = RandomPlist(seed: UInt64(seed))
      let unusual: Plist = [
        "": "", "a.b[0]": " x ", "k\n:": "\n\na\n", "c": .element("<string>a\rb</string>"),
        "\\": "C:\\\nD:\\x", "t": "\t\\\\", "n": ["0": 1, "a": [[], [:], [1, [2, "x"]]]], "名字": "王",
        "r": .element("<real>\(["nan", "-inf", "1e400", "+.5", "7", "-0.25"][seed % 6])</real>"),
        "%rec": .date(" 0001-01-01T00:00:00Z\n"), "#": .element("<integer> 0x1F </integer>"),
        "d": .element("<data>\(String(repeating: "AAEC", count: seed))</data>"),
      ]
      for plist in [random.catalogue(), [random.catalogue(), unusual]] as [Plist] {
        let catalogue = try Catalogue(plist.withoutRepeatedKeys)
        let exported = try Exported(catalogue, as: .rec)
        #expect(exported.losses == [])
        let again = try document(exported.text, .rec)
        #expect(values(of: again) == values(of: catalogue.document), "\(seed):\n\(exported.text)")
        #expect(try Exported(Catalogue(again), as: .rec).text == exported.text, "\(seed)")
      }
    }
  }

  @Test("vCards come back property for property, and are then written with the same bytes")
  func cards() throws {
    for seed in 0..<Rounds.of(300) {
      var random = RandomText(seed: UInt64(seed))
      let text = random.cards()
      let read = try document(text, .vcard)
      let exported = try Exported(Catalogue(read), as: .vcard)
      #expect(exported.losses == [])
      let again = try document(exported.text, .vcard)
      #expect(values(of: again) == values(of: read), "\(seed):\n\(text)\n\(exported.text)")
      #expect(try Exported(Catalogue(again), as: .vcard).text == exported.text, "\(seed)")
    }
  }

  /// The values of all nodes in document order.
  private func values(of document: PropertyListDocument) -> [String] {
    var values: [String] = []
    var node = document.root
    while node < document.end {
      let value: String =
        switch document.kind(of: node) {
        case .integer: "\(document.integer(at: node) ?? 0)"
        case .real: "\(document.real(at: node) ?? 0)"
        case .data: "\(document.data(at: node) ?? [])"
        case .date: document.scalar(node).map(document.text)?.filter { !$0.isWhitespace } ?? ""
        // What is equal as a string may have other characters.
        case .string, .key:
          "\(document.scalar(node).map { Array(document.text(of: $0).utf8) } ?? [])"
        case .true, .false: ""
        case .array, .dict: "\(document.end(of: node).rawValue)"
        }
      let kind = document.kind(of: node)
      values.append("\(kind) \(value)")
      node = kind.isContainer ? document.firstChild(of: node) : document.end(of: node)
    }
    return values
  }
}

/// Random tables and vCards.
private struct RandomText: RandomSource {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func one<Element>(of all: [Element]) -> Element { all[below(all.count)] }

  private mutating func text(of parts: [String], upTo count: Int = 4) -> String {
    (0..<below(count + 1)).map { _ in one(of: parts) }.joined()
  }

  // MARK: Tables

  /// With LF, and quotes where they are needed.
  mutating func table(formulas: [String] = []) -> String {
    let columns = 1 + below(5)
    let header = (0..<columns).map { "\(one(of: ["a", "b c", "d,", "é\"", "f\n", "<&>"]))\($0)" }
    // Without a row there is nothing that has the keys.
    let rows = (0...below(6)).map { _ in
      (0..<columns).map { _ in
        text(
          of: formulas + [
            "x", "0", " ", ",", "\"", "\n", "\r", ";", "\t", "中，", "<&>", "\u{1}", "\u{FFFF}",
          ])
      }
    }
    return ([header] + rows).map { row in
      row.map { quoted($0, isAlone: columns == 1) }.joined(separator: ",") + "\n"
    }.joined()
  }

  private func quoted(_ value: String, isAlone: Bool) -> String {
    let isQuoted =
      value.isEmpty && isAlone
      || value.utf8.contains { ",\"\n\r".utf8.contains($0) }
    return isQuoted ? "\"" + value.replacing("\"", with: "\"\"") + "\"" : value
  }

  // MARK: vCards

  mutating func cards() -> String { (0...below(3)).map { _ in card() }.joined() }

  private mutating func card() -> String {
    let version = one(of: ["2.1", "3.0", "4.0"])
    let properties = (0..<below(9)).map { _ in
      let name = one(of: [
        "N", "FN", "TEL", "EMAIL", "ADR", "ORG", "NOTE", "NICKNAME", "CATEGORIES", "URL", "X-A",
        "UID", "PHOTO", "item1.TEL", "item1.X-ABLabel", "BDAY",
      ])
      return property(name, version) + "\r\n"
    }
    let declaration =
      below(8) == 0 && version == "2.1" ? one(of: ["", "VERSION:\r\n"]) : "VERSION:\(version)\r\n"
    return "BEGIN:VCARD\r\n\(declaration)\(properties.joined())END:VCARD\r\n"
  }

  private mutating func property(_ name: String, _ version: String) -> String {
    let isOld = version == "2.1"
    if name == "PHOTO" {
      switch version {
      case "2.1": return "PHOTO;ENCODING=BASE64;PNG:iVBORw0KGgo=\r\n"
      case "3.0": return "PHOTO;ENCODING=b:iVBORw0KGgo="
      default: return "PHOTO:data:image/png;base64,iVBORw0KGgo="
      }
    }
    if isOld, below(4) == 0 {
      let value = text(of: ["a", "=C3=A9", "=0D=0A", "=3D", "=3B", "=07", ";", "=\r\n", "=5C"])
      return "\(name);ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:\(value)"
    }
    let types =
      isOld ? [";HOME", ";WORK;FAX", ""] : [";TYPE=home", ";TYPE=work,fax", ";PREF=1", ""]
    let parts =
      isOld
      ? ["a", "é", " ", "\\;", "\\\\", ",", ";", "=", ":"]
      : [
        "a", "é", " ", "\\;", "\\\\", "\\,", ",", ";", "\\n", ":", "\\a", "\r\n b",
      ]
    let continuation = isOld && name == "ADR" && below(3) == 0 ? "\\\r\nstreet" : ""
    return name + one(of: types) + ":" + text(of: parts, upTo: 7) + continuation
  }
}
