/// Divides what is received into messages.
package struct MessageStream {
  /// How messages are delimited.
  package enum Framing: Sendable {
    /// Headers before each message, where `Content-Length` is its length in bytes (Language Server
    /// Protocol).
    case headers
    /// Each message is a line (Model Context Protocol).
    case lines
  }

  private let framing: Framing
  /// The longest message that is kept.
  private let mostBytes: Int
  private var buffer: [UInt8] = []
  private var start = 0
  /// How far the end of a line, or of the headers, has been searched for.
  private var searched = 0
  /// How many bytes of a message that is too long are still to be skipped; `nil` for the rest of a
  /// line.
  private var skipped: Int? = 0

  /// The end of the headers.
  private static let blankLine: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
  /// The longest headers; longer ones are errors.
  private static let mostHeaderBytes = 8192

  package init(_ framing: Framing, mostBytes: Int = 1 << 28) {
    (self.framing, self.mostBytes) = (framing, mostBytes)
  }

  package mutating func append(_ bytes: some Sequence<UInt8>) {
    if start > 0, start == buffer.count || start > 1 << 16 {
      buffer.removeFirst(start)
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The bytes of the next message, if all of it has arrived.
  ///
  /// - Throws: `UnreadableMessage` for headers without a length, and for headers or a message that
  ///   are too long. The messages after it can still be read.
  package mutating func next() throws(UnreadableMessage) -> [UInt8]? {
    switch framing {
    case .headers: try nextByLength()
    case .lines: try nextLine()
    }
  }

  private mutating func nextByLength() throws(UnreadableMessage) -> [UInt8]? {
    if let count = skipped, count > 0 {
      let available = min(count, buffer.count - start)
      start += available
      skipped = count - available
      if available < count { return nil }
    }
    guard let end = endOfHeaders() else {
      if buffer.count - start > MessageStream.mostHeaderBytes {
        // The last bytes may be the beginning of the blank line.
        start = buffer.count - MessageStream.blankLine.count
        searched = start
        throw tooLong("a header")
      }
      return nil
    }
    let lines = buffer[start..<end].split(whereSeparator: { $0 == 0x0D || $0 == 0x0A })
    let lengths = lines.compactMap { line -> Int? in
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      guard parts.count == 2, MessageStream.text(parts[0]).lowercased() == "content-length" else {
        return nil
      }
      return Int(MessageStream.text(parts[1]))
    }
    let body = end + MessageStream.blankLine.count
    guard let length = lengths.last, length >= 0 else {
      start = body
      searched = body
      throw UnreadableMessage(
        error: MessageError(.parseError, "a header without 'Content-Length'"), id: nil)
    }
    if length > mostBytes {
      start = body
      searched = body
      skipped = length
      throw tooLong("a message of \(length) bytes")
    }
    guard buffer.count - body >= length else { return nil }
    start = body + length
    searched = start
    return Array(buffer[body..<start])
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).filter { $0 != " " && $0 != "\t" }
  }

  /// The offset of the blank line that ends the headers.
  private mutating func endOfHeaders() -> Int? {
    var position = max(searched, start)
    while let end = buffer[position...].firstIndex(of: 0x0D) {
      let rest = buffer[end...].prefix(MessageStream.blankLine.count)
      if rest.elementsEqual(MessageStream.blankLine) { return end }
      if rest.count < MessageStream.blankLine.count { break }
      position = end + 1
    }
    searched = max(start, buffer.count - MessageStream.blankLine.count + 1)
    return nil
  }

  private mutating func nextLine() throws(UnreadableMessage) -> [UInt8]? {
    while true {
      guard let end = buffer[max(searched, start)...].firstIndex(of: 0x0A) else {
        searched = buffer.count
        if skipped == nil || buffer.count - start > mostBytes {
          let isFirst = skipped != nil
          skipped = nil
          start = buffer.count
          if isFirst { throw tooLong("a line") }
        }
        return nil
      }
      let line = buffer[start..<end]
      start = end + 1
      searched = start
      if skipped == nil {
        skipped = 0
        continue
      }
      if line.count > mostBytes { throw tooLong("a line") }
      // Lines of only JSON's white space are skipped; other control characters get a parse error.
      if !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return Array(line) }
    }
  }

  private func tooLong(_ what: String) -> UnreadableMessage {
    UnreadableMessage(error: MessageError(.invalidRequest, "\(what) is too long"), id: nil)
  }
}
