import Foundation
import SeededRandom
import TestHelpers
import Testing

/// What a server says that is not PostgreSQL, or no longer.
@Suite("A hostile server", .enabled(if: HostileServer.isPossible, "it needs psql and python3"))
struct HostileServerTests {
  private let directory: TemporaryDirectory
  private let server: HostileServer

  init() throws {
    directory = try TemporaryDirectory()
    server = try HostileServer(in: directory)
  }

  /// What asks a server for something; the address follows.
  private static let commands: [[String]] = [
    ["search", "-n", "an"], ["search", "-v", "-c", "a"], ["sections"], ["convert", "--to=xml"],
    ["publish", "contacts.plist"], ["publish", "--update", "contacts.plist"],
    ["publish", "--list"],
    ["publish", "--remove"],
  ]

  @Test("an honest server of the tests is believed", arguments: commands)
  func honest(_ command: [String]) throws {
    let outcome = try server.run(command, lie: "honest")
    #expect(outcome.status == 0 && outcome.errors == "")
    if command[0] == "search" {
      #expect(outcome.output == (try Tool.run(command + ["contacts.plist"])).output)
    }
  }

  @Test(
    "a value that is not what was asked for is refused, and nothing of it is executed or printed",
    arguments: commands)
  func values(_ command: [String]) throws {
    let columns = try server.columns(command).filter { $0 > 0 }
    for (answer, count) in columns.enumerated() {
      for column in 0..<count {
        // The first one is a command of psql's after the end of a literal.
        let lies = [0, 1 + (answer * 5 + column) % (server.valueCount - 1)]
        for lie in Rounds.areMany ? Array(0..<server.valueCount) : lies {
          try server.expectHarmless(command, lie: "\(answer).\(column).\(lie)")
        }
      }
    }
  }

  @Test("generations and time stamps that are none are refused", arguments: commands)
  func states(_ command: [String]) throws {
    // The row of the catalogue is asked for after its table, or after all that may have to be made.
    let answer = command.contains("contacts.plist") ? 4 : 1
    let columns =
      command == ["publish", "--remove"] || command.contains("contacts.plist") ? [0, 1] : [1, 2]
    for column in columns {
      for lie in 0...7 {
        let outcome = try server.expectHarmless(command, lie: "\(answer).\(column).\(lie)")
        #expect(outcome.status == 2 && outcome.output == "", "\(command) \(column) \(lie)")
      }
    }
  }

  @Test("an answer of another kind is an error, or none, and the program ends", arguments: commands)
  func answers(_ command: [String]) throws {
    let statements = try server.columns(command)
    for statement in statements.indices {
      for lie in 0..<server.answerCount
      where Rounds.areMany || (statement + lie) % 4 == 0 || statements[statement] > 4 {
        try server.expectHarmless(command, lie: "\(statement).\(lie)")
      }
    }
  }

  @Test(
    "an answer without an end has a limit",
    arguments: [
      ("row", "the server's answer is longer than 64 MB"),
      ("line", "the server's answer is longer than 64 MB"),
      ("copied", "the server does not answer as PostgreSQL does"),
      ("notice", "the server sends messages without end"),
      ("copies", "the server does not answer as PostgreSQL does"),
    ])
  func endless(_ kind: String, _ message: String) throws {
    for command in [["search", "-n", "an"], ["publish", "contacts.plist"]] {
      let outcome = try server.expectHarmless(command, lie: "endless.3.\(kind)")
      #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
      #expect(outcome.errors.utf8.count < 4000)
    }
  }

  @Test("the message of a server is cut")
  func longMessage() throws {
    let lie = server.answerCount - 1
    let outcome = try server.expectHarmless(["search", "-n", "an"], lie: "3.\(lie)")
    #expect(outcome.errors.contains("long long") && outcome.errors.hasSuffix("…\n"))
    #expect(outcome.errors.utf8.count < 4000)
  }

  #if os(Linux)
    @Test("psql ends with the program, even if that is killed")
    func killed() throws {
      let script = """
        cardex search -n an '\(server.url("endless.3.silence"))' & program=$!
        for attempt in {1..100}; do
          child=$(cat /proc/$program/task/$program/children)
          [[ $child && $(tr '\\0' ' ' <"/proc/${child% }/cmdline") == psql* ]] && break
          sleep 0.05
        done
        sleep 0.2
        kill -KILL $program
        wait $program 2>/dev/null
        for attempt in {1..100}; do [[ -e /proc/${child% }/cwd ]] || break; sleep 0.05; done
        [[ $child && ! -e /proc/${child% }/cwd ]] && echo ended
        """
      #expect(try Tool.shell(script).output == "ended\n")
    }
  #endif

