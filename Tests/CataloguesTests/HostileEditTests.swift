import PropertyLists
import Testing

@testable import Catalogues

/// Edits of what is written in unusual ways.
@Suite struct HostileEditTests {
  private func editor(_ list: String) throws -> CatalogueEditor {
    let document = try PropertyListDocument(FileBytes("<plist>\(list)</plist>".utf8))
    return CatalogueEditor(try Catalogue(document))
  }

  private func list(_ editor: CatalogueEditor) -> String {
    let text = String(decoding: editor.catalogue.currentText, as: UTF8.self)
    return String(text.dropFirst("<plist>".count).dropLast("</plist>".count))
  }

  @Test("a comment behind an entry stays its own when the entry has been written anew")
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
    #expect(throws: EditError.theRoot) {
      try editor.edit { () throws(EditError) in try editor.delete([.entry(0)]) }
    }
    #expect(list(editor) == "<string>a</string>")
  }

  @Test("numbered keys keep their references", arguments: [true, false])
  func escapedNumber(_ isSections: Bool) throws {
    let value =
      isSections ? "<array><string>x</string></array>" : "<dict><key>n</key><true/></dict>"
    let editor = try editor("<dict><key>a&amp;0</key>\(value)<key>a&amp;1</key>\(value)</dict>")
    let (item, other) =
      isSections ? (Item.section(1), Item.section(2)) : (Item.entry(0), Item.entry(1))
    _ = try editor.edit { () throws(EditError) in try editor.move(item, to: .after(other)) }
    #expect(list(editor) == "<dict><key>a&amp;0</key>\(value)<key>a&amp;1</key>\(value)</dict>")
    _ = try editor.edit { () throws(EditError) in try editor.delete([item], force: true) }
    #expect(list(editor) == "<dict><key>a&amp;0</key>\(value)</dict>")
  }
}
