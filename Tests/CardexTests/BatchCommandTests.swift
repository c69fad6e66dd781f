import Foundation
import TestHelpers
import Testing

@testable import CardexCommand

/// `cardex batch`, run as a user runs it.
@Suite struct BatchCommandTests {
  private let directory: TemporaryDirectory
  private let file: String
  private let original: Data

  init() throws {
    directory = try TemporaryDirectory()
    original = try Data(contentsOf: Tool.data.appending(path: "cars_total.plist"))
    file = try directory.write(original, to: "cars.plist")
  }

  private var content: Data { get throws { try Data(contentsOf: URL(filePath: file)) } }

  private func batch(_ arguments: [String], input: String? = nil) throws -> Tool.Outcome {
    try Tool.run(["batch"] + arguments + [file], input: input.map { Data($0.utf8) })
  }

  private func search(_ pattern: String) throws -> String {
    try Tool.run(["search", "-x", pattern, file]).output
  }

  @Test("scripts, commands and standard input are run in the order given")
  func sources() throws {
    let script = try directory.write("insert A Second\n", to: "a.cardex")
    let outcome = try batch(
      ["-e", "insert A First", "-f", script, "-f", "-", "-e", "show A/#-1"],
      input: "# by hand\n\ninsert A \\\n  Third\n")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("   1  A/Third\n"))
    #expect(try search("First") == "A/First\n")
    #expect(try batch([], input: "delete A/First A/Second A/Third\n").status == 0)
    #expect(try content == original)
  }

  @Test("addresses that search prints are words of a script, whatever the labels are")
  func searchedAddresses() throws {
    let labels = [
      "a b", "it's", "\"", "'\"", "a/b", "#1", "x#1", "x", "x", "x#2", "a\nb", "\\", "\\n", "-v",
      "--",
      "", "", "=", "a=b", ":b", "to", "all", ".", "$", "7", "a\\ b", "\t", "é", "e\u{301}",
      "\u{202E}",
      "{}", "#", "\\#1", "a#", "option", "café #2", "'", "$'x'",
    ]
    let entries = labels.map { label in
      let text = label.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      return "<dict><key>name</key><string>\(text)</string><key>n</key><integer>1</integer></dict>"
    }.joined(separator: "\n")
    let sections = ["-s", "B", "B", "7", ""].map { title in
      "<dict><key>title</key><string>\(title)</string><key>items</key><array>\(entries)</array></dict>"
    }
    // So that an entry with an empty name has no label.
    let key = "--label-key=name"
    for options in [[], ["--no-index"]] {
      try Data("<plist><array>\(sections.joined())</array></plist>".utf8).write(
        to: URL(filePath: file))
      _ = try Tool.run(["index", "build", key, file])
      let script = try Tool.run(
        ["search", key] + options + ["--format", "set {address} n={line}", "", file])
      #expect(script.output.split(separator: "\n").count == labels.count * sections.count)
      let outcome = try batch([key], input: script.output)
      #expect(outcome.errors == "")
      #expect(outcome.status == 0)
      let numbers = try Tool.run(["search", key, "--format", "{n} {line}", "", file]).output
      #expect(
        numbers.split(separator: "\n").allSatisfy { line in
          let words = line.split(separator: " ")
          return words[0] == words[1]
        })
    }
    // From the last to the first, since deleting changes the numbers of those that follow.
    let script = try Tool.run(["search", key, "--format", "delete {address}", "", file]).output
    let lines = script.split(separator: "\n").reversed().joined(separator: "\n")
    #expect(try batch([key], input: lines + "\n").status == 0)
    #expect(try Tool.run(["search", key, "-c", "", file]).output == "0\n")
  }

  @Test("a script is checked whole before anything runs")
  func checkedFirst() throws {
    let script = try directory.write(
      "show A\ninsert A New\nfrobnicate B\n", to: "wrong.cardex")
    let outcome = try batch(["-f", script])
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("cardex: \(script):3:1: "))
    #expect(outcome.errors.contains("frobnicate"))
    #expect(try content == original)
  }

  @Test(
    "what is wrong with a script names script, line and column",
    arguments: [
      ("insert A \"x\nshow", "1:10: "), ("show A\n  move A/#1 B", "2:"),
      ("show A\nshow --pages", "2:6: "), ("a\u{0}b", "1:2: "), ("\nshow \\", "2:"),
    ])
  func syntax(_ text: String, _ place: String) throws {
    let outcome = try batch([], input: text)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("cardex: (standard input):\(place)"), "\(outcome.errors)")
  }

  @Test("a script that is not UTF-8 is refused, whether a file or on standard input")
  func otherEncoding() throws {
    let text = Data("show A\ninsert A Caf".utf8) + [0xE9]
    let script = try directory.write(text, to: "latin.cardex")
    let outcomes = try [
      Tool.run(["batch", "-f", script, file]), Tool.run(["batch", file], input: text),
    ]
    for outcome in outcomes {
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains(":2:13: invalid UTF-8"))
    }
    #expect(try content == original)
  }

  @Test("if the thirtieth of forty commands fails, the file stays as it is")
  func allOrNothing() throws {
    var lines = (1...40).map { "insert A Car\($0)" }
    lines[29] = "delete A/Nothing"
    let script = try directory.write(lines.joined(separator: "\n"), to: "forty.cardex")
    let outcome = try batch(["-f", script])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("cardex: \(script):30: no section or entry 'Nothing' in 'A'"))
    #expect(try content == original)
    let others = try batch(["--keep-going", "-f", script])
    #expect(others.status == 2)
    #expect(others.errors.hasPrefix("cardex: \(script):30: "))
    #expect(try search("Car29") == "A/Car29\n")
    #expect(try search("Car40") == "A/Car40\n")
  }

  @Test(
    "what changes nothing leaves the file untouched, and exits with 1 only if that is asked for")
  func nothing() throws {
    let date = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
    for script in [
      "show A", "find Car", "", "insert A x\nundo", "move A/#1 to A/#1", "delete --all zzz",
    ] {
      #expect(try batch([], input: script).status == 0, "\(script)")
      #expect(try batch(["--fail-unchanged"], input: script).status == 1, "\(script)")
    }
    #expect(
      try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date == date)
  }

  @Test("a dry run prints a diff that patch applies, and changes nothing")
  func dryRun() throws {
    let commands = [
      "-e", "insert B 'A & B <c>' icon=x.png --first", "-e", "move A/#1 to M", "-e",
      "section sort M",
      "-e", "delete --all 汽车",
    ]
    let outcome = try batch(["--dry-run"] + commands)
    #expect(outcome.status == 0)
    #expect(try content == original)
    let copy = try directory.write(original, to: "copy.plist")
    let diff = try directory.write(outcome.output, to: "change.diff")
    #expect(try Tool.shell("patch -s '\(copy)' '\(diff)'").status == 0)
    #expect(try batch(commands).status == 0)
    #expect(try content == Data(contentsOf: URL(filePath: copy)))
    #expect(try batch(["--dry-run", "--fail-unchanged", "-e", "show A"]).status == 1)
  }

  @Test("--output writes another file and leaves the original alone")
  func output() throws {
    let other = directory.url.appending(path: "other.plist").path()
    #expect(try batch(["--output", other, "-e", "delete A/#1"]).status == 0)
    #expect(try content == original)
    #expect(try Data(contentsOf: URL(filePath: other)) != original)
    #expect(
      try batch(["-o", "-", "-e", "delete A/#1"]).output
        == String(contentsOfFile: other, encoding: .utf8))
    #expect(try batch(["--output", other, "--dry-run", "-e", "delete A/#1"]).status == 2)
    #expect(try batch(["--output", other, "--backup", "-e", "delete A/#1"]).status == 2)
  }

  @Test("--backup keeps the old file", arguments: [("--backup", "~"), ("--backup=.old", ".old")])
  func backup(_ option: String, _ suffix: String) throws {
    #expect(try batch([option, "-e", "delete A/#1"]).status == 0)
    #expect(try Data(contentsOf: URL(filePath: file + suffix)) == original)
    #expect(try content != original)
  }

  @Test("a file with other hard links is replaced only on request")
  func hardLinks() throws {
    let other = directory.url.appending(path: "link.plist").path()
    try FileManager.default.linkItem(atPath: file, toPath: other)
    let outcome = try batch(["-e", "delete A/#1"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("hard links"))
    #expect(try content == original)
    #expect(try batch(["--break-links", "-e", "delete A/#1"]).status == 0)
    #expect(try content != original)
    #expect(try Data(contentsOf: URL(filePath: other)) == original)
  }

  @Test("a symbolic link stays one, and its file is replaced")
  func symbolicLink() throws {
    let link = directory.url.appending(path: "link.plist").path()
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    #expect(try Tool.run(["batch", "-e", "delete A/#1", link]).status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    #expect(try content != original)
  }

  @Test("commands about files are not for scripts", arguments: ["save", "save as x", "refresh"])
  func files(_ command: String) throws {
    let outcome = try batch(["-e", "delete A/#1", "-e", command])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("-e #2:1:1: '\(command.prefix(4))"))
    #expect(try content == original)
  }

  @Test("quit ends a script, but not with edits that would be lost")
  func quit() throws {
    #expect(try batch(["-e", "show A/#1", "-e", "quit", "-e", "delete A/#1"]).status == 0)
    let outcome = try batch(["-e", "delete A/#1", "-e", "quit"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("unsaved edits"))
    #expect(try content == original)
  }

  @Test("edits are reported only with --verbose")
  func verbose() throws {
    #expect(try batch(["-e", "rename A/奥迪 Audi"]).output.isEmpty)
    #expect(
      try batch(["-v", "-e", "rename A/Audi 奥迪"]).output
        == "renamed 'Audi' to '奥迪'\nrenamed  A/Audi → A/奥迪\nsaved \(file)\n")
  }

  @Test("a missing file, an invalid file and a missing script are errors")
  func missing() throws {
    #expect(try Tool.run(["batch", "-e", "show", "/nonexistent.plist"]).status == 2)
    #expect(try Tool.run(["batch", "-e", "show", "-"]).status == 2)
    #expect(try batch(["-f", "/nonexistent.cardex"]).status == 2)
    let other = try directory.write("<plist><array>", to: "broken.plist")
    let outcome = try Tool.run(["batch", "-e", "show", other])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("cardex: \(other):1:15: "), "\(outcome.errors)")
  }

  @Test("a command that fails affects neither later commands nor the file")
  func failures() throws {
    let form = try Data(contentsOf: Tool.data.appending(path: "settings-form.plist"))
    let file = try directory.write(form, to: "form.plist")
    let outcome = try Tool.run([
      "batch", "-k", "-e", "copy 'Display name' to #3", "-e", "delete .", "-e", "show .", file,
    ])
    #expect(outcome.status == 2)
    #expect(outcome.errors.split(separator: "\n").filter { $0.contains("-e #") }.count == 3)
    #expect(outcome.errors.contains("-e #2:1: there is no current entry yet"))
    #expect(try Data(contentsOf: URL(filePath: file)) == form)
  }

  @Test("batches that run at the same time wait for each other, and all edits are in")
  func concurrent() throws {
    let script = (1...8).map { "cardex batch -e 'insert A Both\($0)' '\(file)' &" }
    let outcome = try Tool.shell(script.joined(separator: "\n") + "\nwait")
    #expect(outcome.errors.isEmpty)
    for number in 1...8 { #expect(try search("Both\(number)") == "A/Both\(number)\n") }
  }

  @Test("a batch that must not wait for a lock fails and says why")
  func locked() throws {
    let outcome = try Tool.shell(
      "exec 9<'\(file)'; flock 9; cardex batch --wait=0 -e 'delete A/#1' '\(file)'")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("another process is using the file"))
    #expect(try content == original)
  }
}
