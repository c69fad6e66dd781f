extension PropertyListDocument {
  /// An element that was added to the space of offsets.
  package struct Addition: Sendable {
    /// The text as it was given.
    package let range: Range<Int>
    /// The first node: a key if the text begins with one, otherwise the value.
    package let node: NodeIndex
  }

  /// Reads text with one value, or one key and its value, and keeps it with its nodes. It becomes
  /// part of the document's text once a replacement refers to it.
  ///
  /// - Parameters:
  ///   - isMember: Whether the value follows a key.
  ///   - isFragment: Whether the text will be part of another addition, which is then checked as a
  ///     whole.
  /// - Throws: `PropertyListError` if the text is not an element of a property list, or has a value
  ///   that the file's format cannot express; the error's location counts from the beginning of the
  ///   text.
  /// - Complexity: O(*n*) in the length of the text, and some microseconds.
  package func add(
    _ text: [UInt8], isMember: Bool, isFragment: Bool = false
  ) throws(PropertyListError) -> Addition {
    // In a container, so that no search for surrounding white space leaves the addition.
    let name = isMember ? "dict" : "array"
    let opening = Array("<plist><\(name)>".utf8)
    // The line end marks a comment after the element as its own, not as one before another element.
    let whole = opening + text + Array("\n</\(name)></plist>".utf8)
    let table = try PropertyListDocument.nodes(ofAddition: whole)
    guard table.hasOneElement(isMember: isMember) else {
      throw PropertyListError(.secondValue, at: SourceLocation(line: 1, column: 1))
    }
    if source.format == .binary { try whole.withUnsafeBufferPointer(table.checkForBinary) }
    if source.format.isEditedAsText, unwritable == nil {
      try whole.withUnsafeBufferPointer { text throws(PropertyListError) in
        if source.format == .vcard {
          // Which values a property may have depends on the keys around it.
          if !isFragment { try table.checkForCards(text) { keysAsRead.contains($0) } }
        } else {
          try table.check(for: source.format, text)
        }
      }
    }
    let start = source.bytes.count + added.count
    whole.withUnsafeBufferPointer { added.append(contentsOf: $0) }
    let first = nodes.append(table, shiftedBy: start)
    let range = (start + opening.count)..<(start + opening.count + text.count)
    return Addition(range: range, node: NodeTable.firstChild(of: first))
  }

  /// The nodes of a small property list. Making a parser of libxml2 takes longer than parsing the
  /// text, so libxml2 is used only for text that is not plain.
  private static func nodes(
    ofAddition text: [UInt8]
  ) throws(PropertyListError) -> NodeTable {
    try text.withUnsafeBufferPointer { text throws(PropertyListError) in
      try PropertyListParser.parse(text, scannedLength: 0)
    }
  }

  /// How deeply containers may be nested.
  package static var depthLimit: Int { NodeBuilder.depthLimit }

  /// How deeply the containers of an element are nested, 0 for a scalar.
  ///
  /// - Throws: `PropertyListError` if the text is not one element of a property list.
  package static func depth(ofElement text: [UInt8]) throws(PropertyListError) -> Int {
    let whole = Array("<plist><array>".utf8) + text + Array("\n</array></plist>".utf8)
    let table = try nodes(ofAddition: whole)
    guard NodeTable.firstChild(of: .root) < table.end else { throw PropertyListError(.noValue) }
    guard table.hasOneElement(isMember: false) else { throw PropertyListError(.secondValue) }
    return table.depth - 1
  }

  /// The element for a JSON text, laid out as by Apple's programs.
  ///
  /// - Throws: `PropertyListError` if the text is not JSON, or has values that property lists do
  ///   not have.
  package static func element(ofJSON text: String) throws(PropertyListError) -> [UInt8] {
    let document = try PropertyListDocument(FileBytes(text.utf8), format: .json)
    return document.text(at: document.elementRange(of: document.root))
  }

  /// Notes that an added element is another one that was moved or changed, so that comments and
  /// layout in the file stay with it.
  package func note(_ addition: NodeIndex, insteadOf node: NodeIndex) {
    note(elementStart(of: addition), insteadOf: node)
  }

  /// Notes that an element that begins at an offset of the additions replaces another element.
  package func note(_ offset: Int, insteadOf node: NodeIndex) {
    note(offset..<offset + 1, insteadOf: elementStart(of: node))
  }

  /// Whether copies are noted, as for files of other formats than XML that are edited in place.
  package var notesCopies: Bool { source.format.isEditedAsText }

  /// Notes that a range of the additions is a copy of the text from an offset on, so that comments
  /// and layout in the file stay with its elements.
  package func note(_ range: Range<Int>, insteadOf offset: Int) {
    guard notesCopies else { return }
    copies.note(range, insteadOf: offset, sourceEnd: sourceEnd)
  }

  /// Keeps text that is not an element, such as white space.
  package func addText(_ text: [UInt8]) -> Range<Int> {
    let start = source.bytes.count + added.count
    text.withUnsafeBufferPointer { added.append(contentsOf: $0) }
    return start..<(start + text.count)
  }

  /// Replaces the text between two positions.
  ///
  /// - Complexity: O(*k*) in the number of pieces.
  package func replaceText(
    from start: TextPieces.Position, to end: TextPieces.Position, with new: [Range<Int>]
  ) -> TextPieces.Change {
    pieces.replace(from: start, to: end, with: new)
  }

  /// Replaces ranges of the text, each of which lies in one piece; in ascending order.
  package func replaceText(_ replacements: [TextPieces.Replacement]) -> TextPieces.Change {
    pieces.replace(replacements)
  }

  package func undo(_ change: TextPieces.Change) { pieces.undo(change) }

  package func redo(_ change: TextPieces.Change) { pieces.redo(change) }

  /// The bytes at some ranges of offsets, concatenated.
  package func joined(_ ranges: some Sequence<Range<Int>>) -> [UInt8] {
    var result: [UInt8] = []
    for range in ranges { result.append(contentsOf: bytes(range)) }
    return result
  }

  /// The bytes at a range of offsets.
  package func text(at range: Range<Int>) -> [UInt8] { Array(bytes(range)) }

  /// Calls the closure with the text, in UTF-8, piece by piece.
  package func forEachPiece<Problem>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Problem) -> Void
  ) throws(Problem) {
    for range in pieces.ranges { try body(bytes(range)) }
  }

  /// Whether an earlier text of this document equals the current text of another one.
  ///
  /// - Complexity: O(*n*) if the texts are equally long, O(1) otherwise.
  package func hasSameText(_ earlier: TextPieces, as other: PropertyListDocument) -> Bool {
    guard earlier.length == other.pieces.length else { return false }
    var rest = earlier.ranges[...]
    var piece = rest.popFirst() ?? 0..<0
    for range in other.pieces.ranges {
      var own = range
      while !own.isEmpty {
        if piece.isEmpty { piece = rest.removeFirst() }
        let count = min(piece.count, own.count)
        guard bytes(piece.prefix(count)).elementsEqual(other.bytes(own.prefix(count))) else {
          return false
        }
        (piece, own) = (piece.dropFirst(count), own.dropFirst(count))
      }
    }
    return true
  }

  /// Whether the text is the same as the source.
  package var hasSourceText: Bool {
    pieces.ranges == TextPieces(length: source.bytes.count).ranges
  }
}

