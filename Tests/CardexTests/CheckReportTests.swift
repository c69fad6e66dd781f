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
    let version = tool["version"] as? String ?? ""
    #expect(try Tool.run(["--version"]).output.hasPrefix("cardex \(version)\n"))
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

  @Test("a directory that cannot be read is a finding")
  func unreadableDirectory() throws {
    try directory.write(Self.text, to: "tree/shut/a.plist")
    let shut = directory("tree/shut")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: shut)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: shut) }
    // The superuser may read everything, unless without capabilities.
    let prefix = geteuid() == 0 ? "setpriv --bounding-set=-all " : ""
    let outcome = try Tool.shell(
      "\(prefix)cardex check -r --format=github '\(directory("tree"))'")
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
    where !line.drop(while: { $0 == " " }).hasPrefix("#") {
      #expect(line.hasPrefix("- ") == hook.isEmpty && line.contains(": "))
      let parts = line.dropFirst(2).split(separator: ": ", maxSplits: 1).map(String.init)
      #expect(hook.updateValue(try #require(parts.last), forKey: parts[0]) == nil)
    }
    #expect(Set(hook.keys) == ["id", "name", "description", "entry", "args", "language", "files"])
    #expect(hook["id"] == "cardex-check")
    #expect(hook["language"] == "system")
    #expect(hook["args"] == #"["--"]"#, "a name may begin as an option does")
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

  @Test(
    "what is in the lists of a program needs no name, unless somebody says what that is",
    arguments: [
      // Read as entries, and as sections.
      (
        #"{"CFBundleURLTypes":[{"x":true},{"CFBundleURLName":"a"}],"b":[{"c":"d"}]}"#,
        "missing-label"
      ),
      (
        #"{"CFBundleName":"a","b":[{"c":["d"]},{"c":["e"],"CFBundleURLName":"f"}]}"#,
        "missing-title"
      ),
    ])
  func lists(json: String, code: String) throws {
    let codes = "--select=missing-label,missing-title"
    for name in ["Info.plist", "a.entitlements"] {
      let outcome = try run("--from=json", "--label=\(name)", codes, "-", input: json)
      #expect(outcome.output == "" && outcome.status == 0, "\(outcome)")
    }
    for other in ["--schema=none", "--label-key=CFBundleURLName"] {
      let outcome = try run("--from=json", "--label=Info.plist", codes, other, "-", input: json)
      #expect(outcome.output.contains("[\(code)]") && outcome.status == 1, "\(outcome)")
    }
  }

  /// The lines of the scripts of the action, with the names that begin each step.
  private func actionScripts() throws -> [String: String] {
    let path = Tool.package.appending(path: "action.yml")
    var (name, scripts) = ("", [String: String]())
    for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("    - name: ") {
        name = String(line.dropFirst(12))
      } else if line.hasPrefix("        "), !line.contains(": ${{") {
        scripts[name, default: ""] += line.dropFirst(8) + "\n"
      }
    }
    return scripts
  }

  @Test("the action for GitHub makes annotations of what is new in its files")
  func action() throws {
    let scripts = try actionScripts()
    let script = try #require(scripts["Check"])
    let install = try #require(scripts["Fetch or build cardex unless it is installed"])
    let action = ["GITHUB_ACTION_PATH": Tool.package.path(), "REPOSITORY": "", "TAG": ""]
    #expect(try Tool.shell("bash -e <<'EOF'\n\(install)EOF", environment: action).status == 0)
    try directory.write(Self.text, to: "a b/old.plist")
    try directory.write(plist("<array><string>1999-02-29</string></array>"), to: "other.txt")
    func check(_ environment: [String: String]) throws -> Tool.Outcome {
      let inputs = ["FILES": "", "SINCE": "", "OPTIONS": ""].merging(environment) { $1 }
      return try Tool.shell(
        "cd '\(directory.url.path())'; bash -e <<'EOF'\n\(script)EOF", environment: inputs)
    }
    _ = try Tool.shell(
      """
      cd '\(directory.url.path())'; git init -q . && git add . \
      && git -c user.name=n -c user.email=e commit -q -m old
      """)
    let all = try check(["FILES": "a b\n\nother.txt\n"])
    #expect(all.output.split(separator: "\n").count == 3 && all.status == 1, "\(all)")
    #expect(all.output.hasPrefix("::warning file=a b/old.plist,line="), "\(all)")
    let chosen = try check(["FILES": ".", "OPTIONS": "--select=duplicate-entry --no-config"])
    #expect(chosen.output.split(separator: "\n").count == 1 && chosen.status == 1, "\(chosen)")
    let new = try check(["FILES": "a b\nother.txt", "SINCE": "HEAD"])
    #expect(new.output == "" && new.errors == "" && new.status == 0, "\(new)")
  }

  @Test(
    "findings that were there in a revision are not reported, wherever they are by now",
    arguments: [
      // Lines before it, another place, another label.
      ("<string>x</string>", "<string>w</string>\n<string>x</string>", [String]()),
      ("<string>x</string>\n\(bad)", "\(bad)\n<string>x</string>", []),
      // Another one, before and after it, and in a field of the same entry.
      ("<string>x</string>", "<string>1999-02-30</string>", ["/1999-02-30"]),
      ("</array>", "<string>1999-02-30</string></array>", ["/1999-02-30"]),
      (
        "<key>day</key><string>2023-02-30</string>",
        "<key>day</key><string>2023-02-30</string><key>end</key><string>2023-02-31</string>",
        ["/Ada"]
      ),
      (
        "<key>day</key><string>2023-02-30</string>",
        "<key>day</key><string>2023-02-28</string><key>end</key><string>2023-02-31</string>",
        ["/Ada"]
      ),
      // Gone, and another one at its place.
      (bad, "", []), ("\(bad)\n<dict>", "<dict>", []),
      // Changed to another one.
      (bad, "<string>2001-02-30</string>", []),
      // The same twice.
      (bad, "\(bad)\(bad)", ["/2000-02-30#2"]),
    ])
  func since(old: String, new: String, addresses: [String]) throws {
    let list = plist(
      """
      <array>
      <string>x</string>
      \(Self.bad)
      <dict><key>name</key><string>Ada</string><key>day</key><string>2023-02-30</string></dict>
      </array>
      """)
    let changed = list.replacing(old, with: new, maxReplacements: 1)
    let file = try directory.write(list, to: "sub/a.plist")
    let repository = directory.url.path()
    let commit = try Tool.shell(
      """
      cd '\(repository)'; git init -q . && git add . \
      && git -c user.name=n -c user.email=e commit -q -m old
      """)
    #expect(commit.status == 0)
    #expect(try run("--since=HEAD", file).output == "")
    try directory.write(changed, to: "sub/a.plist")
    let outcome = try run("--since=HEAD", "--select=impossible-date", "--json", file)
    let found = try outcome.output.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["address"] as? String
    }
    #expect(found == addresses)
    #expect(outcome.status == (addresses.isEmpty ? 0 : 1))
  }

  private static let bad = "<string>2000-02-30</string>"

  @Test("all findings are new in a file that a revision has not, or not as a property list")
  func sinceWithout() throws {
    let file = try directory.write(Self.text, to: "a.plist")
    let other = try directory.write("<plist>", to: "b.plist")
    try directory.write("x", to: "c")
    let commit = try Tool.shell(
      """
      cd '\(directory.url.path())'; ln -s c d.plist; git init -q . && git add b.plist c d.plist \
      && git -c user.name=n -c user.email=e commit -q -m old; rm d.plist; cp a.plist b.plist
      cp a.plist d.plist
      """)
    #expect(commit.status == 0)
    for file in [file, other, directory("d.plist")] {
      #expect(try run("--since=HEAD", file) == run(file))
    }
  }

  @Test(
    "what has no such revision is an error",
    arguments: [
      (["--since=none", "a.plist"], "cardex: a.plist: its repository has no revision 'none'\n"),
      (["--since=-v", "a.plist"], "cardex: '-v' is not a revision\n"),
      (["--since=", "a.plist"], "cardex: '' is not a revision\n"),
      (["--since=HEAD", "-"], "cardex: (standard input): only files have revisions\n"),
      (["--since=HEAD", "../b.plist"], "cardex: ../b.plist: not a git repository"),
      (["--since=HEAD", "--fix", "a.plist"], "cardex: --since and --fix cannot be used together"),
    ])
  func sinceErrors(_ arguments: [String], _ message: String) throws {
    try directory.write(Self.text, to: "r/a.plist")
    try directory.write(Self.text, to: "b.plist")
    let words = arguments.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try Tool.shell(
      """
      cd '\(directory("r"))' && git init -q . && git add . \
      && git -c user.name=n -c user.email=e commit -q -m old && cardex check \(words) <a.plist
      """, environment: ["GIT_CEILING_DIRECTORIES": directory.url.path()])
    #expect(outcome.status == 2 && outcome.errors.hasPrefix(message), "\(outcome)")
    #expect(outcome.output == "")
  }

  private static let hasPreCommit =
    (try? Tool.runOther(["pre-commit", "--version"], environment: [:]))?
    .status == 0

  @Test("pre-commit runs the hook", .enabled(if: hasPreCommit, "it needs pre-commit"))
  func preCommit() throws {
    let repository = directory("repository")
    try directory.write(Self.text, to: "repository/a.plist")
    try directory.write(Self.text, to: "repository/-n.plist")
    let package = Tool.package.path()
    let outcome = try Tool.shell(
      """
      cd '\(repository)' && git init -q . && git add . \
      && mkdir '\(directory("hooks"))' && cp '\(package)/.pre-commit-hooks.yaml' '\(directory("hooks"))' \
      && (cd '\(directory("hooks"))' && git init -q . && git add . \
        && git -c user.name=n -c user.email=e commit -q -m hooks) \
      && pre-commit try-repo '\(directory("hooks"))' cardex-check --all-files
      """, environment: ["PRE_COMMIT_HOME": directory("home")])
    for name in ["a.plist", "-n.plist"] {
      #expect(outcome.output.contains("\(name):5:1: /2023-02-30"), "\(outcome)")
    }
    #expect(outcome.status == 1)
  }
}
