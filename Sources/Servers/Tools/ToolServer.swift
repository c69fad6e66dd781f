import Exchange
import Platform
import Synchronization

/// Answers an assistant's requests by the Model Context Protocol.
///
/// Tools and resources are used on another thread, one after the other. Meanwhile this thread reads
/// messages: it answers quick requests, such as a ping, and cancels calls.
package final class ToolServer {
  /// The versions of the protocol in which a session begins with `initialize`, the newest first.
  package static let versions = ["2025-11-25", "2025-06-18", "2024-11-05"]
  /// The longest message that is read, in bytes. The longest scripts and patterns are much shorter.
  package static let mostBytes = 1 << 22

  private let connection: Connection
  private let name: String
  private let version: String
  private let instructions: String
  private let tools: [Tool]
  private let resources: Resources
  /// Requests that are not answered yet, in the order in which they came; the first is being worked on.
  private var calls: [Call] = []
  /// Requests for notifications, which last until they are cancelled. There is none that they are told.
  private var subscriptions: [String] = []

  /// A request that may take long.
  private final class Call {
    let id: String
    let mode: ProtocolMode
    let work: (_ isCancelled: @escaping () -> Bool) throws(MessageError) -> String
    private let cancelled = Atomic(false)

    init(
      _ id: String, _ mode: ProtocolMode,
      _ work: @escaping (_ isCancelled: @escaping () -> Bool) throws(MessageError) -> String
    ) {
      (self.id, self.mode, self.work) = (id, mode, work)
    }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    func cancel() { cancelled.store(true, ordering: .relaxed) }

    func answer() -> String {
      do throws(MessageError) {
        return SentMessage.response(id, mode.result(try work { self.isCancelled }))
      } catch {
        return SentMessage.failure(id, mode.error(error))
      }
    }
  }

  /// - Parameters:
  ///   - name: The name of the server, which is sent with its version.
  ///   - instructions: What an assistant should know before it uses the tools.
  package init(
    _ connection: Connection, name: String, version: String, instructions: String, tools: [Tool],
    resources: Resources
  ) {
    (self.connection, self.name, self.version) = (connection, name, version)
    (self.instructions, self.tools, self.resources) = (instructions, tools, resources)
  }

  private static let (cancelling, cancelledKey) = ("notifications/cancelled", "requestId")

  /// Answers requests until the client ends the connection, and then those that are left.
  ///
  /// - Returns: Whether the system had a thread for the tools.
  @discardableResult
  package func run() -> Bool {
    guard let worker = Worker<Call, String>({ $0.answer() }) else { return false }
    while true {
      if !worker.isBusy, let next = calls.first { worker.start(next) }
      switch connection.next(orFrom: worker.descriptor) {
      case .message(.request(let id, let method, let parameters)): take(id, method, parameters)
      case .message(.notification(ToolServer.cancelling, let parameters)):
        if let id = parameters?[ToolServer.cancelledKey]?.json { cancel(id) }
      case .message, .timeout: continue
      case .woken: takeResult(of: worker, within: 0)
      case .unreadable(let problem):
        connection.send(SentMessage.failure(problem.id, problem.error))
      case .end:
        finish(worker)
        return true
      }
    }
  }

  /// Answers a request, or queues it for the other thread.
  private func take(_ id: String, _ method: String, _ parameters: MessageValue?) {
    do throws(MessageError) {
      let mode = try ProtocolMode(of: method, parameters, server: about)
      if method == "subscriptions/listen", mode.isStateless {
        subscriptions.append(id)
        connection.send(ProtocolMode.acknowledgement(of: id))
      } else if let result = try result(at: method, parameters, mode) {
        connection.send(SentMessage.response(id, mode.result(result)))
      } else {
        calls.append(Call(id, mode, try work(method, parameters)))
      }
    } catch {
      connection.send(SentMessage.failure(id, error))
    }
  }

  private func cancel(_ id: String) {
    subscriptions.removeAll { $0 == id }
    guard let running = calls.first else { return }
    // A cancelled call gets no answer, but runs on until it notices.
    if running.id == id { running.cancel() }
    calls = [running] + calls.dropFirst().filter { $0.id != id }
  }

  private func takeResult(of worker: Worker<Call, String>, within milliseconds: Int) {
    guard let answer = worker.result(within: milliseconds) else { return }
    let call = calls.removeFirst()
    // A cancelled call gets no answer, even if its cancellation is still to be read.
    let isCancelled =
      call.isCancelled
      || connection.isCancelled(call.id, by: ToolServer.cancelling, ToolServer.cancelledKey)
    if !isCancelled { connection.send(answer) }
  }

  /// Answers the calls that are left, as long as the client reads.
  private func finish(_ worker: Worker<Call, String>) {
    while let next = calls.first, !connection.isBroken {
      if !worker.isBusy { worker.start(next) }
      takeResult(of: worker, within: .max)
    }
    calls.first?.cancel()
    for id in subscriptions {
      connection.send(SentMessage.response(id, ProtocolMode.end(ofSubscription: id)))
    }
  }

  /// The result of a quick request; `nil` for other requests.
  private func result(
    at method: String, _ parameters: MessageValue?, _ mode: ProtocolMode
  ) throws(MessageError) -> String? {
    switch method {
    case "initialize" where !mode.isStateless:
      return introduction(to: parameters?["protocolVersion"]?.text)
    case "ping" where !mode.isStateless: return "{}"
    case "server/discover": return discovery
    case "tools/list":
      try expectNoCursor(parameters)
      return JSON.object([("tools", JSON.array(tools.map(\.json)))])
    case "resources/templates/list":
      try expectNoCursor(parameters)
      return resources.templates
    case "tools/call", "resources/list", "resources/read": return nil
    default: throw MessageError(.methodNotFound, "unknown method '\(method)'")
    }
  }

  /// The closure that works out the result of a request that may take long.
  private func work(
    _ method: String, _ parameters: MessageValue?
  ) throws(MessageError) -> (_ isCancelled: @escaping () -> Bool) throws(MessageError) -> String {
    switch method {
    case "tools/call":
      guard let name = parameters?["name"]?.text else { throw .missing("name") }
      guard let tool = tools.first(where: { $0.name == name }) else {
        throw MessageError(.invalidParameters, "unknown tool '\(name)'")
      }
      let arguments = parameters?["arguments"]
      return { isCancelled throws(MessageError) in
        // Failures are answers, which an assistant can read, to correct its call.
        do throws(ReportedError) {
          try tool.check(arguments)
          return try tool.run(ToolCall(arguments, isCancelled: isCancelled)).json
        } catch {
          return error.json
        }
      }
    case "resources/list":
      if let cursor = parameters?["cursor"], cursor.text == nil { throw .missing("cursor") }
      let cursor = parameters?["cursor"]?.text
      return { [resources] isCancelled throws(MessageError) in
        try resources.list(after: cursor, isCancelled: isCancelled)
      }
    default:
      guard let uri = parameters?["uri"]?.text else { throw .missing("uri") }
      return { [resources] isCancelled throws(MessageError) in
        try resources.contents(of: uri, ToolCall(nil, isCancelled: isCancelled))
      }
    }
  }

  /// Refuses a cursor for a list that has only one page.
  private func expectNoCursor(_ parameters: MessageValue?) throws(MessageError) {
    if parameters?["cursor"] != nil {
      throw MessageError(.invalidParameters, "'cursor' is not one of this server")
    }
  }

  /// - Parameter version: The version that the client would like to use.
  private func introduction(to version: String?) -> String {
    let known = version.flatMap { ToolServer.versions.contains($0) ? $0 : nil }
    return JSON.object([
      ("protocolVersion", JSON.string(known ?? ToolServer.versions[0])),
      ("capabilities", ToolServer.capabilities), ("serverInfo", about),
      ("instructions", JSON.string(instructions)),
    ])
  }

  /// What a client can ask for before anything else, in the versions without sessions.
  private var discovery: String {
    JSON.object([
      ("supportedVersions", JSON.array(ProtocolMode.versions.map(JSON.string))),
      ("capabilities", ToolServer.capabilities), ("instructions", JSON.string(instructions)),
    ])
  }

  private static let capabilities = JSON.object([("tools", "{}"), ("resources", "{}")])

  private var about: String {
    JSON.object([("name", JSON.string(name)), ("version", JSON.string(version))])
  }
}
