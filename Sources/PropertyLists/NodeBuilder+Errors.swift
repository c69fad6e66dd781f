import CLibXML2

/// Locations of errors, and what libxml2's errors mean.
extension NodeBuilder {
  /// Handles an error that libxml2 found.
  mutating func report(_ report: cardex_xml_error) {
    // Warnings, prefixes without a namespace and invalid declarations leave the document
    // well-formed. After the parser was stopped it may still complain, at a meaningless location.
    guard error == nil,
      report.pointee.level.rawValue >= XML_ERR_ERROR.rawValue,
      report.pointee.domain != Int32(XML_FROM_NAMESPACE.rawValue),
      report.pointee.domain != Int32(XML_FROM_DTD.rawValue)
    else { return }
    let position = min(offset, source.count)
    let message = report.pointee.message.map { String(cString: $0) } ?? "unknown error"
    let line = String(message.prefix { $0 != "\n" })
    let problem = PropertyListError.Problem.notWellFormed(line.excerpt(120))
    if position < source.count, source[position] == 0 {
      fail(.nulCharacter, at: position)
      return
    }
    switch xmlParserErrors(UInt32(bitPattern: report.pointee.code)) {
    case XML_ERR_TAG_NAME_MISMATCH
    where source.last == UInt8(ascii: ">") || position < source.count:
      fail(.mismatchedEndTag(openElementName ?? "plist"), at: tagStart(before: position))
    case XML_ERR_DOCUMENT_END where hasEnded && position < source.count:
      fail(.contentAfterEnd, at: position)
    case _ where position < source.count && !UTF8Check.isValid(source, at: position):
      fail(.undecodable(encoding: encoding), at: position)
    case _ where isTruncated(at: position):
      fail(.truncated(inside: openElementName), at: source.count)
    case XML_ERR_ENTITYREF_SEMICOL_MISSING,
      XML_ERR_NAME_REQUIRED where lastByte(before: position) == UInt8(ascii: "&"):
      let start = lastOffset(of: "&", before: position)
      fail(.notWellFormed("a bare '&'; write it as &amp;"), at: start)
    case XML_ERR_NAME_REQUIRED where lastByte(before: position) == UInt8(ascii: "<"):
      fail(.notWellFormed("a bare '<'; in text write it as &lt;"), at: position - 1)
    case XML_ERR_MISPLACED_CDATA_END:
      fail(problem, at: firstOffset(of: "]]>", from: position))
    default:
      fail(problem, at: position)
    }
  }

  /// Checks that the parser has seen the whole text: it takes a NUL for the end.
  mutating func checkEnd() {
    guard error == nil else { return }
    if offset < source.count { fail(.nulCharacter, at: offset) }
    if !hasEnded { fail(.truncated(inside: openElementName), at: source.count) }
  }

  mutating func failForEntityDeclaration() {
    fail(.entityDeclaration, at: lastOffset(of: "<!ENTITY", before: offset))
  }

  /// Default attributes would be added to every element, at a cost out of all proportion to the
  /// text.
  mutating func failForAttributeDeclaration() {
    fail(.attributeDeclaration, at: lastOffset(of: "<!ATTLIST", before: offset))
  }

  mutating func failForEntity(named name: String) {
    fail(.undefinedEntity(name), at: lastOffset(of: "&", before: offset))
  }

  /// Rejects text where only elements are allowed. libxml2's position is before or after the text,
  /// depending on what it contains, so the text is looked for after the last tag.
  mutating func failForText() {
    var position = lastTagEnd
    while position < source.count {
      if source[position...].starts(with: "<![CDATA[".utf8) {
        position += "<![CDATA[".utf8.count
      } else if let end = MarkedUpText.markupEnd(at: position, in: source) {
        position = end
      } else if isXMLSpace(source[position]) || source[position...].starts(with: "]]>".utf8) {
        position += source[position] == UInt8(ascii: "]") ? 3 : 1
      } else {
        break
      }
    }
    fail(.textBetweenElements(parent: openElementName ?? "plist"), at: position)
  }

  /// Steps back to the `<` of the tag that ends at the offset. No attribute value contains one.
  func tagStart(before offset: Int) -> Int { lastOffset(of: "<", before: offset) }

  private func lastByte(before offset: Int) -> UInt8? { offset > 0 ? source[offset - 1] : nil }

  /// Whether markup was open when the text ended: nothing after the position closes any.
  private func isTruncated(at position: Int) -> Bool {
    position >= source.count || !source[position...].contains(UInt8(ascii: ">"))
  }

  private func lastOffset(of text: String, before offset: Int) -> Int {
    var position = min(offset, source.count) - 1
    while position > 0, !source[position...].starts(with: text.utf8) { position -= 1 }
    return max(position, 0)
  }

  private func firstOffset(of text: String, from offset: Int) -> Int {
    var position = offset
    while position < source.count, !source[position...].starts(with: text.utf8) { position += 1 }
    return position < source.count ? position : offset
  }
}
