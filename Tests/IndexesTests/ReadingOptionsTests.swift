import Catalogues
import Testing

@testable import Indexes

@Suite struct ReadingOptionsTests {
  static let examples: [ReadingOptions] = {
    var shape = ShapeOptions()
    shape.root = "a.b"
    shape.titleKeys = ["title", ""]
    shape.labelKeys = ["名"]
    var flat = ShapeOptions()
    flat.isFlat = true
    flat.memberKeys = ["rows"]
    flat.detailKeys = ["x", "y"]
    return [
      ReadingOptions(), ReadingOptions(encoding: "GB18030"), ReadingOptions(shape: shape),
      ReadingOptions(shape: flat, encoding: ""),
    ]
  }()

  @Test("options are kept as they are, and different ones differently", arguments: examples)
  func keeping(_ options: ReadingOptions) {
    #expect(ReadingOptions(encoded: options.encoded) == options)
    #expect(options.encoded.isEmpty == options.isUsual)
    #expect(Self.examples.count { $0.encoded == options.encoded } == 1)
  }

  @Test("bytes that are no options are refused, whatever they are")
  func nonsense() {
    for options in Self.examples where !options.isUsual {
      let bytes = options.encoded
      for length in 1..<bytes.count {
        #expect(ReadingOptions(encoded: Array(bytes[..<length])) == nil)
      }
      #expect(ReadingOptions(encoded: bytes + [0]) == nil)
      for place in bytes.indices {
        var changed = bytes
        changed[place] ^= 0x80
        #expect(ReadingOptions(encoded: changed) != options)
      }
    }
  }
}
