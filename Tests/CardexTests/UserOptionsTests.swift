import Foundation
import TestHelpers
import Testing

/// Options in `config` of the user's settings.
@Suite struct UserOptionsTests {
  private let directory: TemporaryDirectory
  private let file: String

  init() throws {
    directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      at: directory.url.appending(path: "cardex"), withIntermediateDirectories: true)
    file = directory("cardex/config")
  }

  private func run(_ arguments: [String], with config: String) throws -> Tool.Outcome {
    try Data(config.utf8).write(to: URL(filePath: file))
    return try Tool.run(
      arguments, environment: ["XDG_CONFIG_HOME": directory.path])
  }

  static let used: [(config: String, arguments: [String], expected: [String])] = [
    ("search --readings", ["search", "aodi"], ["--readings"]),
    ("# c\n\n  search --readings # c\r\nshow --grouped\n", ["search", "aodi"], ["--readings"]),
    ("search -n\nsearch --readings\n", ["search", "aodi"], ["-n", "--readings"]),
    ("search \\\n  -n --readings", ["search", "aodi"], ["-n", "--readings"]),
    ("search --format='{position} {label}'", ["search", "奥"], ["--format={position} {label}"]),
    ("search --format $'{label}\\u{21}'", ["search", "奥"], ["--format={label}!"]),
    ("search --case-sensitive", ["search", "ds", "-i"], ["-i"]),
    ("search -m1", ["search", "奔", "-m2"], ["-m2"]),
    ("show --collapsed", ["show"], ["--collapsed"]),
    ("sections --strip", ["sections"], ["--strip"]),
    ("check --ignore=duplicate-label", ["check"], ["--ignore=duplicate-label"]),
    ("info --flat", ["info"], ["--flat"]),
    ("show --collapsed", ["search", "奥"], []),
    ("search --in=label", ["search", "--field=icon", "m_"], ["--field=icon"]),
    ("search --titles=no", ["search", "--in=label", "奥"], ["--in=label"]),
    ("search --page-size=2", ["search", "-c", "奥"], ["-c"]),
    ("search --page-size=2", ["search", "奥"], ["--page-size=2"]),
    ("search --readings", ["search", "-E", "^奥"], ["-E"]),
    ("search -E", ["search", "--readings", "aodi"], ["--readings"]),
    ("search -n -C1", ["search", "--format={label}", "奥"], ["--format={label}"]),
    ("search --by-letter --json", ["search", "-c", "奥"], ["-c"]),
    ("search --json", ["search", "-o", "奥"], ["-o"]),
    ("show --collapsed", ["show", "--depth=1"], ["--depth=1"]),
    ("show --fields", ["show", "--json"], ["--json"]),
    ("sections --json", ["sections", "--strip"], ["--strip"]),
  ]

  @Test("options there are like those of the command line, which come after them", arguments: used)
  func options(used: (config: String, arguments: [String], expected: [String])) throws {
    let arguments = used.arguments + ["cars_total.plist"]
    let outcome = try run(arguments, with: used.config)
    let expected = try Tool.run(
      [arguments[0]] + used.expected + arguments.dropFirst())
    #expect(outcome.output == expected.output)
    #expect(outcome.errors == expected.errors)
    #expect(outcome.status == expected.status)
  }

  @Test("--no-config, help and commands that edit ignore the file")
  func ignored() throws {
    let wrong = "nonsense"
    for arguments in [
      ["search", "--no-config", "奥", "cars_total.plist"], ["search", "--help"],
      ["search", "--version"], ["--help"], ["help", "--completions=bash"], ["help", "search"],
      ["shell", "--no-config", "cars_total.plist"], ["shell", "cars_total.plist"],
      ["batch", "-n", "-e", "delete A/奥迪", "cars_total.plist"],
      ["check", "--fix", "-n", "cars_total.plist"],
      ["delete", "-n", "cars_total.plist", "A/奥迪"], ["move", "--help"],
      ["new", "/nonexistent/a.plist"],
    ] {
      let outcome = try run(arguments, with: wrong)
      let expected = try Tool.run(arguments)
      #expect(outcome.output == expected.output, "\(arguments)")
      #expect(outcome.errors == expected.errors, "\(arguments)")
      #expect(outcome.status == expected.status, "\(arguments)")
    }
  }

  static let mistakes: [(config: String, message: String)] = [
    ("serch -n", "1:1: unknown command 'serch'\ncardex: did you mean 'search'?"),
    (
      "\n\tbatch -n",
      "2:2: 'batch' takes its options only from the command line\ncardex: commands here: "
        + "search, show, sections, browse, info, check, index"
    ),
    ("search -n --nonsense -c", "1:11: unknown option --nonsense"),
    ("show --collapsed\nsearch -n奥", "2:8: unknown option"),
    ("search -n -Z", "1:11: unknown option -Z"),
    ("search -n -m", "1:11: option -m needs an argument"),
    ("search -n -m x -c", "1:14: --max-count takes a whole number of 0 or more, not 'x'"),
    ("search -n 奥 -c", "1:11: '奥' is not an option"),
    ("search -n \\\n 奥", "2:2: '奥' is not an option"),
    ("index list", "1:7: 'list' is not an option"),
    ("search --titles=all", "1:8: --titles takes 'yes', 'no' or 'only', not 'all'"),
    ("show --style none", "1:14: --style takes"), ("show --color=red", "1:6: --color takes"),
    ("check --ignore=zzz", "1:7: unknown code 'zzz'"),
    ("search --format={", "1:8: --format '{': "),
    ("check --fix", "1:7: --fix can be given only on the command line"),
    ("search -n -e a", "1:14: --regexp can be given only on the command line"),
    ("search --no-config", "1:8: --no-config can be given only on the command line"),
    ("search --help", "1:8: --help can be given only on the command line"),
    ("show --collapsed --depth=2", "1:18: --collapsed and --depth cannot be used together"),
    ("search 'a", "1:8: the quote ' is not closed"),
    ("search -n\nsearch \\", "2:8: backslash at the end of the script"),
  ]

  @Test("a mistake is an error with its place, whatever reads the file", arguments: mistakes)
  func mistake(wrong: (config: String, message: String)) throws {
    for arguments in [["search", "奥"], ["info"]] {
      let outcome = try run(arguments + ["cars_total.plist"], with: wrong.config)
      #expect(outcome.errors.hasPrefix("cardex: \(file):\(wrong.message)"), "\(outcome.errors)")
      #expect(outcome.output == "")
      #expect(outcome.status == 2)
    }
  }

  @Test("a directory in place of the file is an error; nothing there is none")
  func files() throws {
    let environment = ["XDG_CONFIG_HOME": directory.path]
    let arguments = ["search", "奥迪", "cars_total.plist"]
    #expect(try Tool.run(arguments, environment: environment).status == 0)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    let outcome = try Tool.run(arguments, environment: environment)
    #expect(outcome.errors == "cardex: \(file): not a regular file\n")
    #expect(outcome.status == 2)
  }
}
