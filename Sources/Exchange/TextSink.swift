/// UTF-8 text on its way to a file, collected into large pieces.
final class TextSink {
  /// Takes a piece of the text, whose bytes are valid only during the call.
  typealias Write = (UnsafeRawBufferPointer) throws -> Void

  private static let capacity = 1 << 16
  private var buffer: [UInt8] = []
  private let write: Write

  init(_ write: @escaping Write) {
    self.write = write
  }

  /// The bytes that a closure writes to a sink.
  static func bytes(of body: (TextSink) throws -> Void) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let sink = TextSink { bytes.append(contentsOf: $0) }
    try body(sink)
    try sink.flush()
    return bytes
  }

  @inline(__always)
  func append(_ byte: UInt8) { buffer.append(byte) }

  func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  func append(_ text: UnsafeBufferPointer<UInt8>) { buffer.append(contentsOf: text) }

  func append(_ bytes: [UInt8]) { buffer.append(contentsOf: bytes) }

  func append(_ text: String) { buffer.append(contentsOf: text.utf8) }

  func append(_ text: UnsafeBufferPointer<UInt8>, _ escapes: EscapeTable) {
    escapes.forEachPiece(of: text, append)
  }

  func append(_ text: String, _ escapes: EscapeTable) {
    var text = text
    text.withUTF8 { append($0, escapes) }
  }

  /// Appends a line break and blanks.
  func breakLine(indentedBy blanks: Int) {
    append(0x0A)
    for _ in 0..<blanks { append(0x20) }
  }

  /// Writes the collected text once it fills the buffer. Call this often, between values.
  func flushIfFull() throws { if buffer.count >= TextSink.capacity { try flush() } }

  func flush() throws {
    try buffer.withUnsafeBytes(write)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// The escapes of bytes that have a meaning in a format.
struct EscapeTable {
  private var isEscaped = [Bool](repeating: false, count: 256)
  private var escapes: [UInt8: [UInt8]] = [:]

  init(_ escapes: [UInt8: String]) {
    for (byte, escape) in escapes { self[byte] = Array(escape.utf8) }
  }

  subscript(byte: UInt8) -> [UInt8]? {
    get { isEscaped[Int(byte)] ? escapes[byte] : nil }
    set {
      isEscaped[Int(byte)] = newValue != nil
      escapes[byte] = newValue
    }
  }

  /// Whether a text has a byte that must be escaped.
  func applies(to text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.contains { isEscaped[Int($0)] }
  }

  /// Calls the closure with the text in pieces, escapes among them.
  ///
  /// - Complexity: O(*n*); stretches that need no escape are passed on without copying.
  @inline(__always)
  func forEachPiece(
    of text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var start = 0
    isEscaped.withUnsafeBufferPointer { isEscaped in
      for index in 0..<text.count where isEscaped[Int(text[index])] {
        body(UnsafeBufferPointer(rebasing: text[start..<index]))
        (escapes[text[index]] ?? []).withUnsafeBufferPointer(body)
        start = index + 1
      }
    }
    body(UnsafeBufferPointer(rebasing: text[start...]))
  }
}
