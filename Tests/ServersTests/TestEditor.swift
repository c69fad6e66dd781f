import Foundation

@testable import Servers

/// An editor that talks to a server of its own over pipes.
final class TestEditor {
  /// A value of JSON, as `JSONSerialization` has it.
  typealias Object = [String: Any]

  private let input: FileHandle
  private let output: FileHandle
  private var received = Data()
  private var lastID = 0
  private var versions: [String: Int] = [:]
  /// The diagnostics that were sent last, by the texts that they are of.
  private var published: [String: Object] = [:]
  private(set) var abilities: Object = [:]
  private let status: Status

  /// The exit status of the server, once it has ended.
  private final class Status: @unchecked Sendable {
    let hasEnded = DispatchSemaphore(value: 0)
    var value: Int32 = -1
  }

  static var usualAbilities: Object {
    [
      "textDocument": [
        "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
        "completion": ["completionItem": ["snippetSupport": true]],
        "hover": ["contentFormat": ["markdown", "plaintext"]],
        "rename": ["prepareSupport": true],
        "codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": [String]()]]],
      ],
      "workspace": ["workspaceEdit": ["documentChanges": true]],
    ]
  }

  /// - Parameter isInitialized: Whether the editor has introduced itself.
  init(_ abilities: Object = usualAbilities, folder: String? = nil, isInitialized: Bool = true) {
    let (toServer, fromServer) = (Pipe(), Pipe())
    let (read, write) = (
      toServer.fileHandleForReading.fileDescriptor, fromServer.fileHandleForWriting.fileDescriptor
    )
    let (own, other) = (dup(read), dup(write))
    let status = Status()
    self.status = status
    let thread = Thread {
      status.value = LanguageServer.run(version: "test", input: own, output: other)
      close(own)
      close(other)
      status.hasEnded.signal()
    }
    thread.stackSize = 1 << 23
    thread.start()
    try? toServer.fileHandleForReading.close()
    try? fromServer.fileHandleForWriting.close()
    input = toServer.fileHandleForWriting
    output = fromServer.fileHandleForReading
    guard isInitialized else { return }
    var parameters: Object = ["processId": NSNull(), "capabilities": abilities]
    parameters["rootUri"] = folder ?? NSNull()
    let answer = try? request("initialize", parameters) as? Object
    self.abilities = answer?["capabilities"] as? Object ?? [:]
    notify("initialized", [:])
  }

  // MARK: Messages

  struct Refusal: Error, Equatable {
    let code: Int
    let message: String
  }

  func send(_ bytes: Data) { try? input.write(contentsOf: bytes) }

  func send(_ message: Object) {
    guard let body = try? JSONSerialization.data(withJSONObject: message) else { return }
    send(Data("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
  }

  func notify(_ method: String, _ parameters: Object) {
    send(["jsonrpc": "2.0", "method": method, "params": parameters])
  }

  func begin(_ method: String, _ parameters: Object) -> Int {
    lastID += 1
    send(["jsonrpc": "2.0", "id": lastID, "method": method, "params": parameters])
    return lastID
  }

  /// The result of a request.
  ///
  /// - Throws: `Refusal` if the server answers with an error.
  func request(_ method: String, _ parameters: Object) throws -> Any {
    try answer(to: begin(method, parameters))
  }

  func answer(to id: Int) throws -> Any {
    while let message = next() {
      guard message["id"] as? Int == id else {
        note(message)
        continue
      }
      if let error = message["error"] as? Object {
        throw Refusal(
          code: error["code"] as? Int ?? 0, message: error["message"] as? String ?? "")
      }
      return message["result"] ?? NSNull()
    }
    throw Refusal(code: 0, message: "the server has ended")
  }

  /// The next message of the server; `nil` once it has ended.
  func next() -> Object? {
    let blankLine = Data("\r\n\r\n".utf8)
    while true {
      if let end = received.range(of: blankLine) {
        let header = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        let length = header.split(separator: ":").last.flatMap {
          Int($0.trimmingCharacters(in: .whitespaces))
        }
        let body = received[end.upperBound...]
        if let length, body.count >= length {
          let message = body.prefix(length)
          received = Data(body.dropFirst(length))
          return (try? JSONSerialization.jsonObject(with: message)) as? Object
        }
      }
      let more = output.availableData
      if more.isEmpty { return nil }
      received.append(more)
    }
  }

  /// Says good-bye.
  ///
  /// - Returns: The exit status of the server.
  func end() -> Int32 {
    _ = try? request("shutdown", [:])
    notify("exit", [:])
    return waitForEnd()
  }

  /// Closes the connection, as an editor that crashes does.
  func hangUp() -> Int32 {
    try? input.close()
    return waitForEnd()
  }

  /// The exit status of the server, which has been told to end.
  func waitForEnd() -> Int32 {
    status.hasEnded.wait()
    return status.value
  }

  // MARK: Texts

  func open(_ text: String, as uri: String = "file:///test/list.plist") {
    versions[uri, default: 0] += 1
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": uri, "languageId": "xml", "version": versions[uri] ?? 1, "text": text,
        ]
      ])
  }

  /// - Parameter changes: Ranges, or `nil` for the whole text, with what is in their places.
  func change(
    _ changes: [(range: Object?, text: String)], in uri: String = "file:///test/list.plist"
  ) {
    versions[uri, default: 1] += 1
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": uri, "version": versions[uri] ?? 1],
        "contentChanges": changes.map { change in
          var object: Object = ["text": change.text]
          object["range"] = change.range
          return object
        },
      ])
  }

  func ask(
    about uri: String = "file:///test/list.plist", _ method: String, _ others: Object = [:]
  ) throws -> Any {
    try request(
      "textDocument/" + method, others.merging(["textDocument": ["uri": uri]]) { $1 })
  }

  /// The diagnostics of a text as it is, once they are known.
  func diagnostics(of uri: String = "file:///test/list.plist") -> [Object] {
    while true {
      if let known = published[uri], known["version"] as? Int == versions[uri] {
        return known["diagnostics"] as? [Object] ?? []
      }
      guard let message = next() else { return [] }
      note(message)
    }
  }

  private func note(_ message: Object) {
    guard message["method"] as? String == "textDocument/publishDiagnostics",
      let parameters = message["params"] as? Object, let uri = parameters["uri"] as? String
    else { return }
    published[uri] = parameters
  }
}

