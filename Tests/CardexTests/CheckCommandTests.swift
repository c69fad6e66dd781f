import Foundation
import TestHelpers
import Testing

@testable import CardexCommand

/// `cardex check`, run as a user runs it.
@Suite struct CheckCommandTests {
  private let directory: TemporaryDirectory
  private let file: String

  /// Two equal entries, one with white space at an end, two that are alike, and an empty section.
  private static let text = plist(
    """
    <dict>
      <key>A</key>
      <array>
        <string>Ada</string>
        <string>Ada</string>
        <string> Äda</string>
        <string>Alan</string>
      </array>
      <key>B</key>
      <array/>
    </dict>
    """)

  init() throws {
    directory = try TemporaryDirectory()
    file = try directory.write(Self.text, to: "list.plist")
  }

  private var content: String { get throws { try String(contentsOfFile: file, encoding: .utf8) } }

  private func check(_ arguments: String...) throws -> Tool.Outcome {
    try Tool.run(["check"] + arguments + [file])
  }

  private func lines(_ outcome: Tool.Outcome) -> [String] {
    outcome.output.split(separator: "\n").map { String($0.trimmingPrefix(file + ":")) }
  }

  @Test("findings are reported with place, address and code")
  func findings() throws {
    let outcome = try check()
    #expect(outcome.status == 1)
    #expect(
      lines(outcome) == [
        "6:5: A/Ada#2: the same entry as A/Ada#1 [duplicate-entry]",
        "7:5: A/ Äda: ' Äda' is similar to A/Ada#1 [similar-label]",
        "7:5: A/ Äda: leading or trailing white space in the label [space-at-edge]",
        "10:3: B: the section has no entries [empty-section]",
      ])
  }

  /// Files with empty lists that are no sections.
  private static let programFiles = [
    "Info.plist": """
    <dict><key>CFBundleName</key><string>x</string><key>UISupportedInterfaceOrientations</key>
    <array><string>UIInterfaceOrientationPortrait</string></array><key>UILaunchScreen</key><dict/>
    <key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict/></dict>
    <key>UIRequiredDeviceCapabilities</key><array/></dict>
    """,
    "PrivacyInfo.xcprivacy": """
    <dict><key>NSPrivacyCollectedDataTypes</key><array/><key>NSPrivacyTrackingDomains</key><array/>
    <key>NSPrivacyAccessedAPITypes</key><array><dict><key>NSPrivacyAccessedAPIType</key>
    <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
    <key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array></dict></array>
    </dict>
    """,
    "Wrapped.xcprivacy": """
    <dict><key>NSPrivacyCollectedDataTypes</key><array/><key>NSPrivacyTracking</key><false/>
    <key>NSPrivacyAccessedAPITypes</key><array><dict><key>NSPrivacyAccessedAPIType</key>
    <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
    <key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array></dict>
    <dict><key>NSPrivacyAccessedAPIType</key>
    <string>NSPrivacyAccessedAPICategoryFileTimestamp</string>
    <key>NSPrivacyAccessedAPITypeReasons</key><array/></dict></array></dict>
    """,
    "app.entitlements": """
    <dict><key>com.apple.security.application-groups</key><array/>
    <key>com.apple.developer.icloud-container-identifiers</key><array/>
    <key>keychain-access-groups</key><array><string>x</string></array></dict>
    """,
    "sandbox.entitlements": """
    <dict><key>com.apple.security.app-sandbox</key><true/>
    <key>com.apple.developer.associated-domains</key><array/></dict>
    """,
    "preferences.plist": """
    <dict><key>RecentFiles</key><array/><key>WindowFrames</key><dict/><key>Colours</key>
    <dict><key>text</key><string>red</string></dict><key>FontSize</key><real>12</real></dict>
    """,
    "lists.plist": """
    <dict><key>recentFiles</key><array/><key>openWindows</key><array><string>1</string></array></dict>
    """,
    "bundles.plist": """
    <array><dict><key>00000000-0000-0000-0000-000000000000</key><array/></dict>
    <dict><key>00000000-0000-0000-0000-000000000000</key><array><string>x</string></array></dict>
    </array>
    """,
  ]

  @Test("an empty list under a key of a program is no empty section", arguments: programFiles)
  func programKeys(_ name: String, _ text: String) throws {
    let directory = try TemporaryDirectory()
    let list = plist(text)
    let path = try directory.write(list, to: name)
    let outcome = try Tool.run(["check", "--select=empty-section", path])
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
    _ = try Tool.run(["check", "--fix", "--unsafe-fixes", path])
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(list.utf8))
  }

  @Test(
    "an empty section of a catalogue is found, whatever its sections are",
    arguments: [
      "<dict><key>A</key><array><string>x</string></array><key>B</key><array/></dict>",
      "<dict><key>1.2.3</key><array><string>x</string></array><key>4.5.6</key><array/></dict>",
      "<dict><key>USAir</key><array><string>x</string></array><key>DVDs</key><array/></dict>",
      "<dict><key>www.a.org</key><array><string>x</string></array><key>B</key><array/></dict>",
      "<dict><key>------------------------------------</key><array><string>x</string></array>"
        + "<key>B</key><array/></dict>",
      "<dict><key>Museums</key><array><string>x</string></array><key>Parks and lakes</key><array/></dict>",
      "<array><dict><key>t</key><string>A</string><key>items</key><array><string>x</string></array>"
        + "</dict><dict><key>t</key><string>B</string><key>items</key><array/></dict></array>",
      "<dict><key>N</key><dict><key>Oslo</key><array><string>x</string></array><key>Bergen</key>"
        + "<array/></dict><key>S</key><dict><key>Lund</key><array><string>y</string></array></dict></dict>",
    ])
  func emptySections(_ text: String) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(plist(text), to: "list.plist")
    let outcome = try Tool.run(["check", "--select=empty-section", path])
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(outcome.status == 1)
  }

  @Test("a file that cannot be read is an object among the others", arguments: [[], ["--fix"]])
  func unreadableAsJSON(_ options: [String]) throws {
    let directory = try TemporaryDirectory()
    let broken = try directory.write("<plist>\n<array><string>x</string>", to: "broken.plist")
    let good = try directory.write(
      plist("<array><string>2023-02-30</string></array>"), to: "g.plist")
    let missing = directory("missing.plist")
    let outcome = try Tool.run(["check", "--json"] + options + [broken, missing, good])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("broken.plist:2:"))
    let objects = try outcome.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["file"] as? String } == [broken, missing, good])
    #expect(
      objects.map { $0["code"] as? String } == ["error", "error", "impossible-date"])
    #expect(objects[0]["line"] as? Int == 2)
    #expect((objects[0]["column"] as? Int ?? 0) > 0)
    #expect(outcome.errors.contains("\(objects[0]["message"] as? String ?? "?")\n"))
    #expect((objects[1]["message"] as? String)?.hasSuffix("No such file or directory") == true)
    #expect((objects[1]["message"] as? String)?.contains(missing) == false)
    #expect(objects[1]["line"] == nil)
    // All have the same members, apart from the place.
    let keys = objects.map { Set($0.keys).subtracting(["line", "column"]) }
    #expect(Set(keys).count == 1)
  }

  @Test(
    "codes are selected and ignored",
    arguments: [
      (["--select=empty-section"], ["empty-section"]),
      (["--select=similar-label,duplicate-entry"], ["duplicate-entry", "similar-label"]),
      (["--select=similar-label", "--select=missing-label"], ["similar-label"]),
      (["--ignore=similar-label,empty-section"], ["duplicate-entry", "space-at-edge"]),
      (["--select=similar-label", "--ignore=similar-label"], []),
    ])
  func codes(_ options: [String], _ codes: [String]) throws {
    let outcome = try Tool.run(["check"] + options + [file])
    #expect(outcome.status == (codes.isEmpty ? 0 : 1))
    let found = outcome.output.matches(of: /\[([a-z-]+)\]\n/).map { String($0.1) }
    #expect(found == codes)
  }

  @Test("findings as JSON include the commands that fix them")
  func json() throws {
    let outcome = try check("--json")
    let objects = try outcome.output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["file"] as? String } == Array(repeating: file, count: 4))
    #expect(objects.map { $0["line"] as? Int } == [6, 7, 7, 10])
    #expect(objects.map { $0["column"] as? Int } == [5, 5, 5, 3])
    #expect(objects.map { $0["address"] as? String } == ["A/Ada#2", "A/ Äda", "A/ Äda", "B"])
    #expect(
      objects.map { $0["fix"] as? String }
        == ["delete A/Ada#2", nil, "rename 'A/ Äda' Äda", "section delete B"])
    #expect(objects.map { $0["safe"] as? Bool } == [false, nil, true, false])
    for command in objects.compactMap({ $0["fix"] as? String }) {
      #expect(try Tool.run(["batch", "--dry-run", "-e", command, file]).status == 0)
    }
  }

  @Test("fixes are saved, and remaining findings are reported")
  func fix() throws {
    let outcome = try check("--fix")
    #expect(outcome.status == 1)
    #expect(
      lines(outcome) == [
        " fixed: rename 'A/ Äda' Äda",
        "6:5: A/Ada#2: the same entry as A/Ada#1 [duplicate-entry]",
        "7:5: A/Äda: 'Äda' is similar to A/Ada#1 [similar-label]",
        "10:3: B: the section has no entries [empty-section]",
      ])
    let fixed = Self.text.replacing(" Äda", with: "Äda")
    #expect(try content == fixed)
    #expect(try check("--fix", "--ignore=similar-label,empty-section,duplicate-entry").status == 0)
    #expect(try content == fixed)
    #expect(try check("--fix", "--unsafe-fixes", "--ignore=similar-label").status == 0)
    #expect(try !content.contains("<key>B</key>"))
    #expect(try content.matches(of: />Ada</).count == 1)
  }

  @Test("the printed commands do the same in a batch")
  func sameAsBatch() throws {
    let copy = try directory.write(Self.text, to: "copy.plist")
    let outcome = try check("--fix", "--unsafe-fixes")
    let commands = outcome.output.matches(of: /fixed: (.*)\n/).flatMap { ["-e", String($0.1)] }
    #expect(commands.count == 6)
    #expect(try Tool.run(["batch"] + commands + [copy]).status == 0)
    #expect(try content == String(contentsOfFile: copy, encoding: .utf8))
  }

  /// Two names under the wrong letter, one of which has no section, and two letters out of order.
  private static let letters = plist(
    """
    <array>
      <dict><key>title</key><string>B</string><key>items</key><array>
        <string>宝马</string><string>Bentley</string><string>长城</string><string>Bora</string>
      </array></dict>
      <dict><key>title</key><string>A</string><key>items</key><array>
        <string>奥迪</string><string>Alfa</string><string>Ähre</string><string>大众</string>
        <string>Astra</string>
      </array></dict>
      <dict><key>title</key><string>D</string><key>items</key><array>
        <string>东风</string><string>Daimler</string>
      </array></dict>
    </array>
    """)

  @Test("names under the wrong letter are found in any language, and moved")
  func letters() throws {
    let list = try directory.write(Self.letters, to: "letters.plist")
    for locale in ["C", "en_US.UTF-8", "zh_CN", "zh_TW", "ja_JP", "et_EE"] {
      let outcome = try Tool.run(["check", list], environment: ["LC_ALL": locale])
      #expect(outcome.status == 1)
      #expect(
        outcome.output.replacing(list + ":", with: "") == """
          3:25: B: section B belongs before D [section-order]
          4:48: B/长城: '长城' belongs to C, which is missing, not to B [wrong-section]
          7:66: A/大众: '大众' belongs to D, not to A [wrong-section]

          """, "\(locale)")
    }
    let swedish = try Tool.run(["check", "--locale=sv", "--select=wrong-section", list])
    #expect(swedish.output.contains("'Ähre' belongs to Ä, which is missing, not to A"))
    let unknown = try Tool.run(["check", "--locale=xq", list])
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("unknown locale 'xq'"))
    let json = try Tool.run(["check", "--json", "--select=wrong-section", list])
    #expect(
      json.output.contains(
        #""fix":"section insert C --before=D\nmove B/长城 to C --sorted","safe":true"#))

    let copy = try directory.write(Self.letters, to: "copy.plist")
    let fixed = try Tool.run(["check", "--fix", list])
    #expect(fixed.status == 0)
    let commands = fixed.output.matches(of: /fixed: (.*)\n/).map { String($0.1) }
    #expect(
      commands == [
        "section insert C --before=D", "move B/长城 to C --sorted", "move A/大众 to D --sorted",
        "section move B to D --before", "section move C to D --before",
      ])
    #expect(try Tool.run(["batch"] + commands.flatMap { ["-e", $0] } + [copy]).status == 0)
    #expect(
      try String(contentsOfFile: list, encoding: .utf8)
        == String(contentsOfFile: copy, encoding: .utf8))
    #expect(try Tool.run(["check", list]).status == 0)
    #expect(try Tool.run(["sections", list]).output == "A\t4\nB\t3\nC\t1\nD\t3\n")
  }

  @Test("a batch files a list under letters, and undoing gives back its bytes")
  func building() throws {
    let text = plist("<array>\r\n <string>b</string>\r\n <string>a</string>\r\n</array>")
    let list = try directory.write(text, to: "flat.plist")
    let trial = try Tool.run(["batch", "--dry-run", "-e", "section build", list])
    #expect(trial.output.contains("+ <dict>\r\n+  <key>title</key>\r\n"))
    #expect(try String(contentsOfFile: list, encoding: .utf8) == text)
    let lines = ["section build", "undo", "redo", "rename A/a aa", "undo 2"]
    let none = try Tool.run(["batch", "--fail-unchanged"] + lines.flatMap { ["-e", $0] } + [list])
    #expect(none.status == 1)
    #expect(try String(contentsOfFile: list, encoding: .utf8) == text)
    #expect(try Tool.run(["batch", "-e", "section build --title-key=letter", list]).status == 0)
    #expect(try Tool.run(["sections", list]).output == "A\t1\nB\t1\n")
    #expect(try Tool.run(["batch", "-e", "section build", list]).status == 0)
  }

  @Test("only selected findings are fixed")
  func selectedFix() throws {
    let outcome = try check("--fix", "--select=space-at-edge")
    #expect(outcome.status == 0)
    #expect(lines(outcome) == [" fixed: rename 'A/ Äda' Äda"])
    #expect(try content == Self.text.replacing(" Äda", with: "Äda"))
  }

  @Test("a trial prints commands and a diff that can be applied, and saves nothing")
  func dryRun() throws {
    let outcome = try check("--fix", "--dry-run", "--unsafe-fixes")
    #expect(outcome.status == 1)
    #expect(try content == Self.text)
    #expect(lines(outcome).first == " to fix: delete A/Ada#2")
    let patch = try directory.write(outcome.output, to: "fix.diff")
    #expect(
      try Tool.runOther(["patch", "-s", file, patch], environment: [:]).status == 0)
    let patched = try content
    _ = try directory.write(Self.text, to: "list.plist")
    _ = try check("--fix", "--unsafe-fixes")
    #expect(try content == patched)
  }

  @Test("JSON shows what was fixed")
  func jsonFix() throws {
    let outcome = try check(
      "--fix", "--unsafe-fixes", "--json", "--select=duplicate-entry")
    #expect(outcome.output == "{\"file\":\"\(file)\",\"fixed\":\"delete A/Ada#2\"}\n")
    #expect(outcome.status == 0)
  }

  @Test("the old file is kept if that is wanted")
  func backup() throws {
    #expect(try check("--fix", "--backup=.old").status == 1)
    #expect(try String(contentsOfFile: file + ".old", encoding: .utf8) == Self.text)
  }

  @Test("a file that cannot be read does not keep others from being fixed")
  func severalFiles() throws {
    let other = try directory.write(Self.text, to: "other.plist")
    let missing = directory.url.appending(path: "missing.plist").path()
    let outcome = try Tool.run(["check", "--fix", file, missing, other])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("cardex: \(missing)"))
    #expect(try content == String(contentsOfFile: other, encoding: .utf8))
    #expect(try content != Self.text)
  }

  @Test(
    "errors on the command line are reported, and nothing is changed",
    arguments: [
      (["--select=nonsense"], "unknown code 'nonsense'"),
      (["--ignore="], "unknown code ''"),
      (["--ignore=empty-section,"], "unknown code ''"),
      (["--dry-run"], "--dry-run requires --fix"),
      (["--unsafe-fixes"], "--unsafe-fixes requires --fix"),
      (["--backup"], "--backup requires --fix"),
      (["--fix", "--dry-run", "--json"], "--dry-run and --json cannot be used together"),
      (["--fix", "--dry-run", "--backup"], "--dry-run and --backup cannot be used together"),
      (["--fix", "-"], "standard input cannot be edited"),
      (["--fix", "--wait=soon"], "--wait takes a whole number"),
    ])
  func wrongUse(_ options: [String], _ message: String) throws {
    let outcome = try Tool.run(["check"] + options + [file])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(try content == Self.text)
  }

  @Test("pictures are looked for in folders and the folders in them")
  func pictures() throws {
    let list = try directory.write(
      plist(
        """
        <array>
          <dict><key>name</key><string>x </string><key>icon</key><string>bmw</string></dict>
          <dict><key>name</key><string>y</string><key>icon</key><string>audi.png</string></dict>
          <dict><key>name</key><string>z</string><key>icon</key><string>vw</string></dict>
        </array>
        """), to: "cars.plist")
    for path in ["one/bmw@2x.png", "one/deep/x.imageset/1.png", "two/vw.imageset/1.pdf"] {
      try directory.write("", to: path)
    }
    try FileManager.default.createSymbolicLink(
      atPath: directory("one/loop"), withDestinationPath: directory("one"))
    func missing(_ options: String...) throws -> [String] {
      let outcome = try Tool.run(["check", "--select=missing-picture"] + options + [list])
      #expect(outcome.status == (outcome.output.isEmpty ? 0 : 1))
      #expect(outcome.errors == "")
      return outcome.output.matches(of: /picture '(.*)' \[missing-picture\]/).map { String($0.1) }
    }
    let (one, two) = ("--pictures=" + directory("one"), "--pictures=" + directory("two"))
    #expect(try missing() == [])
    #expect(try missing(one) == ["audi.png", "vw"])
    #expect(try missing(one, two) == ["audi.png"])
    try directory.write("", to: "two/audi.png")
    #expect(try missing(one, two) == [])
    // What cannot be fixed is still reported, and no other finding is lost.
    let fixed = try Tool.run(["check", "--fix", one, list])
    #expect(fixed.status == 1)
    #expect(
      fixed.output.replacing(list + ":", with: "") == """
         fixed: set '/x ' name:string=x
        4:57: /y: there is no file for the picture 'audi.png' [missing-picture]
        5:57: /z: there is no file for the picture 'vw' [missing-picture]

        """)
  }

  @Test("a folder of pictures that cannot be read is an error", arguments: ["none", "list.plist"])
  func unreadablePictures(name: String) throws {
    for options in [[], ["--fix"]] {
      let outcome = try Tool.run(
        ["check", "--pictures=" + directory(name), "--ignore=empty-section"] + options + [file])
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("cardex: \(directory(name)): "), "\(outcome.errors)")
    }
    #expect(try content == Self.text)
  }

  @Test("a long list with as many findings is checked and fixed in linear time")
  func longList() throws {
    let entries = (0..<20_000).map { "<string> name \($0 / 2)</string>\n" }.joined()
    let long = try directory.write(plist("<array>\n\(entries)</array>"), to: "long.plist")
    #expect(try Tool.run(["check", long]).output.utf8.count(where: { $0 == 0x0A }) == 30_000)
    let outcome = try Tool.run(["check", "--fix", "--unsafe-fixes", long])
    #expect(outcome.status == 0)
    #expect(outcome.output.utf8.count(where: { $0 == 0x0A }) == 10_001)
    #expect(try Tool.run(["search", "-c", "name", long]).output == "10000\n")
  }
}
