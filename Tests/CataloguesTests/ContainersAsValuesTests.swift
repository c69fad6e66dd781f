import PropertyLists
import SeededRandom
import TestHelpers
import Testing

@testable import Catalogues

/// Containers where catalogues, forms and checks expect texts, numbers and flags.
@Suite("Containers under keys that mean something")
struct ContainersAsValuesTests {
  static let containers = [
    "<array/>", "<dict/>", "<array><string>x</string><integer>1</integer></array>",
  ]

  @Test("a row of a form that owns a list of rows owns none", arguments: containers)
  func additionalRows(container: String) throws {
    let rows = ["<integer>0</integer>", "<integer>0</integer>", container].map {
      "<dict><key>isVisible</key><true/><key>additionalRows</key>\($0)</dict>"
    }
    let catalogue = try Self.catalogue("<array>\(rows.joined())</array>")
    #expect(catalogue.shape.isForm)
    #expect((0..<3).map { catalogue.additionalRows(of: $0) } == [0, 0, nil])
    #expect(catalogue.ownedRows().isEmpty)
  }

  @Test("a container is not a flag, a name or a header of rows", arguments: containers)
  func otherMeanings(container: String) throws {
    let form = try Self.catalogue(
      """
      <array><dict><key>isVisible</key>\(container)<key>additionalRows</key><integer>0</integer>\
      <key>primaryTitle</key>\(container)</dict></array>
      """)
    #expect(!form.isHidden(0))
    #expect(form.label(of: 0) == "")
    let settings = try Self.catalogue(
      """
      <dict><key>PreferenceSpecifiers</key><array>\
      <dict><key>Type</key><string>PSGroupSpecifier</string><key>Title</key>\(container)\
      <key>FooterText</key>\(container)</dict>\
      <dict><key>Type</key>\(container)<key>Title</key><string>a</string></dict></array></dict>
      """)
    #expect(settings.entryCount == 1)
    #expect(settings.title(of: 1) == nil)
    #expect(settings.footer(of: 1) == nil)
  }

  @Test(
    "any question about a catalogue of any values is answered",
    arguments: 1...60 as ClosedRange<UInt64>)
  func anyCatalogue(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let catalogue = try Self.catalogue(HostileValues.list(&generator))
    Self.askEverything(of: catalogue)
    let editor = CatalogueEditor(catalogue)
    for item in catalogue.allItems {
      for _ in 0..<2 { HostileValues.edit(item, editor, &generator) }
    }
    Self.askEverything(of: editor.catalogue)
  }

  static func catalogue(_ value: String) throws -> Catalogue {
    try Catalogue(PropertyListDocument(FileBytes("<plist>\(value)</plist>".utf8)))
  }

  private static func askEverything(of catalogue: Catalogue) {
    let book = AddressBook(catalogue)
    for entry in catalogue.entries where catalogue.contains(.entry(entry)) {
      #expect(catalogue.labelNode(of: entry) != nil || catalogue.label(of: entry).isEmpty)
      _ = (
        catalogue.detail(of: entry), catalogue.fields(of: entry), book.address(of: .entry(entry))
      )
      _ = (catalogue.onlyContent(of: entry), catalogue.isHidden(entry))
      _ = (catalogue.additionalRows(of: entry), catalogue.key(of: entry))
      for key in HostileValues.keys { _ = catalogue.shownField(key, of: entry) }
      for key in FormKey.allCases {
        let node = catalogue.formField(key, of: entry)
        if let node, catalogue.document.kind(of: node).isContainer {
          #expect(catalogue.document.flag(at: node) == nil)
        }
      }
    }
    for section in [0] + catalogue.sections(in: .root) {
      _ = (catalogue.title(of: section), catalogue.titleDetail(of: section))
      _ = (catalogue.header(of: section), catalogue.footer(of: section))
      _ = (catalogue.entryCount(of: section), book.address(of: .section(section)))
      #expect(catalogue.formSection(section).entries.count <= catalogue.entryCount)
    }
    _ = (catalogue.keySummaries(), catalogue.fieldKeys(), catalogue.ownedRows())
    for finding in CatalogueCheck.findings(in: catalogue) { #expect(!finding.message.isEmpty) }
    _ = CatalogueCheck.fixes(in: catalogue) { _ in true }
  }
}

/// Lists of any shape with any kind of value under any key that has a meaning.
private enum HostileValues {
  static let keys =
    FormKey.allCases.map(\.rawValue) + [
      "name", "title", "header", "footer", "items", "members", "group", "category", "icon", "phone",
      "Type", "Title", "FooterText", "Titles", "Values", "DefaultValue", "MinimumValue",
      "TrueValue",
      "age", "month", "day", "year", "latitude", "price", "date", "Item0", "Item1", "style",
    ]

