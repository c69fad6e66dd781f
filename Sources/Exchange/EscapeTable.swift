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
