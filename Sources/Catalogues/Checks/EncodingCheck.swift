import PropertyLists

/// Text in a single-byte encoding that would also be valid UTF-8 is most likely UTF-8.
struct EncodingCheck: Check {
  func run(_ inspection: inout Inspection) {
    let document = inspection.document
    let encoding = document.source.encoding
    guard encoding.isDeclared, !encoding.isUTF8, document.source.fileIsValidUTF8 else { return }
    inspection.add(
      .doubtfulEncoding, at: document.root, of: nil,
      "declared as \(encoding.name), but the bytes are valid UTF-8; "
        + "if names look wrong, try --encoding UTF-8")
  }
}
