import CLibXML2
import Platform

/// Reads a property list, with libxml2 unless it is large and plain.
///
/// libxml2 pulls the text through a callback. Its push parser does the same work with a lookahead
/// for every tag; pulling is about an eighth faster.
enum PropertyListParser {
  /// The length in bytes from which on a text is scanned without libxml2 if it is plain.
  static let scannedLength = 1 << 20

  /// Parses the text into nodes in document order.
  ///
  /// - Parameters:
  ///   - text: The text in UTF-8.
  ///   - encoding: The name of the encoding that it was converted from, for errors.
  ///   - scannedLength: The length in bytes from which on plain text is scanned.
  /// - Throws: `PropertyListError`, with a location, for the first thing that is not well-formed
  ///   XML or not a property list.
  /// - Complexity: O(*n*) in the text's length; memory depends only on the number of elements.
  static func parse(
    _ text: UnsafeBufferPointer<UInt8>, encoding: String = "UTF-8",
    scannedLength: Int = scannedLength
  ) throws(PropertyListError) -> NodeTable {
    guard text.count < NodeTable.offsetLimit else {
      try checkBeginning(of: text)
      throw PropertyListError(.tooLarge(limit: NodeTable.offsetLimit))
    }
    let nodes = NodeTable(capacity: text.count / 32)
    if text.count >= scannedLength, PlainScanner.read(text, into: nodes) { return nodes }
    try checkBeginning(of: text)
    try parseWithLibXML2(text, encoding: encoding, into: nodes)
    return nodes
  }

  private static func parseWithLibXML2(
    _ text: UnsafeBufferPointer<UInt8>, encoding: String, into nodes: NodeTable
  ) throws(PropertyListError) {
    xmlInitParser()
    cardex_xml_silence()
    let builder = UnsafeMutablePointer<NodeBuilder>.allocate(capacity: 1)
    defer { builder.deallocate() }
    var handler = makeHandler()
    guard
      let parser = xmlCreateIOParserCtxt(
        &handler, builder, read, nil, builder, XML_CHAR_ENCODING_UTF8)
    else { preconditionFailure("out of memory") }
    defer {
      // libxml2 makes a separate document for an entity before it is rejected.
      xmlFreeDoc(parser.pointee.myDoc)
      xmlFreeParserCtxt(parser)
    }
    // The text is UTF-8 by now, whatever its declaration says. HUGE lifts limits that would reject
    // large values; what they guard against is entities, whose declaration is rejected here, and
    // depth, which the builder limits.
    let options = XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_HUGE.rawValue
    xmlCtxtUseOptions(parser, Int32(options))
    // Some errors in a document type declaration are reported to the handler as the validator's,
    // with its context instead of the parser's.
    parser.pointee.vctxt.userData = UnsafeMutableRawPointer(builder)
    builder.initialize(
      to: NodeBuilder(
        parser: parser, source: text, encoding: encoding, nodes: nodes))
    defer {
      builder.pointee.deallocate()
      builder.deinitialize(count: 1)
    }
    xmlParseDocument(parser)
    builder.pointee.checkEnd()
    if let error = builder.pointee.error { throw error }
  }

  private static func checkBeginning(
    of text: UnsafeBufferPointer<UInt8>
  ) throws(PropertyListError) {
    guard let first = text.firstIndex(where: { !isXMLSpace($0) }) else {
      throw PropertyListError(.empty)
    }
    // libxml2 takes NULs among the first four bytes for a wider encoding, whatever it was told.
    if let offset = text.prefix(4).firstIndex(of: 0) {
      throw PropertyListError(.nulCharacter, at: SourceLocation(of: offset, in: text))
    }
    if text[first] != UInt8(ascii: "<") {
      let format = ForeignFormat.sniff(text: text)
      throw PropertyListError(.notXML(format), at: SourceLocation(of: first, in: text))
    }
  }

  private static let handleStart: startElementNsSAX2Func = {
    context, name, prefix, _, _, _, _, _, _ in
    guard let name else { return }
    builder(context).pointee.startElement(name, hasPrefix: prefix != nil)
  }

  /// The events that are handled. No handler is set for the external subset or external entities,
  /// so none is ever opened.
  private static func makeHandler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = handleStart
    handler.endElementNs = { context, _, _, _ in builder(context).pointee.endElement() }
    handler.characters = { context, text, count in
      guard let text else { return }
      builder(context).pointee.characters(text, count: Int(count))
    }
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    handler.entityDecl = { context, _, _, _, _, _ in
      builder(context).pointee.failForEntityDeclaration()
    }
    handler.unparsedEntityDecl = { context, _, _, _, _ in
      builder(context).pointee.failForEntityDeclaration()
    }
    handler.attributeDecl = { context, _, _, _, _, _, values in
      // The handler owns the list of values.
      xmlFreeEnumeration(values)
      builder(context).pointee.failForAttributeDeclaration()
    }
    handler.getEntity = { context, name in
      builder(context).pointee.failForEntity(named: name.map { String(cString: $0) } ?? "")
      return nil
    }
    handler.serror = { context, error in
      guard let error else { return }
      builder(context).pointee.report(error)
    }
    return handler
  }
}

@inline(__always)
private func builder(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<NodeBuilder> {
  // libxml2 passes the pointer that it was given when the parser was made.
  context.unsafelyUnwrapped.assumingMemoryBound(to: NodeBuilder.self)
}

/// Gives libxml2 the next piece of the text.
private let read: xmlInputReadCallback = { context, buffer, capacity in
  guard let buffer else { return -1 }
  return Int32(builder(context).pointee.read(into: buffer, capacity: Int(capacity)))
}
