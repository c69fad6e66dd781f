import ICUText
import PropertyLists

/// Control characters in the texts of entries.
struct TextCheck: Check {
  func run(_ inspection: inout Inspection) {
    inspection.catalogue.forEachString { check($0, of: $1, &inspection) }
  }

  private func check(_ value: ScalarIndex, of entry: Entry.ID, _ inspection: inout Inspection) {
    let document = inspection.document
    guard document.withText(of: value, TextCheck.mayHoldControl),
      let found = MarkedControls(document.text(of: value)).first(where: {
        $0.isControl && !"\n\r\t".unicodeScalars.contains($0.scalar)
      })
    else { return }
    let code = String(found.scalar.value, radix: 16, uppercase: true)
    inspection.add(
      .controlCharacter, at: value.node, of: .entry(entry),
      "the text contains the control character U+\(code)")
  }

  /// Whether the text has a byte with which a control character may begin.
  private static func mayHoldControl(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.contains { byte in
      byte < 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09 || byte == 0x7F || byte == 0xC2
        || byte == 0xE2 || byte == 0xEF || byte == 0xF3
    }
  }
}
