import Exchange

/// How a request is answered: as part of a session that began with `initialize` or, since the version
/// 2026-07-28, without a session, by what the request itself says.
///
/// Each request shows which mode the client uses, so that clients of both kinds are served.
enum ProtocolMode: Sendable {
  case session
  /// - Parameters:
  ///   - cache: How long the client may keep the result; `nil` if results of the method are not kept.
  ///   - server: The name and version of this program.
  case stateless(cache: Cache?, server: String)

  struct Cache: Sendable {
    let milliseconds: Int
  }

  /// The versions without sessions, the newest first.
  static let versions = ["2026-07-28"]

  private static let prefix = "io.modelcontextprotocol/"

  var isStateless: Bool { if case .stateless = self { true } else { false } }

  /// - Throws: `MessageError` for a request without a session that lacks a version or capabilities, or
  ///   whose version is not supported.
  init(
    of method: String, _ parameters: MessageValue?, server: String
  ) throws(MessageError) {
    let about = parameters?["_meta"]
    let version = about?[ProtocolMode.prefix + "protocolVersion"]
    guard version != nil || ["server/discover", "subscriptions/listen"].contains(method) else {
      self = .session
      return
    }
    guard let version = version?.text else {
      throw .missing("_meta.\(ProtocolMode.prefix)protocolVersion")
    }
    guard ProtocolMode.versions.contains(version) else {
      throw MessageError(
        .unsupportedProtocolVersion, "Unsupported protocol version",
        data: JSON.object([
          ("supported", JSON.array(ProtocolMode.versions.map(JSON.string))),
          ("requested", JSON.string(version)),
        ]))
    }
    let capabilities = ProtocolMode.prefix + "clientCapabilities"
    guard about?[capabilities]?.isObject == true else { throw .missing("_meta.\(capabilities)") }
    self = .stateless(cache: ProtocolMode.cache(of: method), server: server)
  }

  /// Results that never change while the server runs may be kept for an hour; results about files may
  /// change at any time.
  private static func cache(of method: String) -> Cache? {
    switch method {
    case "server/discover", "tools/list", "resources/templates/list": Cache(milliseconds: 3_600_000)
    case "resources/list", "resources/read": Cache(milliseconds: 0)
    default: nil
    }
  }

  /// A result with the members that all results have in this mode.
  ///
  /// - Parameter object: The result as the text of a JSON object.
  func result(_ object: String) -> String {
    guard case .stateless(let cache, let server) = self else { return object }
    var members: [(key: String, value: String)] = [
      ("resultType", JSON.string("complete")),
      ("_meta", JSON.object([(ProtocolMode.prefix + "serverInfo", server)])),
    ]
    if let cache {
      // The names of a person's files are private.
      members += [("ttlMs", String(cache.milliseconds)), ("cacheScope", JSON.string("private"))]
    }
    let rest = object.dropFirst()
    return String(JSON.object(members).dropLast()) + (rest == "}" ? "" : ",") + rest
  }

  /// The error with its code in this mode.
  func error(_ error: MessageError) -> MessageError {
    guard isStateless, error.code == .notFound else { return error }
    return MessageError(.invalidParameters, error.message, data: error.data)
  }

  // MARK: Subscriptions

  private static func about(subscription id: String) -> String {
    JSON.object([(prefix + "subscriptionId", id)])
  }

  /// The notification that a request for notifications was received, and that none will be sent.
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
