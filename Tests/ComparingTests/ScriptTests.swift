import Catalogues
import Comparing
import Editing
import Language
import Outlines
import Platform
import PropertyLists
import SeededRandom
import Testing

/// Commands that make one property list of another.
struct ScriptTests {
  /// Lists of the kinds that there are.
  private static let shapes = [
    // Titled sections of records.
    """
    <array><dict><key>title</key><string>A</string><key>cars</key><array>\
    <dict><key>name</key><string>Audi</string><key>icon</key><string>a.png</string></dict>\
    <dict><key>name</key><string>Aston</string><key>icon</key><string>b.png</string></dict>\
    </array></dict><dict><key>title</key><string>B</string><key>note</key><string>x</string>\
    <key>cars</key><array><dict><key>name</key><string>BMW</string><key>icon</key>\
    <string>c.png</string><key>founded</key><integer>1916</integer></dict></array></dict></array>
    """,
    // Sections under keys.
    """
    <dict><key>A</key><array><string>Anna</string><string>Anna</string><string>Axel</string></array>\
    <key>B</key><array><string>Berta</string></array></dict>
    """,
    // Levels of sections.
    """
    <array><dict><key>state</key><string>S</string><key>cities</key><array><dict><key>city</key>\
    <string>C</string><key>areas</key><array><string>x</string><string>y</string></array></dict>\
    <dict><key>city</key><string>D</string><key>areas</key><array><string>z</string></array></dict>\
    </array></dict></array>
    """,
    // Entries under keys, with values of all kinds.
    """
    <dict><key>CFBundleName</key><string>Cars</string><key>LSRequired</key><true/><key>Modes</key>\
    <array><string>audio</string></array><key>Build</key><integer>7</integer><key>a.b</key>\
    <dict><key>c</key><real>1.5</real></dict></dict>
    """,
    // A list with fields around it.
    """
    <dict><key>version</key><integer>2</integer><key>items</key><array><dict><key>id</key>\
    <integer>1</integer><key>tags</key><array><string>x</string></array></dict><dict><key>id</key>\
    <integer>2</integer><key>tags</key><array/></dict></array></dict>
    """,
    // Settings, with rows that head sections.
    """
    <dict><key>PreferenceSpecifiers</key><array><dict><key>Type</key><string>PSGroupSpecifier</string>\
    <key>Title</key><string>One</string></dict><dict><key>Type</key>\
    <string>PSToggleSwitchSpecifier</string><key>Title</key><string>On</string><key>Key</key>\
    <string>on</string><key>DefaultValue</key><true/></dict><dict><key>Type</key>\
    <string>PSGroupSpecifier</string><key>Title</key><string>Two</string></dict></array></dict>
    """,
    "<array/>", "<string>one</string>", infoPlist,
  ]

  /// Keys of a program, with values inside of values.
  private static let infoPlist = """
    <dict><key>CFBundleVersion</key><string>41</string><key>Schemes</key><array><dict><key>Name</key>\
    <string>link</string><key>URLs</key><array><string>car</string><string>garage</string></array>\
    </dict><dict><key>Name</key><string>mail</string></dict></array><key>NSSecurity</key><dict>\
    <key>Domains</key><dict><key>example.org</key><dict><key>Subdomains</key><true/><key>Depth</key>\
    <integer>3</integer></dict></dict></dict><key>FullScreen</key><false/><key>Modes</key><array>\
    <string>audio</string><string>fetch</string><string>remote</string></array></dict>
    """

