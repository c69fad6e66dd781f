import PropertyLists
import TestHelpers
import Testing

@testable import Catalogues

/// The text that edits write.
@Suite struct CatalogueEditorTests {
  @Test("of fields with the same key in different spelling the last decides")
  func spellingsOfKeys() throws {
    for (entry, text) in [
      (["name": "x"], "<dict><key>name</key><string>x</string>"),
      (["name": "x", "a.b": "0"], "<dict><key>name</key><string>x</string>"),
    ] as [(Plist, String)] {
      let catalogue = try Catalogue([entry])
      let editor = CatalogueEditor(catalogue)
      try _ = editor.edit { () throws(EditError) in
        try editor.set(
          ["a.b", "a\\.b"].map { FieldAssignment(key: $0, type: nil, value: "for \($0)") },
          of: .entry(0))
      }
      let written = String(decoding: catalogue.currentText, as: UTF8.self)
      #expect(written.contains(text))
      #expect(written.contains("<key>a.b</key><string>for a\\.b</string></dict>"))
    }
  }

  /// A list with peculiarities of real files: comments, blank lines, double spaces, keys in odd
  /// order.
  private static let cars = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- brands -->
    <plist version="1.0">
    <array>
      <dict>
        <key>cars</key>
        <array> <!-- of B -->
          <!-- the first -->
          <dict>
            <key>name</key> <string>BMW</string>
            <key>year</key> <integer>0x77C</integer>
            <key>old</key> <false/>
          </dict> <!-- after BMW -->

