import Foundation
import Testing

@testable import PropertyLists

@Suite("Base64")
struct Base64Tests {
  private static func objection(to text: String) -> String? {
    Array(text.utf8).withUnsafeBufferPointer(Base64.objection)
  }

  private static func decode(_ text: String) -> [UInt8] {
    Array(text.utf8).withUnsafeBufferPointer(Base64.decode)
  }

  @Test(
    "the test vectors of RFC 4648 decode and encode",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func vectors(plain: String, encoded: String) {
    #expect(Base64.encode(Array(plain.utf8)) == encoded)
    #expect(Self.objection(to: encoded) == nil)
    #expect(Self.decode(encoded) == Array(plain.utf8))
  }

  @Test(
    "all bytes are encoded as Foundation does and decode again", arguments: [253, 254, 255, 256])
  func allBytes(count: Int) {
    let bytes = (0..<count).map { UInt8(255 - $0) }
    let encoded = Base64.encode(bytes)
    #expect(encoded == Data(bytes).base64EncodedString())
    #expect(Self.decode(encoded) == bytes)
  }

  @Test("white space may occur anywhere", arguments: [" Zm9v", "Z m\t9\r\nv\n", "Zg =\n= "])
  func whiteSpace(text: String) {
    let compact = text.filter { !$0.isWhitespace }
    #expect(Self.objection(to: text) == nil)
    #expect(Self.decode(text) == Self.decode(compact))
    #expect(!Self.decode(text).isEmpty)
  }

  @Test(
    "what is not base64 is refused with the reason",
    arguments: [
      ("Zm9v!", "not base64"), ("Zm-_", "not base64"), ("Zmé=", "not base64"),
      ("Zg==Zg==", "text after the padding"), ("=Zg=", "text after the padding"),
      ("Z", "base64 of an invalid length"), ("Zg", "base64 of an invalid length"),
      ("Zg=", "base64 of an invalid length"), ("Zm9", "base64 of an invalid length"),
      ("Z===", "base64 of an invalid length"), ("====", "base64 of an invalid length"),
      ("Zm9v==", "base64 of an invalid length"), ("=", "base64 of an invalid length"),
    ])
  func refused(text: String, reason: String) {
    #expect(Self.objection(to: text) == reason)
  }
}
