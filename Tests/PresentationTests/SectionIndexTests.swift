import Catalogues
import ICUText
import TestHelpers
import Testing

@testable import Presentation

@Suite("The index of sections")
struct SectionIndexTests {
  /// Whether a section is found by a text, and its number; `nil` if there are no sections.
  private func target(
    of text: String, _ sections: [(title: String?, names: [String])]
  ) throws -> (isFound: Bool, number: Int)? {
    let catalogue = try Catalogue(sections: sections)
    let index = SectionIndex(catalogue, filing: NameFiling(.english))
    return switch index.section(titled: text, book: AddressBook(catalogue)) {
    case .found(let section)?: (true, section.rawValue)
    case .nearest(let section)?: (false, section.rawValue)
    case nil: nil
    }
  }

  @Test(
    "a title is found as it is, without case and accents, by its beginning, address or reading",
    arguments: [
      ("b", 2), ("B", 3), ("É", 4), ("e", 4), ("ELA", 5), ("#3", 3), ("北", 6), ("beij", 6),
      ("bei jing", 6), ("shang", 7),
    ])
  func found(text: String, number: Int) throws {
    let sections: [(title: String?, names: [String])] = [
      ("A", ["x"]), ("b", ["x"]), ("B", ["x"]), ("É", ["x"]), ("Élan", ["x"]), ("北京", ["x"]),
      (nil, ["上海"]),
    ]
    let target = try #require(try target(of: text, sections))
    #expect(target.isFound && target.number == number, "\(text)")
  }

  @Test(
    "otherwise the section before it is the nearest, or the first",
    arguments: [
      ("Mz", 2), ("D", 1), ("Z", 3), ("A", 1),
    ])
  func nearest(text: String, number: Int) throws {
    let sections: [(title: String?, names: [String])] = [("C", ["x"]), ("M", ["x"]), ("S", ["x"])]
    let target = try #require(try target(of: text, sections))
    #expect(!target.isFound && target.number == number)
  }

  @Test("a section beside letters is found by its reading, but is not the nearest of other titles")
  func frequent() throws {
    let sections: [(title: String?, names: [String])] = [
      ("A", ["x"]), ("常用", ["x"]), ("D", ["x"]),
    ]
    #expect(try #require(try target(of: "C", sections)) == (true, 2))
    #expect(try #require(try target(of: "Cz", sections)) == (false, 1))
  }

  @Test("without sections there is no target")
  func none() throws {
    let catalogue = try Catalogue(list: "<string>a</string>")
    let index = SectionIndex(catalogue, filing: NameFiling(.english))
    #expect(index.section(titled: "a", book: AddressBook(catalogue)) == nil)
  }
}
