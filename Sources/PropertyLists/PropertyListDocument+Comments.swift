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

  /// A comment of the text.
  package struct WrittenComment {
    /// The text without `<!--` and `-->`; valid until text is added.
    package let text: UnsafeBufferPointer<UInt8>
    /// Whether an empty line follows, so that it is not about the next element.
    package let isDetached: Bool
  }

  /// The comments that begin in a part of the text outside of scalars.
  ///
  /// - Complexity: O(*n*) in the length of the part.
  package func comments(in part: Range<Int>) -> [WrittenComment] {
    let text = bytes(part)
    var comments: [WrittenComment] = []
    var position = 0
    while position < text.count {
      // Comments are found by `!` or `?` after `<`, because these are rare, while tags are not.
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
        comments.append(
          WrittenComment(
            text: UnsafeBufferPointer(rebasing: text[(position + 4)..<(end - 3)]),
            isDetached: PropertyListDocument.lineEnds(
              in: text[end...].prefix(while: isXMLSpace)) > 1))
      }
      position = end
    }
    return comments
  }

  /// All comments of a document that has not been edited.
  ///
  /// - Complexity: O(*n*).
  package var comments: [WrittenComment] { comments(in: 0..<sourceEnd) }

  /// The number of line ends in a text: LF, CR LF or CR.
  static func lineEnds(in text: some Sequence<UInt8>) -> Int {
    var (count, last): (Int, UInt8) = (0, 0)
    for byte in text {
      if byte == 0x0D || byte == 0x0A && last != 0x0D { count += 1 }
      last = byte
    }
    return count
  }

  /// The offset just past the source.
  package var sourceEnd: Int { source.bytes.count }
}
