/// What is known of a head.
struct VCardHead: BitwiseCopyable {
  /// Whether it may be in a line.
  let isOneLine: Bool
  /// Whether it is the head of a property: its group and name, parameters, and perhaps, after a
  /// colon, the beginning of the value.
  let isValid: Bool
  let hasColon: Bool
  let isQuotedPrintable: Bool
  /// Whether it says that the value is in base64, or is followed by that.
  let isOfData: Bool
  /// Where it names another charset than UTF-8, in bytes.
  let charset: (start: Int, end: Int)?
  /// The form of a text, if it says one.
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
