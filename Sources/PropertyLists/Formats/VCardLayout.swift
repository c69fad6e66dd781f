import Platform

/// The line ends and the folding of lines in cards.
struct VCardLayout {
  /// The kinds of content, each folded in its own way, if at all.
  enum Content: Int, CaseIterable {
    case text
    /// Base64.
    case data
    /// Text of version 2.1, which is folded at blanks, and data of version 2.1.
    case oldText, oldData
    /// Quoted-printable, whose lines end in `=`.
    case encoded
  }

  var lineEnd: [UInt8] = [0x0D, 0x0A]
  /// The length in bytes at which lines are folded, by content; `nil` for no folding.
  private(set) var widths: [Int?] = [75, 75, nil, nil, 76]
  /// The blank with which the rest of a folded line begins.
  private(set) var blank: UInt8 = 0x20

  init() {}

  func width(of content: Content) -> Int? { widths[content.rawValue] }

  /// - Parameter text: The text of a file with the layout.
  init(of text: [UInt8]) {
    widths = Content.allCases.map { _ in nil }
    if let end = text.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      // Files that were transferred as text twice have CR CR LF.
      let rest = text[end...].drop { $0 == 0x0D }
      lineEnd = rest.first == 0x0A ? Array(text[end...rest.startIndex]) : [text[end]]
    }
    text.withUnsafeBufferPointer { text in
      var isOld = true
      // The first line of the property, and the previous line.
      var first = 0..<0
      var last = 0..<0
      var known: Content?
      // The longest lines of text, folded or not. The folding width is at least their length.
      var longest = [Content.text: 0, .oldText: 0]
      var start = 0
      while start < text.count {
        let rest = text[start...]
        let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
        let isFolded = text[start] == 0x20 || text[start] == 0x09
        if isFolded || !last.isEmpty && text[last.upperBound - 1] == UInt8(ascii: "=") {
          let content = known ?? VCardLayout.content(Bytes(rebasing: text[first]), isOld: isOld)
          known = content
          if isFolded != (content == .encoded), !last.isEmpty {
            widths[content.rawValue] = max(widths[content.rawValue] ?? 0, last.count)
            if isFolded { blank = text[start] }
            last = start..<end
            start = VCardLayout.lineStart(after: end, in: text)
            continue
          }
        }
        (first, last, known) = (start..<end, start..<end, nil)
        let line = Bytes(rebasing: text[first])
        if let length = longest[isOld ? .oldText : .text], line.count > length {
          let content = VCardLayout.content(line, isOld: isOld)
          longest[content] = max(longest[content] ?? 0, line.count)
        }
        if line.isWord("BEGIN:VCARD") { isOld = true }
        if line.isWord("VERSION:3.0") || line.isWord("VERSION:4.0") { isOld = false }
        start = VCardLayout.lineStart(after: end, in: text)
      }
      for content in [Content.text, .oldText] where widths[content.rawValue] != nil {
        widths[content.rawValue] = max(widths[content.rawValue] ?? 0, longest[content] ?? 0)
      }
    }
  }

  private static func lineStart(after end: Int, in text: Bytes) -> Int {
    var start = end
    while start < text.count, text[start] == 0x0D { start += 1 }
    return start < text.count && text[start] == 0x0A
      ? start + 1 : min(max(start, end + 1), text.count)
  }

  /// The content of a property by its first line.
  private static func content(_ line: Bytes, isOld: Bool) -> Content {
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.count
    let head = VCardHead(String(decoding: line[..<colon], as: UTF8.self))
    if head.isQuotedPrintable { return .encoded }
    let isData = head.isOfData || line[colon...].dropFirst().starts(with: "data:".utf8)
    return isOld ? (isData ? .oldData : .oldText) : isData ? .data : .text
  }
}

/// The parsed properties of a head.
struct VCardHead: BitwiseCopyable {
  /// Whether the head has no control characters but tabs, so that it fits on one line.
  let isOneLine: Bool
  /// Whether the text is a valid head: group and name, parameters, and perhaps, after a colon, the
  /// beginning of the value.
  let isValid: Bool
  let hasColon: Bool
  let isQuotedPrintable: Bool
  /// Whether the head declares base64, or has the beginning of the value after a colon.
  let isOfData: Bool
  /// Where the head names a charset other than UTF-8, in bytes.
  let charset: (start: Int, end: Int)?
  /// The form of a text, if the head declares one.
  let form: VCardMapping.Form?

  init(_ head: String) {
    isOneLine = head.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    isValid = isOneLine && VCardMapping.isHead(head)
    hasColon = VCardMapping.hasColon(head)
    let upper = head.map { $0.isASCII ? $0.uppercased() : String($0) }.joined()
    isQuotedPrintable = upper.contains("QUOTED-PRINTABLE")
    isOfData =
      hasColon
      || upper.split(separator: ";").dropFirst().contains {
        ["ENCODING=B", "ENCODING=BASE64", "BASE64"].contains($0.filter { $0 != "\"" })
      }
    form = VCardMapping.valueForm(ofHead: head)
    charset = upper.firstRange(of: ";CHARSET=").flatMap { name in
      let end = upper[name.upperBound...].firstIndex(of: ";") ?? upper.endIndex
      if upper[name.upperBound..<end] == "UTF-8" { return nil }
      let start = upper.utf8.distance(from: upper.startIndex, to: name.upperBound)
      return (start, start + upper[name.upperBound..<end].utf8.count)
    }
  }
}
