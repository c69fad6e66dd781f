import Catalogues
import ICUText
import PropertyLists
import TestHelpers
import Testing

@testable import Forms
@testable import Outlines

/// A form of rows, each a dictionary of the given fields, `isVisible` and `additionalRows`.
func form(_ rows: [String], language: DateLanguage = .iso) throws -> Form {
  let rows = rows.map { row in
    "<dict>" + (row.contains("isVisible") ? "" : "<key>isVisible</key><true/>")
      + (row.contains("additionalRows")
        ? "" : "<key>additionalRows</key><integer>0</integer>") + row + "</dict>"
  }
  let text = "<plist><array><array>\(rows.joined())</array></array></plist>"
  let document = try PropertyListDocument(FileBytes(text.utf8))
  return try #require(Form(try Catalogue(document), language: language))
}

func row(
  _ kind: String, _ title: String = "", value: String? = nil, rows: Int = 0, more: String = ""
) -> String {
  let key = rows > 0 ? "secondaryTitle" : "primaryTitle"
  return "<key>cellIdentifier</key><string>\(kind)</string><key>\(key)</key>"
    + "<string>\(title)</string><key>additionalRows</key><integer>\(rows)</integer>"
    + (value.map { "<key>value</key>" + ($0.hasPrefix("<") ? $0 : "<string>\($0)</string>") } ?? "")
    + more
}

/// Changes as `row: key=value`.
func described(_ changes: [Form.Change]) -> [String] {
  changes.map { change in
    "\(change.entry.rawValue): "
      + change.fields.map { "\($0.key)\($0.type.map { ":\($0.rawValue)" } ?? "")=\($0.value)" }
      .joined(separator: " ")
  }
}

@Suite("Kinds of rows")
struct FormTests {
  /// A row as it is drawn, with its control before its label or its detail.
  private func drawn(
    _ entry: Entry.ID, of form: Form, ascii: Bool = false
  ) -> (label: String, detail: String?) {
    let content = EntryKinds(of: form.catalogue, form: form).content(of: entry) ?? RowContent()
    let control = Look.text(of: content.control, ascii: ascii)
    let label = content.label ?? form.catalogue.label(of: entry)
    func joined(_ text: String?) -> String? {
      control.map { text.map { [control ?? "", $0].joined(separator: " ") } ?? $0 } ?? text
    }
    return content.leadsWithControl
      ? (joined(label) ?? label, content.detail) : (label, joined(content.detail))
  }

