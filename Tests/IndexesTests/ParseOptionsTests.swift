import Catalogues
import PropertyLists
import Testing

@testable import Searching

@Suite struct ParseOptionsTests {
  static let examples: [ParseOptions] = {
    var shape = ShapeOptions()
    shape.root = "a.b"
    shape.titleKeys = ["title", ""]
    shape.labelKeys = ["名"]
    var flat = ShapeOptions()
    flat.isFlat = true
    flat.memberKeys = ["rows"]
    flat.detailKeys = ["x", "y"]
    return [
      ParseOptions(), ParseOptions(format: .csv), ParseOptions(encoding: "GB18030"),
      ParseOptions(shape: shape),
      ParseOptions(shape: flat, encoding: ""),
    ]
  }()

  @Test("options are kept as they are, and different ones differently", arguments: examples)
  func keeping(_ options: ParseOptions) {
    #expect(ParseOptions(encoded: options.encoded) == options)
    #expect(options.encoded.isEmpty == options.isUsual)
    #expect(Self.examples.count { $0.encoded == options.encoded } == 1)
  }

  @Test("bytes that are not options are rejected, whatever they are")
  func nonsense() {
    for options in Self.examples where !options.isUsual {
      let bytes = options.encoded
      for length in 1..<bytes.count {
        #expect(ParseOptions(encoded: Array(bytes[..<length])) == nil)
      }
      #expect(ParseOptions(encoded: bytes + [0]) == nil)
      for place in bytes.indices {
        var changed = bytes
        changed[place] ^= 0x80
        #expect(ParseOptions(encoded: changed) != options)
      }
    }
  }
}
