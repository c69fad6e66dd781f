/// A comment as in C: `/* … */`, or `//` to the end of its line.
struct Comment {
  /// What it says.
  let text: Range<Int>
  /// Where what follows it begins: the end of its line, unless that is U+2028 or U+2029, which only end
  /// comments.
  let end: Int

  /// The comment that begins at an index.
  ///
  /// - Parameter end: Where the text ends, or the part of it that is looked at.
  /// - Returns: `nil` if none begins there.
  /// - Throws: `Unterminated` if it has no end.
  /// - Complexity: O(*n*) in its length.
  init?<Bytes: RandomAccessCollection>(
    in bytes: Bytes, at start: Int, upTo end: Int
  ) throws(Unterminated) where Bytes.Element == UInt8, Bytes.Index == Int {
    guard start + 1 < end, bytes[start] == UInt8(ascii: "/") else { return nil }
    var index = start + 2
    switch bytes[start + 1] {
    case UInt8(ascii: "/"):
      while index < end, bytes[index] != 0x0A, bytes[index] != 0x0D {
        if Comment.isUnicodeLineEnd(bytes, at: index) {
          (text, self.end) = ((start + 2)..<index, index + 3)
          return
        }
        index += 1
      }
      (text, self.end) = ((start + 2)..<index, index)
    case UInt8(ascii: "*"):
      while index + 1 < end {
        if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
          (text, self.end) = ((start + 2)..<index, index + 2)
          return
        }
        index += 1
      }
      throw Unterminated()
    default: return nil
    }
  }

  struct Unterminated: Error {}

  /// Comments, and the white space around them, without a line end.
  static func onOneLine(_ comments: ArraySlice<UInt8>) -> [UInt8] {
    func withoutLineEnds(_ text: ArraySlice<UInt8>) -> [UInt8] {
      text.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    }
    var (result, index): ([UInt8], Int) = ([], comments.startIndex)
    while index < comments.endIndex {
      guard let comment = try? Comment(in: comments, at: index, upTo: comments.endIndex) else {
        result += withoutLineEnds(comments[index...index])
        index += 1
        continue
      }
      // Its text may have what ends one of the other kind.
      let closing = "*/".utf8
      var text = withoutLineEnds(comments[comment.text])[...]
      result += "/*".utf8
      while let range = text.firstRange(of: closing) {
        result += text[..<range.lowerBound] + "* /".utf8
        text = text[range.upperBound...]
      }
      result += text + closing
      index = comment.end
    }
    return result
  }

  /// Whether U+2028 or U+2029 is at an index.
  static func isUnicodeLineEnd<Bytes: RandomAccessCollection>(
    _ bytes: Bytes, at index: Int
  ) -> Bool where Bytes.Element == UInt8, Bytes.Index == Int {
    index + 2 < bytes.endIndex && bytes[index] == 0xE2 && bytes[index + 1] == 0x80
      && bytes[index + 2] & 0xFE == 0xA8
  }
}
