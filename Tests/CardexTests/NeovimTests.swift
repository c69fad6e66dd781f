import Testing

/// `cardex lsp` in Neovim, set up as users set it up.
@Suite(
  "Neovim",
  .enabled(if: EditorProgram.isThere("command -v nvim"), "they need neovim: install it"))
struct NeovimTests {
  private func open(_ name: String, _ text: String) throws -> EditorProgram {
    try EditorProgram(
      ["nvim", "-n"], setup: ("neovim.lua", "config/nvim/plugin/cardex.lua"), file: (name, text))
  }

  @Test("a mistake is seen and fixed; folds, names, completion and the outline are the server's")
  func session() throws {
    let editor = try open("list.plist", EditedList.xml)
    try editor.see("■ leading or trailing white space in the label")
    try editor.type("14Ggra")
    try editor.see("1: Set name to 'Ann Berg'")
    try editor.type("1\r")
    try editor.see("<string>Ann Berg</string>", without: ["■"])
    // Folds.
    try editor.ask(":6 | echo 'level' foldlevel(6)\r", until: "level 3")
    try editor.type("zc")
    try editor.see("5 lines: <dict>", without: ["Lindqvist"])
    try editor.type("zo")
    try editor.see("Lindqvist", without: ["5 lines"])
    // Renaming: a key in all entries, and an entry.
    try editor.type("9Gfpgrn")
    try editor.see("New Name: phone")
    try editor.press("C-u")
    try editor.type("tel & fax\r")
    try editor.see(2, of: "<key>tel &amp; fax</key>")
    try editor.type("8GfLgrn")
    try editor.see("New Name: ")
    try editor.press("C-u")
    try editor.type("Åse <Lind>\r")
    try editor.see("<string>Åse &lt;Lind&gt;</string>")
    // Completion: a key, and a value that it has elsewhere.
    try editor.type("23Go<k")
    try editor.press("C-x", "C-o")
    try editor.see(3, of: "<key>tel &amp; fax</key>")
    try editor.type("\r<string>")
    try editor.press("C-x", "C-o")
    try editor.see("46 71 string", "46 70 string")
    try editor.press("C-n")
    try editor.see(2, of: "<string>46 71")
    try editor.press("C-y")
    try editor.type("</string>\u{1B}")
    try editor.see(2, of: "<string>46 71</string>")
    // What is there, and where else.
    try editor.type("K")
    try editor.see("`.B.0.tel & fax`: string `46 71`")
    try editor.type("gO")
    try editor.see("[Struct] Bo Ek", "[Namespace] A")
    try editor.type("/Struct. Bo\r\r:echo 'line' line('.')\r")
    try editor.see("line 23")
    try editor.type(":wq | qall\r")
    #expect(try editor.waitForEnd() == 0)
    #expect(try editor.text(of: "list.plist") == EditedList.edited)
  }

  @Test("JSON is fixed, folded and renamed where it is")
  func json() throws {
    let editor = try open("brands.json", EditedList.json)
    try editor.see("■ leading or trailing white space in the label")
    try editor.ask(":7 | echo 'level' foldlevel(7)\r", until: "level 3")
    try editor.type("zc")
    try editor.see("3 lines: {")
    try editor.type("zo4Ggra")
    try editor.see("1: Set name to 'Audi'")
    try editor.type("1\r")
    try editor.see("\"name\": \"Audi\"", without: ["■"])
    try editor.type("9Gfugrn")
    try editor.see("New Name: ")
    try editor.press("C-u")
    try editor.type("land\r")
    try editor.see(2, of: "\"land\": \"Germany\"")
    try editor.type(":wq\r")
    #expect(try editor.waitForEnd() == 0)
    #expect(
      try editor.text(of: "brands.json")
        == EditedList.json.replacing("Audi ", with: "Audi").replacing("country", with: "land"))
  }

  @Test("a strings file is read again as it is typed, and its mistakes are where they are")
  func strings() throws {
    let editor = try open("Localizable.strings", EditedList.strings)
    try editor.see("\"open \" = \"Open\";", "■ leading or trailing white space")
    try editor.type("O\"quit\" = \"")
    try editor.press("Escape")
    try editor.see("\"quit\" = \"", "■")
    try editor.type("a\u{1F600}\";\u{1B}4Ggra")
    try editor.see("1: Rename 'open ' to 'open'")
    try editor.type("1\r")
    try editor.see("\"open\" = \"Open\";", without: ["■"])
    try editor.type(":wq\r")
    #expect(try editor.waitForEnd() == 0)
    #expect(
      try editor.text(of: "Localizable.strings")
        == "\"quit\" = \"\u{1F600}\";\n" + EditedList.strings.replacing("open ", with: "open"))
  }
}
