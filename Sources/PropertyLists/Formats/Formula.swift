/// Text that spreadsheets take for a formula (OWASP, "CSV Injection") unless an apostrophe precedes
/// it. A text that already is a formula after apostrophes gets another one, so that it can be taken
/// off again.
package enum Formula {
  /// The characters that a formula begins with, also the full-width characters that some programs
  /// accept.
  private static let starts = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"].map {
    Array($0.utf8)
  }
  private static let apostrophe = UInt8(ascii: "'")

  /// Whether a text is a formula, or a formula after apostrophes.
  package static func needsApostrophe(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let rest = text.drop { $0 == apostrophe }
    return starts.contains { rest.starts(with: $0) }
  }

  /// A text without the apostrophe that was put before it.
  @inline(__always)
  static func withoutApostrophe(
    _ text: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    text.first == apostrophe && needsApostrophe(text)
      ? UnsafeBufferPointer(rebasing: text.dropFirst()) : text
  }
}