  private static let scalars =
    [
      "", " x ", "a", "a.png", "PSGroupSpecifier", "PSSliderSpecifier", "idCellSlider",
      "2023-02-30",
      "13", "yes",
    ].map { "<string>\($0)</string>" } + [
      "<integer>13</integer>", "<integer>-1</integer>", "<real>nan</real>", "<real>1e300</real>",
      "<true/>", "<false/>", "<data>AAEC</data>", "<data/>", "<date>2001-01-01T00:00:00Z</date>",
      "<string/>", "<integer>9223372036854775807</integer>",
    ]

  static func list(_ generator: inout SeededGenerator) -> String {
    let rows = (0..<Int.random(in: 1...6, using: &generator)).map { _ in row(&generator) }
    let array = "<array>\(rows.joined())</array>"
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return "<dict><key>PreferenceSpecifiers</key>\(array)</dict>"
    case 1: return "<array>\(array)\(value(depth: 0, &generator))</array>"
    case 2: return "<dict><key>a</key>\(array)<key>b</key>\(value(depth: 0, &generator))</dict>"
    case 3:
      return "<array><dict><key>title</key>\(value(depth: 1, &generator))"
        + "<key>items</key>\(array)</dict></array>"
    default: return array
    }
  }

  /// A row of a form, a setting, or a dictionary of anything.
  private static func row(_ generator: inout SeededGenerator) -> String {
    var all: [String] =
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: ["isVisible", "additionalRows"]
      case 1: ["Type", "Title"]
      default: []
      }
    all += (0..<Int.random(in: 0...5, using: &generator)).map { _ in
      keys.pick(&generator)
    }
    return "<dict>"
      + all.map { "<key>\($0)</key>" + value(depth: 1, &generator) }.joined() + "</dict>"
  }

  private static func value(depth: Int, _ generator: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<(depth > 3 ? 3 : 6), using: &generator) {
    case 0...2: return scalars.pick(&generator)
    case 3: return ContainersAsValuesTests.containers.pick(&generator)
    case 4:
      return
        "<array>\(value(depth: depth + 1, &generator))\(value(depth: depth + 1, &generator))</array>"
    default:
      return "<dict><key>\(keys.pick(&generator))</key>"
        + "\(value(depth: depth + 1, &generator))</dict>"
    }
  }

  /// An edit that may be refused.
  static func edit(
    _ item: Item, _ editor: CatalogueEditor, _ generator: inout SeededGenerator
  ) {
    guard editor.catalogue.contains(item) else { return }
    let key = keys.pick(&generator)
    let choice = Int.random(in: 0..<4, using: &generator)
    _ = try? editor.edit { () throws(EditError) in
      switch choice {
      case 0: try editor.rename(item, to: "new")
      case 1: try editor.set([FieldAssignment(key: key, type: nil, value: "7")], of: item)
      case 2: try editor.unset([key], of: item)
      default: try editor.delete([item], force: true)
      }
    }
  }
}

extension [String] {
  /// One of them at random.
  fileprivate func pick(_ generator: inout SeededGenerator) -> String {
    self[Int.random(in: indices, using: &generator)]
  }
}
