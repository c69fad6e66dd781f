import Testing

/// `cardex lsp` in Emacs with Eglot, set up as users set it up.
@Suite(
  "Emacs",
  .enabled(
    if: EditorProgram.isThere("emacs --batch -f package-initialize --eval \"(require 'eglot)\""),
    "they need emacs-nox and elpa-eglot: install them"))
struct EmacsTests {
  private func open(_ name: String, _ text: String) throws -> EditorProgram {
    let settings = """
      (add-to-list 'load-path "~/.emacs.d/lisp")
      (setq make-backup-files nil auto-save-default nil create-lockfiles nil)
      (electric-indent-mode -1)
      (require 'cardex)

      """
    return try EditorProgram(
      ["emacs", "-nw"], setup: ("emacs.el", ".emacs.d/lisp/cardex.el"),
      others: [
        ".emacs.d/early-init.el": "(setq native-comp-deferred-compilation nil)\n",
        ".emacs.d/init.el": settings,
      ], file: (name, text))
  }

  /// Runs a command by its name.
  private func run(_ command: String, in editor: EditorProgram) throws {
    try editor.press("M-x")
    try editor.see("M-x")
    try editor.type(command + "\r")
  }

  /// Goes to where a text that is there ends.
  private func go(after text: String, in editor: EditorProgram) throws {
    try editor.press("M-<", "C-s")
    try editor.see("I-search:")
    try editor.type(text + "\r")
    try editor.see("Mark saved where search started")
  }

  /// Starts a line with three tabs.
  private func startLine(in editor: EditorProgram) throws {
    try editor.press("Enter")
    for _ in 0..<3 { try editor.press("C-q", "Tab") }
  }

  private func save(in editor: EditorProgram) throws {
    try editor.press("C-x", "C-s")
    try editor.see("Wrote ")
    try run("kill-emacs", in: editor)
    #expect(try editor.waitForEnd() == 0)
  }

  @Test("a mistake is seen and fixed; folds, names, completion and the outline are the server's")
  func session() throws {
    let editor = try open("list.plist", EditedList.xml)
    try editor.see("Flymake[0 1]")
    try run("flymake-show-buffer-diagnostics", in: editor)
    try editor.see("cardex [space-at-edge]: leading or trailing white space in the label")
    try editor.press("C-x", "1")
    try go(after: "<string>Ann", in: editor)
    try run("eglot-code-actions", in: editor)
    try editor.see("Pick an action (default Set name to 'Ann Berg')")
    try editor.type("\r")
    try editor.see("<string>Ann Berg</string>", "Flymake[0 0]")
    // A key is renamed in all entries.
    try go(after: "<key>phone", in: editor)
    try run("eglot-rename", in: editor)
    try editor.see("Rename `phone' to:")
    try editor.type("tel & fax\r")
    try editor.see(2, of: "<key>tel &amp; fax</key>")
    // Folds.
    try editor.press("C-c", "@", "C-c")
    try editor.see("<dict>...", without: ["Lindqvist"])
    try editor.press("C-c", "@", "C-c")
    try editor.see("Lindqvist", without: ["<dict>..."])
    try editor.press("C-u", "C-c", "@", "C-c")
    try editor.see("Lindqvist", "<dict>...", "<key>B</key>...", without: ["Ann Berg", "Bo Ek"])
    try editor.press("C-c", "@", "C-a")
    try editor.see("Ann Berg", "Bo Ek", without: ["..."])
    // An entry is renamed.
    try go(after: "Åsa", in: editor)
    try run("eglot-rename", in: editor)
    try editor.see("Rename `Åsa' to:")
    try editor.type("Åse <Lind>\r")
    try editor.see("<string>Åse &lt;Lind&gt;</string>")
    // Completion: a key, and a value that it has elsewhere.
    try go(after: "Bo Ek</string>", in: editor)
    try startLine(in: editor)
    try editor.type("<key>")
    try editor.press("C-M-i")
    try editor.see(3, of: "<key>tel &amp; fax")
    try editor.type("</key>")
    try startLine(in: editor)
    try editor.type("<string>46 71</string>")
    // What is there, and where else.
    try editor.see("Flymake[0 0]", ".B.0.tel & fax: string 46 71")
    try run("imenu", in: editor)
    try editor.see("Index item:")
    try editor.type("Struct\r")
    try editor.type("A\r")
    try editor.type("Ann Berg\r")
    try run("what-line", in: editor)
    try editor.see("Line 14")
    try save(in: editor)
    #expect(try editor.text(of: "list.plist") == EditedList.edited)
  }

  @Test("property lists of OpenStep and String Catalogs have modes, and are fixed")
  func otherFormats() throws {
    let openStep =
      "{\n  people = (\n    { name = Ada; year = 1815; },\n    { name = \"Bo \"; },\n  );\n}\n"
    let editor = try open("people.plist", openStep)
    try editor.see("(OpenStep", "Flymake[0 1]")
    try go(after: "year", in: editor)
    try run("eglot-rename", in: editor)
    try editor.see("Rename `year' to:")
    try editor.type("born\r")
    try editor.see("born = 1815;")
    try save(in: editor)
    #expect(try editor.text(of: "people.plist") == openStep.replacing("year", with: "born"))
    let catalog = """
      {
        "sourceLanguage" : "en",
        "strings" : {
          "Close" : {

          },
          "Open" : {
            "localizations" : {
              "de" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "Öffnen"
                }
              }
            }
          }
        },
        "version" : "1.0"
      }

      """
    let other = try open("Localizable.xcstrings", catalog)
    try other.see("(JSON", "Flymake[0 1]")
    try go(after: "\"Close", in: other)
    try run("eglot-code-actions", in: other)
    try other.see("default Add de, to be reviewed")
    try other.type("\r")
    try other.see("\"value\" : \"Close\"", "Edit successful")
    try save(in: other)
    let added = """
            "localizations" : {
              "de" : {
                "stringUnit" : {
                  "state" : "needs_review",
                  "value" : "Close"
                }
              }
            }
      """
    #expect(
      try other.text(of: "Localizable.xcstrings")
        == catalog.replacing("\n\n    }", with: "\n\(added)\n    }"))
  }
}