/// A text as an editor counts it: in lines and code units of UTF-16 or UTF-8.
struct EditorText {
  var units: [UInt16]
  private let isUTF8: Bool

  init(_ text: String, isUTF8: Bool = false) {
    self.isUTF8 = isUTF8
    units = EditorText.units(text, isUTF8)
  }

  private static func units(_ text: String, _ isUTF8: Bool) -> [UInt16] {
    isUTF8 ? text.utf8.map { UInt16($0) } : Array(text.utf16)
  }

  var text: String {
    isUTF8
      ? String(decoding: units.map { UInt8($0) }, as: UTF8.self)
      : String(decoding: units, as: UTF16.self)
  }

  /// Whether a place is neither inside of a character nor of a line end.
  func isBoundary(_ offset: Int) -> Bool {
    guard offset > 0, offset < units.count else { return true }
    let (before, after) = (units[offset - 1], units[offset])
    if before == 0x0D, after == 0x0A { return false }
    return isUTF8 ? after & 0xC0 != 0x80 : !UTF16.isTrailSurrogate(after)
  }

  /// Where each line begins.
  var lineStarts: [Int] {
    var starts = [0]
    for (index, unit) in units.enumerated() where unit == 0x0A || unit == 0x0D {
      if unit == 0x0D, index + 1 < units.count, units[index + 1] == 0x0A { continue }
      starts.append(index + 1)
    }
    return starts
  }

  func position(of offset: Int) -> [String: Int] {
    let starts = lineStarts
    let line = starts.lastIndex { $0 <= offset } ?? 0
    return ["line": line, "character": offset - starts[line]]
  }

  func range(_ range: Range<Int>) -> TestEditor.Object {
    ["start": position(of: range.lowerBound), "end": position(of: range.upperBound)]
  }

  func offset(_ position: Any?) -> Int? {
    guard let position = position as? TestEditor.Object, let line = position["line"] as? Int,
      let column = position["character"] as? Int, line < lineStarts.count
    else { return nil }
    return lineStarts[line] + column
  }

  func range(of range: Any?) -> Range<Int>? {
    guard let range = range as? TestEditor.Object, let start = offset(range["start"]),
      let end = offset(range["end"]), start <= end, end <= units.count
    else { return nil }
    return start..<end
  }

  mutating func replace(_ range: Range<Int>, with text: String) {
    units.replaceSubrange(range, with: EditorText.units(text, isUTF8))
  }

  /// Makes the edits of a `WorkspaceEdit` that must fit.
  mutating func take(_ edit: Any?) throws {
    if !apply(edit) { throw TestEditor.Refusal(code: 0, message: "\(String(describing: edit))") }
  }

  /// Makes the edits of a `WorkspaceEdit`, from the last to the first.
  ///
  /// - Returns: Whether they were edits of this text that do not overlap.
  mutating func apply(_ edit: Any?) -> Bool {
    guard let edit = edit as? TestEditor.Object else { return false }
    let list: [TestEditor.Object]
    if let changes = edit["changes"] as? [String: [TestEditor.Object]] {
      list = changes.values.flatMap(\.self)
    } else {
      let documents = edit["documentChanges"] as? [TestEditor.Object] ?? []
      list = documents.flatMap { $0["edits"] as? [TestEditor.Object] ?? [] }
    }
    var edits: [(range: Range<Int>, text: String)] = []
    for edit in list {
      guard let range = range(of: edit["range"]), let text = edit["newText"] as? String else {
        return false
      }
      edits.append((range, text))
    }
    edits.sort { $0.range.lowerBound < $1.range.lowerBound }
    for (one, next) in zip(edits, edits.dropFirst())
    where one.range.upperBound > next.range.lowerBound { return false }
    for edit in edits.reversed() { replace(edit.range, with: edit.text) }
    return true
  }
}