  @Test("kinds are determined by the words of an identifier")
  func kinds() throws {
    let identifiers = [
      "idCellTextfield", "UITextField", "text_field_cell", "DatePickerCell", "cell.switch",
      "Slider2",
      "idCellValuePicker", "RadioButton", "idCellNormal", "colour", "",
      "idCellUpdate", "candidate", "optionalNote", "idcelldate", "UISwitch", "textfieldcell",
    ]
    let form = try form(identifiers.map { row($0) })
    let kinds = form.catalogue.entries.map { form.row($0).kind.map { "\(type(of: $0))" } ?? "-" }
    #expect(
      kinds == [
        "TextRow", "TextRow", "TextRow", "DateRow", "SwitchRow", "SliderRow", "ChoiceRow",
        "ChoiceRow", "-", "-", "-", "-", "-", "-", "DateRow", "SwitchRow", "TextRow",
      ])
  }

  @Test("rows in the look of their kind")
  func looks() throws {
    let german = DateLanguage.locale(try LocaleIdentifier("de"))
    let rows: [(String, String, String?)] = [
      (row("textfield", "Name", value: "Ada"), "Name", "[Ada_________]"),
      (row("textfield", "Name", value: "北京市朝阳区建国路"), "Name", "[北京市朝阳区建国路]"),
      (row("date", "Born", value: "1990-02-03"), "Born", "[3. Februar 1990]"),
      (
        row("date", "Born", value: "<date>1990-02-03T10:00:00Z</date>"), "Born", "[3. Februar 1990]"
      ),
      (row("date", "Born", value: "soon"), "Born", "[soon________]"),
      (row("switch", "Off = No, On = Yes", value: "true"), "[x] Yes", "off: No"),
      (row("switch", "On = Yes; Off = No, never", value: "off"), "[ ] No, never", "on: Yes"),
      (row("switch", "On = Yes, Off = No; never", value: "off"), "[ ] No; never", "on: Yes"),
      (row("switch", "Sound", value: "<true/>"), "[x] Sound", nil),
      (row("switch", "Sound", value: "<integer>0</integer>"), "[ ] Sound", nil),
      (row("slider", "Size", value: "4.9"), "Size", "[#####-----] 4"),
      (row("slider", "Size", value: "-0.9"), "Size", "[----------] 0"),
      (row("slider", "Size", value: "99"), "Size", "[##########] 99"),
      (row("slider", "Size", value: "1e300"), "Size", "[##########] 1e+300"),
      (row("slider", "Size", value: ""), "Size", "[----------]"),
      (row("radio", "Red", value: "true"), "(•) Red", nil),
      (row("radio", "Red", value: ""), "( ) Red", nil),
      (row("colour", "Wheel", value: "#fff"), "Wheel", "#fff"),
      (
        row("normal", "1.0", more: "<key>secondaryTitle</key><string>Version</string>"), "Version",
        "1.0"
      ),
      (row("slider", value: "1"), "Slider", "[#---------] 1"),
      (row("colourWheel"), "colourWheel", nil),
    ]
    let form = try form(rows.map(\.0), language: german)
    for (entry, row) in zip(form.catalogue.entries, rows) {
      let look = drawn(entry, of: form)
      #expect(look.label == row.1)
      #expect(look.detail == row.2)
    }
    let chosen = try #require(rows.firstIndex { $0.1 == "(•) Red" })
    #expect(
      drawn(Entry.ID(rawValue: chosen), of: form, ascii: true).label == "(*) Red")
  }

  @Test("values keep the type that they have")
  func types() throws {
    let cases: [(row: String, text: String, change: String)] = [
      (row("switch", "s", value: "false"), "on", "0: value=true"),
      (row("switch", "s", value: "<false/>"), "on", "0: value=true"),
      (row("switch", "s", value: "<integer>0</integer>"), "on", "0: value:integer=1"),
      (row("switch", "s", value: "<real>0</real>"), "on", "0: value:real=1"),
      (row("switch", "s", value: "no"), "on", "0: value=true"),
      (row("switch", "s"), "on", "0: value:string=true"),
      (row("slider", "s", value: "0.0"), "7", "0: value=7.0"),
      (row("slider", "s", value: "<real>1</real>"), "7.25", "0: value=7.25"),
      (row("slider", "s", value: "<integer>1</integer>"), "7", "0: value=7"),
      (row("slider", "s", value: "1"), "-0", "0: value=0.0"),
      (row("date", "d", value: ""), "1990-02-03", "0: value=1990-02-03"),
      (
        row("date", "d", value: "<date>2001-01-01T10:20:30Z</date>"), "1990-02-03",
        "0: value=1990-02-03T10:20:30Z"
      ),
      (row("textfield", "t"), "Ada", "0: value:string=Ada"),
    ]
    for (row, text, change) in cases {
      let form = try form([row, Self.last])
      #expect(described(try form.filling(form.row(0), with: text).changes) == [change], "\(row)")
    }
  }

  @Test(
    "values of other types are not written over", arguments: ["<array/>", "<dict/>", "<data/>"])
  func others(value: String) throws {
    let form = try form([row("textfield", "t", value: value), Self.last])
    #expect(throws: FormError.self) { try form.filling(form.row(0), with: "Ada") }
    // A choice with such a value is recognized by the title of the row that it belongs to.
    let choices = try FormsTests.form([
      row("normal", "Colour", rows: 1), row("radio", "Red", value: value),
    ])
    let changes = try choices.choosing(nil, at: choices.row(1)).changes
    #expect(described(changes).contains("0: isExpanded:boolean=false primaryTitle:string=Red"))
    #expect(!described(changes).contains { $0.contains("value") })
  }

  private static let last = row("normal", "end")

  @Test("setting what a row already has is not a change")
  func unchanged() throws {
    let rows = [
      row("normal", "Name", rows: 1, more: "<key>primaryTitle</key><string>Ada</string>"),
      row("textfield", "First", value: "Ada"), row("slider", "s", value: "7.0"),
      row("switch", "s", value: "<integer>1</integer>"),
    ]
    let form = try form(rows)
    #expect(try form.filling(form.row(1), with: "Ada").changes == [])
    #expect(try form.filling(form.row(2), with: "7").changes == [])
    #expect(try form.filling(form.row(3), with: "on").changes == [])
  }

  @Test("the title of a row is made of what its rows say, in their order")
  func summaries() throws {
    let rows = [
      row("normal", "All", rows: 6), row("textfield", "First", value: " Ada "),
      row("textfield", "Last", value: "de Lovelace"),
      row("switch", "Off = here, On = there", value: "false"),
      row("textfield", "Note"), row("radio", "Red", value: "true"), row("radio", "Blue"),
    ]
    let form = try form(rows)
    #expect(
      described(try form.filling(form.row(4), with: "new").changes) == [
        "4: value:string=new", "0: primaryTitle:string=Ada de Lovelace, here, new, Red",
      ])
    #expect(
      described(try form.filling(form.row(1), with: "").changes) == [
        "1: value=", "0: primaryTitle:string=de Lovelace, here, Red",
      ])
  }

  @Test(
    "parts of names are joined as their scripts are written",
    arguments: [
      (["Ada", "Lovelace"], "Ada Lovelace"), (["小明", "王"], "小明王"), (["太郎", "やまだ"], "太郎やまだ"),
      (["マリー", "山田"], "マリー山田"),
      (["Ada", "王"], "Ada 王"), (["王", "Ada"], "王 Ada"), (["길동", "홍"], "길동 홍"),
      (["สมชาย", "ใจดี"], "สมชาย ใจดี"), (["Ana María", "de la Cruz"], "Ana María de la Cruz"),
      ([], ""), (["one"], "one"),
    ])
  func joining(parts: [String], name: String) {
    #expect(Names.joined(parts) == name)
  }

  @Test("what was entered is entered again without a loss")
  func reentry() throws {
    let rows = [
      row("normal", "Name", rows: 2), row("textfield", "First", value: "小明"),
      row("textfield", "Last", value: "王"),
    ]
    let form = try form(rows)
    // The parts are kept in their rows and never parsed from the whole.
    #expect(
      described(try form.filling(form.row(2), with: "欧阳").changes) == [
        "2: value=欧阳", "0: primaryTitle:string=小明欧阳",
      ])
  }

  @Test("titles that are words for yes and no")
  func titlesLikeFlags() throws {
    let rows = [
      row("normal", "Smoker", rows: 2), row("radio", "No", value: ""),
      row("radio", "Yes", value: ""), row("switch", "Off = Yes, On = No", value: "false"),
    ]
    let form = try form(rows)
    for (owner, text, chosen) in [
      (0, "yes", 2), (0, "No", 1), (1, "Yes", 2), (2, "no", 1),
    ] as [(Entry.ID, String, Entry.ID)] {
      let changes = try form.filling(form.row(owner), with: text).changes
      let change = try #require(changes.first { $0.entry == chosen })
      #expect(change.fields.contains { $0.key == "value" && $0.value == "true" }, "\(text)")
    }
    #expect(try form.filling(form.row(0), with: "Yes").row.entry == 2)
    #expect(try form.choosing(nil, at: form.row(1)).row.entry == 1)
    #expect(described(try form.filling(form.row(3), with: "no").changes) == ["3: value=true"])
    #expect(throws: FormError.notOffered("off", choices: ["No", "Yes"])) {
      try form.filling(form.row(0), with: "off")
    }
  }

  @Test("a form that keeps only titles has its choice by them")
  func choiceByTitle() throws {
    let rows = [
      row("normal", "Colour", rows: 2, more: "<key>primaryTitle</key><string>Red</string>"),
      row("radio", "Red", value: ""), row("radio", "Blue", value: ""),
    ]
    let form = try form(rows)
    #expect(drawn(1, of: form).label == "(•) Red")
    #expect(drawn(2, of: form).label == "( ) Blue")
    let (chosen, changes) = try form.choosing("blue", at: form.row(0))
    #expect(chosen.entry == 2)
    #expect(
      described(changes) == [
        "2: isVisible=false value=true", "0: isExpanded:boolean=false primaryTitle=Blue",
        "1: isVisible=false",
      ])
  }
}

