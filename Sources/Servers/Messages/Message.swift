import Exchange
import PropertyLists

/// A message of JSON-RPC 2.0.
package enum Message {
  /// - Parameter id: A number or a string, as text of JSON.
  case request(id: String, method: String, MessageValue?)
  case notification(method: String, MessageValue?)
  /// An answer to a request of this program, which does not need it.
  case response

  /// Reads a message.
  package init(_ bytes: some Sequence<UInt8>) throws(UnreadableMessage) {
    let value: MessageValue
    do throws(PropertyListError) {
      value = try MessageValue(bytes)
    } catch {
      throw UnreadableMessage(
        error: MessageError(.parseError, "\(error.location): \(error)"), id: nil)
    }
    let id = value["id"].flatMap { $0.integer != nil || $0.text != nil ? $0.json : nil }
    func unreadable(_ reason: String) -> UnreadableMessage {
      UnreadableMessage(error: MessageError(.invalidRequest, reason), id: id)
    }
    guard value["jsonrpc"]?.text == "2.0" else { throw unreadable("'jsonrpc' is not \"2.0\"") }
    guard let method = value["method"] else {
      guard id != nil || value["error"] != nil else { throw unreadable("'method' is missing") }
      self = .response
      return
    }
    guard let method = method.text else { throw unreadable("'method' is not a string") }
    if let id {
      self = .request(id: id, method: method, value["params"])
    } else if value["id"] != nil {
      throw unreadable("'id' is neither a number nor a string")
    } else {
      self = .notification(method: method, value["params"])
    }
  }
}

/// Bytes that are not a message, with the ID of the request if they contain one.
package struct UnreadableMessage: Error {
  package let error: MessageError
  package let id: String?
}

/// An error as the answer to a request.
package struct MessageError: Error, Equatable, Sendable {
  /// The codes of JSON-RPC 2.0 and of the Language Server Protocol 3.17. Older versions of the Model
  /// Context Protocol use one of them for resources that do not exist; newer ones have their own.
  package enum Code: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case notInitialized = -32002
    package static let notFound = Code.notInitialized
    case requestFailed = -32803
    case contentModified = -32801
    case requestCancelled = -32800
    case unsupportedProtocolVersion = -32022
  }

  package let code: Code
  package let message: String
  /// What a program needs to know of it, as text of JSON.
  package let data: String?

  package init(_ code: Code, _ message: String, data: String? = nil) {
    (self.code, self.message, self.data) = (code, message, data)
  }

  package static func missing(_ name: String) -> MessageError {
    MessageError(.invalidParameters, "'\(name)' is missing or of another type")
  }
}

/// The texts of messages to send.
package enum SentMessage {
  package static func response(_ id: String, _ result: String) -> String {
    JSON.object([("jsonrpc", "\"2.0\""), ("id", id), ("result", result)])
  }

  package static func failure(_ id: String?, _ error: MessageError) -> String {
    JSON.object([
      ("jsonrpc", "\"2.0\""), ("id", id ?? "null"),
      (
        "error",
        JSON.object(
          [("code", String(error.code.rawValue)), ("message", JSON.string(error.message))]
            + (error.data.map { [("data", $0)] } ?? []))
      ),
    ])
  }

  package static func notification(_ method: String, _ parameters: String) -> String {
    JSON.object([
      ("jsonrpc", "\"2.0\""), ("method", JSON.string(method)), ("params", parameters),
    ])
  }
}
