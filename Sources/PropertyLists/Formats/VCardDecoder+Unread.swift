import Platform

/// Unreadable cards, and where reading continues after them.
extension VCardDecoder {
  /// The cards that have been read so far.
  struct ReadCards {
    struct Last {
      let start: Int
      let mark: DocumentWriter.Mark
    }

    var count = 0
    /// The previous card, unless something after it could not be read.
    var last: Last?
    /// The beginning of the file of a folder that was last checked for conflicts.
    var file: Int?
    var firstError: DecodingError?
  }

  /// Notes that the text at an offset could not be read, and goes to where reading can continue.
  mutating func skip(from start: Int, _ error: DecodingError, _ read: inout ReadCards) {
    if read.firstError == nil { read.firstError = error }
    let limit = folder.parts.part(at: start)?.range.upperBound ?? bytes.count
    var range = start..<limit
    var isRest = error.problem == .conflictMarker
    if !isRest {
      if let end = end(ofUnreadAt: start, before: limit) {
        range = start..<end
      } else {
        isRest = true
      }
    }
    if let last = read.last, isInside(range, cardAt: last.start) {
      writer.goBack(to: last.mark)
      read.count -= 1
      range = last.start..<range.upperBound
    }
    read.last = nil
    writer.notes.unread.append(.init(range: range, error: error, isRest: isRest))
    position = range.upperBound
  }

  /// The end of an unreadable stretch: for a card, after its last line; for a comment, the end of
  /// its line; for anything else, the end of its last line before the next card. `nil` if that
  /// cannot be known, as when a card has no end.
  ///
  /// - Parameter limit: The end of the file.
  private func end(ofUnreadAt start: Int, before limit: Int) -> Int? {
    let first = physicalLine(at: start)
    if bytes[start] == UInt8(ascii: "#") { return min(first.next, limit) }
    guard var offset = endOfBeginning(at: start) else {
      var (end, offset) = (first.next, first.next)
      while offset < limit, endOfBeginning(at: offset) == nil {
        let line = physicalLine(at: offset)
        let text = bytes[line.range]
        // Blank lines and comments directly before the next card belong to that card.
        if text.first != UInt8(ascii: "#"), !text.allSatisfy(isXMLSpace) { end = line.next }
        offset = line.next
      }
      return min(end, limit)
    }
    var depth = 1
    // A card may begin inside another one only after an `AGENT`.
    var isAfterAgent = false
    while offset < limit {
      if let next = end(of: "END:VCARD", at: offset) {
        depth -= 1
        if depth == 0 { return min(next, limit) }
        (offset, isAfterAgent) = (next, false)
      } else if let next = endOfBeginning(at: offset) {
        guard isAfterAgent else { return nil }
        depth += 1
        (offset, isAfterAgent) = (next, false)
      } else {
        let line = physicalLine(at: offset)
        let text = bytes[line.range]
        if !text.allSatisfy(isXMLSpace) { isAfterAgent = VCardDecoder.isAgent(text) }
        offset = line.next
      }
    }
    return nil
  }

  /// Whether a line is an `AGENT` property whose value is the card that follows.
  private static func isAgent(_ line: Slice<Bytes>) -> Bool {
    guard line.last(where: { !isXMLSpace($0) }) == UInt8(ascii: ":") else { return false }
    let head = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ":") }
    let start = head.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? head.startIndex
    return Bytes(rebasing: head[start...]).isWord("AGENT")
  }

  /// Whether an unreadable stretch after a card may be a part of it. This is so if a line of the
  /// card ends in the beginning of an inner card, whose end was taken for the end of both.
  private func isInside(_ range: Range<Int>, cardAt start: Int) -> Bool {
    func hasLine(in range: Range<Int>, _ isFound: (Int, Bytes) -> Bool) -> Bool {
      var offset = range.lowerBound
      while offset < range.upperBound {
        let line = physicalLine(at: offset)
        if isFound(offset, Bytes(rebasing: bytes[line.range])) { return true }
        offset = line.next
      }
      return false
    }
    guard endOfBeginning(at: range.lowerBound) == nil,
      hasLine(in: range, { offset, _ in end(of: "END:VCARD", at: offset) != nil })
    else { return false }
    let word: StaticString = "BEGIN:VCARD"
    return hasLine(in: start..<range.lowerBound) { _, line in
      let text = line[..<(line.lastIndex { !isXMLSpace($0) }.map { $0 + 1 } ?? 0)]
      return text.count > word.utf8CodeUnitCount
        && Bytes(rebasing: text.suffix(word.utf8CodeUnitCount)).isWord(word)
    }
  }

  /// Checks, at the beginning of each file of a folder, that it has no merge conflict.
  func expectNoConflict(_ read: inout ReadCards) throws(DecodingError) {
    guard let part = folder.parts.part(at: position), read.file != part.range.lowerBound
    else { return }
    read.file = part.range.lowerBound
    let text = Bytes(rebasing: bytes[part.range])
    if let marker = ConflictMarker.whole(in: text) {
      throw DecodingError(.conflictMarker, at: part.range.lowerBound + marker)
    }
  }
}
