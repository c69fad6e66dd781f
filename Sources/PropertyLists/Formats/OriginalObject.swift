import Platform

/// A value that XML cannot say exactly, such as a text with a NUL.
///
/// It stays in the decoded text, as a processing instruction at the end of the element that says as
/// much of it as XML can: `<real>1.5<?bplist Ij/AAAA=?></real>`. Values do not include processing
/// instructions. The instruction moves with the element and is gone once the value is another one.
struct OriginalObject {
  /// The object as in a binary property list.
  let bytes: [UInt8]

  private static let opening = Array("<?bplist ".utf8)

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

  /// The text, if the object is one of which UTF-8 can say everything.
  var text: String? {
    guard ScalarObject.isScalar(bytes, isKey: true) else { return nil }
    let isLong = bytes[0] & 0x0F == 0x0F
    let text = bytes.dropFirst(isLong ? 2 + 1 << Int(bytes[1] & 3) : 1)
    if bytes[0] >> 4 == 0x5 { return String(decoding: text, as: UTF8.self) }
    let units = stride(from: text.startIndex, to: text.endIndex, by: 2).map {
      UInt16(text[$0]) << 8 | UInt16(text[$0 + 1])
    }
    return String(validating: units, as: UTF16.self)
  }

  /// The one at the end of an element's content, if there is one.
  init?(endOf content: UnsafeBufferPointer<UInt8>) {
    guard content.suffix(2).elementsEqual("?>".utf8),
      let start = content.lastIndex(of: UInt8(ascii: "<")),
      content[start...].starts(with: OriginalObject.opening)
    else { return nil }
    let base64 = UnsafeBufferPointer(
      rebasing: content[(start + OriginalObject.opening.count)..<(content.count - 2)])
    guard Base64.objection(to: base64) == nil else { return nil }
    bytes = Base64.decode(base64)
  }

  /// The ranges of such instructions in a text.
  ///
  /// - Complexity: O(*n*).
  static func instructions(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var rest = text[...]
    // Every declaration has one, too, but texts have few question marks.
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
