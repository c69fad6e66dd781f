import Foundation
import TestHelpers
import Testing

@testable import CardexCommand

/// Files and the exit status when the program cannot write its output or messages.
@Suite struct OutputFaultTests {
  /// A fault of an output stream.
  enum Fault: CaseIterable {
    case full, closed, readerGone

    /// The redirection of a descriptor; 4 is a pipe that nobody reads.
    func redirection(of descriptor: Int) -> String {
      switch self {
      case .full: "\(descriptor)>/dev/full"
      case .closed: "\(descriptor)>&-"
      case .readerGone: "\(descriptor)>&4"
      }
    }

    var status: Int32 { self == .readerGone ? 141 : 2 }

    var message: String {
      switch self {
      case .full: "cardex: standard output: No space left on device\n"
      case .closed: "cardex: standard output: Bad file descriptor\n"
      case .readerGone: "cardex: standard output: Broken pipe\n"
      }
    }
  }

  /// A command that prints, and its side effect.
  struct Trial: CustomTestStringConvertible {
    enum Deed {
      /// It prints first, and then saves what is described here.
      case saves(String)
      /// It prints that it has done what is described here.
      case reports(String)
      case nothing
    }

    let line: String
    let deed: Deed

    var testDescription: String { line }

    init(_ line: String, _ deed: Deed) {
      self.line = line
      self.deed = deed
    }
  }

  static let trials = [
    Trial("cardex batch -e 'show A' -e 'delete A/#1' f", .saves("nothing was saved to f")),
    Trial("cardex batch -e 'delete A/#1' -e 'show A' f", .saves("nothing was saved to f")),
    Trial("cardex batch -v -e 'delete A/#1' f", .saves("nothing was saved to f")),
    Trial("cardex batch -k -e 'show A' -e 'delete A/#1' f", .saves("nothing was saved to f")),
    Trial("cardex batch --backup -v -e 'delete A/#1' f", .saves("nothing was saved to f")),
    Trial("cardex batch -o other -v -e 'delete A/#1' f", .saves("nothing was saved to other")),
    Trial("cardex batch -o other -e show f", .saves("nothing was saved to other")),
    Trial("cardex batch -o - -e 'delete A/#1' f", .nothing),
    Trial("cardex batch -n -e 'delete A/#1' f", .nothing),
    Trial("cardex batch -e show f", .nothing),
    Trial(
      #"printf 'delete A/#1\nsave\n' | cardex shell f"#,
      .saves("f: unsaved edits were dropped")),
    Trial(
      #"printf 'delete A/#1\nshow A\nsave as other\n' | cardex shell f"#,
      .saves("f: unsaved edits were dropped")),
    Trial("echo show A | cardex shell f", .nothing),
    Trial("cardex check --fix f wrong wrong2", .saves("nothing was saved to wrong")),
    Trial("cardex check --fix --json wrong", .saves("nothing was saved to wrong")),
    Trial("cardex check --fix --dry-run wrong", .nothing),
    Trial("cardex check wrong", .nothing),
    Trial("cardex index build f wrong", .reports("f: the index was made")),
    Trial("cardex index remove g indexed", .reports(": the index was removed")),
    Trial("cardex index remove --all", .reports(": the index was removed")),
    Trial("cardex index verify g", .nothing),
    Trial("cardex index list", .nothing),
    Trial("cardex search 奥 f", .nothing),
    Trial("cardex search --json -r 奥 .", .nothing),
    Trial("cardex show f", .nothing),
    Trial("cardex sections f", .nothing),
    Trial("cardex info f wrong", .nothing),
    Trial("cardex help", .nothing),
    Trial("cardex help --completions=bash", .nothing),
    Trial("cardex batch --help", .nothing),
    Trial("cardex --version", .nothing),
  ]

  /// A directory of catalogues, some of them with indexes, and its files after a command.
  private struct Run {
    let outcome: Tool.Outcome
    let before: [String: Data]
    let after: [String: Data]

    init(_ line: String, _ redirections: String = "") throws {
      let directory = try TemporaryDirectory()
      let cars = try Data(contentsOf: Tool.data.appending(path: "cars_total.plist"))
      for name in ["f", "g", "indexed"] { _ = try directory.write(cars, to: name) }
      for name in ["wrong", "wrong2"] {
        _ = try directory.write(plist("<array><string> a </string></array>"), to: name)
      }
      let place = directory.url.path()
      let home = ["XDG_CACHE_HOME": place + "/cache", "XDG_STATE_HOME": place + "/state"]
      let preparing = "cd '\(place)' && cardex index build g indexed >/dev/null"
      try #require(try Tool.shell(preparing, environment: home).status == 0)
      before = try Run.content(of: directory)
      outcome = try Tool.shell(
        "cd '\(place)'; mkfifo pipe; exec 3<>pipe 4>pipe 3<&-; rm pipe\n{ \(line); } \(redirections)",
        environment: home)
      after = try Run.content(of: directory)
    }