  @Test("whatever a server says, nothing of it is executed")
  func random() throws {
    for seed in 0..<Rounds.of(12) {
      for command in Self.commands { try server.expectHarmless(command, lie: "random.\(seed)") }
    }
  }

  @Test("rows that a server does not take are not commands of psql's")
  func refusedRows() throws {
    let touch = "touch \(directory.path)/PWNED"
    let texts = [
      "\t `\(touch)`", "\n\\! \(touch)\n", "\\! \(touch)", "'\\! \(touch)", "\"", "$a$", "/* ",
      "-- ",
      ":SERVER_VERSION_NAME", "é\\! \(touch)", "ツ\\! \(touch)", "; \\! \(touch)",
      "\r\\\\! \(touch)",
    ]
    for text in texts {
      let json = String(decoding: try JSONEncoder().encode([["name": text]]), as: UTF8.self)
      let file = try directory.write(json, to: "rows.json")
      let outcome = try server.expectHarmless(["publish", file], lie: "deaf")
      #expect(outcome.status == 2, "\(text)")
      #expect(outcome.errors.hasSuffix("the server does not answer as PostgreSQL does\n"))
      // The script for psql, which somebody else runs.
      let script = directory("rows.sql")
      _ = try Tool.run(["convert", "--force", "-o", script, file])
      let loaded = try Tool.runOther(
        ["timeout", "30", "psql", "-X", "-q", "-f", script, server.url("deaf")], environment: [:])
      #expect(loaded.status == 3, "\(text)")
      server.expectNothingExecuted("\(text)")
    }
  }
}

/// The server of `hostile_server.py`, which ends with this.
private final class HostileServer {
  static let isPossible =
    (try? Tool.shell("command -v psql python3 >/dev/null"))?.status == 0

  let valueCount: Int
  let answerCount: Int
  private let directory: TemporaryDirectory
  private let process = Process()
  private let life = Pipe()

  init(in directory: TemporaryDirectory) throws {
    self.directory = directory
    let script = directory("contacts.sql")
    _ = try Tool.run(["convert", "-o", script, "contacts.plist"])
    let program = Tool.package.appending(path: "Tests/CardexTests/hostile_server.py").path()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", program, directory.path, script]
    let output = Pipe()
    (process.standardInput, process.standardOutput) = (life, output)
    try process.run()
    // It has begun to listen.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let counts = line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(counts.count == 2)
    (valueCount, answerCount) = (counts[0], counts[1])
  }

  deinit {
    try? life.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func url(_ lie: String) -> String { "postgresql://\(lie)@/db?host=\(directory.path)" }

  func run(_ command: [String], lie: String) throws -> Tool.Outcome {
    try Tool.runOther(
      ["timeout", "60", "cardex"] + command + [url(lie) + "&catalogue=contacts"], environment: [:])
  }

  /// The number of columns in the answer to each statement of a command.
  func columns(_ command: [String]) throws -> [Int] {
    try? FileManager.default.removeItem(atPath: directory("columns"))
    #expect(try run(command, lie: "honest").status == 0)
    return try String(contentsOfFile: directory("columns"), encoding: .utf8)
      .split(separator: "\n").compactMap { Int($0) }
  }

  @discardableResult
  func expectHarmless(_ command: [String], lie: String) throws -> Tool.Outcome {
    let outcome = try run(command, lie: lie)
    #expect((0...2).contains(outcome.status), "\(command) \(lie): \(outcome.errors)")
    #expect(
      outcome.status == 2 ? outcome.errors.hasPrefix("cardex: ") : outcome.errors == "",
      "\(command) \(lie): \(outcome.errors)")
    let printed = (outcome.output + outcome.errors).unicodeScalars
    let controls = printed.filter { $0.properties.generalCategory == .control }
    #expect(controls.allSatisfy { $0 == "\n" || $0 == "\t" }, "\(command) \(lie)")
    expectNothingExecuted("\(command) \(lie)")
    return outcome
  }

  func expectNothingExecuted(_ comment: Comment) {
    let path = directory("PWNED")
    #expect(!FileManager.default.fileExists(atPath: path), comment)
    try? FileManager.default.removeItem(atPath: path)
  }
}
