import PropertyLists
import TestHelpers
import Testing

@testable import Catalogues

/// Edits of property lists that are written in unusual ways.
@Suite struct HostileEditTests {
  private func editor(_ list: String) throws -> CatalogueEditor {
    let document = try PropertyListDocument(FileBytes("<plist>\(list)</plist>".utf8))
    return CatalogueEditor(try Catalogue(document))
  }

  private func list(_ editor: CatalogueEditor) -> String {
    let text = String(decoding: editor.catalogue.currentText, as: UTF8.self)
    return String(text.dropFirst("<plist>".count).dropLast("</plist>".count))
  }

  @Test("a comment after an entry stays with it when the entry is rewritten")
  func trailingComment() throws {
    let editor = try editor(
      "<array>\n<string>a</string> <!-- of a -->\n<string>b</string>\n</array>")
    _ = try editor.edit { () throws(EditError) in try editor.rename(.entry(0), to: "c") }
    _ = try editor.edit { () throws(EditError) in try editor.move(.entry(0), to: .last(in: 0)) }
    #expect(
      list(editor) == "<array>\n<string>b</string>\n<string>c</string> <!-- of a -->\n</array>")
    _ = try editor.edit { () throws(EditError) in try editor.delete([.entry(0)]) }
    #expect(list(editor) == "<array>\n<string>b</string>\n</array>")
  }

  @Test("the only value of a property list cannot be deleted")
  func onlyValue() throws {
    let editor = try editor("<string>a</string>")
    #expect(throws: EditError.oneValue) {
      try editor.edit { () throws(EditError) in try editor.delete([.entry(0)]) }
    }
    #expect(list(editor) == "<string>a</string>")
  }

  @Test("numbered keys keep their references", arguments: [true, false])
  func escapedNumber(_ isSections: Bool) throws {
    let value =
      isSections ? "<array><string>x</string></array>" : "<dict><key>n</key><true/></dict>"
    let editor = try editor(
      "<dict><key>Item&amp;0</key>\(value)<key>Item&amp;1</key>\(value)</dict>")
    let (item, other) =
      isSections ? (Item.section(1), Item.section(2)) : (Item.entry(0), Item.entry(1))
    _ = try editor.edit { () throws(EditError) in try editor.move(item, to: .after(other)) }
    #expect(
      list(editor) == "<dict><key>Item&amp;0</key>\(value)<key>Item&amp;1</key>\(value)</dict>")
    _ = try editor.edit { () throws(EditError) in try editor.delete([item], force: true) }
    #expect(list(editor) == "<dict><key>Item&amp;0</key>\(value)</dict>")
  }

  @Test(
    "a list that is filled and emptied again and again gains one line end at the most",
    arguments: ["<array></array>", "<array/>", "<array>\n</array>", "<array><!-- a --></array>"])
  func refilled(_ empty: String) throws {
    let editor = try editor("\n\(empty)\n")
    var texts: [String] = []
    for _ in 0..<3 {
      _ = try editor.edit { () throws(EditError) in
        let item = try editor.insert(NewEntry(label: "x"), at: .last(in: 0))
        try editor.delete([item])
      }
      texts.append(list(editor))
    }
    #expect(texts[0].filter(\.isNewline).count == 3)
    #expect(texts[1] == texts[0])
    #expect(texts[2] == texts[0])
  }

  @Test(
    "members that are added to an empty dictionary get lines of their own",
    arguments: [true, false])
  func addedMembers(_ isTitleFirst: Bool) throws {
    let full =
      "\n\t<dict>\n\t\t<key>title</key>\n\t\t<string>A</string>\n\t\t<key>items</key>"
      + "\n\t\t<array><string>x</string></array>\n\t</dict>"
    let editor = try editor("\n<array>\(full)\n\t<dict/>\n</array>\n")
    for isTitle in [isTitleFirst, !isTitleFirst] {
      _ = try editor.edit { () throws(EditError) in
        if isTitle {
          try editor.rename(.section(2), to: "B")
        } else {
          _ = try editor.insert(NewEntry(label: "y"), at: .last(in: 2))
        }
      }
    }
    let lines = list(editor).split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst(8).dropLast()
    let items = ["\t\t<key>items</key>", "\t\t<array>", "\t\t\t<string>y</string>", "\t\t</array>"]
    let title = ["\t\t<key>title</key>", "\t\t<string>B</string>"]
    #expect(
      lines.map(String.init)
        == ["\t<dict>"] + (isTitleFirst ? title + items : items + title) + [
          "\t</dict>", "</array>",
        ])
  }

  @Test(
    "a value given as XML is one element",
    arguments: ["<true/><key>b</key><true/>", "", "<!-- a -->", "<true/><true/>", "<key>b</key>"])
  func oneElement(_ text: String) throws {
    let editor = try editor("<array><dict><key>n</key><string>a</string></dict></array>")
    let before = list(editor)
    for key in ["n", "x"] {
      #expect(throws: EditError.self) {
        try editor.edit { () throws(EditError) in
          try editor.set([.init(key: key, type: .xml, value: text)], of: .entry(0))
        }
      }
    }
    #expect(list(editor) == before)
  }

  @Test(
    "an element is not nested deeper than files may be", arguments: [(508, true), (512, false)])
  func nesting(_ depth: Int, isPossible: Bool) throws {
    let editor = try editor("<array><dict><key>n</key><string>a</string></dict></array>")
    let text =
      String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
    let field = FieldAssignment(key: "x", type: .xml, value: text)
    let edit = try? editor.edit { () throws(EditError) in try editor.set([field], of: .entry(0)) }
    #expect((edit != nil) == isPossible)
    _ = try PropertyListDocument(FileBytes(editor.catalogue.currentText))
  }

  @Test(
    "a section keeps what was added to it when its title changes",
    arguments: ["<string/>", "<true/>"]
  )
  func titleOfEmptyElement(_ title: String) throws {
    let sections = "<dict><key>title</key><string>A</string><key>items</key><array>"
    let list = "<string>x</string></array></dict>"
    let editor = try editor(
      "<array>\(sections)\(list)<dict><key>title</key>\(title)</dict></array>")
    for name in ["true", "false"] {
      _ = try editor.edit { () throws(EditError) in
        _ = try editor.insert(NewEntry(label: name), at: .last(in: 2))
        try editor.rename(.section(2), to: name)
      }
    }
    let renamed = title == "<true/>" ? "<false/>" : "<string>false</string>"
    #expect(
      self.list(editor) == "<array>\(sections)\(list)<dict><key>title</key>\(renamed)"
        + "<key>items</key><array><string>true</string><string>false</string></array></dict></array>"
    )
  }

  @Test(
    "no entry becomes the header of a section", arguments: [nil, .string, .xml] as [FieldType?])
  func header(_ type: FieldType?) throws {
    let row: (String) -> String = {
      "<dict><key>Type</key><string>\($0)</string><key>Title</key><string>T</string></dict>"
    }
    let before =
      "<dict><key>PreferenceSpecifiers</key><array>\(row("PSGroupSpecifier"))\(row("PSToggle"))</array></dict>"
    let editor = try editor(before)
    let value = type == .xml ? "<string>PSGroup<![CDATA[Specifier]]></string>" : "PSGroupSpecifier"
    let field = FieldAssignment(key: "Type", type: type, value: value)
    #expect(throws: EditError.decidesSection(key: "Type")) {
      try editor.edit { () throws(EditError) in try editor.set([field], of: .entry(0)) }
    }
    #expect(throws: EditError.decidesSection(key: "Type")) {
      try editor.edit { () throws(EditError) in
        _ = try editor.insert(NewEntry(fields: [field]), at: .after(.entry(0)))
      }
    }
    #expect(list(editor) == before)
  }

  @Test("a group of many entries is renamed in one pass over the text", .timeLimit(.minutes(1)))
  func largeGroup() throws {
    let rows = (0..<40_000).map {
      "<dict><key>category</key><string>c\($0 % 2)</string><key>name</key><string>n\($0)</string></dict>"
    }
    let editor = try editor("<array>\n\(rows.joined(separator: "\n"))\n</array>")
    let before = list(editor)
    let edit = try #require(
      try editor.edit { () throws(EditError) in try editor.rename(.section(2), to: "z") })
    let renamed = before.split(separator: "<string>c1</string>").joined(
      separator: "<string>z</string>")
    #expect(list(editor) == renamed)
    editor.undo(edit)
    #expect(list(editor) == before)
    editor.redo(edit)
    #expect(list(editor) == renamed)
  }
}
