extension PropertyListDocument {
  /// The offsets of a node's element, from its `<` to just past its `>`.
  ///
  /// - Complexity: O(1) for a scalar; otherwise O(*m*) in the number of members of the container,
  ///   of the last container in it, and so on.
  package func elementRange(of index: NodeIndex) -> Range<Int> {
    let node = self[index]
    let start = elementStart(of: index)
    if node.isEmptyElement { return start..<node.contentOffset }
    let content = contentEnd(of: index)
    let (text, base) = region(of: content)
    var end = content - base
    while end < text.count, text[end] != UInt8(ascii: ">") { end += 1 }
    return start..<(base + min(end + 1, text.count))
  }

  /// Offset of the `<` of a node's start tag.
  package func elementStart(of index: NodeIndex) -> Int {
    // The node of `addEmptyString` has offset 0.
    let last = max(self[index].contentOffset - 1, 0)
    let (text, base) = region(of: last)
    var start = last - base
    // Bounded, because a mapped file may change.
    while start > 0, text[start] != UInt8(ascii: "<") { start -= 1 }
    return base + start
  }

  /// Offset of the end tag of an element that has one.
  package func contentEnd(of index: NodeIndex) -> Int {
    let node = self[index]
    guard node.kind.isContainer else { return node.contentOffset + node.contentLength }
    var position = node.contentOffset
    var last: NodeIndex?
    for child in elements(of: index) { last = child }
    if let last { position = elementRange(of: last).upperBound }
    return endTag(after: position)
  }

  /// Skips white space, comments, processing instructions and blank CDATA up to an end tag.
  private func endTag(after offset: Int) -> Int {
    let (text, base) = region(of: offset)
    var position = offset - base
    while position < text.count, !text[position...].starts(with: "</".utf8) {
      position = MarkedUpText.markupEnd(at: position, in: text) ?? position + 1
    }
    return base + position
  }

  /// The range of a node in the text of the file, in bytes of UTF-8 after a byte-order mark. It is
  /// the element in XML, otherwise the text of the value or key.
  ///
  /// - Returns: `nil` for a node without text of its own in the file, and in a binary file.
  /// - Complexity: That of `elementRange(of:)`, or O(log *n*); O(*n*) for the first one if the file
  ///   is not XML.
  package func fileRange(of index: NodeIndex) -> Range<Int>? {
    if source.format == .xml { return elementRange(of: index) }
    return source.format.isText ? origins?.extent(of: elementStart(of: index)) : nil
  }

  /// The location in the file of a node's element, or of the value that it was decoded from.
  ///
  /// - Complexity: O(*n*) in the offset of the node; in the whole file if that is not XML.
  package func location(of index: NodeIndex) -> SourceLocation {
    locations(of: [index])[0]
  }

  /// The locations in the file where nodes' elements begin, for indices in ascending order.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func locations(of indices: [NodeIndex]) -> [SourceLocation] {
    if source.format != .xml {
      return indices.map { origins?.location(of: elementStart(of: $0)) ?? .start }
    }
    var counter = LineCounter(source.bytes)
    return indices.map { counter.location(of: elementStart(of: $0)) }
  }
}

// MARK: After edits

extension PropertyListDocument {
  /// How many bytes of the current text precede a node's element; `nil` if it is not in the text.
  package func position(of node: NodeIndex) -> Int? { pieces.position(of: elementStart(of: node)) }

  /// The document that would be read if the file were saved now; `nil` if it cannot be saved.
  ///
  /// - Complexity: That of saving and reading.
  package func savedAndRead() -> PropertyListDocument? {
    var bytes: FileBytes?
    if isFolder {
      bytes = (try? patchedFolder())?.bytes
    } else {
      var written: [UInt8] = []
      do throws(FileWritingError<Never>) {
        try writeFile { written += $0 }
        bytes = FileBytes(written)
      } catch {}
    }
    return bytes.flatMap {
      try? PropertyListDocument(
        $0, format: source.format, encoding: givenEncoding, decoding: decoding)
    }
  }
}

// MARK: What moves with an element

extension PropertyListDocument {
  /// The offsets that belong to an element, or to a run of elements: the white space and comments
  /// before it, and the comments after it at the end of its line.
  ///
  /// Anything in front of an element on the line where the previous one ends belongs to the
  /// previous one.
  package func chunk(from first: NodeIndex, through last: NodeIndex) -> Range<Int> {
    let end = elementRange(of: last).upperBound
    return leadStart(before: elementStart(of: first))..<trailEnd(after: end)
  }

  /// The start of the white space and comments in front of an element at an offset.
  private func leadStart(before start: Int) -> Int {
    let (text, base) = region(of: start)
    var position = start - base
    while position > 0 {
      if isXMLSpace(text[position - 1]) {
        position -= 1
      } else if text[..<position].suffix(3).elementsEqual("-->".utf8) {
        // Comments do not contain `--`, so the nearest `<!--` opens this one.
        position -= 3
        while position > 0, !text[position...].starts(with: "<!--".utf8) { position -= 1 }
      } else {
        break
      }
    }
    return min(trailEnd(after: base + position), start)
  }

  /// The end of the comments that follow an element on its line; the element's end if there are
  /// none, or if anything but the line end follows them.
  package func trailEnd(after end: Int) -> Int {
    let (text, base) = region(of: max(end - 1, 0))
    var position = end - base
    var hasComment = false
    while position < text.count {
      if text[position] == 0x20 || text[position] == 0x09 {
        position += 1
      } else if text[position...].starts(with: "<!--".utf8),
        let end = MarkedUpText.markupEnd(at: position, in: text)
      {
        hasComment = true
        position = end
      } else {
        break
      }
    }
    let endsLine = position < text.count && (text[position] == 0x0A || text[position] == 0x0D)
    return hasComment && endsLine ? base + position : end
  }
}
