import Foundation
import TestHelpers
import Testing

/// Titles of settings from the tables of strings beside their file.
@Suite struct SettingTitlesTests {
  private let directory: TemporaryDirectory

  private static func page(_ beginning: String = "") -> String {
    plist(
      """
      <dict>\(beginning)<key>PreferenceSpecifiers</key><array>
      <dict><key>Type</key><string>PSGroupSpecifier</string><key>Title</key><string>SOUND</string>
      <key>FooterText</key><string>SOUND_FOOTER</string></dict>
      <dict><key>Type</key><string>PSToggleSwitchSpecifier</string><key>Title</key>
      <string>SILENT</string><key>Key</key><string>silent</string><key>DefaultValue</key><true/></dict>
      <dict><key>Type</key><string>PSMultiValueSpecifier</string><key>Title</key>
      <string>TONE</string><key>DefaultValue</key><integer>2</integer><key>Values</key>
      <array><integer>1</integer><integer>2</integer></array><key>Titles</key>
      <array><string>BELL</string><string>CHIME</string></array></dict>
      </array></dict>
      """)
  }

  private static let german = """
    /* Überschriften */
    "SOUND" = "Töne";
    "SOUND_FOOTER" = "für alle Apps";
    "SILENT" = "Lautlos";
    "CHIME" = "Glockenspiel";
    "SILENT" = "not this one";
    "TONE" = "";

    """

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(Self.page(), to: "Root.plist")
    try directory.write(
      Data([0xFF, 0xFE]) + (Self.german.data(using: .utf16LittleEndian) ?? Data()),
      to: "de.lproj/Root.strings")
    try directory.write("\"SOUND\" = \"Sound\";\n", to: "Base.lproj/Root.strings")
    try directory.write("SILENT = Silent;\n", to: "en.lproj/Root.strings")
    try directory.write("\"SOUND\" = \"聲音\";\n", to: "zh-Hant.lproj/Root.strings")
  }

  private func show(
    _ arguments: String..., language: String = "de_AT.UTF-8", file: String = "Root.plist"
  ) throws -> Tool.Outcome {
    try Tool.run(
      ["show", directory(file)] + arguments, environment: ["LC_ALL": "", "LANG": language])
  }

  private static let shown = """
    – Töne  (2)
        Lautlos  [x]
        TONE     Glockenspiel
        für alle Apps

    """

  @Test("rows show what the person's language has; a title that is not there is its key")
  func rows() throws {
    #expect(try show() == Tool.Outcome(status: 0, output: Self.shown))
  }

  @Test(
    "the closest language counts, or else what has none, or else English",
    arguments: [
      ("zh_TW.UTF-8", "– 聲音  (2)\n    SILENT"), ("fr_FR.UTF-8", "– Sound  (2)\n    SILENT"),
      ("en_GB.UTF-8", "– SOUND  (2)\n    Silent"), ("C.UTF-8", "– SOUND  (2)\n    Silent"),
    ])
  func languages(_ language: String, _ beginning: String) throws {
    #expect(try show(language: language).output.hasPrefix(beginning))
  }

  @Test("the locale of messages counts before that of all, and LC_ALL before both")
  func variables() throws {
    func show(_ variables: [String: String]) throws -> String {
      try Tool.run(["show", directory("Root.plist")], environment: variables).output
    }
    #expect(
      try show(["LC_ALL": "", "LANG": "C.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"]).hasPrefix("– Töne"))
    #expect(try show(["LC_ALL": "C.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"]).hasPrefix("– SOUND"))
  }

  @Test("the file says which table; its name leads nowhere else")
  func tables() throws {
    try directory.write(
      Self.page("<key>StringsTable</key><string>Other</string>"), to: "Page.plist")
    #expect(try show(file: "Page.plist").output.contains("\n– SOUND"))
    try directory.write("SOUND = \"Klang\";", to: "de.lproj/Other.strings")
    #expect(try show(file: "Page.plist").output.contains("\n– Klang"))
    try directory.write(
      Self.page("<key>StringsTable</key><string>../de.lproj/Other</string>"), to: "Page.plist")
    #expect(try show(file: "Page.plist").output.contains("\n– SOUND"))
  }

  @Test("other catalogues are shown as they are")
  func others() throws {
    try directory.write(
      plist(
        "<dict><key>Items</key><array><dict><key>Title</key><string>SOUND</string></dict></array></dict>"
      ), to: "List.plist")
    try directory.write("SOUND = \"Klang\";", to: "de.lproj/List.strings")
    #expect(try show(file: "List.plist").output.contains("SOUND"))
  }

  @Test("a table that cannot be read is named, and the file shown as it is")
  func faults() throws {
    try directory.write("\"SOUND\" = ", to: "de.lproj/Root.strings")
    let outcome = try show()
    #expect(outcome.status == 0 && outcome.output.hasPrefix("– SOUND  (2)\n    SILENT"))
    #expect(outcome.errors.contains("de.lproj/Root.strings: "), "\(outcome.errors)")
    try FileManager.default.removeItem(atPath: directory("de.lproj/Root.strings"))
    try FileManager.default.createDirectory(
      atPath: directory("de.lproj/Root.strings"), withIntermediateDirectories: true)
    #expect(try show().errors.contains("de.lproj/Root.strings: not a regular file"))
  }

  @Test("addresses, searches and objects have the titles of the file")
  func addresses() throws {
    func run(_ arguments: String..., input: String? = nil) throws -> Tool.Outcome {
      try Tool.run(
        arguments, input: input.map { Data($0.utf8) }, environment: ["LC_ALL": "de_DE.UTF-8"])
    }
    let file = directory("Root.plist")
    #expect(try show("SOUND").output.hasPrefix("– Töne"))
    #expect(try show("Lautlos").status == 2)
    #expect(try show("--json").output.contains("\"SILENT\""))
    #expect(try run("search", "lautlos", file).status == 1)
    #expect(try run("search", "silent", file).output.contains("SILENT"))
    #expect(try run("fill", file, "SOUND/TONE", "BELL").status == 0)
    #expect(try run("batch", file, input: "show SOUND\n").output.contains("TONE     BELL"))
  }

  @Test("the page shows them, and is searched by what is in the file")
  func page() throws {
    let html = try Tool.run(
      ["convert", "--to=html", directory("Root.plist")], environment: ["LC_ALL": "de_DE.UTF-8"]
    ).output
    #expect(html.contains("data-t=\"SOUND\">Töne</h2>"))
    #expect(html.contains("<b data-t=\"SILENT\">Lautlos</b>"))
    #expect(html.contains(">Glockenspiel</i>"))
    #expect(html.contains("data-t=\"SOUND_FOOTER\">für alle Apps</p>"))
  }
}

extension Tool.Outcome {
  fileprivate init(status: Int32, output: String) {
    self.init(status: status, outputBytes: Data(output.utf8), errorBytes: Data())
  }
}
