import Foundation
import TestHelpers
import Testing

/// A PostgreSQL of the tests' own, without a network, which ends with them.
final class Database: Sendable {
  static let isThere = directory != nil
  static let need: Comment = "they need postgresql: install it"

  /// The one that all tests share.
  static let shared = Result { try Database() }

  /// The directory of its programs.
  private static let directory: String? = {
    let found = try? Tool.shell("ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1")
    let path = found?.output.split(separator: "\n").first.map(String.init)
    return path.flatMap { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") ? $0 : nil }
  }()

  private struct NotStarted: Error {
    let log: String
  }

  /// The directory of its socket.
  private let path: String
  /// Keeps the server running; it ends when this ends, whoever ends it.
  private let server: Process
  private let life: Pipe

  private init() throws {
    path = FileManager.default.temporaryDirectory.path() + "cardex-pg-\(getpid())"
    (server, life) = (Process(), Pipe())
    // PostgreSQL does not run as root.
    let program = try #require(Database.directory)
    let user = getuid() == 0 ? "setpriv --reuid=nobody --regid=nogroup --clear-groups" : ""
    server.executableURL = URL(filePath: "/bin/sh")
    server.arguments = [
      "-c",
      """
      trap '' INT TERM HUP; cd / && rm -rf '\(path)' && mkdir '\(path)' || exit
      [ "$(id -u)" != 0 ] || chown nobody '\(path)'
      printf '%s\\n' "$PASSWORD" >'\(path)/password'
      \(user) \(program)/initdb -D '\(path)/data' -A scram-sha-256 --pwfile='\(path)/password' -U cardex \
        -E UTF8 --locale=C --no-sync --no-instructions >'\(path)/initdb.log' 2>&1
      \(user) \(program)/pg_ctl -D '\(path)/data' -w -s -l '\(path)/data/log' -o "-c fsync=off \
        -c listen_addresses='' -c unix_socket_directories='\(path)' -c max_connections=300" start
      echo $?
      exec 1>&- 2>&-
      cat >/dev/null
      \(user) \(program)/pg_ctl -D '\(path)/data' -m immediate -s stop
      rm -rf '\(path)'
      """,
    ]
    server.environment = Tool.environment.merging(["PASSWORD": Database.password]) { $1 }
    let output = Pipe()
    (server.standardInput, server.standardOutput) = (life, output)
    try server.run()
    let status = try output.fileHandleForReading.readToEnd()
    let log = (try? String(contentsOfFile: path + "/initdb.log", encoding: .utf8)) ?? ""
    // An issue would be recorded only once, and other tests would pass.
    if status != Data("0\n".utf8) { throw NotStarted(log: log) }
  }

  /// The environment in which programs connect to it.
  var environment: [String: String] {
    ["PGHOST": path, "PGUSER": "cardex", "PGPASSWORD": Database.password]
  }

  static let password = "p'ä ss"

  /// The address of a database on it, and of a catalogue there.
  func url(_ database: String, _ catalogue: String? = nil) -> String {
    "postgresql:///\(database)" + (catalogue.map { "?catalogue=" + $0 } ?? "")
  }

  /// The address with everything that the environment says otherwise.
  func fullURL(_ database: String, password: String = "p'%C3%A4%20ss") -> String {
    "postgres://cardex:\(password)@/\(database)?host=\(path)"
  }

  /// Makes an empty database of this name.
  func make(_ database: String) throws {
    let outcome = try sql("drop database if exists \(database); create database \(database)")
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  /// Executes statements and returns what psql prints.
  func sql(_ statements: String, in database: String = "postgres") throws -> Tool.Outcome {
    var arguments = [(Database.directory ?? "") + "/psql", "-X", "-q", "-A", "-t", "-d", database]
    for statement in statements.split(separator: "; ") { arguments += ["-c", String(statement)] }
    return try Tool.runOther(arguments, environment: environment)
  }

  func run(
    _ arguments: [String], environment extra: [String: String] = [:]
  ) throws -> Tool.Outcome {
    try Tool.run(arguments, environment: environment.merging(extra) { $1 })
  }

  /// Executes a script with psql.
  func script(_ path: String, in database: String) throws -> Tool.Outcome {
    try Tool.runOther(
      [(Database.directory ?? "") + "/psql", "-X", "-q", "-d", database, "-f", path],
      environment: environment)
  }
}

/// What tests of one suite do with a database.
struct DatabaseTrial {
  let database: Database
  let directory: TemporaryDirectory

  init() throws {
    database = try Database.shared.get()
    directory = try TemporaryDirectory()
  }

  /// Publishes a file into a database of its own.
  ///
  /// - Returns: The address of the catalogue.
  func publish(
    _ file: String, _ options: [String] = [], in name: String
  ) throws -> String {
    try database.make(name)
    return try publish(file, options, into: name)
  }

  /// Publishes a file into a database that is there.
  func publish(_ file: String, _ options: [String] = [], into name: String) throws -> String {
    let url = database.url(name, "c")
    let outcome = try database.run(["publish"] + options + [file, url])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return url
  }

  /// Compares a command's results on the file and in the database.
  func expectSame(
    _ command: [String], _ file: String, _ url: String, parsing options: [String] = []
  ) throws {
    let expected = try database.run(command + options + [file])
    let outcome = try database.run(command + [url])
    func text(_ text: String) -> String { text.replacingOccurrences(of: file, with: url) }
    #expect(outcome.output == text(expected.output), "\(command)")
    #expect(outcome.errors == text(expected.errors), "\(command)")
    #expect(outcome.status == expected.status, "\(command)")
  }

  func list(_ count: Int, to name: String) throws -> String {
    try directory.write(
      plist(
        "<array>"
          + (0..<count).map { "<dict><key>name</key><string>a \($0)</string></dict>" }.joined()
          + "</array>"), to: name)
  }
}
