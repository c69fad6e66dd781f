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

  /// The comments that begin in a part of the text outside of scalars, without `<!--` and `-->`.
  ///
  /// - Complexity: O(*n*) in the length of the part.
  package func comments(in part: Range<Int>) -> [UnsafeBufferPointer<UInt8>] {
    let text = bytes(part)
    var comments: [UnsafeBufferPointer<UInt8>] = []
    var position = 0
    while position < text.count {
      // Few texts have `!`, all have tags.
      if position + 8 <= text.count {
        let word = ByteWord(text, at: position)
        if ByteWord.first(word.positions(of: 0x21) | word.positions(of: 0x3F)) == nil {
          position += 7
          continue
        }
      }
      guard text[position] == UInt8(ascii: "<"),
        let end = MarkedUpText.markupEnd(at: position, in: text)
      else {
        position += 1
        continue
      }
      if text[position...].starts(with: "<!--".utf8), end - position >= 7 {
        comments.append(UnsafeBufferPointer(rebasing: text[(position + 4)..<(end - 3)]))
      }
      position = end
    }
    return comments
  }

  /// All comments of a document that has not been edited.
  ///
  /// - Complexity: O(*n*).
  package var comments: [UnsafeBufferPointer<UInt8>] { comments(in: 0..<sourceEnd) }

  /// The offset just past the source.
  package var sourceEnd: Int { source.bytes.count }
}
