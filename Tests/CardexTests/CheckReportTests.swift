import Foundation
import TestHelpers
import Testing

@testable import CardexCommand

/// What `cardex check` reports to other programs, and on which files.
@Suite struct CheckReportTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A duplicate entry, and a text with signs that mean something in workflow commands.
  private static let text = plist(
    "<array>\n<string>a%, b</string>\n<string>a%, b</string>\n<string>2023-02-30</string></array>")

  private func run(
    _ arguments: String..., input: String? = nil, environment: [String: String] = [:]
  ) throws -> Tool.Outcome {
    try Tool.run(
      ["check"] + arguments, input: input.map { Data($0.utf8) }, environment: environment)
  }

  @Test("findings are warnings in workflow commands, and files that cannot be read are errors")
  func github() throws {
    let file = try directory.write(Self.text, to: "a:b, 100%.plist")
    let broken = try directory.write("<plist>\n<array>", to: "broken.plist")
    let outcome = try run("--format=github", file, broken, directory("none"))
    let name = directory("a%3Ab%2C 100%25.plist")
    #expect(
      outcome.output.split(separator: "\n").prefix(2) == [
        "::warning file=\(name),line=4,col=1,title=duplicate-entry::"
          + "/a%25, b#2: the same entry as /a%25, b#1",
        "::warning file=\(name),line=5,col=1,title=impossible-date::"
          + "/2023-02-30: '2023-02-30' is a date that does not exist",
      ])
    #expect(outcome.output.contains("\n::error file=\(broken),line=2,col=8,title=error::"))
    #expect(
      outcome.output.hasSuffix(
        "\n::error file=\(directory("none")),title=error::No such file or directory\n"))
    #expect(outcome.status == 2)
    #expect(try run("--format=github", file).status == 1)
  }

  @Test("a place in a binary file is in the message, since annotations have lines")
  func binary() throws {
    let file = try directory.write(Self.text, to: "a.plist")
    let binary = directory("b.plist")
    #expect(try Tool.run(["convert", "--to=binary", "-o", binary, file]).status == 0)
    let outcome = try run("--format=github", "--select=impossible-date", binary)
    #expect(
      outcome.output.wholeMatch(
        of: /::warning file=[^,]*,title=impossible-date::\/2023-02-30: byte \d+: '.*\n/) != nil)
    let log = try log(run("--format=sarif", "--select=impossible-date", binary))
    #expect(try #require(log.results.first?.region)["byteOffset"] is Int)
  }

  /// The parts of a log that are tested.
  private struct Log {
    let run: [String: Any]
    let results: [Result]

    struct Result {
      let object: [String: Any]
      let file: String
      let region: [String: Any]?
    }
  }

  /// Checks what the schema of SARIF 2.1.0 requires of what there is in a log.
  private func log(_ outcome: Tool.Outcome) throws -> Log {
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let log = try #require(object as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    #expect((log["$schema"] as? String)?.contains("sarif-2.1.0") == true)
    #expect(Set(log.keys) == ["$schema", "version", "runs"])
    let runs = try #require(log["runs"] as? [[String: Any]])
    let run = try #require(runs.first)
    #expect(runs.count == 1)
    #expect(Set(run.keys) == ["tool", "columnKind", "results", "invocations"])
    #expect(run["columnKind"] as? String == "unicodeCodePoints")
    let tool = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(tool["name"] as? String == "cardex")
    #expect("cardex \(tool["version"] as? String ?? "")\n" == (try Tool.run(["--version"]).output))
    let rules = try #require(tool["rules"] as? [[String: Any]])
    let codes = rules.compactMap { $0["id"] as? String }
    #expect(codes.count == rules.count && Set(codes).count == codes.count)
    for rule in rules {
      let text = (rule["shortDescription"] as? [String: Any])?["text"] as? String
      #expect(text?.hasSuffix(".") == true)
    }
    let invocations = try #require(run["invocations"] as? [[String: Any]])
    #expect(invocations.first?["executionSuccessful"] as? Bool == (outcome.status != 2))
    let results = try #require(run["results"] as? [[String: Any]]).map { result in
      #expect(codes.contains(result["ruleId"] as? String ?? ""))
      let isError = result["ruleId"] as? String == "error"
      #expect(result["level"] as? String == (isError ? "error" : "warning"))
      #expect((result["message"] as? [String: Any])?["text"] is String)
      let known: Set = ["ruleId", "level", "message", "locations", "properties"]
      #expect(Set(result.keys).isSubset(of: known))
      let locations = try #require(result["locations"] as? [[String: Any]])
      let location = try #require(locations.first)
      #expect(Set(location.keys).isSubset(of: ["physicalLocation", "logicalLocations"]))
      let place = try #require(location["physicalLocation"] as? [String: Any])
      let region = place["region"] as? [String: Any]
      for (key, value) in region ?? [:] {
        #expect(["startLine", "startColumn", "byteOffset"].contains(key))
        #expect((value as? Int ?? 0) >= 1)
      }
      let uri = (place["artifactLocation"] as? [String: Any])?["uri"] as? String
      return Log.Result(object: result, file: try #require(uri), region: region)
    }
    return Log(run: run, results: results)
  }

  @Test("one log in SARIF has the findings of all files, and why others cannot be read")
  func sarif() throws {
    let file = try directory.write(Self.text, to: "a:b ü%.plist")
    let broken = try directory.write("<plist>\n<array>", to: "broken.plist")
    let log = try log(run("--format=sarif", file, broken, file))
    let name = "file://" + directory("a%3Ab%20%C3%BC%25.plist")
    #expect(log.results.map(\.file) == [name, name, "file://" + broken, name, name])
    #expect(log.results[0].region as? [String: Int] == ["startLine": 4, "startColumn": 1])
    #expect(log.results[2].region?["startLine"] as? Int == 2)
    let properties = log.results.map { $0.object["properties"] as? [String: Any] }
    #expect(properties[0]?["fix"] as? String == "delete '/a%, b#2'")
    #expect(properties[0]?["safe"] as? Bool == false)
    #expect(properties[1] == nil)
    #expect(URL(string: name)?.path() == directory("a%3Ab%20%C3%BC%25.plist"))
  }

  @Test("a log without findings is a log")
  func emptyLog() throws {
    let file = try directory.write(plist("<array><string>a</string></array>"), to: "a.plist")
    let outcome = try run("--format=sarif", file)
    #expect(outcome.status == 0)
    #expect(try log(outcome).results.isEmpty)
  }

  @Test("the last form that is given counts, and each is as long ago")
  func forms() throws {
    let file = try directory.write(Self.text, to: "a.plist")
    let text = try run(file)
    #expect(try run("--format=text", file) == text)
    #expect(try run("--json", "--format=text", file) == text)
    let json = try run("--json", file)
    #expect(json.output.hasPrefix("{\"file\":"))
    #expect(try run("--format=json", file) == json)
    #expect(try run("--format=sarif", "--json", file) == json)
    // Settings name another form than the command line.
    let settings = try directory.write("check --format=github", to: "cardex/config")
    let environment = ["XDG_CONFIG_HOME": directory.url.path()]
    #expect(settings.hasSuffix("cardex/config"))
    #expect(try run(file, environment: environment).output.hasPrefix("::warning "))
    #expect(try run("--json", file, environment: environment) == json)
    try directory.write("check --format=xml", to: "cardex/config")
    #expect(try run(file, environment: environment).errors.contains("--format takes 'text'"))
  }

  @Test(
    "errors on the command line",
    arguments: [
      (["--format=xml"], "--format takes 'text', 'json', 'github' or 'sarif', not 'xml'"),
      (["--fix", "--format=sarif"], "--fix and --format=sarif cannot be used together"),
      (["--fix", "--format=github"], "--fix and --format=github cannot be used together"),
      (["--fix", "-n", "--format=json"], "--dry-run and --json cannot be used together"),
      (["--schema=Info"], "--schema takes 'auto', 'none', 'info', 'entitlements', 'privacy' or"),
    ])
  func wrongUse(_ options: [String], _ message: String) throws {
    let file = try directory.write(Self.text, to: "a.plist")
    let outcome = try Tool.run(["check"] + options + [file])
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test("property lists in directories are checked, others are not")
  func recursive() throws {
    for name in ["a.plist", "in/b.plist", "in/deep/noending"] {
      try directory.write(Self.text, to: "tree/" + name)
    }
    try directory.write("no list", to: "tree/in/readme.txt")
    let tree = directory("tree")
    let outcome = try run("-r", "--select=impossible-date", tree)
    let files = outcome.output.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }
    #expect(files == ["/a.plist", "/in/b.plist", "/in/deep/noending"].map { tree + $0 })
    #expect(outcome.status == 1)
    let plain = try run(tree)
    #expect(plain.status == 2)
    let fixed = try run("-r", "--fix", "--unsafe-fixes", "--select=duplicate-entry", tree)
    #expect(fixed.status == 0)
    #expect(try run("-r", "--select=duplicate-entry", tree).output == "")
  }

  @Test("a directory that cannot be read is a finding", .enabled(if: geteuid() != 0))
  func unreadableDirectory() throws {
    try directory.write(Self.text, to: "tree/shut/a.plist")
    let shut = directory("tree/shut")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: shut)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: shut) }
    let outcome = try run("-r", "--format=github", directory("tree"))
    #expect(outcome.output == "::error file=\(shut),title=error::Permission denied\n")
    #expect(outcome.errors == "cardex: \(shut): Permission denied\n")
    #expect(outcome.status == 2)
  }

  @Test("standard input has the name that it is given")
  func label() throws {
    let outcome = try run(
      "--label=x/Info.plist", "-",
      input: plist("<dict><key>CFBundelVersion</key><string>1</string></dict>"))
    #expect(
      outcome.output == """
        x/Info.plist:2:7: the key '.CFBundelVersion' is nearly 'CFBundleVersion' [near-key]

        """)
  }

  @Test(
    "the kind of a file is told by its name, or given",
    arguments: [
      ("Info.plist", [], true), ("App-Info.plist", [], true), ("a.plist", [], false),
      ("a.plist", ["--schema=info"], true), ("Info.plist", ["--schema=none"], false),
      ("Info.plist", ["--schema=privacy"], false), ("a.plist", ["--schema=auto"], false),
    ])
  func schema(_ name: String, _ options: [String], _ isFound: Bool) throws {
    let file = try directory.write(
      plist("<dict><key>LSUIElement</key><integer>1</integer></dict>"), to: name)
    let outcome = try Tool.run(["check"] + options + [file])
    #expect(outcome.output.contains("[wrong-type]") == isFound)
    #expect(outcome.status == (isFound ? 1 : 0))
    // What cannot be fixed is reported again.
    let fixed = try Tool.run(["check", "--fix"] + options + [file])
    #expect(fixed.output == outcome.output)
  }

  @Test("the shell knows the keys of the file, too")
  func shell() throws {
    let file = try directory.write(
      plist("<dict><key>LSUIElement</key><integer>1</integer></dict>"), to: "Info.plist")
    let outcome = try Tool.run(["shell", file], input: Data("check\n".utf8))
    #expect(outcome.output.contains("'.LSUIElement' is integer, not boolean or string"))
  }

  @Test("the hook for pre-commit runs a command that there is, on names of property lists")
  func hook() throws {
    let path = Tool.package.appending(path: ".pre-commit-hooks.yaml")
    var hook: [String: String] = [:]
    for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
    where !line.hasPrefix("#") {
      #expect(line.hasPrefix("- ") == hook.isEmpty && line.contains(": "))
      let parts = line.dropFirst(2).split(separator: ": ", maxSplits: 1).map(String.init)
      #expect(hook.updateValue(try #require(parts.last), forKey: parts[0]) == nil)
    }
    #expect(Set(hook.keys) == ["id", "name", "description", "entry", "language", "files"])
    #expect(hook["id"] == "cardex-check")
    #expect(hook["language"] == "system")
    let pattern = try Regex(try #require(hook["files"]))
    for name in ["a/Info.plist", "b.entitlements", "PrivacyInfo.xcprivacy"] {
      #expect(name.contains(pattern))
    }
    #expect(!"a.plist.txt".contains(pattern))
    let file = try directory.write(Self.text, to: "a.plist")
    let words = try #require(hook["entry"]).split(separator: " ").map(String.init)
    #expect(words[0] == "cardex")
    #expect(try Tool.run(words.dropFirst() + [file]) == run(file))
  }

  private static let hasPreCommit =
    (try? Tool.runOther(["pre-commit", "--version"], environment: [:]))?
    .status == 0

  @Test("pre-commit runs the hook", .enabled(if: hasPreCommit, "it needs pre-commit"))
  func preCommit() throws {
    let repository = directory("repository")
    try directory.write(Self.text, to: "repository/a.plist")
    let package = Tool.package.path()
    let outcome = try Tool.shell(
      """
      cd '\(repository)' && git init -q . && git add . \
      && mkdir '\(directory("hooks"))' && cp '\(package)/.pre-commit-hooks.yaml' '\(directory("hooks"))' \
      && (cd '\(directory("hooks"))' && git init -q . && git add . \
        && git -c user.name=n -c user.email=e commit -q -m hooks) \
      && pre-commit try-repo '\(directory("hooks"))' cardex-check --all-files
      """, environment: ["PRE_COMMIT_HOME": directory("home")])
    #expect(outcome.output.contains("a.plist:5:1: /2023-02-30"), "\(outcome)")
    #expect(outcome.status == 1)
  }
}
