import Platform

/// A text in UTF-8 that an editor changes, with its lines, which end in LF, CR LF or CR.
struct EditedText {
  private(set) var bytes: [UInt8]
  /// Where each line begins.
  private var lineStarts: [Int]
  let encoding: PositionEncoding
  /// How many units precede each block of `blockSize` bytes. They are counted once a position in a
  /// long line is asked for.
  private var blocks = Blocks()

  private final class Blocks {
    var counts: [Int] = []
  }

  private static let blockSize = 4096

  init(_ bytes: [UInt8], _ encoding: PositionEncoding) {
    self.bytes = bytes
    self.encoding = encoding
    lineStarts = [0] + EditedText.lineStarts(in: bytes[...])
  }

  /// The starts of the lines that follow the line ends in a part of a text.
  private static func lineStarts(in part: ArraySlice<UInt8>) -> [Int] {
    var starts: [Int] = []
    part.withUnsafeBufferPointer { text in
      for index in text.indices where text[index] == 0x0A || text[index] == 0x0D {
        if text[index] == 0x0D, index + 1 < text.count, text[index + 1] == 0x0A { continue }
        starts.append(part.startIndex + index + 1)
      }
    }
    return starts
  }

  var lineCount: Int { lineStarts.count }

  // MARK: Changing

  /// Replaces a part of the text.
  ///
  /// - Complexity: O(*n*) in the length of the text, for moving what follows.
  mutating func replace(_ range: Range<Int>, with new: [UInt8]) {
    // A CR before the range or an LF after it may now end a line by itself, or have become part of
    // a CR LF.
    let first = max(line(of: range.lowerBound) - 1, 0)
    let last = min(line(of: range.upperBound) + 1, lineStarts.count - 1)
    let start = lineStarts[first]
    let end = last + 1 < lineStarts.count ? lineStarts[last + 1] : bytes.count
    let shift = new.count - range.count
    bytes.replaceSubrange(range, with: new)
    var new = EditedText.lineStarts(in: bytes[start..<(end + shift)])
    // The start of the next line is known already.
    if last + 1 < lineStarts.count, new.last == end + shift { new.removeLast() }
    if shift != 0 {
      lineStarts.withUnsafeMutableBufferPointer { starts in
        for index in (last + 1)..<starts.count { starts[index] += shift }
      }
    }
    lineStarts.replaceSubrange((first + 1)..<(last + 1), with: new)
    blocks = Blocks()
  }

  /// Replaces several parts, which are ordered from the last to the first.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  mutating func make(_ changes: [TextChange]) {
    if changes.count == 1 { return replace(changes[0].range, with: changes[0].new) }
    if changes.isEmpty { return }
    var result: [UInt8] = []
    var position = 0
    for change in changes.reversed() {
      result += bytes[position..<change.range.lowerBound]
      result += change.new
      position = change.range.upperBound
    }
    result += bytes[position...]
    self = EditedText(result, encoding)
  }

  // MARK: Positions

  /// The line that has a byte, from 0.
  func line(of offset: Int) -> Int { lineStarts.partitionPoint { $0 > offset } - 1 }

  /// The offsets of a line without its end.
  func content(ofLine line: Int) -> Range<Int> {
    let start = lineStarts[line]
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
    if line + 1 < lineStarts.count {
      if end > start, bytes[end - 1] == 0x0A { end -= 1 }
      if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    }
    return start..<end
  }

  /// The position of a byte.
  ///
  /// - Complexity: O(log *n*), and O(*n*) for the first position in a long line.
  func position(of offset: Int) -> TextPosition {
    let line = line(of: offset)
    let start = lineStarts[line]
    guard offset - start > EditedText.blockSize else {
      return TextPosition(line: line, column: encoding.count(bytes[start..<offset]))
    }
    return TextPosition(line: line, column: units(before: offset) - units(before: start))
  }

  /// How many units precede a byte.
  private func units(before offset: Int) -> Int {
    let size = EditedText.blockSize
    if blocks.counts.isEmpty {
      var count = 0
      for start in stride(from: 0, through: bytes.count, by: size) {
        blocks.counts.append(count)
        count += encoding.count(bytes[start..<min(start + size, bytes.count)])
      }
    }
    let block = offset / size
    return blocks.counts[block] + encoding.count(bytes[(block * size)..<offset])
  }

  /// The offset at a position. A column after the end of a line means that end, and a line after
  /// the last one the end of the text. Inside a character, the offset is that of its first byte.
  func offset(of position: TextPosition) -> Int {
    guard position.line < lineStarts.count else { return bytes.count }
    let line = content(ofLine: position.line)
    switch encoding {
    case .utf8:
      var offset = min(line.lowerBound + position.column, line.upperBound)
      while offset > line.lowerBound, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 {
        offset -= 1
      }
      return offset
    case .utf16:
      var (offset, left) = (line.lowerBound, position.column)
      while offset < line.upperBound {
        let byte = bytes[offset]
        let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        left -= length == 4 ? 2 : 1
        if left < 0 { break }
        offset = min(offset + length, line.upperBound)
      }
      return offset
    }
  }

  func json(_ range: Range<Int>) -> String {
    let start = position(of: range.lowerBound)
    let end = position(of: range.upperBound)
    return "{\"start\":\(start.json),\"end\":\(end.json)}"
  }

  /// The offsets of a range of a message; `nil` if it is not a range.
  func range(_ value: MessageValue?) -> Range<Int>? {
    guard let start = TextPosition(value?["start"]), let end = TextPosition(value?["end"]) else {
      return nil
    }
    let (one, other) = (offset(of: start), offset(of: end))
    return min(one, other)..<max(one, other)
  }
}

// MARK: Characters

extension EditedText {
  /// The offset of a column in a line, counted in Unicode scalars from 0.
  func offset(ofScalar count: Int, inLine line: Int) -> Int {
    guard line < lineCount else { return bytes.count }
    let content = content(ofLine: max(line, 0))
    var (offset, left) = (content.lowerBound, count)
    while offset < content.upperBound, left > 0 {
      offset += 1
      while offset < content.upperBound, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return offset
  }

  /// The offset of the character before an offset in its line; at the beginning of the line, the
  /// offset itself.
  func character(before offset: Int) -> Int {
    let line = content(ofLine: line(of: offset))
    var start = min(offset, line.upperBound)
    guard start > line.lowerBound else { return start }
    start -= 1
    while start > line.lowerBound, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }
}