          <dict>
            <key>name</key> <string>BYD &amp; <![CDATA[Co]]></string>
          </dict>
        </array>
        <key>title</key>
        <string>B</string>
      </dict>
      <dict>
        <key>cars</key>
        <array/>
        <key>title</key>
        <string>C</string>
      </dict>
    </array>
    </plist>
    """

  private let editor: CatalogueEditor
  private let bmw: Item
  private let byd: Item

  init() throws {
    let document = try PropertyListDocument(FileBytes(CatalogueEditorTests.cars.utf8))
    editor = CatalogueEditor(try Catalogue(document))
    bmw = .entry(0)
    byd = .entry(1)
  }

  @Test("a part of an edit that fails is taken back, and the rest of the edit is made")
  func parts() throws {
    let whole = try change { () throws(EditError) in try editor.rename(bmw, to: "Bayern") }
    let rest = try change { () throws(EditError) in
      try editor.rename(bmw, to: "Bayern")
      do throws(EditError) {
        try editor.part { () throws(EditError) in
          try editor.rename(bmw, to: "lost")
          _ = try editor.insertSection("D", at: .last(in: 0))
          try editor.delete([byd])
          throw .theRoot
        }
      } catch {}
    }
    #expect(rest == whole)
    #expect(editor.catalogue.label(of: 0) == "BMW")
    #expect(editor.catalogue.contains(byd))
  }

  /// The lines that an edit removes, with `-`, and those that it adds, with `+`.
  private func change(_ body: () throws(EditError) -> Void) throws -> [String] {
    let before = CatalogueEditorTests.cars.components
    let edit = try #require(try editor.edit(body))
    let after = String(decoding: editor.catalogue.currentText, as: UTF8.self).components
    editor.undo(edit)
    #expect(editor.catalogue.currentText == Array(CatalogueEditorTests.cars.utf8))
    let difference = after.difference(from: before)
    return difference.removals.map { "-" + $0.text } + difference.insertions.map { "+" + $0.text }
  }

  @Test("a value that is set is all that changes, and takes the type it had")
  func set() throws {
    #expect(
      try change { () throws(EditError) in
        try editor.set([.init(key: "year", type: nil, value: "1917")], of: bmw)
      } == [
        "-        <key>year</key> <integer>0x77C</integer>",
        "+        <key>year</key> <integer>1917</integer>",
      ])
  }

  @Test("a key that an entry lacks goes where its neighbours have it, with their type")
  func addedKey() throws {
    #expect(
      try change { () throws(EditError) in
        try editor.set(
          [
            .init(key: "old", type: nil, value: "yes"),
            .init(key: "year", type: nil, value: "2003"),
          ], of: byd)
      } == ["+        <key>year</key> <integer>2003</integer>", "+        <key>old</key> <true/>"])
  }

  @Test("an end tag that shares a line with the last member keeps its place")
  func closedOnALine() throws {
    let members = "<dict>\n    <key>name</key><string>BMW</string>"
    let year = "\n    <key>year</key><integer>1917</integer>"
    let entries = [members + year, "<dict>" + year].map { "\n  \($0) </dict>" }
    let text = "<plist>\n<array>\(entries.joined())\n</array></plist>"
    let editor = CatalogueEditor(try Catalogue(PropertyListDocument(FileBytes(text.utf8))))
    _ = try editor.edit { () throws(EditError) in
      try editor.set([.init(key: "name", type: nil, value: "BMW")], of: .entry(1))
    }
    #expect(
      String(decoding: editor.catalogue.currentText, as: UTF8.self)
        == text.replacing("  <dict>\n    <key>year", with: "  \(members)\n    <key>year"))
  }

  @Test(
    "the end tag of an empty dictionary gets a line of its own unless it has one",
    arguments: ["<dict></dict>", "<dict/>", "<dict>\n    </dict>"])
  func openedDictionary(empty: String) throws {
    let text = """
      <plist>
        <array>
          <dict>
            <key>name</key>
            <string>BMW</string>
          </dict>
          \(empty)
        </array>
      </plist>
      """
    let editor = CatalogueEditor(try Catalogue(PropertyListDocument(FileBytes(text.utf8))))
    _ = try editor.edit { () throws(EditError) in
      try editor.set([.init(key: "name", type: nil, value: "BYD")], of: .entry(1))
    }
    #expect(
      String(decoding: editor.catalogue.currentText, as: UTF8.self)
        == text.replacing(
          empty,
          with: """
            <dict>
                  <key>name</key>
                  <string>BYD</string>
                </dict>
            """))
  }

  /// Entries of which the second has keys that the first lacks.
  private static func records() throws -> CatalogueEditor {
    let text = """
      <plist><array>
      <dict>
        <key>name</key><string>a</string>
        <key>year</key><integer>1</integer>
        <key>note</key><string>x</string>
        <key>note</key><string>y</string>
      </dict>
      <dict>
        <key>k</key><true/>
        <key>name</key><string>b</string>
        <key>l</key><integer>1</integer>
        <key>year</key><integer>1</integer>
        <key>m</key><real>1</real>
      </dict>
      </array></plist>
      """
    return CatalogueEditor(try Catalogue(PropertyListDocument(FileBytes(text.utf8))))
  }

  @Test("fields set at once are written as if set one by one, each in its place and of its type")
  func severalFields() throws {
    let keys = ["k", "note", "l", "year", "m", "z", "y", "e\u{301}", "\u{E9}"]
    let fields = keys.map { FieldAssignment(key: $0, type: nil, value: "0") }
    let (atOnce, singly) = (try Self.records(), try Self.records())
    _ = try atOnce.edit { () throws(EditError) in try atOnce.set(fields, of: .entry(0)) }
    _ = try singly.edit { () throws(EditError) in
      for field in fields { try singly.set([field], of: .entry(0)) }
    }
    #expect(atOnce.catalogue.currentText == singly.catalogue.currentText)
    let document = atOnce.catalogue.document
    let members = document.members(of: atOnce.catalogue.value(of: 0)).map { member in
      "\(document.text(of: member.key)) \(document.kind(of: member.value))"
    }
    #expect(
      members == [
        "k false", "name string", "l integer", "year integer", "m real", "note string",
        "note string", "z string", "y string", "e\u{301} string", "\u{E9} string",
      ])
  }

  @Test(
    "their order does not matter for keys that neighbours have; of two for a key, the last counts")
  func severalFieldsInAnyOrder() throws {
    let texts = try [["k", "l", "m", "year"], ["m", "year", "l", "year", "k"]].map { keys in
      let editor = try Self.records()
      _ = try editor.edit { () throws(EditError) in
        try editor.set(
          keys.enumerated().map { offset, key in
            FieldAssignment(
              key: key, type: nil, value: key == "year" && offset == 1 ? "7" : "0")
          }, of: .entry(0))
      }
      return String(decoding: editor.catalogue.currentText, as: UTF8.self)
    }
    #expect(texts[0] == texts[1])
  }

  @Test("keys removed at once are removed as if one by one; none is found twice")
  func severalKeys() throws {
    let (atOnce, singly) = (try Self.records(), try Self.records())
    _ = try atOnce.edit { () throws(EditError) in
      try atOnce.unset(["note", "name"], of: .entry(0))
    }
    _ = try singly.edit { () throws(EditError) in
      for key in ["note", "name"] { try singly.unset([key], of: .entry(0)) }
    }
    #expect(atOnce.catalogue.currentText == singly.catalogue.currentText)
    #expect(throws: EditError.noSuchKey("l", keys: ["k", "name", "year", "m"])) {
      try atOnce.unset(["l", "l"], of: .entry(1))
    }
  }

  @Test("comments before and after an entry are deleted with it; the list's own stays")
  func delete() throws {
    #expect(
      try change { () throws(EditError) in try editor.delete([bmw]) } == [
        "-      <!-- the first -->", "-      <dict>",
        "-        <key>name</key> <string>BMW</string>",
        "-        <key>year</key> <integer>0x77C</integer>", "-        <key>old</key> <false/>",
        "-      </dict> <!-- after BMW -->",
      ])
  }

  @Test("a new entry is indented and ordered as the one before it")
  func insert() throws {
    let new = NewEntry(
      label: "Borgward",
      fields: [
        .init(key: "old", type: nil, value: "true"), .init(key: "x", type: .real, value: "1"),
      ])
    #expect(
      try change { () throws(EditError) in _ = try editor.insert(new, at: .after(bmw)) } == [
        "+      <dict>", "+        <key>name</key> <string>Borgward</string>",
        "+        <key>old</key> <true/>", "+        <key>x</key> <real>1</real>", "+      </dict>",
      ])
  }

  @Test("an empty list is opened for what goes into it")
  func openedList() throws {
    _ = try editor.edit { () throws(EditError) in try editor.move(byd, to: .last(in: 2)) }
    let text = String(decoding: editor.catalogue.currentText, as: UTF8.self)
    #expect(
      text.hasSuffix(
        """
            <key>cars</key>
            <array>

