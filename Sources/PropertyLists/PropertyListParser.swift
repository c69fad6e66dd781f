import CLibXML2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads a property list with libxml2.
///
/// libxml2 pulls the text through a callback. Its push parser does the same work with a look ahead
/// for every tag; pulling is about an eighth faster.
enum PropertyListParser {
  /// Parses the text into nodes in document order.
  ///
  /// - Throws: `PropertyListError`, with a location, for the first thing that is not well-formed
  ///   XML or not a property list.
  /// - Complexity: O(*n*) in the text's length; memory grows with the number of elements only.
  static func parse(_ text: UnsafeBufferPointer<UInt8>) throws(PropertyListError) -> NodeTable {
    try checkBeginning(of: text)
    if text.count >= NodeTable.offsetLimit { throw PropertyListError(.tooLarge) }
    let builder = UnsafeMutablePointer<NodeBuilder>.allocate(capacity: 1)
    defer { builder.deallocate() }
    var handler = makeHandler()
    guard
      let parser = xmlCreateIOParserCtxt(
        &handler, builder, read, nil, builder, XML_CHAR_ENCODING_UTF8)
    else { preconditionFailure("out of memory") }
    defer { xmlFreeParserCtxt(parser) }
    // The text is UTF-8 by now, whatever its declaration says. HUGE lifts limits that would refuse
    // large values; what they guard against is entities, whose declaration is refused here, and
    // depth, which the builder limits.
    let options = XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_HUGE.rawValue
    xmlCtxtUseOptions(parser, Int32(options))
    builder.initialize(to: NodeBuilder(parser: parser, source: text))
    defer {
      builder.pointee.deallocate()
      builder.deinitialize(count: 1)
    }
    xmlParseDocument(parser)
    builder.pointee.checkEnd()
    if let error = builder.pointee.error { throw error }
    return builder.pointee.nodes
  }

  private static func checkBeginning(
    of text: UnsafeBufferPointer<UInt8>
  ) throws(PropertyListError) {
    guard let first = text.firstIndex(where: { !isXMLSpace($0) }) else {
      throw PropertyListError(.empty)
    }
    if text[first] != UInt8(ascii: "<") {
      let format = ForeignFormat.sniff(text: text)
      throw PropertyListError(.notXML(format), at: SourceLocation(of: first, in: text))
    }
  }

  /// The events that matter. No handler is set for the external subset or external entities, so
  /// none is ever opened.
  private static func makeHandler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = { context, name, prefix, _, _, _, _, _, _ in
      guard let name else { return }
      builder(context).pointee.startElement(name, hasPrefix: prefix != nil)
    }
    handler.endElementNs = { context, _, _, _ in builder(context).pointee.endElement() }
    handler.characters = { context, text, count in
      guard let text else { return }
      builder(context).pointee.characters(text, count: Int(count))
    }
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    handler.entityDecl = { context, _, _, _, _, _ in
      let builder = builder(context)
      builder.pointee.fail(.entityDeclaration, at: builder.pointee.offset)
    }
    handler.getEntity = { context, name in
      let builder = builder(context)
      builder.pointee.fail(
        .undefinedEntity(name.map { String(cString: $0) } ?? ""), at: builder.pointee.offset)
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
  // libxml2 hands back the pointer it was given when the parser was made.
  context.unsafelyUnwrapped.assumingMemoryBound(to: NodeBuilder.self)
}

/// Gives libxml2 the next piece of the text.
private let read: xmlInputReadCallback = { context, buffer, capacity in
  guard let buffer else { return -1 }
  return Int32(builder(context).pointee.read(into: buffer, capacity: Int(capacity)))
}

extension NodeBuilder {
  /// Takes an error that libxml2 found.
  mutating func report(_ error: cardex_xml_error) {
    // Warnings, and prefixes without a namespace, leave the document well-formed.
    guard error.pointee.level.rawValue >= XML_ERR_ERROR.rawValue,
      error.pointee.domain != Int32(XML_FROM_NAMESPACE.rawValue)
    else { return }
    let place = offset
    if place >= source.count {
      fail(.truncated(inside: openElementName), at: source.count)
      return
    }
    if source[place] == 0 {
      fail(.nulCharacter, at: place)
      return
    }
    switch xmlParserErrors(UInt32(bitPattern: error.pointee.code)) {
    case XML_ERR_TAG_NAME_MISMATCH, XML_ERR_TAG_NOT_FINISHED:
      fail(.mismatchedEndTag(openElementName ?? "plist"), at: tagStart(before: place))
    case XML_ERR_DOCUMENT_END where hasEnded:
      fail(.contentAfterEnd, at: place)
    case _ where !UTF8Check.isValid(source, at: place):
      fail(.undecodable(encoding: "UTF-8"), at: place)
    default:
      let message = error.pointee.message.map { String(cString: $0) } ?? "unknown error"
      fail(.notWellFormed(String(message.prefix { $0 != "\n" })), at: place)
    }
  }

  /// Checks that the parser has seen the whole text: it takes a NUL for the end.
  mutating func checkEnd() {
    guard error == nil else { return }
    if offset < source.count { fail(.nulCharacter, at: offset) }
    if !hasEnded { fail(.truncated(inside: openElementName), at: source.count) }
  }
}
