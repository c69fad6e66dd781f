import Testing

@testable import PropertyLists

@Suite("Scalar syntax")
struct ScalarSyntaxTests {
  private static func withBytes<Result>(
    of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    Array(text.utf8).withUnsafeBufferPointer(body)
  }

  @Test(
    "an integer is decimal or hexadecimal, from -2⁶³ to 2⁶⁴ - 1",
    arguments: [
      ("0", 0), ("-0", 0), ("+7", 7), ("007", 7), ("42", 42), ("-1", -1),
      ("-9223372036854775808", -9_223_372_036_854_775_808),
      ("9223372036854775807", 9_223_372_036_854_775_807),
      ("9223372036854775808", 9_223_372_036_854_775_808),
      ("18446744073709551615", 18_446_744_073_709_551_615),
      ("0x0", 0), ("0xfF", 255), ("0XfF", 255), ("-0x10", -16), ("+0x10", 16),
      ("0xFFFFFFFFFFFFFFFF", 18_446_744_073_709_551_615),
      ("-0x8000000000000000", -9_223_372_036_854_775_808),
      (" \t\r\n12\n ", 12),
    ] as [(String, Int128)])
  func integers(text: String, value: Int128) {
    let found = Self.withBytes(of: text, ScalarSyntax.integer)
    #expect(found == value)
    #expect(Self.withBytes(of: text) { ScalarSyntax.objection(to: $0, as: .integer) } == nil)
  }

  @Test(
    "an integer beyond the limits is said to be outside them",
    arguments: [
      "-9223372036854775809", "18446744073709551616", "-18446744073709551615",
      "0x10000000000000000", "-0x8000000000000001", "184467440737095516150",
      "99999999999999999999999999999999999999999999",
    ])
  func integersOutside(text: String) {
    #expect(Self.withBytes(of: text, ScalarSyntax.integer) == nil)
    #expect(
      Self.withBytes(of: text) { ScalarSyntax.objection(to: $0, as: .integer) }
        == "outside -9223372036854775808 … 18446744073709551615")
  }

  @Test(
    "what is not an integer lacks digits",
    arguments: [
      "", " ", "-", "+", "--1", "+-1", "1.0", "1e3", "one", "12a", "0x", "0xG", "0x-1", "- 1",
      "1 2", "1_000", "1,000", "１",
    ])
  func notIntegers(text: String) {
    #expect(Self.withBytes(of: text, ScalarSyntax.integer) == nil)
    #expect(
      Self.withBytes(of: text) { ScalarSyntax.objection(to: $0, as: .integer) }
        == "expected digits")
  }

  @Test(
    "a real is a decimal floating-point number or infinite",
    arguments: [
      ("0", 0), ("1", 1), ("-1.5", -1.5), ("+1.5", 1.5), ("1e3", 1000), ("1E-3", 0.001),
      ("0.1", 0.1), ("3.141592653589793", 3.141592653589793), (" 2.5\n", 2.5),
      ("1.7976931348623157e308", .greatestFiniteMagnitude), ("5e-324", .leastNonzeroMagnitude),
      ("inf", .infinity), ("+inf", .infinity), ("-inf", -.infinity),
      ("infinity", .infinity), ("+infinity", .infinity), ("-infinity", -.infinity),
    ])
  func reals(text: String, value: Double) {
    #expect(Self.withBytes(of: text, ScalarSyntax.real) == value)
    #expect(Self.withBytes(of: text) { ScalarSyntax.objection(to: $0, as: .real) } == nil)
  }

  @Test("negative zero keeps its sign")
  func negativeZero() {
    #expect(Self.withBytes(of: "-0.0", ScalarSyntax.real)?.sign == .minus)
  }

  @Test("a real may be no number", arguments: ["nan", "+nan", "NaN"])
  func notANumber(text: String) {
    #expect(Self.withBytes(of: text, ScalarSyntax.real)?.isNaN == true)
  }

  @Test(
    "what is not a real is refused",
    arguments: [
      "", " ", "-", ".", "e5", "1e", "1,5", "1.2.3", "--1", "++1", "+-1", "-+1", "0x10", "0x1p3",
      "nan(1)", "1 2", "one", "1f", "１.5",
    ])
  func notReals(text: String) {
    #expect(Self.withBytes(of: text, ScalarSyntax.real) == nil)
    #expect(
      Self.withBytes(of: text) { ScalarSyntax.objection(to: $0, as: .real) }
        == "expected a decimal number")
  }

  @Test("a boolean holds nothing but white space", arguments: [NodeKind.true, .false])
  func booleans(kind: NodeKind) {
    #expect(Self.withBytes(of: "") { ScalarSyntax.objection(to: $0, as: kind) } == nil)
    #expect(Self.withBytes(of: " \n") { ScalarSyntax.objection(to: $0, as: kind) } == nil)
    #expect(
      Self.withBytes(of: "1") { ScalarSyntax.objection(to: $0, as: kind) }
        == "expected nothing inside")
  }

  @Test(
    "white space is cut off at both ends and only there",
    arguments: [
      ("", ""), (" \t\r\n", ""), ("a", "a"), (" a b ", "a b"), ("\u{A0}a\u{B}", "\u{A0}a\u{B}"),
    ])
  func trimming(text: String, trimmed: String) {
    let found = Self.withBytes(of: text) {
      String(decoding: ScalarSyntax.trimmed($0), as: UTF8.self)
    }
    #expect(found == trimmed)
  }

  @Test("of all bytes only four are white space")
  func whiteSpace() {
    let spaces = (0...UInt8.max).filter { isXMLSpace($0) }
    #expect(spaces == [0x09, 0x0A, 0x0D, 0x20])
  }
}