              <dict>
                <key>name</key> <string>BYD &amp; <![CDATA[Co]]></string>
              </dict>
            </array>
            <key>title</key>
            <string>C</string>
          </dict>
        </array>
        </plist>
        """))
  }

  @Test("the first entry of a list has its label under a key that was chosen for labels")
  func chosenLabelKey() throws {
    func inserted(_ labelKeys: [String], _ entry: NewEntry) throws -> String {
      var options = ShapeOptions()
      (options.isFlat, options.labelKeys) = (true, labelKeys)
      let document = try PropertyListDocument(FileBytes("<plist><array/></plist>".utf8))
      let editor = try CatalogueEditor(Catalogue(document, options: options))
      _ = try editor.edit { () throws(EditError) in _ = try editor.insert(entry, at: .last(in: 0)) }
      return String(decoding: editor.catalogue.currentText, as: UTF8.self)
    }
    let label = NewEntry(label: "Ada")
    #expect(try inserted([], label).contains("<string>Ada</string>"))
    let text = try inserted(["name"], label)
    #expect(text.contains("<dict>") && text.contains("<key>name</key>"))
    let value = FieldAssignment(key: "", type: nil, value: "5")
    #expect(try inserted(["name"], NewEntry(fields: [value])).contains("<string>5</string>"))
    #expect(throws: EditError.dictionaryWanted) {
      try inserted(["name"], NewEntry(label: "Ada", fields: [value]))
    }
  }

  @Test("a new section is like the others")
  func section() throws {
    #expect(
      try change { () throws(EditError) in
        _ = try editor.insertSection("D & E", at: .last(in: 0))
      } == [
        "+  <dict>", "+    <key>cars</key>", "+    <array>", "+    </array>",
        "+    <key>title</key>",
        "+    <string>D &amp; E</string>", "+  </dict>",
      ])
  }

  @Test("a renamed entry keeps all but its label")
  func rename() throws {
    #expect(
      try change { () throws(EditError) in try editor.rename(byd, to: "BYD") } == [
        "-        <key>name</key> <string>BYD &amp; <![CDATA[Co]]></string>",
        "+        <key>name</key> <string>BYD</string>",
      ])
  }

  @Test("an edit that fails half-way changes nothing")
  func rollback() {
    #expect(throws: EditError.noSuchKey("z", keys: ["year", "old"])) {
      _ = try editor.edit { () throws(EditError) in
        try editor.delete([byd])
        try editor.rename(bmw, to: "X")
        try editor.unset(["name", "z"], of: .entry(0))
      }
    }
    #expect(editor.catalogue.currentText == Array(CatalogueEditorTests.cars.utf8))
    #expect(editor.catalogue.contains(byd))
  }

  @Test(
    "many entries are deleted as each of them alone is", arguments: [7, 8, 9, 40],
    [1, 2, 3])
  func deleteMany(count: Int, step: Int) throws {
    // If one in 16 items or more is deleted, here from 8 on, all items are processed in one pass.
    let names = (0..<130).map { "n\($0)" }
    let plist = Plist.array([.array(names.map { .text("string", $0) }), ["other"]])
    let numbers = Array(stride(from: 0, to: count * step, by: step))
    let items = numbers.map { Item.entry(Entry.ID(rawValue: $0)) }
    let texts = try [items, nil].map { together in
      let editor = CatalogueEditor(try Catalogue(plist))
      _ = try editor.edit { () throws(EditError) in
        if let together { return try editor.delete(together) }
        for item in items { try editor.delete([item]) }
      }
      #expect(!items.contains(where: editor.catalogue.contains))
      return (text: editor.catalogue.currentText, outline: editor.catalogue.outline)
    }
    #expect(texts[0] == texts[1])
    let left = names.indices.filter { !numbers.contains($0) }.map { "  \(names[$0])\n" }
    #expect(texts[0].outline == "[]\n\(left.joined())[]\n  other")
  }

  @Test("an edit that changes nothing is not an edit")
  func nothing() throws {
    let edit = try editor.edit { () throws(EditError) in
      try editor.move(bmw, to: .first(in: 1))
      try editor.rename(bmw, to: "BMW")
      try editor.set([.init(key: "old", type: nil, value: "no")], of: bmw)
      try editor.rename(.section(1), to: "B")
    }
    #expect(edit == nil)
  }
}

extension String {
  fileprivate var components: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

extension CollectionDifference.Change where ChangeElement == String {
  fileprivate var text: String {
    switch self {
    case .insert(_, let element, _), .remove(_, let element, _): element
    }
  }
}