extension Node {
  /// The content between the tags; empty for a container.
  fileprivate func content(in text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: text[contentOffset..<(contentOffset + contentLength)])
  }
}

extension NodeTable {
  /// Checks that a format other than XML can express the values of a text.
  fileprivate func check(
    for format: FileFormat, _ text: UnsafeBufferPointer<UInt8>
  ) throws(PropertyListError) {
    var index = NodeIndex.root
    while index < end {
      let kind = kind(of: index)
      let node = self[index]
      let content = node.content(in: text)
      let reason: String?
      switch kind {
      case .string where node.isMarkedUp && !format.isJSON:
        let isNull = OriginalObject(endOf: content)?.isNull == true
        reason = isNull ? "\(format.description) has no null" : nil
      case .date where format.isJSON: reason = "JSON has no dates, but texts"
      case .date where format.isOpenStep: reason = "\(format.description) has no dates, but texts"
      case .true where format.isOpenStep, .false where format.isOpenStep:
        reason = "\(format.description) has no booleans, but texts, such as YES and NO"
      case .data where !format.isOpenStep: reason = "\(format.description) has no data, but texts"
      case .real where format.isJSON:
        let value = String(decoding: content, as: UTF8.self)
        reason = Double(value)?.isFinite == false ? "JSON has no infinite numbers" : nil
      default: reason = nil
      }
      if let reason { throw PropertyListError(.unsupported(reason)) }
      index = kind.isContainer ? NodeTable.firstChild(of: index) : self.end(of: index)
    }
  }

  /// Checks that a binary file can express the values of a text.
  fileprivate func checkForBinary(_ text: UnsafeBufferPointer<UInt8>) throws(PropertyListError) {
    var index = NodeIndex.root
    while index < end {
      let kind = kind(of: index)
      let node = self[index]
      let content = node.content(in: text)
      if kind == .string, node.isMarkedUp, OriginalObject(endOf: content)?.isNull == true {
        throw PropertyListError(.unsupported("a property list has no null; 'delete' removes a key"))
      }
      if kind == .date || kind == .real {
        let value = MarkedUpText.decode(content)
        if let reason = value.withUnsafeBufferPointer({
          BinaryEncoder.objection(to: $0, as: kind)
        }) {
          let value = String(decoding: value, as: UTF8.self).excerpt()
          throw PropertyListError(.invalidScalar(kind: kind, text: value, reason: reason))
        }
      }
      index = kind.isContainer ? NodeTable.firstChild(of: index) : end(of: index)
    }
  }
}
