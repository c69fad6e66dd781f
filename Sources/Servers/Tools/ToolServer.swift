import Exchange

/// Answers an assistant's requests by the Model Context Protocol.
///
/// One request is answered after the other. It must be used on one thread only.
package final class ToolServer {
  /// The versions of the protocol, the newest first.
  package static let versions = ["2025-11-25", "2025-06-18", "2024-11-05"]
  /// The longest message that is read. The longest scripts and patterns are much shorter.
  package static let mostBytes = 1 << 22

  private let connection: Connection
  private let name: String
  private let version: String
  private let instructions: String
  private let tools: [Tool]
  private let resources: Resources

  /// - Parameters:
  ///   - name: What the server is called, and its version.
  ///   - instructions: What an assistant should know before it uses the tools.
  package init(
    _ connection: Connection, name: String, version: String, instructions: String, tools: [Tool],
    resources: Resources
  ) {
    (self.connection, self.name, self.version) = (connection, name, version)
    (self.instructions, self.tools, self.resources) = (instructions, tools, resources)
  }

  /// Answers until the client ends the connection.
  package func run() {
    while true {
      switch connection.next() {
      case .message(.request(let id, let method, let parameters)):
        answer(id, method, parameters)
      // A call that is cancelled sees that itself; nothing else has to be noted.
      case .message, .woken, .timeout: continue
      case .unreadable(let problem):
        connection.send(SentMessage.failure(problem.id, problem.error))
      case .end: return
      }
    }
  }

  private func answer(_ id: String, _ method: String, _ parameters: MessageValue?) {
    let isCancelled = { [connection] in
      connection.isCancelled(id, by: "notifications/cancelled", "requestId")
    }
    let answer: String
    do throws(MessageError) {
      answer = SentMessage.response(id, try result(method, parameters, isCancelled))
    } catch {
      answer = SentMessage.failure(id, error)
    }
    // Nobody waits for what was cancelled.
    if !isCancelled() { connection.send(answer) }
  }

  private func result(
    _ method: String, _ parameters: MessageValue?, _ isCancelled: @escaping () -> Bool
  ) throws(MessageError) -> String {
    switch method {
    case "initialize": return introduction(to: parameters?["protocolVersion"]?.text)
    case "ping": return "{}"
    case "tools/list":
      try expectNoCursor(parameters)
      return JSON.object([("tools", JSON.array(tools.map(\.json)))])
    case "tools/call":
      guard let name = parameters?["name"]?.text else { throw .missing("name") }
      guard let tool = tools.first(where: { $0.name == name }) else {
        throw MessageError(.invalidParameters, "unknown tool '\(name)'")
      }
      let arguments = parameters?["arguments"]
      // An assistant can mend what it reads.
      do throws(ToolFailure) {
        try tool.check(arguments)
        return try tool.run(ToolCall(arguments, isCancelled: isCancelled)).json
      } catch {
        return error.json
      }
    case "resources/list":
      if let cursor = parameters?["cursor"], cursor.text == nil { throw .missing("cursor") }
      return try resources.list(after: parameters?["cursor"]?.text)
    case "resources/templates/list":
      try expectNoCursor(parameters)
      return resources.templates
    case "resources/read":
      guard let uri = parameters?["uri"]?.text else { throw .missing("uri") }
      return try resources.contents(of: uri, ToolCall(nil, isCancelled: isCancelled))
    default: throw MessageError(.methodNotFound, "unknown method '\(method)'")
    }
  }

  /// What is listed at once has no further pages.
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
      ("capabilities", JSON.object([("tools", "{}"), ("resources", "{}")])),
      (
        "serverInfo",
        JSON.object([("name", JSON.string(name)), ("version", JSON.string(self.version))])
      ),
      ("instructions", JSON.string(instructions)),
    ])
  }
}
