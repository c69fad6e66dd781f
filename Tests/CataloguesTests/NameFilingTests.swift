import ICUText
import Testing

@testable import Catalogues

@Suite("How names are filed")
struct NameFilingTests {
  private static func sorted(_ names: [String], _ locale: String) throws -> [String] {
    let filing = NameFiling(try LocaleIdentifier(locale))
    var filed = FiledNames(filing)
    for name in names { filed.append(name) }
    return filed.order().map { names[$0] }
  }

  @Test("names sorted at once and one by one have the same order, and the same labels")
  func agreement() throws {
    let names = ["b", "Ä", "a", "z", "ä", "", "7", "Ж", "長", "b", "Bär", "Chaloupka", "日本", "한"]
    for locale in ["en", "cs", "sv", "zh_TW", "ja", "ko"] {
      let filing = NameFiling(try LocaleIdentifier(locale))
      let positions = names.map(filing.position)
      let expected = names.indices.sorted {
        positions[$0] == positions[$1] ? $0 < $1 : positions[$0] < positions[$1]
      }
      #expect(try Self.sorted(names, locale) == expected.map { names[$0] })
      #expect(names.map(filing.label(of:)) == positions.map(\.label))
    }
  }

  @Test("long names that begin alike are told apart")
  func longNames() throws {
    let start = String(repeating: "Same beginning ", count: 20)
    let names = [start + "z", start + "a", start, start + "Ä", start + "m"]
    #expect(
      try Self.sorted(names, "en") == [start, start + "a", start + "Ä", start + "m", start + "z"])
  }

  @Test("names without letters come last, as the index has it")
  func rest() throws {
    #expect(try Self.sorted(["7", "zoo", "", "!", "Ω"], "en") == ["zoo", "Ω", "", "!", "7"])
  }
}
