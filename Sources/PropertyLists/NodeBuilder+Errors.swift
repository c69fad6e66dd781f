import CLibXML2

/// Locations of errors, and what libxml2's errors mean.
extension NodeBuilder {
  /// Handles an error that libxml2 found.
  mutating func report(_ report: cardex_xml_error) {
    // Warnings, prefixes without a namespace and invalid declarations leave the document
    // well-formed. After the parser was stopped it may still complain, at a meaningless location.
    guard error == nil, reachedStop == nil,
      report.pointee.level.rawValue >= XML_ERR_ERROR.rawValue,
      report.pointee.domain != Int32(XML_FROM_NAMESPACE.rawValue),
      report.pointee.domain != Int32(XML_FROM_DTD.rawValue)
    else { return }
    let place = min(offset, source.count)
    let message = report.pointee.message.map { String(cString: $0) } ?? "unknown error"
    let line = String(message.prefix { $0 != "\n" })
    let problem = PropertyListError.Problem.notWellFormed(line.excerpt(120))
    if place < source.count, source[place] == 0 {
      fail(.nulCharacter, at: place)
      return
    }
    switch xmlParserErrors(UInt32(bitPattern: report.pointee.code)) {
    case XML_ERR_TAG_NAME_MISMATCH where source.last == UInt8(ascii: ">") || place < source.count:
      fail(.mismatchedEndTag(openElementName ?? "plist"), at: tagStart(before: place))
    case XML_ERR_DOCUMENT_END where hasEnded && place < source.count:
      fail(.contentAfterEnd, at: place)
    case _ where place < source.count && !UTF8Check.isValid(source, at: place):
      fail(.undecodable(encoding: encoding), at: place)
    case _ where isTruncated(at: place):
      fail(.truncated(inside: openElementName), at: source.count)
    case XML_ERR_ENTITYREF_SEMICOL_MISSING,
      XML_ERR_NAME_REQUIRED where lastByte(before: place) == UInt8(ascii: "&"):
      let start = lastPlace(of: "&", before: place)
      fail(.notWellFormed("a bare '&'; write it as &amp;"), at: start)
    case XML_ERR_NAME_REQUIRED where lastByte(before: place) == UInt8(ascii: "<"):
      fail(.notWellFormed("a bare '<'; in text write it as &lt;"), at: place - 1)
    case XML_ERR_MISPLACED_CDATA_END:
      fail(problem, at: firstPlace(of: "]]>", from: place))
    default:
      fail(problem, at: place)
    }
  }

  /// Checks that the parser has seen the whole text: it takes a NUL for the end.
  mutating func checkEnd() {
    guard error == nil, reachedStop == nil else { return }
    if offset < source.count { fail(.nulCharacter, at: offset) }
    if !hasEnded { fail(.truncated(inside: openElementName), at: source.count) }
  }

  mutating func failForEntityDeclaration() {
    fail(.entityDeclaration, at: lastPlace(of: "<!ENTITY", before: offset))
  }

  /// Default attributes would be added to every element, at a cost out of all proportion to the
  /// text.
  mutating func failForAttributeDeclaration() {
    fail(.attributeDeclaration, at: lastPlace(of: "<!ATTLIST", before: offset))
  }

  mutating func failForEntity(named name: String) {
    fail(.undefinedEntity(name), at: lastPlace(of: "&", before: offset))
  }

  /// Rejects text where only elements are allowed. libxml2's position is before or after the text,
  /// depending on what it contains, so the text is looked for after the last tag.
  mutating func failForText() {
    var place = lastTagEnd
    while place < source.count {
      if source[place...].starts(with: "<![CDATA[".utf8) {
        place += "<![CDATA[".utf8.count
      } else if let end = MarkedUpText.markupEnd(at: place, in: source) {
        place = end
      } else if isXMLSpace(source[place]) || source[place...].starts(with: "]]>".utf8) {
        place += source[place] == UInt8(ascii: "]") ? 3 : 1
      } else {
        break
      }
    }
    fail(.textBetweenElements(parent: openElementName ?? "plist"), at: place)
  }

  /// Steps back to the `<` of the tag that ends at the offset. No attribute value contains one.
  func tagStart(before offset: Int) -> Int { lastPlace(of: "<", before: offset) }

  private func lastByte(before offset: Int) -> UInt8? { offset > 0 ? source[offset - 1] : nil }

  /// Whether markup was open when the text ended: nothing after the place closes any.
  private func isTruncated(at place: Int) -> Bool {
    place >= source.count || !source[place...].contains(UInt8(ascii: ">"))
  }

  private func lastPlace(of text: String, before offset: Int) -> Int {
    var place = min(offset, source.count) - 1
    while place > 0, !source[place...].starts(with: text.utf8) { place -= 1 }
    return max(place, 0)
  }

  private func firstPlace(of text: String, from offset: Int) -> Int {
    var place = offset
    while place < source.count, !source[place...].starts(with: text.utf8) { place += 1 }
    return place < source.count ? place : offset
  }
}