  /// Checks that the commands that make a list of another one do, and returns them.
  @discardableResult
  private func commands(_ old: String, _ new: String) throws -> [String] {
    let wanted = try Catalogue(document(new))
    let commands = try session(old).editing.commands(making: wanted, keys: nil)
    let session = try session(old)
    for command in commands {
      #expect(throws: Never.self, "\(old)\n\(new)\n\(commands)") { try session.run(command) }
    }
    let result = try session.editing.reparsedCatalogue().document
    #expect(
      TreeComparison(from: result, to: wanted.document).differences.isEmpty,
      "\(old)\n\(new)\n\(commands.joined(separator: "\n"))")
    return commands
  }

  private func session(_ text: String) throws -> Session {
    let file = CatalogueFile(path: "list.plist")
    return Session(EditingSession(try Catalogue(document(text)), file: file), output: NoOutput())
  }

  @Test(arguments: 0..<Rounds.of(UInt64(80)))
  func `any values`(seed: UInt64) throws {
    var random = RandomValues(seed: seed)
    let old = random.value()
    let new = random.changed(old, random.below(5))
    let commands = try commands(old.text(indentedBy: "\t"), new.text(indentedBy: nil))
    #expect(commands.isEmpty == (old == new))
  }

  @Test(arguments: shapes, 0..<Rounds.of(UInt64(10)))
  func `usual lists`(shape: String, seed: UInt64) throws {
    let text = "<plist>\(shape)</plist>"
    let document = try document(text)
    var random = RandomValues(seed: seed)
    let new = random.changed(Value(document.root, document), 1 + random.below(4))
    try commands(text, new.text(indentedBy: "  "))
  }

  @Test(
    "a value of the root is set by one command",
    arguments: [
      // What is around a list that stays.
      (
        """
        <dict><key>name</key><string>A</string><key>items</key><array><dict><key>title</key>\
        <string>x</string><key>cars</key><array><dict><key>name</key><string>y</string></dict></array>\
        </dict></array></dict>
        """, "set / name=B"
      ),
      // Settings.
      (
        shapes[5].replacing("<dict><key>P", with: "<dict><key>T</key><string>A</string><key>P"),
        "set / T=B"
      ),
      // Entries, and a section after them.
      (
        """
        <dict><key>Name</key><string>A</string><key>Modes</key><array><string>x</string></array>\
        <key>On</key><true/><key>Bar</key><dict><key>Navigation</key><dict><key>Style</key>\
        <string>x</string><key>On</key><false/></dict></dict></dict>
        """, "set .Name=B"
      ),
    ])
  func rootValue(_ list: String, _ command: String) throws {
    let new = list.replacing("<string>A</string>", with: "<string>B</string>")
    #expect(try commands("<plist>\(list)</plist>", "<plist>\(new)</plist>") == [command])
  }

  @Test(
    "one value that differs is one command",
    arguments: [
      ("41", "42", "set / CFBundleVersion=42"),
      ("<false/>", "<true/>", "set / FullScreen=true"),
      ("<string>41</string>", "<integer>41</integer>", "set / CFBundleVersion:integer=41"),
      ("<true/>", "<false/>", #"set .NSSecurity.Domains.example\.org.Subdomains=false"#),
      (
        "<integer>3</integer>", "<integer>4</integer>",
        #"set .NSSecurity.Domains.example\.org.Depth=4"#
      ),
      ("<string>link</string>", "<string>x y</string>", "set Schemes/link Name='x y'"),
      ("car", "bus", "set Schemes/link URLs.0=bus"),
      ("<string>audio</string>", "<string>a</string>", "set Modes/audio =a"),
      ("<string>fetch</string>", "", "delete Modes/fetch"),
      (
        "<string>garage</string>", "<string>garage</string><string>new</string>",
        "insert .Schemes.0.URLs.2=new"
      ),
      (
        "<string>audio</string><string>fetch</string>",
        "<string>fetch</string><string>audio</string>", "move --after Modes/audio to Modes/fetch"
      ),
      (
        "<string>41</string>", "<array><string>41</string></array>",
        "set .CFBundleVersion:xml=<array><string>41</string></array>"
      ),
      ("<key>Subdomains</key><true/>", "", #"delete .NSSecurity.Domains.example\.org.Subdomains"#),
      (
        "<key>Domains</key>", "<key>Any</key><true/><key>Domains</key>",
        "insert .NSSecurity.Any:boolean=true"
      ),
    ])
  func oneValue(old: String, new: String, command: String) throws {
    let list = ScriptTests.infoPlist
    #expect(list.contains(old))
    let changed = "<plist>\(list.replacing(old, with: new))</plist>"
    #expect(try commands("<plist>\(list)</plist>", changed) == [command])
  }

  @Test(arguments: 0..<Rounds.of(UInt64(60)))
  func `values inside of values are changed where they are`(seed: UInt64) throws {
    let text = "<plist>\(ScriptTests.infoPlist)</plist>"
    let document = try document(text)
    var random = RandomValues(seed: seed)
    let new = random.changed(Value(document.root, document), 1 + random.below(4))
    let commands = try commands(text, new.text(indentedBy: "\t"))
    #expect(!commands.contains { $0.hasPrefix("set / :xml") }, "\(commands)")
  }

  @Test(arguments: 0..<Rounds.of(UInt64(40)))
  func `elements change their places one by one`(seed: UInt64) throws {
    var random = RandomValues(seed: seed)
    let values = (0..<8).map { "v\($0)" }
    var changed = values
    for _ in 0...random.below(5) {
      let value = changed.remove(at: random.below(changed.count))
      changed.insert(
        random.below(3) > 0 ? value : "new\(seed)", at: random.below(changed.count + 1))
    }
    func list(_ values: [String]) -> String {
      let elements = values.map { "<string>\($0)</string>" }.joined()
      return "<plist><dict><key>a</key><true/><key>b</key><dict><key>c</key><array>\(elements)"
        + "</array></dict></dict></plist>"
    }
    let commands = try commands(list(values), list(changed))
    #expect(commands.count <= 10 && !commands.contains { $0.contains(":xml=") }, "\(commands)")
  }

  @Test(arguments: 0..<Rounds.of(UInt64(60)))
  func `edits of sections and entries are said one by one`(seed: UInt64) throws {
    var random = RandomBranches(seed: seed)
    let base = random.model()
    let kinds: [RandomBranches.Kind] = [.insert, .delete, .move, .change, .rename, .sort]
    let edits = random.edits(of: base, kinds: kinds, count: 1 + random.below(4))
    let commands = try commands(base.text(), base.applying(edits).text())
    #expect(!commands.contains { $0.hasPrefix("set / ") }, "\(commands)")
  }
}

/// Where nothing is printed.
private final class NoOutput: SessionOutput {
  let style = OutlineStyle()
  let isTerminal = false
  let height: Int? = nil
  let isInterrupted = false

  func write(_ text: String) {}
  func write(_ bytes: UnsafeBufferPointer<UInt8>) {}
  func flush() {}
}
