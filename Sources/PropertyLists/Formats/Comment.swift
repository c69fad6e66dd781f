/// A comment as in C: `/* … */`, or `//` to the end of its line.
struct Comment {
  /// The text between the delimiters.
  let text: Range<Int>
  /// Where the comment ends. A line end after `//` is not part of it, unless that is U+2028 or
  /// U+2029, which end nothing but comments.
  let end: Int
  /// Whether `/*` is followed by `*/`; without it, the comment ends where the text does.
  private(set) var isTerminated = true

  /// The comment that begins at an index.
  ///
  /// - Parameter end: The end of the text, or of the part of it that is looked at.
  /// - Returns: `nil` if no comment begins there.
  /// - Complexity: O(*n*) in its length.
  init?<Bytes: RandomAccessCollection>(
    in bytes: Bytes, at start: Int, upTo end: Int
  ) where Bytes.Element == UInt8, Bytes.Index == Int {
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
      (text, self.end, isTerminated) = ((start + 2)..<end, end, false)
    default: return nil
    }
  }

  /// Comments on a line with nothing but blanks between them.
  struct Run {
    /// Where the last comment ends.
    let end: Int
    /// Whether the comments belong to the value or key before them on the line (see `TreeLayout`):
    /// they are before its separator, or end the line or the list.
    var isTrailing: Bool
    /// Whether an empty line follows, so that they do not belong to what follows.
    let isDetached: Bool

    /// No comments.
    static var none: Run { Run(end: 0, isTrailing: false, isDetached: false) }

    private init(end: Int, isTrailing: Bool, isDetached: Bool) {
      (self.end, self.isTrailing, self.isDetached) = (end, isTrailing, isDetached)
    }

    /// The comments from an index on, at which one begins.
    ///
    /// - Parameter openings: Opening characters; comments that follow one directly have no value
    ///   before them.
    /// - Complexity: O(*n*) in the length of the comments and of the white space around them.
    init<Bytes: RandomAccessCollection>(
      in bytes: Bytes, at start: Int, notAfter openings: StaticString
    ) where Bytes.Element == UInt8, Bytes.Index == Int {
      func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
      func isSeparator(_ byte: UInt8?) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
      }
      var (end, index) = (start, start)
      while let comment = Comment(in: bytes, at: index, upTo: bytes.endIndex) {
        end = comment.end
        index = bytes[end...].firstIndex { !isBlank($0) } ?? bytes.endIndex
      }
      let next = index < bytes.endIndex ? bytes[index] : nil
      var before = bytes[..<start].lastIndex { !isBlank($0) }
      let isAfterSeparator = isSeparator(before.map { bytes[$0] })
      if isAfterSeparator, let separator = before {
        before = bytes[..<separator].lastIndex { !isBlank($0) }
      }
      let followsValue =
        before.map { before in
          let byte = bytes[before]
          return byte != 0x0A && byte != 0x0D && !openings.withUTF8Buffer { $0.contains(byte) }
        } ?? false
      let endsLine = next.map { [0x0A, 0x0D].contains($0) || "})]".utf8.contains($0) } ?? true
      let space = bytes[index...].prefix(while: isXMLSpace)
      self.init(
        end: end,
        isTrailing: followsValue && (endsLine || !isAfterSeparator && isSeparator(next)),
        isDetached: PropertyListDocument.lineEnds(in: space) > 1)
    }
  }

  /// Comments, and the white space around them, rewritten without line ends.
  static func onOneLine(_ comments: ArraySlice<UInt8>) -> [UInt8] {
    func withoutLineEnds(_ text: ArraySlice<UInt8>) -> [UInt8] {
      text.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    }
    var (result, index): ([UInt8], Int) = ([], comments.startIndex)
    while index < comments.endIndex {
      guard let comment = Comment(in: comments, at: index, upTo: comments.endIndex) else {
        result += withoutLineEnds(comments[index...index])
        index += 1
        continue
      }
      // The text of a `//` comment may contain `*/`.
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
