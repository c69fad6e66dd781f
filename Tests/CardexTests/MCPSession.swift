import Foundation
import Testing

/// A running `cardex mcp` that is asked one thing after the other.
final class MCPSession {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var received = Data()
  private var lastID = 0
  /// The requests that were answered.
  private(set) var answered: Set<Int> = []

  /// What a tool has answered.
  struct Answer {
    let texts: [String]
    let isError: Bool
    let structured: [String: Any]?

    var text: String { texts.joined(separator: "\n") }
    var token: String? { structured?["token"] as? String }
    var results: [Any]? { structured?["results"] as? [Any] }
  }

  /// - Parameter directory: The current directory.
  init(_ arguments: [String], in directory: URL) throws {
    process.executableURL = Tool.program
    process.arguments = ["mcp"] + arguments
    process.currentDirectoryURL = directory
    process.environment = Tool.environment.merging(
      ["HOME": directory.path(), "XDG_CACHE_HOME": directory.path() + "cache"]
    ) { $1 }
    (process.standardInput, process.standardOutput) = (input, output)
    try Tool.start(process)
    _ = try request(
      "initialize",
      ["protocolVersion": "2025-11-25", "capabilities": [:] as [String: Any]])
    try send(["jsonrpc": "2.0", "method": "notifications/initialized"])
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Ends the input.
  ///
  /// - Returns: The exit status.
  func end() throws -> Int32 {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  func call(_ tool: String, _ arguments: [String: Any] = [:]) throws -> Answer {
    let answer = try request("tools/call", ["name": tool, "arguments": arguments])
    let result = try #require(answer["result"] as? [String: Any], "\(answer)")
    let content = try #require(result["content"] as? [[String: String]])
    return Answer(
      texts: content.compactMap { $0["text"] }, isError: result["isError"] as? Bool ?? false,
      structured: result["structuredContent"] as? [String: Any])
  }

  /// The text at the address of a resource, or why there is none.
  func read(_ uri: String) throws -> (text: String?, problem: String?) {
    let answer = try request("resources/read", ["uri": uri])
    let result = answer["result"] as? [String: Any]
    return (
      (result?["contents"] as? [[String: String]])?.first?["text"],
      (answer["error"] as? [String: Any])?["message"] as? String
    )
  }

  /// Sends a request.
  ///
  /// - Returns: Its number.
  func begin(_ method: String, _ parameters: [String: Any] = [:]) throws -> Int {
    lastID += 1
    try send(["jsonrpc": "2.0", "id": lastID, "method": method, "params": parameters])
    return lastID
  }

  func cancel(_ id: Int) throws {
    try send([
      "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": id],
    ])
  }

  /// The processes that the server has started and that have not ended.
  var children: [String] {
    let threads = "/proc/\(process.processIdentifier)/task"
    return ((try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []).flatMap {
      let children = try? String(contentsOfFile: "\(threads)/\($0)/children", encoding: .utf8)
      return (children ?? "").split(separator: " ").map(String.init)
    }
  }

  /// Sends a request and waits for its answer.
  func request(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    let id = try begin(method, parameters)
    while true {
      let answer = try receive()
      if let id = answer["id"] as? Int { answered.insert(id) }
      if answer["id"] as? Int == id { return answer }
    }
  }

  func send(_ message: [String: Any]) throws {
    try send(JSONSerialization.data(withJSONObject: message))
  }

  /// Sends a line, whatever it is.
  func send(_ line: Data) throws {
    try Tool.write(line + [0x0A], to: input)
  }

  private func receive() throws -> [String: Any] {
    while true {
      if let end = received.firstIndex(of: 0x0A) {
        let line = received[..<end]
        received = Data(received[(end + 1)...])
        return try #require(JSONSerialization.jsonObject(with: line) as? [String: Any])
      }
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the server has ended")
      received += data
    }
  }
}