    private static func content(of directory: TemporaryDirectory) throws -> [String: Data] {
      let root = directory.url.path()
      var content: [String: Data] = [:]
      for case let path as String in FileManager.default.enumerator(atPath: root) ?? .init() {
        content[path] = try? Data(contentsOf: URL(filePath: root + "/" + path))
      }
      // The name of an index depends on the directory, and its content on the time when it was
      // made.
      return Dictionary(
        uniqueKeysWithValues: content.map { path, data in
          path.hasPrefix("cache")
            ? ("index of " + (path.split(separator: "-").last ?? ""), Data()) : (path, data)
        })
    }
  }

  @Test(
    "if standard output fails, nothing is saved, and what was done is reported",
    arguments: trials, Fault.allCases)
  func standardOutput(_ trial: Trial, _ fault: Fault) throws {
    let run = try Run(trial.line, fault.redirection(of: 1))
    switch trial.deed {
    case .saves(let loss):
      #expect(run.outcome.status == fault.status)
      #expect(run.outcome.errors == fault.message + "cardex: \(loss)\n")
      #expect(run.after == run.before)
    case .reports(let deed):
      let reason = fault.message.dropFirst("cardex: ".count)
      #expect(run.outcome.status == 2)
      #expect(run.outcome.errors.hasSuffix("\(deed), but \(reason)"), "\(run.outcome.errors)")
      // Nothing else was done.
      #expect(abs(run.after.count - run.before.count) == 1)
    case .nothing:
      #expect(run.outcome.status == fault.status)
      #expect(run.outcome.errors == (fault == .readerGone ? "" : fault.message))
      #expect(run.after == run.before)
    }
  }

  @Test(
    "where standard error fails the exit status and the files are what they would be otherwise",
    arguments: trials + [
      Trial("cardex batch -k -e 'delete A/#1' -e nothing f", .nothing),
      Trial("cardex batch -k -e 'delete A/#1' -e 'delete nothing' f", .nothing),
      Trial("cardex search --explain 奥 f missing", .nothing),
      Trial("cardex index build missing f", .nothing),
      Trial(#"printf 'nothing\ndelete A/#1\nsave\n' | cardex shell f"#, .nothing),
      Trial("cardex check --fix missing wrong", .nothing),
    ])
  func standardError(_ trial: Trial) throws {
    let healthy = try Run(trial.line)
    for fault in Fault.allCases {
      let run = try Run(trial.line, fault.redirection(of: 2))
      #expect(run.outcome.status == healthy.outcome.status, "\(fault)")
      // Messages about indexes name the directory.
      if !trial.line.hasPrefix("cardex index") {
        #expect(run.outcome.output == healthy.outcome.output, "\(fault)")
      }
      #expect(run.after == healthy.after, "\(fault)")
    }
  }

  @Test("no file that is opened takes the place of a stream that was closed")
  func closedStreams() throws {
    // Messages of all kinds, which must not get into the new file.
    let commands = "-e 'delete A/#1' -e 'delete nothing'"
    let (healthy, run) = (
      try Run("cardex batch -k \(commands) f"),
      try Run("cardex batch -k \(commands) f", "<&- >&- 2>&-")
    )
    #expect(healthy.outcome.status == 2 && healthy.after != healthy.before)
    #expect(run.outcome.status == 2)
    #expect(run.after == healthy.after)
    let input = try Run("cardex batch f", "<&-")
    #expect(input.outcome.errors == "cardex: (standard input): Bad file descriptor\n")
    #expect(try Run("cardex search 奥 -", "<&-").outcome.status == 2)
  }

  @Test("standard input that cannot be read is an error of a piped shell, too")
  func standardInput() throws {
    for (redirection, reason) in [("<&-", "Bad file descriptor"), ("<.", "Is a directory")] {
      let run = try Run("cardex shell f", redirection)
      #expect(run.outcome.status == 2)
      #expect(run.outcome.errors == "cardex: (standard input): \(reason)\n")
    }
  }

  @Test("if only the line about a save fails, the file is saved, and that is said")
  func reportOfSave() throws {
    // The reader goes away after the edit has been reported.
    let run = try Run(
      """
      exec 6> >(read -r line); reader=$!
      { echo 'delete A/#1'; while kill -0 $reader; do sleep 0.01; done; echo save; } 2>/dev/null |
        cardex shell f >&6
      """)
    #expect(run.outcome.status == 2)
    #expect(
      run.outcome.errors
        == "cardex: (standard input):2: saved f, but standard output: Broken pipe\n")
    #expect(run.after["f"] != run.before["f"])
  }

  @Test("a full disk after the line about a save is reported, too, by a script", .withoutSanitizers)
  func fullDiskAfterSave() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      plist("<array><string>a</string><string>b</string></array>"), to: "f")
    // The report of the edit fits within the limit, but nothing of the report of the save.
    let edit = "renamed 'a' to 'c'\nrenamed  /a → /c\n"
    let start = String(repeating: "-", count: 1024 - edit.utf8.count)
    let log = try directory.write(start, to: "log")
    let outcome = try Tool.shell(
      "ulimit -f 1; cardex batch -v -e 'rename a c' '\(file)' >>'\(log)'")
    #expect(outcome.status == 2)
    #expect(outcome.errors == "cardex: saved \(file), but standard output: File too large\n")
    #expect(try String(contentsOfFile: log, encoding: .utf8) == start + edit)
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("<string>c</string>"))
  }
}
