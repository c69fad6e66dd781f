/// Text that was converted or decoded from a file and kept. Only XML in UTF-8 does not need it.
package struct ConvertedText {
  /// The text in UTF-8, as it was in the document that was parsed.
  package let bytes: UnsafeBufferPointer<UInt8>
  /// The object that keeps the bytes valid.
  package let owner: any AnyObject & Sendable
  /// Whether the bytes in a range are unchanged since they were kept.
  package let isIntact: (Range<Int>) -> Bool

  package init(
    _ bytes: UnsafeBufferPointer<UInt8>, owner: any AnyObject & Sendable,
    isIntact: @escaping (Range<Int>) -> Bool = { _ in true }
  ) {
    self.bytes = bytes
    self.owner = owner
    self.isIntact = isIntact
  }
}

/// Documents that are not parsed: elements of a text that has been parsed before are read again, at
/// known offsets.
extension PropertyListDocument {
  /// Makes a document without nodes. Its offsets are those of the document that was parsed.
  ///
  /// - Parameters:
  ///   - file: The bytes of the file.
  ///   - format: The format as which the file was parsed.
  ///   - encoding: The name of the encoding that was given for parsing.
  ///   - decoding: The options for reading, if the file is not XML.
  ///   - converted: The text, unless the file is XML in UTF-8.
  /// - Throws: `RereadingError` if the text is needed and not given, or is too long for any
  ///   document.
  /// - Complexity: O(1); neither libxml2 nor a converter is called.
  package convenience init(
    rereading file: FileBytes, format: FileFormat = .xml, encoding: String? = nil,
    decoding: DecodingOptions = DecodingOptions(), converted: ConvertedText? = nil
  ) throws(RereadingError) {
    let source = try SourceText(
      rereading: file, format: format, encoding: encoding, converted: converted)
    guard source.bytes.count < NodeTable.offsetLimit else { throw RereadingError() }
    self.init(
      source: source, encoding: encoding, decoding: decoding,
      isIntact: source.isFileText ? nil : converted?.isIntact)
  }

  /// Makes a document without nodes from elements that are not kept in a file.
  ///
  /// - Parameters:
  ///   - text: Text in UTF-8 with the elements at any offsets. More may be written into it later,
  ///     in place of zeros.
  ///   - format: The format of the file that the elements are from.
  /// - Throws: `RereadingError` if the text is too long for any document.
  package convenience init(
    elements text: ConvertedText, format: FileFormat
  ) throws(RereadingError) {
    guard text.bytes.count < NodeTable.offsetLimit else { throw RereadingError() }
    self.init(
      source: SourceText(kept: text, format: format), encoding: nil, decoding: DecodingOptions(),
      isIntact: nil)
  }

  /// The bytes of the source from the beginning of one node's element to the end of another's,
  /// valid as long as the document.
  package func sourceText(from first: NodeIndex, through last: NodeIndex) -> UnsafeBufferPointer<
    UInt8
  > {
    bytes(elementStart(of: first)..<elementRange(of: last).upperBound)
  }

  /// The bytes of the file.
  package var fileBytes: UnsafeBufferPointer<UInt8> { source.fileBytes }

  /// The text in UTF-8, if the file is in another encoding or format.
  package var convertedText: ConvertedText? {
    source.isFileText ? nil : ConvertedText(source.bytes, owner: source)
  }

  /// Rereads the element that begins at an offset of the source.
  ///
  /// - Parameters:
  ///   - offset: The offset of its `<`.
  ///   - includingValue: Whether the value after a key is read, too.
  /// - Returns: The index of the element's first node. Reading an element again makes new nodes.
  /// - Throws: `RereadingError` if no element begins there; the document is then unchanged.
  ///   Elements may be read again until there are as many nodes as the source has bytes.
  /// - Complexity: O(*n*) in the length of the element.
  package func readElement(
    at offset: Int, includingValue: Bool = true
  ) throws(RereadingError) -> NodeIndex {
    let first = nodes.end
    var scanner = ElementScanner(source.bytes, at: offset, into: nodes)
    do throws(RereadingError) {
      guard offset >= 0, nodes.end.rawValue <= source.bytes.count else { throw RereadingError() }
      try scanner.readElement(includingValue: includingValue)
      if let isIntact, !isIntact(offset..<scanner.position) { throw RereadingError() }
    } catch {
      nodes.removeAll(from: first)
      throw error
    }
    return first
  }

  /// Adds a node for an empty string that is not in the text, for an element that cannot be read
  /// again.
  package func addEmptyString() -> NodeIndex {
    let node = nodes.end
    nodes.appendScalar(
      .string, contentOffset: 0, length: 0, isMarkedUp: false, isEmptyElement: true)
    return node
  }
}