@Suite("Rows of a section of a form")
struct FormSectionTests {
  @Test("rows own those after them, as many as they say and there are")
  func owners() {
    let section = FormSection(entries: [7, 8, 9, 10, 11], counts: [3, 0, 5, 0, 0])
    #expect(section.rows(of: 0) == 1..<4)
    #expect(section.rows(of: 1).isEmpty)
    #expect(section.rows(of: 2) == 3..<5)
    #expect((0..<5).map { section.owner(of: $0) } == [nil, 0, 0, 2, 2])
    #expect((0..<5).map { section.level(of: $0) } == [0, 1, 1, 2, 2])
    #expect(section.position(of: 9) == 2)
    #expect(section.position(of: 1) == nil)
  }

  @Test("huge and odd numbers of rows")
  func counts() throws {
    let rows = [
      "<key>additionalRows</key><integer>9223372036854775807</integer>",
      "<key>additionalRows</key><integer>-3</integer>",
      "<key>additionalRows</key><string>1</string>",
      "<key>additionalRows</key><real>1.0</real>",
      "<key>additionalRows</key><real>nan</real>",
    ]
    let form = try form(rows)
    let catalogue = form.catalogue
    #expect(catalogue.entries.map { catalogue.additionalRows(of: $0) } == [.max, -3, 1, 1, nil])
    #expect(throws: FormError.rowsMissing("#1", declared: .max, found: 4)) {
      try form.changes(.expand, [form.row(0)])
    }
    #expect(throws: FormError.doesNotExpand("#2")) { try form.changes(.expand, [form.row(1)]) }
  }

  @Test("settings are rows of the same kinds, under keys of their own")
  func settings() throws {
    let rows = [
      ("PSSliderSpecifier", "<string>3</string><key>MaximumValue</key><integer>10</integer>"),
      ("PSToggleSwitchSpecifier", "<array/>"), ("PSTextFieldSpecifier", "<string>a</string>"),
      ("PSToggleSwitchSpecifier", "<integer>0</integer>"), ("PSChildPaneSpecifier", "<true/>"),
    ]
    let list = rows.map { type, value in
      "<dict><key>Type</key><string>\(type)</string><key>Title</key><string>\(type)</string>"
        + "<key>DefaultValue</key>\(value)</dict>"
    }
    let text = "<plist><array>\(list.joined())</array></plist>"
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(text.utf8)))
    let settings = try catalogue.entries.map {
      try #require(FormRow($0, of: nil, in: catalogue))
    }
    let slider = EntryKinds(of: catalogue, form: nil).content(of: 0)
    #expect(slider?.control == .slider(3, from: 0, to: 10))
    for (row, entered, change) in [
      (0, "4", "0: DefaultValue=4"), (2, "b", "2: DefaultValue=b"),
      (3, "on", "3: DefaultValue:integer=1"),
    ] {
      let row = settings[row]
      #expect(described(try row.form.filling(row, with: entered).changes) == [change])
    }
    for row in [settings[1], settings[4]] {
      #expect(throws: FormError.self) { try row.form.filling(row, with: "on") }
    }
  }
}
