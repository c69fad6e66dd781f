import CLibXML2
import Platform

/// Reads a property list with libxml2.
///
/// libxml2 pulls the text through a callback. Its push parser does the same work with a lookahead
/// for every tag; pulling is about an eighth faster.
enum PropertyListParser {
  /// From twice this many bytes on, a text is divided among threads.
  private static let bytesPerThread = 1 << 21

  /// Parses the text into nodes in document order.
  ///
  /// - Parameters:
  ///   - text: The text in UTF-8.
  ///   - encoding: The name of the encoding that it was converted from, for errors.
  /// - Throws: `PropertyListError`, with a location, for the first thing that is not well-formed
  ///   XML or not a property list.
  /// - Complexity: O(*n*) in the text's length, divided by the number of processors if the text is
  ///   large and regular; memory depends only on the number of elements.
  static func parse(
    _ text: UnsafeBufferPointer<UInt8>, encoding: String = "UTF-8"
  ) throws(PropertyListError) -> NodeTable {
    let parts = ParallelWork.pieces(text.count, worthwhile: bytesPerThread)
    return try parse(text, encoding: encoding, by: ChildGuess(in: text, parts: parts))
  }

  /// Parses the text, by several parsers if there are guessed children to start at.
  ///
  /// A guess is right if the parser before arrives just there, between two children of the root:
  /// then the next one's nodes are those that it would have made itself. It goes on otherwise.
  static func parse(
    _ text: UnsafeBufferPointer<UInt8>, encoding: String, by guess: ChildGuess?
  ) throws(PropertyListError) -> NodeTable {
    try checkBeginning(of: text)
    if text.count >= NodeTable.offsetLimit {
      throw PropertyListError(.tooLarge(limit: NodeTable.offsetLimit))
    }
    xmlInitParser()
    guard let guess else { return try part(of: text, encoding: encoding).result.get() }
    let parts = ParallelWork.map(guess.children.count + 1) {
      part(of: text, encoding: encoding, guess, $0)
    }
    // What the first parser finds is what it would have found alone.
    let first = try parts[0].result.get()
    var others: [NodeTable] = []
    var last = parts[0]
    while let stop = last.reachedStop {
      guard let next = guess.children.firstIndex(where: { $0.spaceStart == stop }),
        // One parser alone finds the first error, and its location.
        case .success(let nodes) = parts[next + 1].result
      else { return try part(of: text, encoding: encoding).result.get() }
      others.append(nodes)
      last = parts[next + 1]
    }
    if !others.isEmpty { first.appendChildren(of: others) }
    return first
  }

  /// What one parser has found.
  private struct ParsedPart {
    let result: Result<NodeTable, PropertyListError>
    /// Where it arrived at the start of another.
    let reachedStop: Int?
  }

  /// Parses a text from the beginning or from a guessed child, to the end or to a later child.
  ///
  /// - Parameter number: 0 for the beginning, else that of the child, from 1.
  private static func part(
    of text: UnsafeBufferPointer<UInt8>, encoding: String, _ guess: ChildGuess? = nil,
    _ number: Int = 0
  ) -> ParsedPart {
    let builder = UnsafeMutablePointer<NodeBuilder>.allocate(capacity: 1)
    defer { builder.deallocate() }
    cardex_xml_silence()
    var handler = makeHandler()
    if number > 0 { handler.startElementNs = skipTag }
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
    let parts = (guess?.children.count ?? 0) + 1
    builder.initialize(
      to: NodeBuilder(
        parser: parser, source: text, encoding: encoding,
        nodes: NodeTable(capacity: text.count / 32 / parts)))
    defer {
      builder.pointee.deallocate()
      builder.deinitialize(count: 1)
    }
    if let guess {
      if number > 0 { builder.pointee.start(at: guess.children[number - 1], inside: guess.root) }
      builder.pointee.stop(
        at: guess.children[number...].map(\.spaceStart)[...], inside: guess.root)
    }
    xmlParseDocument(parser)
    builder.pointee.checkEnd()
    let error = builder.pointee.error
    return ParsedPart(
      result: error.map { .failure($0) } ?? .success(builder.pointee.nodes),
      reachedStop: builder.pointee.reachedStop)
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

  /// Ignores the tag of one of the two elements around a guessed child.
  private static let skipTag: startElementNsSAX2Func = { context, _, _, _, _, _, _, _, _ in
    builder(context).pointee.skipTag(before: handleStart)
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
