import Exchange

/// How a request is answered: in a session that began with `initialize`, or, since the version
/// 2026-07-28, by what the request says of itself alone.
///
/// A client shows by each request which one it means, so that both are served at once.
enum ProtocolManner: Sendable {
  case session
  /// - Parameters:
  ///   - cache: How long the result may be kept, if it is of a kind that may.
  ///   - server: The name and version of this program.
  case stateless(cache: Cache?, server: String)

  struct Cache: Sendable {
    let milliseconds: Int
  }

  /// The versions without sessions, the newest first.
  static let versions = ["2026-07-28"]

  private static let prefix = "io.modelcontextprotocol/"

  var isStateless: Bool { if case .stateless = self { true } else { false } }

  /// - Throws: `MessageError` for a request in a version without sessions that lacks what it must say,
  ///   or in another one.
  init(
    of method: String, _ parameters: MessageValue?, server: String
  ) throws(MessageError) {
    let about = parameters?["_meta"]
    let version = about?[ProtocolManner.prefix + "protocolVersion"]
    guard version != nil || ["server/discover", "subscriptions/listen"].contains(method) else {
      self = .session
      return
    }
    guard let version = version?.text else {
      throw .missing("_meta.\(ProtocolManner.prefix)protocolVersion")
    }
    guard ProtocolManner.versions.contains(version) else {
      throw MessageError(
        .unsupportedProtocolVersion, "Unsupported protocol version",
        data: JSON.object([
          ("supported", JSON.array(ProtocolManner.versions.map(JSON.string))),
          ("requested", JSON.string(version)),
        ]))
    }
    let capabilities = ProtocolManner.prefix + "clientCapabilities"
    guard about?[capabilities]?.isObject == true else { throw .missing("_meta.\(capabilities)") }
    self = .stateless(cache: ProtocolManner.cache(of: method), server: server)
  }

  /// What never changes while the server runs may be kept for an hour; files may change at any time.
  private static func cache(of method: String) -> Cache? {
    switch method {
    case "server/discover", "tools/list", "resources/templates/list": Cache(milliseconds: 3_600_000)
    case "resources/list", "resources/read": Cache(milliseconds: 0)
    default: nil
    }
  }

  /// The result with what each has in this manner.
  ///
  /// - Parameter object: The text of a JSON object.
  func result(_ object: String) -> String {
    guard case .stateless(let cache, let server) = self else { return object }
    var members: [(key: String, value: String)] = [
      ("resultType", JSON.string("complete")),
      ("_meta", JSON.object([(ProtocolManner.prefix + "serverInfo", server)])),
    ]
    if let cache {
      // Which files there are is this person's affair.
      members += [("ttlMs", String(cache.milliseconds)), ("cacheScope", JSON.string("private"))]
    }
    let rest = object.dropFirst()
    return String(JSON.object(members).dropLast()) + (rest == "}" ? "" : ",") + rest
  }

  /// The error with the code that it has in this manner.
  func error(_ error: MessageError) -> MessageError {
    guard isStateless, error.code == .notFound else { return error }
    return MessageError(.invalidParameters, error.message, data: error.data)
  }

  // MARK: Subscriptions

  private static func about(subscription id: String) -> String {
    JSON.object([(prefix + "subscriptionId", id)])
  }

  /// The notification that a request for notifications has been received, and which ones are sent: none.
  static func acknowledgement(of id: String) -> String {
    SentMessage.notification(
      "notifications/subscriptions/acknowledged",
      JSON.object([("_meta", about(subscription: id)), ("notifications", "{}")]))
  }

  /// The result of a request for notifications that the server ends.
  static func end(ofSubscription id: String) -> String {
    JSON.object([
      ("resultType", JSON.string("complete")), ("_meta", about(subscription: id)),
    ])
  }
}
