package import Platform

/// Values that XML cannot say exactly; see `OriginalObject`.
extension PropertyListDocument {
  /// The object that is the value of a scalar, and the rest of the element's content.
  func original(of index: NodeIndex) -> (object: OriginalObject, shown: Range<Int>)? {
    let node = self[index]
    guard node.isMarkedUp else { return nil }
    let start = node.contentOffset
    let content = bytes(start..<(start + node.contentLength))
    guard let end = OriginalObject.start(atEndOf: content),
      let object = OriginalObject(endOf: content), object.isValue(of: node.kind, content)
    else { return nil }
    return (object, start..<(start + end))
  }

  /// Whether a value is JSON's `null`, which is shown as the text `null`.
  package func isNull(_ index: NodeIndex) -> Bool {
    source.format.holdsNull && self[index].isMarkedUp && original(of: index)?.object.isNull == true
  }

  /// The element of JSON's `null`.
  package static let nullElement = Array(
    "<string>null\(OriginalObject.null.instruction)</string>".utf8)

  /// Whether any value is JSON's `null`.
  ///
  /// - Complexity: O(*n*).
  package var hasNull: Bool {
    guard source.format.holdsNull else { return false }
    if hasSourceText { return OriginalObject.hasNull(source.bytes) }
    return OriginalObject.hasNull(currentText().elements)
  }

  /// The object of a binary property list that a scalar was read as, if a copy of what XML says of
  /// it would be another value: a date with a fraction of a second, a text with control characters,
  /// or an integer of more than 64 bits, which XML says as a real number.
  package func exactObject(of index: NodeIndex) -> [UInt8]? {
    guard let object = original(of: index)?.object.bytes else { return nil }
    switch kind(of: index) {
    case .date, .string, .key: return object
    case .real: return ScalarObject.isInteger(object) ? object : nil
    default: return nil
    }
  }

  /// The content of a scalar as XML can say it, if there is more to it.
  package func shownContent(of index: NodeIndex) -> Range<Int>? { original(of: index)?.shown }

  /// What becomes of a number in a binary file, which has 64 bits for one.
  package enum BinaryNumber {
    case exact, rounded
    /// It becomes infinite or zero.
    case outOfRange
  }

  /// What becomes of a real number in a binary file; `nil` for other values.
  package func binaryNumber(at index: NodeIndex) -> BinaryNumber? {
    guard kind(of: index) == .real, let number = scalar(index) else { return nil }
    if original(of: index) != nil { return .exact }
    return withText(of: number) { text in
      ScalarSyntax.isExact(text)
        ? .exact : ScalarSyntax.isOutOfRange(text) ? .outOfRange : .rounded
    }
  }

  /// Whether XML can say all of an element that is a single value.
  package static func isExact(_ element: [UInt8]) -> Bool {
    guard let end = element.lastIndex(of: UInt8(ascii: "<")) else { return true }
    return element[..<end].withUnsafeBufferPointer { OriginalObject.start(atEndOf: $0) == nil }
  }

  /// An escape in an element, such as `\u0001`, as which a scalar shows a character that XML does
  /// not have. In the element it would be these six characters.
  package func escape(of index: NodeIndex, in element: [UInt8]) -> String? {
    guard let escapes = original(of: index)?.object.escapes, !escapes.isEmpty else { return nil }
    let text = String(decoding: element, as: UTF8.self)
    return escapes.filter { text.utf8.contains($0.utf8) }.min()
  }

  /// The element of a string or a key. Of characters that XML does not have, files in other formats
  /// keep the original.
  ///
  /// - Throws: `ReportedError` if the file is in XML and does not allow a character.
  package func element(
    of text: String, as kind: NodeKind = .string
  ) throws(ReportedError) -> [UInt8] {
    do throws(ReportedError) {
      return try ElementText.value(text, as: kind)
    } catch {
      if source.format == .xml { throw error }
      let name = kind.elementName
      return Array("<\(name)>".utf8) + OriginalObject.content(of: text) + Array("</\(name)>".utf8)
    }
  }

  /// Whether a scalar's text is the given one, with the characters that XML does not allow.
  package func hasExactText(_ scalar: ScalarIndex, _ text: String) -> Bool {
    verbatimText(of: scalar) != nil
      ? hasText(scalar, text) : exactText(of: scalar).utf8.elementsEqual(text.utf8)
  }

  /// A scalar's text, even if it has characters that XML does not allow.
  package func exactText(of scalar: ScalarIndex) -> String {
    withExactText(of: scalar) { String(decoding: $0, as: UTF8.self) }
  }
}
