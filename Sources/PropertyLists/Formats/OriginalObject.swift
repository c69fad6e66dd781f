import Platform

/// A value that XML cannot express exactly, such as a text with a NUL.
///
/// The object stays in the decoded text, as a processing instruction at the end of the element that
/// expresses as much of the value as XML can: `<real>1.5<?bplist Ij/AAAA=?></real>`. Values do not
/// include processing instructions. The instruction moves with the element and is removed when the
/// value changes.
struct OriginalObject {
  /// The object as in a binary property list.
  let bytes: [UInt8]

  private static let opening = Array("<?bplist ".utf8)

  /// The object of `null`, which is shown as the text `null`.
  static let null = OriginalObject(bytes: [0])

  var isNull: Bool { bytes == [0] }

  var instruction: String { "<?bplist \(Base64.encode(bytes))?>" }

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The object of a text.
  ///
  /// - Parameter text: UTF-8.
  init(text: UnsafeBufferPointer<UInt8>) {
    let object = GrowingBuffer<UInt8>()
    object.append(string: text)
    bytes = Array(object.elements)
  }

  /// The text, if the object is a text that UTF-8 can express completely.
  var text: String? { units.flatMap { String(validating: $0, as: UTF16.self) } }

  /// The UTF-16 of the text, if the object is a text.
  private var units: [UInt16]? {
    guard ScalarObject.isScalar(bytes, isKey: true) else { return nil }
    let text = bytes.dropFirst(bytes.withUnsafeBufferPointer(ScalarObject.head))
    if bytes[0] >> 4 == 0x5 { return text.map(UInt16.init) }
    return stride(from: text.startIndex, to: text.endIndex, by: 2).map {
      UInt16(text[$0]) << 8 | UInt16(text[$0 + 1])
    }
  }

  /// The escapes that are shown for the UTF-16 units that XML cannot express: `\u` with four
  /// digits.
  var escapes: Set<String> {
    guard let units else { return [] }
    var escapes: Set<String> = []
    for index in units.indices {
      let unit = units[index]
      let isInPair =
        UTF16.isLeadSurrogate(unit)
        && units[(index + 1)...].first.map(UTF16.isTrailSurrogate) ?? false
        || UTF16.isTrailSurrogate(unit) && units[..<index].last.map(UTF16.isLeadSurrogate) ?? false
      if !isInPair, !OriginalObject.isAllowed(unit) {
        escapes.insert(OriginalObject.escape(unit))
      }
    }
    return escapes
  }

  /// Whether XML 1.0 (production 2) allows a character.
  private static func isAllowed(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x09, 0x0A, 0x0D, 0x20..<0xD800, 0xE000...0xFFFD: true
    default: false
    }
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }

  /// A text as the content of an element. Characters that XML does not allow become `\u` with four
  /// digits, and the exact text follows as an original object.
  static func content(of text: String) -> [UInt8] {
    var shown = ""
    for scalar in text.unicodeScalars {
      if let unit = UInt16(exactly: scalar.value), !isAllowed(unit) {
        shown += escape(unit)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    var text = text
    let original = text.withUTF8(OriginalObject.init(text:))
    // Cannot fail: XML allows all characters that are left.
    return ((try? ElementText.escaped(shown)) ?? []) + Array(original.instruction.utf8)
  }

  /// The original object at the end of an element's content, if there is one.
  init?(endOf content: UnsafeBufferPointer<UInt8>) {
    guard let start = OriginalObject.start(atEndOf: content) else { return nil }
    let base64 = UnsafeBufferPointer(
      rebasing: content[(start + OriginalObject.opening.count)..<(content.count - 2)])
    guard Base64.objection(to: base64) == nil else { return nil }
    bytes = Base64.decode(base64)
  }

  /// Where the instruction at the end of an element's content begins, if there is one.
  static func start(atEndOf content: UnsafeBufferPointer<UInt8>) -> Int? {
    guard content.suffix(2).elementsEqual("?>".utf8),
      let start = content.lastIndex(of: UInt8(ascii: "<")),
      content[start...].starts(with: opening)
    else { return nil }
    return start
  }

  /// Whether the object is still the value of a scalar, because decoding the object gives the
  /// scalar's text.
  ///
  /// - Parameter content: The content of the element, with the instruction at its end.
  func isValue(of kind: NodeKind, _ content: UnsafeBufferPointer<UInt8>) -> Bool {
    if isNull { return kind == .string && MarkedUpText.decode(content).elementsEqual("null".utf8) }
    guard ScalarObject.isScalar(bytes, isKey: kind == .key) else { return false }
    var writer = DocumentWriter(capacity: 256 + 2 * bytes.count)
    let file = BinaryDecoder.file(of: bytes)
    guard (try? file.withUnsafeBufferPointer { try BinaryDecoder.decode($0, into: &writer) }) != nil
    else { return false }
    let node = writer.nodes[.root]
    let own = UnsafeBufferPointer(
      rebasing: writer.text.elements[node.contentOffset..<(node.contentOffset + node.contentLength)]
    )
    return node.kind == (kind == .key ? .string : kind)
      && MarkedUpText.decode(own) == MarkedUpText.decode(content)
  }

  /// Whether a text has an original object that is `null`.
  ///
  /// - Complexity: O(*n*).
  static func hasNull(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    instructions(in: text).contains { text[$0].elementsEqual(null.instruction.utf8) }
  }

  /// The ranges of the instructions of original objects in a text.
  ///
  /// - Complexity: O(*n*).
  static func instructions(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var rest = text[...]
    // XML declarations have question marks, too, but texts have few of them.
    while let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      rest = rest[(mark + 1)...]
      guard mark > 0, text[(mark - 1)...].starts(with: opening),
        let end = text[(mark + 1)...].firstIndex(of: UInt8(ascii: "?"))
      else { continue }
      ranges.append((mark - 1)..<min(end + 2, text.count))
      rest = text[min(end + 2, text.count)...]
    }
    return ranges
  }
}
