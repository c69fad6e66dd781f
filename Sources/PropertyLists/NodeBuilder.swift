import CLibXML2
import Platform

/// Turns libxml2's events into nodes and rejects what is not a property list.
///
/// It has its own allocation while libxml2 runs, so that the callbacks, about three per value,
/// reach it through one pointer. It stops at the first error.
struct NodeBuilder {
  /// How deeply dictionaries and arrays may be nested.
  static let depthLimit = 512

  let nodes: NodeTable
  private(set) var error: PropertyListError?
  let source: UnsafeBufferPointer<UInt8>
  let encoding: String
  private let parser: xmlParserCtxtPtr
  private let names: ElementNames
  /// The open elements around the current one: the document, <plist>, containers.
  private let frames: UnsafeMutablePointer<Frame>
  private var depth = 0
  /// The open scalar, if any.
  private var openScalar: NodeKind?
  private var scalarContentOffset = 0
  /// Offset just past the last tag of an element.
  private(set) var lastTagEnd = 0
  private var scalarIsEmptyElement = false
  /// The number of bytes of character data read so far for the open scalar.
  private var scalarTextLength = 0
  /// How much of the source libxml2 has been given.
  private var readPosition = 0
  /// How far the source has been loaded into memory.
  private var loadedEnd = 0
  /// Whether what libxml2 has been given contains a carriage return.
  private var mayHoldCarriageReturns = false

  /// An open element that contains other elements.
  private struct Frame {
    enum Role: UInt8 { case document, plist, array, dict }
    var role: Role
    /// In a dictionary, whether a key has no value yet; elsewhere, whether there is a child.
    var isPending = false
    var node = NodeIndex.root
  }

  /// - Parameters:
  ///   - source: The whole text; it must outlive the builder.
  ///   - encoding: The name of the encoding that it was converted from.
  ///   - nodes: What the nodes are appended to, empty so far.
  init(
    parser: xmlParserCtxtPtr, source: UnsafeBufferPointer<UInt8>, encoding: String,
    nodes: NodeTable
  ) {
    self.parser = parser
    self.source = source
    self.encoding = encoding
    self.nodes = nodes
    names = ElementNames(internedBy: parser)
    frames = .allocate(capacity: NodeBuilder.depthLimit + 3)
    frames[0] = Frame(role: .document)
  }

  func deallocate() { frames.deallocate() }

  /// Records an error and makes libxml2 send no more events.
  mutating func fail(_ problem: PropertyListError.Problem, at offset: Int) {
    guard error == nil else { return }
    error = PropertyListError(problem, at: SourceLocation(of: offset, in: source))
    xmlStopParser(parser)
  }

  /// The offset of the parser in the source.
  var offset: Int { Int(cardex_xml_offset(parser)) }

  /// The name of the innermost open element, if any.
  var openElementName: String? {
    if let openScalar { return openScalar.elementName }
    switch frames[depth].role {
    case .document: return nil
    case .plist: return "plist"
    case .array: return "array"
    case .dict: return "dict"
    }
  }

  /// Whether the root element has ended.
  var hasEnded: Bool { depth == 0 && frames[0].isPending }
}

// MARK: The text

extension NodeBuilder {
  /// How much of the source is loaded into memory at once.
  private static let loadedLength = 1 << 21

  /// Copies the next piece of the source for libxml2 to parse.
  ///
  /// - Returns: The length of the piece; 0 at the end or where the text is not UTF-8.
  mutating func read(into buffer: UnsafeMutablePointer<CChar>, capacity: Int) -> Int {
    if readPosition >= loadedEnd {
      let next = source[readPosition...].prefix(NodeBuilder.loadedLength)
      MappedMemory.populate(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: next)))
      loadedEnd = next.endIndex
    }
    let piece = UnsafeBufferPointer(rebasing: source[readPosition...].prefix(capacity))
    guard error == nil, let start = piece.baseAddress, !piece.isEmpty else { return 0 }
    if let fault = UTF8Check.overlongSequence(in: piece, of: source, at: readPosition) {
      error = PropertyListError(
        .undecodable(encoding: encoding), at: SourceLocation(of: fault, in: source))
      return 0
    }
    if memchr(start, 0x0D, piece.count) != nil { mayHoldCarriageReturns = true }
    memcpy(buffer, start, piece.count)
    readPosition += piece.count
    return piece.count
  }
}

// MARK: Start of an element

extension NodeBuilder {
  @inline(__always)
  mutating func startElement(_ name: UnsafePointer<UInt8>, hasPrefix: Bool) {
    // At this event the parser is at the start tag's end, on `>` or `/>`.
    let tagEnd = offset
    // A tag at the end of a truncated text is an error that libxml2 reports next.
    guard tagEnd < source.count else { return }
    if openScalar != nil || frames[depth].role == .document || hasPrefix {
      startUnusualElement(name, hasPrefix: hasPrefix, tagEnd: tagEnd)
      return
    }
    guard let kind = names.kind(of: name) else {
      let spelled = String(cString: name)
      let known = spelled == "plist"
      fail(
        known
          ? .elementInside(child: spelled, parent: openElementName ?? "")
          : .unknownElement(spelled),
        at: tagStart(before: tagEnd))
      return
    }
    guard admit(kind, tagEnd: tagEnd) else { return }
    let isEmpty = source[tagEnd] == UInt8(ascii: "/")
    let content = tagEnd + (isEmpty ? 2 : 1)
    lastTagEnd = content
    if kind.isContainer {
      open(kind == .dict ? .dict : .array, node: nodes.end, tagEnd: tagEnd)
      nodes.appendContainer(kind, contentOffset: content, isEmptyElement: isEmpty)
    } else {
      openScalar = kind
      scalarContentOffset = content
      scalarIsEmptyElement = isEmpty
      scalarTextLength = 0
    }
  }

