package import Platform

/// Values that XML cannot express exactly; see `OriginalObject`.
extension PropertyListDocument {
  /// The original object that is the value of a scalar, and the range of the content that is shown.
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

  /// The original object of a scalar, if copying only the XML text would change the value: a date
  /// with a fraction of a second, a text with control characters, or an integer of more than 64
  /// bits, which XML has as a real number.
  package func exactObject(of index: NodeIndex) -> [UInt8]? {
    guard let object = original(of: index)?.object.bytes else { return nil }
    switch kind(of: index) {
    case .date, .string, .key: return object
    case .real: return ScalarObject.isInteger(object) ? object : nil
    default: return nil
    }
  }

  /// The content of a scalar that XML can express, if it has an original object.
  package func shownContent(of index: NodeIndex) -> Range<Int>? { original(of: index)?.shown }

  /// The effect of a binary file's 64 bits on a number.
  package enum BinaryNumber {
    case exact, rounded
    /// The number becomes infinite or zero.
    case outOfRange
  }

  /// The effect of a binary file on a real number; `nil` for other values.
  package func binaryNumber(at index: NodeIndex) -> BinaryNumber? {
    guard kind(of: index) == .real, let number = scalar(index) else { return nil }
    if original(of: index) != nil { return .exact }
    return withText(of: number) { text in
      ScalarSyntax.isExact(text)
        ? .exact : ScalarSyntax.isOutOfRange(text) ? .outOfRange : .rounded
    }
  }

  /// Whether XML can express all of an element that is a single value.
  package static func isExact(_ element: [UInt8]) -> Bool {
    guard let end = element.lastIndex(of: UInt8(ascii: "<")) else { return true }
    return element[..<end].withUnsafeBufferPointer { OriginalObject.start(atEndOf: $0) == nil }
  }

  /// An escape, such as `\u0001`, that a scalar shows for a character that XML does not have, if an
  /// element contains it. As a new value, it would be these six characters.
  package func escape(of index: NodeIndex, in element: [UInt8]) -> String? {
    guard let escapes = original(of: index)?.object.escapes, !escapes.isEmpty else { return nil }
    let text = String(decoding: element, as: UTF8.self)
    return escapes.filter { text.utf8.contains($0.utf8) }.min()
  }

  /// The element of a string or a key. In files of other formats than XML, characters that XML does
  /// not have are kept in an original object.
  ///
  /// - Throws: `ReportedError` if the file is XML, and XML does not allow a character.
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

  /// Whether a scalar's text is the given one, including characters that XML does not allow.
  package func hasExactText(_ scalar: ScalarIndex, _ text: String) -> Bool {
    verbatimText(of: scalar) != nil
      ? hasText(scalar, text) : exactText(of: scalar).utf8.elementsEqual(text.utf8)
  }

  /// A scalar's text, even if it has characters that XML does not allow.
  package func exactText(of scalar: ScalarIndex) -> String {
    withExactText(of: scalar) { String(decoding: $0, as: UTF8.self) }
  }
}
