import PropertyLists
import Testing

@testable import Catalogues

struct SortValueTests {
  @Test func `numbers have keys in their order, whatever they look like`() throws {
    let numbers = [
      "-1e400", "-100", "-99.5", "-12", "-1.5", "-1.25", "-1", "-0.001", "-1e-400", "0", "1e-400",
      "0.001", "0.01", "0.1", "0.5", "1", "1.25", "1.5", "2", "9", "10", "11", "16", "99", "100",
      "134", "9007199254740992", "9007199254740993", "18446744073709551615", "1e400",
    ]
    let keys = try numbers.map { try #require(SortValue.key(ofDecimal: $0)) }
    for (index, key) in keys.enumerated() {
      for other in keys[..<index] { #expect(other.lexicographicallyPrecedes(key)) }
    }
  }

  @Test(
    "the same number has the same key",
    arguments: [
      ["0", "-0", "0.00", "+0", "0e5", ".0", "0."],
      ["15", "15.0", "015", "1.5e1", " 15 ", "150E-1"],
      ["-0.5", "-.5", "-5e-1"],
    ])
  func equal(_ texts: [String]) {
    #expect(Set(texts.map { SortValue.key(ofDecimal: $0) }).count == 1)
    #expect(SortValue.key(ofDecimal: texts[0]) != nil)
  }

  @Test(
    "other texts are not numbers",
    arguments: [
      "", " ", "-", ".", "e5", "1e", "1e+", "1.2.3", "0x10", "1,5", "12 kg", "٣", "--1",
      "1e-9223372036854775808", "1e9223372036854775807", "1e99999999999999999999",
    ])
  func others(_ text: String) {
    #expect(SortValue.key(ofDecimal: text) == nil)
  }

  @Test func `reals that are no usual numbers are at the ends`() {
    let keys = [-Double.infinity, -1e308, 0, .leastNonzeroMagnitude, 1e308, .infinity, .nan].map {
      SortValue.key(of: $0)
    }
    for (one, other) in zip(keys, keys.dropFirst()) {
      #expect(one.lexicographicallyPrecedes(other))
    }
  }

  @Test func `reals are sorted by all of their digits`() throws {
    let numbers = ["9007199254740993", "9007199254740992"].map {
      "<dict><key>name</key><string>\($0)</string><key>size</key><real>\($0)</real></dict>"
    }
    let text = Array("<plist><array>\(numbers.joined())</array></plist>".utf8)
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(text)))
    let keys = catalogue.entries.map { entry -> [UInt8] in
      if case .number(let key) = catalogue.sortValue(of: "size", of: entry) { key } else { [] }
    }
    #expect(keys[1].lexicographicallyPrecedes(keys[0]) && keys[1] != [])
  }

  @Test(
    "a real number in its shortest form",
    arguments: [
      (["1.5", "1.50", " 15e-1", "+1.5"], "1.5"), (["1e+22", "10000000000000000000000"], "1e+22"),
      (["-0.0", "-0"], "-0.0"), (["0", "0.00"], "0.0"), (["inf", "+infinity"], "inf"),
      (["nan", "-nan"], "nan"), (["9007199254740993"], "9007199254740993"),
      (["1e400"], "1e400"), (["0.1", "0.10000000000000001"], "0.1"),
      (["0.1000000000000000055"], "0.1000000000000000055"), (["1e9999999999"], "1e9999999999"),
    ])
  func normalized(_ texts: [String], _ expected: String) {
    #expect(Set(texts.map(SortValue.normalized)) == [expected])
  }
}