  /// Checks that the element is allowed here and records it.
  @inline(__always)
  private mutating func admit(_ kind: NodeKind, tagEnd: Int) -> Bool {
    switch frames[depth].role {
    case .dict:
      if (kind == .key) == frames[depth].isPending {
        if kind == .key {
          fail(.keyWithoutValue, at: tagStart(before: scalarContentOffset))
        } else {
          fail(.valueWithoutKey, at: tagStart(before: tagEnd))
        }
        return false
      }
      frames[depth].isPending = kind == .key
    case .array, .plist, .document:
      if kind == .key {
        fail(.keyOutsideDict, at: tagStart(before: tagEnd))
        return false
      }
      if frames[depth].role == .plist, frames[depth].isPending {
        fail(.secondValue, at: tagStart(before: tagEnd))
        return false
      }
      frames[depth].isPending = true
    }
    return true
  }

  private mutating func open(_ role: Frame.Role, node: NodeIndex, tagEnd: Int) {
    // The document and <plist> take the two outermost frames.
    if depth - 1 == NodeBuilder.depthLimit {
      fail(.tooDeep(limit: NodeBuilder.depthLimit), at: tagStart(before: tagEnd))
      return
    }
    depth += 1
    frames[depth] = Frame(role: role, node: node)
  }

  /// Handles the root element, and elements that are not allowed where they are.
  private mutating func startUnusualElement(
    _ name: UnsafePointer<UInt8>, hasPrefix: Bool, tagEnd: Int
  ) {
    let start = tagStart(before: tagEnd)
    if hasPrefix {
      let written = source[(start + 1)..<tagEnd].prefix { !isXMLSpace($0) && $0 != 0x2F }
      fail(.unknownElement(written.excerpt()), at: start)
    } else if openScalar != nil {
      let child = String(cString: name)
      let isKnown = names.kind(of: name) != nil || child == "plist"
      fail(
        isKnown
          ? .elementInside(child: child, parent: openElementName ?? "") : .unknownElement(child),
        at: start)
    } else if String(cString: name).lowercased() == "html" {
      fail(.notXML(.html), at: 0)
    } else if name != names.plist {
      fail(.wrongRoot(String(cString: name)), at: start)
    } else {
      frames[0].isPending = true
      depth = 1
      frames[1] = Frame(role: .plist)
      lastTagEnd = tagEnd + 1
    }
  }
}

// MARK: Text and the end of an element

extension NodeBuilder {
  @inline(__always)
  mutating func characters(_ text: UnsafePointer<UInt8>, count: Int) {
    if openScalar != nil {
      scalarTextLength += count
      return
    }
    // The only control characters that libxml2 accepts are those that are white space.
    for index in 0..<count where text[index] > 0x20 {
      failForText()
      return
    }
  }

  @inline(__always)
  mutating func endElement() {
    if let openScalar {
      self.openScalar = nil
      endScalar(openScalar)
      return
    }
    lastTagEnd = offset
    switch frames[depth].role {
    case .plist:
      if !frames[depth].isPending { fail(.noValue, at: tagStart(before: offset)) }
    case .dict:
      if frames[depth].isPending {
        fail(.keyWithoutValue, at: tagStart(before: scalarContentOffset))
      }
      fallthrough
    case .array:
      nodes.endContainer(frames[depth].node)
    case .document:
      break
    }
    depth -= 1
  }

  @inline(__always)
  private mutating func endScalar(_ kind: NodeKind) {
    let content = scalarContentOffset
    // At this event the parser is past the end tag.
    lastTagEnd = offset
    let end = scalarIsEmptyElement ? content : endTagStart(of: kind, before: lastTagEnd)
    let length = end - content
    // libxml2 delivers references, CDATA and CR LF shorter than they are written.
    let isMarkedUp =
      scalarTextLength != length
      || mayHoldCarriageReturns && source[content..<end].contains(0x0D)
    nodes.appendScalar(
      kind, contentOffset: content, length: length, isMarkedUp: isMarkedUp,
      isEmptyElement: scalarIsEmptyElement)
    if kind != .string && kind != .key {
      check(kind, content: source[content..<end], isMarkedUp: isMarkedUp)
    }
  }

  /// Steps back over an end tag, which may have white space after its name.
  @inline(__always)
  private func endTagStart(of kind: NodeKind, before offset: Int) -> Int {
    // Bounded, because a mapped file may change under the parser.
    var start = max(min(offset, source.count) &- 3 &- kind.nameLength, scalarContentOffset)
    while start > scalarContentOffset, source[start] != UInt8(ascii: "<") { start -= 1 }
    return start
  }

  private mutating func check(
    _ kind: NodeKind, content: Slice<UnsafeBufferPointer<UInt8>>, isMarkedUp: Bool
  ) {
    let written = UnsafeBufferPointer(rebasing: content)
    let objection = ScalarSyntax.objection(toWritten: written, isMarkedUp: isMarkedUp, as: kind)
    guard let objection else { return }
    fail(
      .invalidScalar(kind: kind, text: written.excerpt(), reason: objection),
      at: tagStart(before: content.startIndex))
  }
}
