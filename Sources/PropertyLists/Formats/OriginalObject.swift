import Platform

/// A value in a binary property list that XML cannot say exactly, such as a text with a NUL.
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
