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
