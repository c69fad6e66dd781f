import Cardex
import Foundation
import Testing

@Suite("Values of Swift types")
struct CodingTests {
  struct Everything: Codable, Equatable {
    struct Inner: Codable, Equatable { var x: [Int: String] }
    enum Kind: String, Codable { case one, two }

    var text = "é"
    var small: Int8 = -5
    var large = UInt64.max
    var real = 2.5
    var float: Float = 0.25
    var flag = true
    var date = Date(timeIntervalSince1970: 1_700_000_000)
    var data = Data([1, 2, 3])
    var bytes: [UInt8] = [4, 5]
    var list: [Double] = [1, 2]
    var optional: String?
    var optionals: [String?] = ["a", nil]
    var inner: [Inner] = [Inner(x: [1: "a"])]
    var kind = Kind.two
    var address = URL(string: "https://example.org/a?b")
  }

  @Test("what is encoded is decoded again, dates and data among it")
  func everything() throws {
    // JSON has `null`, and what is no text in JSON is in XML.
    let catalogue = try Catalogue(bytes: Array(#"[{"text": "x"}, {"text": "y"}]"#.utf8))
    var value = Everything()
    value.optionals = ["a", nil]
    let id = try catalogue.edit { try $0.insert(Everything.JSON()) }
    #expect(try catalogue.entry(id).decode(Everything.JSON.self) == Everything.JSON())
    value.optionals = ["a", "b"]
    var list = try PropertyList(encoding: value)
    #expect(try list.value(at: "/").decode(Everything.self) == value)
    #expect(try list.value(at: ".date") == .date(secondsSince1970: 1_700_000_000))
    #expect(try list.value(at: ".data") == .data([1, 2, 3]))
    #expect(try list.value(at: ".address") == "https://example.org/a?b")
    #expect(try list.value(at: ".bytes") == .data([4, 5]))
    #expect(try list.value(at: ".large") == .integer(Int128(UInt64.max)))
    let text = try list.bytes()
    try list.set("/", to: value)
    #expect(try list.bytes() == text)
    // As Foundation has them.
    try list.set(".bytes", to: [4, 5] as Value)
    try list.set(".address", to: ["relative": "https://example.org/a?b"] as Value)
    let bytes = try list.bytes()
    #expect(try PropertyListDecoder().decode(Everything.self, from: Data(bytes)) == value)
    #expect(try list.value(at: "/").decode(Everything.self) == value)
  }

  @Test("only arrays of bytes are data, also empty ones")
  func empty() throws {
    struct Lists: Codable, Equatable {
      var texts: [String] = []
      var nested: [[Int]] = [[]]
      var bytes: [UInt8] = []
      var optional: [UInt8]? = [1]
    }
    let list = try PropertyList(encoding: Lists())
    #expect(try list.value(at: ".texts") == [])
    #expect(try list.value(at: ".nested") == [[]])
    #expect(try list.value(at: ".bytes") == .data([]))
    #expect(try list.value(at: ".optional") == .data([1]))
    #expect(try list.value(at: "/").decode(Lists.self) == Lists())
  }

  @Test("a number is decoded exactly, or not at all")
  func exact() throws {
    struct Small: Decodable { var x: Int8 }
    struct Whole: Decodable { var x: Int }
    struct Real: Decodable { var x: Double }
    struct Text: Decodable { var x: String }
    let list = { (value: Value) in try PropertyList(encoding: ["x": value] as Value).value(at: "/")
    }
    #expect(throws: DecodingError.self) { try list(128).decode(Small.self) }
    #expect(throws: DecodingError.self) { try list(1.5).decode(Whole.self) }
    #expect(try list(2.0).decode(Whole.self).x == 2)
    #expect(try list(2).decode(Real.self).x == 2)
    #expect(throws: DecodingError.self) { try list(9_007_199_254_740_993).decode(Real.self) }
    struct Single: Decodable { var x: Float }
    #expect(throws: DecodingError.self) { try list(16_777_217).decode(Single.self) }
    #expect(try list(16_777_216).decode(Single.self).x == 16_777_216)
    #expect(try list(0.1).decode(Single.self).x == 0.1)
    #expect(throws: DecodingError.self) { try list(2).decode(Text.self) }
    #expect(throws: DecodingError.self) { try list(true).decode(Whole.self) }
    #expect(throws: DecodingError.self) {
      try list(.date(secondsSince1970: 0)).decode(Real.self)
    }
  }

  @Test("an error names the keys that lead to it")
  func errors() throws {
    struct Outer: Decodable { var list: [Brand] }
    let value: Value = ["list": [["name": "a"], ["founded": 1]]]
    let list = try PropertyList(encoding: value).value(at: "/")
    #expect {
      try list.decode(Outer.self)
    } throws: { error in
      guard case .keyNotFound(let key, let context) = error as? DecodingError else { return false }
      return key.stringValue == "name" && context.codingPath.map(\.stringValue) == ["list", "1"]
    }
  }

  @Test("members keep their order, and are found by their keys")
  func members() {
    var value: Value = ["b": 1, "a": 2]
    value["c"] = true
    value["b"] = nil
    value["a"] = [1]
    #expect(value == ["a": [1], "c": true])
    #expect(value["é"] == nil)
    var text: Value = "x"
    text["y"] = nil
    #expect(text == "x")
  }

  @Test("texts that only look the same are others, as keys and as values")
  func composed() throws {
    let (one, two) = ("\u{E9}", "e\u{301}")
    var list = try PropertyList(
      encoding: ["text": .string(one), "list": [.string(one)], "dict": [one: 1]] as Value)
    try list.set(".text", to: two)
    try list.set(".list", to: [two])
    try list.set(".dict", to: [two: 1] as Value)
    let text = String(decoding: try list.bytes(), as: UTF8.self)
    #expect(!text.utf8.contains(0xC3))
    try list.set(".text", to: two)
    try list.set(".list", to: [two])
    #expect(String(decoding: try list.bytes(), as: UTF8.self).utf8.elementsEqual(text.utf8))
    try list.set("/", to: Keys())
    #expect(try list.value(at: "/")[one] == 1)
    #expect(try list.value(at: "/")[two] == 2)
    let catalogue = try Samples.catalogue()
    let id = try catalogue.id(at: "A/Audi")
    try catalogue.edit { $0.set(id, "note", to: .string(one)) }
    try catalogue.edit { $0.set(id, "note", to: .string(two)) }
    #expect(try !catalogue.bytes().contains(0xC3))
  }

  struct Keys: Encodable {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { return nil }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: Key(stringValue: "\u{E9}"))
      try container.encode(2, forKey: Key(stringValue: "e\u{301}"))
    }
  }

  @Test("values go through other encoders")
  func json() throws {
    let value: Value = ["a": [1, 2.5, true, "x"], "b": .null]
    let data = try JSONEncoder().encode(value)
    #expect(
      try JSONDecoder().decode([String: Value].self, from: data) == [
        "a": [1, 2.5, true, "x"], "b": .null,
      ])
  }
}

extension CodingTests.Everything {
  struct JSON: Codable, Equatable {
    var text = "é"
    var optionals: [String?] = ["a", nil]
    var nothing: Value = .null
  }
}
