import Catalogues
import Exchange
import Platform
import PropertyLists
import Readings
import Storage

/// Answers the messages of an editor (Language Server Protocol 3.17).
///
/// Texts are read and checked on another thread. A request waits for the reading, but not for long:
/// for a large file that is being edited, the last reading gives the answer, with its ranges moved
/// to where they are in the current text.
package final class LanguageServer {
  private let connection: Connection
  private let worker: Worker<Job, JobResult>
  private let programVersion: String
  private(set) var client = Client()
  private var state = State.new
  private var files: [String: OpenFile] = [:]
  private let folderFiles = FolderFiles()
  private let readings = UserReadings.usual()
  /// The file that the worker reads.
  private var fileBeingRead: OpenFile?

  private enum State {
    case new, running, shutDown
  }

  /// A text that is to be read.
  final class Job {
    private var text: [UInt8]
    let path: FilePath?
    let checks: Bool
    /// The table of readings of names.
    let table: ReadingTable

    init(_ file: OpenFile, checks: Bool, _ table: ReadingTable) {
      text = file.text.bytes
      (path, self.checks, self.table) = (file.path, checks, table)
    }

    /// Copies the text and then releases it: as long as it is kept here, each edit of it would make
    /// another copy.
    func takeText() -> FileBytes {
      defer { text = [] }
      return FileBytes(text)
    }
  }

  struct JobResult {
    let outcome: OpenFile.Outcome
    /// How long it took to read the text, in seconds.
    let time: Double
    let wasChecked: Bool
  }

  /// How long after a change a text is checked, in seconds: if it can be read, and if it cannot.
  private static let (pause, longPause) = (0.15, 0.6)
  /// How long a request waits for a large text to be read, in seconds. It does not wait if the last
  /// reading took longer.
  private static let patience = 0.03
  /// How long a request waits for smaller texts, for the first reading of a text, and for edits.
  private static let longPatience = 10.0
  /// The size in bytes from which a text is large.
  private static let largeSize = 1 << 18

  /// - Returns: `nil` if the system has no thread left.
  private init?(_ connection: Connection, version: String) {
    guard let worker = Worker<Job, JobResult>(LanguageServer.work) else { return nil }
    (self.connection, self.worker, programVersion) = (connection, worker, version)
  }

  /// Answers messages until the editor ends the connection.
  ///
  /// - Returns: The exit status: 0 if the editor has sent `shutdown` before, 2 if the system has no
  ///   thread left, else 1.
  package static func run(
    version: String, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO
  ) -> Int32 {
    let connection = Connection(.headers, input: input, output: output)
    guard let server = LanguageServer(connection, version: version) else { return 2 }
    return server.run()
  }

  private func run() -> Int32 {
    while true {
      switch connection.next(within: startWork(), orFrom: worker.descriptor) {
      case .message(.request(let id, let method, let parameters)):
        answer(id, method, parameters)
      case .message(.notification("exit", _)): return state == .shutDown ? 0 : 1
      case .message(.notification(let method, let parameters)): note(method, parameters)
      case .message(.response), .timeout: break
      case .unreadable(let message):
        connection.send(SentMessage.failure(message.id, message.error))
      case .woken: takeResult(within: 0)
      case .end: return state == .shutDown ? 0 : 1
      }
    }
  }

  // MARK: Reading

  private static func work(_ job: Job) -> JobResult {
    let start = MonotonicClock.now
    do throws(PropertyListError) {
      let reading = try Reading(job.takeText(), at: job.path)
      reading.findPlaces()
      let time = MonotonicClock.now - start
      if job.checks { reading.check(job.table) }
      return JobResult(outcome: .reading(reading), time: time, wasChecked: job.checks)
    } catch {
      let time = MonotonicClock.now - start
      return JobResult(outcome: .failure(error), time: time, wasChecked: job.checks)
    }
  }

  /// Gives the worker what is most urgent.
  ///
  /// - Returns: In how many milliseconds the next check is due; `nil` if none is due before the
  ///   next message or result.
  private func startWork() -> Int? {
    guard !worker.isBusy else { return nil }
    let files = files.values.sorted { $0.lastChange > $1.lastChange }
    if let file = files.first(where: { !$0.isRead }) {
      start(file, checks: false)
      return nil
    }
    /// When a text is to be checked: later if it cannot be read, since a tag or a word is probably
    /// being typed.
    func due(_ file: OpenFile) -> Double {
      file.lastChange + (file.error == nil ? LanguageServer.pause : LanguageServer.longPause)
    }
    let unchecked = files.filter { !$0.isChecked }
    guard let file = unchecked.min(by: { due($0) < due($1) }) else { return nil }
    let left = due(file) - MonotonicClock.now
    if left > 0 { return Int((left * 1000).rounded(.up)) }
    start(file, checks: true)
    return nil
  }

  private func start(_ file: OpenFile, checks: Bool) {
    fileBeingRead = file
    file.beginReading()
    worker.start(Job(file, checks: checks, readings.tableForIndexes))
  }

  /// - Returns: Whether there was a result.
  @discardableResult
  private func takeResult(within milliseconds: Int) -> Bool {
    guard let result = worker.result(within: milliseconds) else { return false }
    guard let file = fileBeingRead else { return true }
    fileBeingRead = nil
    file.endReading(result.outcome, in: result.time, wasChecked: result.wasChecked)
    if file.isChecked, files[file.uri] === file { publishDiagnostics(of: file) }
    return true
  }

  /// Waits until a text has been read and, if `checks` is set, checked, unless that takes too long.
  private func settle(_ file: OpenFile, checks: Bool = false, forEdit: Bool = false) {
    var patience = LanguageServer.longPatience
    if !forEdit, let time = file.readingTime, file.text.bytes.count >= LanguageServer.largeSize {
      patience = time < LanguageServer.patience ? LanguageServer.patience : 0
    }
    let deadline = MonotonicClock.now + patience
    while !file.isRead || checks && !file.isChecked {
      let left = max(deadline - MonotonicClock.now, 0)
      if worker.isBusy {
        if !takeResult(within: Int((left * 1000).rounded(.up))), left == 0 { return }
      } else if left > 0 {
        start(file, checks: checks)
      } else {
        return
      }
    }
  }

  private func publishDiagnostics(of file: OpenFile) {
    let list = DiagnosticList(file)
    connection.send(
      SentMessage.notification(
        "textDocument/publishDiagnostics",
        JSON.object([
          ("uri", JSON.string(file.uri)), ("version", String(file.version)),
          ("diagnostics", list.json),
        ])))
  }

  // MARK: Notifications

  private func note(_ method: String, _ parameters: MessageValue?) {
    guard state == .running else { return }
    do throws(MessageError) {
      switch method {
      case "textDocument/didOpen": try open(parameters?["textDocument"])
      case "textDocument/didChange": try change(parameters)
      case "textDocument/didClose":
        let file = try file(parameters)
        files[file.uri] = nil
        connection.send(
          SentMessage.notification(
            "textDocument/publishDiagnostics",
            JSON.object([("uri", JSON.string(file.uri)), ("diagnostics", "[]")])))
      case "workspace/didChangeWorkspaceFolders": client.changeFolders(parameters?["event"])
      default: break
      }
    } catch {
      log("\(method): \(error.message)")
    }
  }

  private func open(_ document: MessageValue?) throws(MessageError) {
    guard let uri = document?["uri"]?.text else { throw .missing("uri") }
    guard let text = document?["text"]?.text else { throw .missing("text") }
    let version = document?["version"]?.integer ?? 0
    files[uri] = OpenFile(uri, version: version, text, client.encoding)
  }

  private func change(_ parameters: MessageValue?) throws(MessageError) {
    let file = try file(parameters)
    let changes = parameters?["contentChanges"]?.elements ?? []
    let version = parameters?["textDocument"]?["version"]?.integer ?? file.version &+ 1
    try file.apply(changes, version: version)
  }

  private func log(_ message: String) {
    connection.send(
      SentMessage.notification(
        "window/logMessage",
        JSON.object([("type", "2"), ("message", JSON.string(message))])))
  }

  // MARK: Requests

  private func answer(_ id: String, _ method: String, _ parameters: MessageValue?) {
    do throws(MessageError) {
      if connection.isCancelled(id, by: "$/cancelRequest", "id") {
        throw MessageError(.requestCancelled, "the request was cancelled")
      }
      connection.send(SentMessage.response(id, try result(of: method, parameters)))
    } catch {
      connection.send(SentMessage.failure(id, error))
    }
  }

  private func result(
    of method: String, _ parameters: MessageValue?
  ) throws(MessageError) -> String {
    switch (state, method) {
    case (.new, "initialize"):
      client = Client(parameters)
      state = .running
      return client.answer(programVersion)
    case (_, "initialize"):
      throw MessageError(.invalidRequest, "the server is already initialized")
    case (.new, _):
      throw MessageError(.notInitialized, "the server is not initialized; send 'initialize' first")
    case (.running, "shutdown"):
      state = .shutDown
      return "null"
    case (.running, _): break
    default: throw MessageError(.invalidRequest, "the server was shut down")
    }
    guard let request = LanguageServer.requests[method] else {
      throw MessageError(.methodNotFound, "'\(method)' is not known")
    }
    return try request(self, parameters)
  }

  private typealias Request = (LanguageServer, MessageValue?) throws(MessageError) -> String

  nonisolated(unsafe) private static let requests: [String: Request] = [
    "textDocument/documentSymbol": { server, given throws(MessageError) in
      let file = try server.settledFile(given)
      return SymbolList(file, server.client).json
    },
    "textDocument/foldingRange": { server, given throws(MessageError) in
      FoldingList(try server.settledFile(given), server.client).json
    },
    "textDocument/selectionRange": { server, given throws(MessageError) in
      try Selections(try server.settledFile(given), given).json
    },
    "textDocument/hover": { server, given throws(MessageError) in
      try server.atPosition(given) { file, position in Hover(file, position, server.client).json }
    },
    "textDocument/completion": { server, given throws(MessageError) in
      try server.atPosition(given) { file, position in
        CompletionList(file, position, server.client).json
      }
    },
    "textDocument/documentLink": { server, given throws(MessageError) in
      LinkList(try server.settledFile(given), server.client).json
    },
    "textDocument/definition": { server, given throws(MessageError) in
      try server.atPosition(given) { file, position in
        References(file, position, server.client, Array(server.files.values)).definitions
      }
    },
    "textDocument/references": { server, given throws(MessageError) in
      try server.atPosition(given) { file, position in
        References(file, position, server.client, Array(server.files.values)).all
      }
    },
    "textDocument/documentHighlight": { server, given throws(MessageError) in
      try server.atPosition(given) { file, position in
        References(file, position, server.client, Array(server.files.values)).highlights
      }
    },
    "textDocument/prepareRename": { server, given throws(MessageError) in
      try server.atPosition(given, forEdit: true) { file, position throws(MessageError) in
        try Renaming(file, position).prepared
      }
    },
    "textDocument/rename": { server, given throws(MessageError) in
      guard let name = given?["newName"]?.text else { throw .missing("newName") }
      return try server.atPosition(given, forEdit: true) { file, position throws(MessageError) in
        let changes = try Renaming(file, position).changes(to: name)
        return file.workspaceEdit(changes, isVersioned: server.client.knowsVersionedEdits)
      }
    },
    "textDocument/codeAction": { server, given throws(MessageError) in
      let file = try server.file(given)
      server.settle(file, checks: true)
      return try CodeActions(file, server.client).list(given)
    },
    "codeAction/resolve": { server, given throws(MessageError) in
      let file = try server.file(given?["data"])
      server.settle(file, checks: true, forEdit: true)
      return try CodeActions(file, server.client).resolved(given)
    },
    "workspace/symbol": { server, given throws(MessageError) in
      for file in server.files.values { server.settle(file) }
      let files = server.files.values.sorted { $0.uri < $1.uri }
      let others = server.folderFiles.readings(
        in: server.client.folders,
        except: Set(files.compactMap(\.path).compactMap { try? UserDirectory.canonicalPath($0) }))
      return WorkspaceSymbols(
        files, others, server.client, server.readings.tableForIndexes
      ).json(given?["query"]?.text ?? "")
    },
  ]

  private func file(_ parameters: MessageValue?) throws(MessageError) -> OpenFile {
    guard let uri = parameters?["textDocument"]?["uri"]?.text else { throw .missing("uri") }
    guard let file = files[uri] else {
      throw MessageError(.invalidParameters, "'\(uri)' is not open")
    }
    return file
  }

  private func settledFile(
    _ parameters: MessageValue?, forEdit: Bool = false
  ) throws(MessageError) -> OpenFile {
    let file = try file(parameters)
    settle(file, forEdit: forEdit)
    return file
  }

  private func atPosition(
    _ parameters: MessageValue?, forEdit: Bool = false,
    _ body: (OpenFile, TextPosition) throws(MessageError) -> String
  ) throws(MessageError) -> String {
    guard let position = TextPosition(parameters?["position"]) else { throw .missing("position") }
    return try body(try settledFile(parameters, forEdit: forEdit), position)
  }
}
