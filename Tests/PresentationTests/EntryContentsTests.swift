import Catalogues
import Forms
import Platform
import PropertyLists
import Storage
import Testing

@testable import Presentation

@Suite("What rows show by what their entries hold")
struct EntryContentsTests {
  private func contents(_ entries: String..., template: String? = nil) throws
    -> [RowContent]
  {
    let text = "<plist><array>\(entries.joined())</array></plist>"
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(text.utf8)))
    let contents = EntryContents(
      catalogue, template: try template.map { try Template($0) }, book: AddressBook(catalogue),
      fileName: "list.plist")
    return catalogue.entries.map(contents.content)
  }

  /// A dictionary of a name and other members.
  private func entry(_ name: String, _ members: String = "") -> String {
    "<dict><key>name</key><string>\(name)</string>\(members)</dict>"
  }

  private func setting(_ type: String, _ members: String = "") -> String {
    entry("s", "<key>Type</key><string>PS\(type)Specifier</string>" + members)
  }

  private func value(_ value: String, _ key: String = "DefaultValue") -> String {
    "<key>\(key)</key>\(value)"
  }

  @Test("a switch is on or off, by a boolean, a number or the value that means on")
  func switches() throws {
    let type = "ToggleSwitch"
    let controls = try contents(
      setting(type, value("<true/>")), setting(type, value("<false/>")), setting(type),
      setting(type, value("<integer>1</integer>")), setting(type, value("<string>YES</string>")),
      setting(type, value("<string>no</string>")),
      setting(
        type, value("<string>no</string>") + value("<string>no</string>", "TrueValue"))
    ).map(\.control)
    #expect(controls == [true, false, false, true, true, false, true].map { .switch($0) })
  }

  @Test(
    "all of up to 255 entries determine the kinds, of more only a sample", arguments: [255, 256])
  func sample(count: Int) throws {
    var entries = [String](repeating: entry("s"), count: count)
    entries[1] = setting("ToggleSwitch", value("<true/>"))
    let contents = try contents(entries.joined())
    #expect(contents[1].control == (count < 256 ? .switch(true) : .none))
  }

  @Test("a slider shows its value between its bounds")
  func sliders() throws {
    let bounds =
      value("<integer>1</integer>", "MinimumValue")
      + value("<integer>10</integer>", "MaximumValue")
    let contents = try contents(
      setting("Slider", value("<integer>5</integer>") + bounds),
      setting("Slider", value("<real>0.5</real>")), setting("Slider", bounds),
      setting("Slider", value("<integer>99</integer>") + bounds),
      setting(
        "Slider", value("<integer>3</integer>") + value("<integer>0</integer>", "MaximumValue"))
    )
    #expect(
      contents == [
        RowContent(detail: "5", control: .slider(5, from: 1, to: 10)),
        RowContent(detail: "0.5", control: .slider(0.5, from: 0, to: 1)),
        RowContent(control: .slider(1, from: 1, to: 10)),
        RowContent(detail: "99", control: .slider(99, from: 1, to: 10)),
        RowContent(detail: "3", control: .slider(3, from: 0, to: 0)),
      ])
  }

  @Test("a choice shows the title of its value, or the value that has none")
  func choices() throws {
    let lists =
      value("<array><integer>1</integer><integer>2</integer><false/></array>", "Values")
      + value("<array><string>one</string></array>", "Titles")
    let contents = try contents(
      setting("MultiValue", value("<integer>1</integer>") + lists),
      setting("MultiValue", value("<integer>2</integer>") + lists),
      setting("TitleValue", value("<string>3</string>") + lists),
      setting("TitleValue", value("<string>3</string>")), setting("MultiValue", lists)
    )
    #expect(contents == ["one", "2", "3", "3", nil].map { RowContent(detail: $0) })
  }

  @Test("a field shows its text, unless it is secret; a page shows that there is more")
  func fields() throws {
    let contents = try contents(
      setting("TextField", value("<string>a b</string>") + value("<string>k</string>", "Key")),
      setting("TextField", value("<string>pass</string>") + value("<true/>", "IsSecure")),
      setting("TextField", value("<string/>") + value("<true/>", "IsSecure")),
      setting("ChildPane", value("<string>More</string>", "File"))
    )
    #expect(contents.map(\.detail) == ["a b", "********", nil, nil])
    #expect(contents.map(\.control) == [.none, .none, .none, .link])
  }

  @Test(
    "a row may name its style",
    arguments: [
      ("cellstyle", "UITableViewCellStyleValue1", .value), ("cellStyle", "value2", .aside),
      ("style", "Subtitle", .subtitle), ("style", "UITableViewCellStyleDefault", .plain),
      ("cellStyle", "Right Detail", .value), ("cellStyle", "Left Detail", .aside),
      ("cellStyle", "Basic", .plain), ("cellStyle", "default", .plain),
      ("style", "UITableViewCell.CellStyle.subtitle", .subtitle), ("style", ".default", .plain),
      ("cellStyle", "0", .plain), ("cellStyle", "1", .value), ("cellStyle", "2", .aside),
      ("cellStyle", "3", .subtitle), ("cellStyle", "4", nil), ("style", "1", nil),
      ("style", "Basic", nil), ("style", "default", nil), ("style", "Gothic", nil),
      ("cellStyle", "", nil),
    ] as [(String, String, RowStyle?)])
  func namedStyles(key: String, name: String, style: RowStyle?) throws {
    let detail = value("<string>d</string>", "detail")
    let contents = try contents(entry("a", detail + value("<string>\(name)</string>", key)))
    #expect(contents == [RowContent(detail: "d", style: style)])
  }

  @Test(
    "a row may name its accessory",
    arguments: [
      ("accessoryType", "UITableViewCellAccessoryCheckmark", .checkmark),
      ("accessory", "UITableViewCell.AccessoryType.detailButton", .detailButton),
      ("accessory", "UITableViewCellAccessoryType.disclosureIndicator", .disclosureIndicator),
      ("accessory", ".detailDisclosureButton", .detailDisclosureButton),
      ("accessoryType", "Detail Disclosure", .detailDisclosureButton),
      ("accessoryType", "none", .none), ("accessory", "1", .disclosureIndicator),
      ("accessory", "4", .detailButton), ("accessory", "5", .none), ("accessory", "big", .none),
    ] as [(String, String, Accessory)])
  func accessories(key: String, name: String, accessory: Accessory) throws {
    let content = try contents(entry("a", value("<string>\(name)</string>", key)))[0]
    #expect(content.accessory == accessory && content.detail == nil)
    let indented = try contents(entry("a", value("<integer>2</integer>", "indentationLevel")))[0]
    #expect(indented.indentationLevel == 2 && indented.detail == nil)
  }

  @Test("a boolean is a switch where rows differ")
  func booleans() throws {
    let (on, off) = (value("<true/>", "on"), value("<false/>", "on"))
    let detail = value("<string>d</string>", "detail")
    #expect(try contents(entry("a", on), entry("b", off)) == [RowContent(), RowContent()])
    let mixed = try contents(
      entry("a", on), entry("b", detail), entry("c", off + value("<string>i</string>", "icon")),
      entry("d", on + detail))
    #expect(
      mixed == [
        RowContent(control: .switch(true)), RowContent(detail: "d"),
        RowContent(control: .switch(false)), RowContent(detail: "d"),
      ])
  }

  @Test("a detail of several lines goes below where rows differ")
  func paragraphs() throws {
    let (one, two) = (
      value("<string>d\n</string>", "detail"), value("<string>d\ne</string>", "detail")
    )
    #expect(try contents(entry("a", two), entry("b", two)).map(\.style) == [nil, nil])
    #expect(
      try contents(entry("a", two), entry("b", one), entry("c")).map(\.style)
        == [.subtitle, nil, nil])
  }

  @Test("a template takes the place of details, kinds included")
  func templates() throws {
    let entries = [
      setting(
        "ToggleSwitch", value("<true/>") + value("<array><string>p</string></array>", "tags")),
      setting("TextField"),
    ]
    let filled = { (template: String) in
      let contents = try contents(entries[0], entries[1], template: template)
      #expect(contents.allSatisfy { $0.control == .none })
      return contents.map(\.detail)
    }
    #expect(try filled("{DefaultValue} {tags}") == ["true p", nil])
    #expect(try filled("{label} {tags}") == ["s p", nil])
    #expect(try filled("{label}{{}} {file}") == ["s{} list.plist", "s{} list.plist"])
    #expect(try filled("always") == ["always", "always"])
    let lines = try contents(entries[0], template: "{label}\\n{tags}")
    #expect(lines == [RowContent(detail: "s\np", style: .subtitle)])
  }
}
