import Foundation
import TestHelpers
import Testing

/// The script that comes with the contacts.
@Suite struct ContactsScriptTests {
  private static let script = Tool.data.appending(path: "contacts.cardex").path()
  private let directory: TemporaryDirectory
  private let copy: String

  init() throws {
    directory = try TemporaryDirectory()
    let contacts = try Data(contentsOf: Tool.data.appending(path: "contacts.plist"))
    copy = try directory.write(contacts, to: "contacts.plist")
  }

  private func runScript(_ options: String...) throws -> Tool.Outcome {
    try Tool.run(["batch", "-f", Self.script] + options + [copy])
  }

  private func bytes() throws -> Data { try Data(contentsOf: URL(filePath: copy)) }

  @Test("it changes the copy without a word, and its dry run changes nothing")
  func runs() throws {
    let before = try bytes()
    let dryRun = try runScript("--dry-run")
    #expect(dryRun.status == 0 && dryRun.errors == "" && dryRun.output.hasPrefix("--- "))
    #expect(try bytes() == before)
    let outcome = try runScript()
    #expect(outcome.status == 0 && outcome.errors == "" && outcome.output == "")
    #expect(try bytes() != before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path()).count == 1)
  }

  @Test("patch turns its diff into exactly the file that it saves")
  func diffApplies() throws {
    let patched = try directory.write(bytes(), to: "patched.plist")
    let diff = try directory.write(runScript("--dry-run").output, to: "contacts.diff")
    #expect(try Tool.shell("patch --silent --fuzz=0 \(patched) \(diff)").status == 0)
    #expect(try runScript().status == 0)
    #expect(try Data(contentsOf: URL(filePath: patched)) == bytes())
  }

  @Test(
    "it does what its comments say",
    arguments: [
      (
        ["sections", "--strip"],
        "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Others Ελληνικά Кириллица ד ل 日本 한국\n"
      ),
      (["search", "-c", ""], "87\n"),
      (["search", "-x", "Pim Verhoeven"], "P/Pim Verhoeven\t+31 00 000 0190\n"),
      (["search", "Siobhán|Wiebke|Grażyna|Katarzyna", "-c", "-E"], "0\n"),
      (
        ["search", "--position", "-E", "^(Esra|Dina|Nora|Odile|Quirin|Ilse)"],
        """
        4.2:D/Dina Kovač\t+381 00 000 0110
        5.1:E/Esra Yıldız\t+90 000 000 01 19
        9.1:I/Ilse Sommer\t+49 171 39200 91
        14.4:N/Nora Lindgren\t+46 70 174 06 13
        15.1:O/Odile Renard\t+33 1 99 00 02 03
        17.3:Q/Quirin Halder\t+49 89 99998 053

        """
      ),
      (["search", "--json", "-x", "Quirin Halder"], "\"children\":2"),
      (["search", "--json", "-x", "Odile Renard"], "\"favourite\":true"),
      (
        ["search", "--json", "-x", "Mirela Ștefănescu"],
        "\"note\":\"Two doors:\\nring the left one\""
      ),
      (["search", "--field", "note", "Librarian"], ""),
    ] as [([String], String)])
  func result(_ question: [String], _ answer: String) throws {
    #expect(try runScript().status == 0)
    let output = try Tool.run(question + [copy]).output
    #expect(answer.hasPrefix("\"") ? output.contains(answer) : output == answer)
  }

  @Test(
    "entries are as it leaves them",
    arguments: [
      (
        "Others/Library",
        "name      Library desk\n    phoneNum  +1 555 0198\n    hours     Mon-Fri 9-17"
      ),
      (
        "L/Łukasz",
        """
        name      Łukasz Zieliński
            phoneNum  +48 000 000 142
            email     lukasz@example.org
            note      New number since spring
        """
      ),
      ("C/陈", "name      陈晓雨\n    phoneNum  +86 000 0000 0111"),
    ])
  func entry(_ address: String, _ fields: String) throws {
    #expect(try runScript().status == 0)
    let output = try Tool.run(["show", copy, address]).output
    #expect(output.split(separator: "\n", maxSplits: 1).last == "    \(fields)\n")
  }

  @Test("it changes no line beside those of its entries and sections")
  func rest() throws {
    let before = String(decoding: try bytes(), as: UTF8.self)
    #expect(try runScript().status == 0)
    let after = String(decoding: try bytes(), as: UTF8.self)
    // What surrounds the list, and the sections that the script does not name.
    #expect(
      after.prefix(400).components(separatedBy: "<array>")[0]
        == before.prefix(400).components(separatedBy: "<array>")[0])
    for title in ["R", "T", "U", "V", "X", "Y", "Z", "ד", "ل"] {
      #expect(try section(titled: title, of: after) == section(titled: title, of: before))
    }
    #expect(try Tool.run(["check", copy]).output == "")
  }

  /// The text of the outermost dictionary with a title.
  private func section(titled title: String, of text: String) throws -> String {
    try #require(
      text.components(separatedBy: "\n\t<dict>\n")
        .first { $0.contains("\n\t\t<string>\(title)</string>\n") })
  }
}
