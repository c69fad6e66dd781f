extension PropertyListDocument {
  /// Whether well-formed text contains comments or processing instructions.
  ///
  /// - Complexity: O(*n*).
  package static func hasComments(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { text in
      var position = 0
      while position < text.count {
        guard text[position] == UInt8(ascii: "<"),
          let end = MarkedUpText.markupEnd(at: position, in: text)
        else {
          position += 1
          continue
        }
        if !text[position...].starts(with: "<![CDATA[".utf8) { return true }
        position = end
      }
      return false
    }
  }
}
