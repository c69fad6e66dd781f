import Catalogues
import Forms
import TestHelpers
import Testing

@testable import Presentation

@Suite("Which headings are closed")
struct OutlineStateTests {
  private let titles: [(title: String?, names: [String])] = [
    ("A", ["a"]), ("B", ["b"]), ("A", ["c"]), (nil, ["d"]), (nil, ["e"]),
  ]

  @Test("sections of one title, or of none, are told apart by their order")
  func paths() throws {
    let catalogue = try Catalogue(sections: titles)
    var state = OutlineState()
    #expect(state.paths(in: catalogue) == [])
    for section in [3, 5] as [Section.ID] { state.close(.section(section)) }
    state.close(.letter(1))
    let paths = state.paths(in: catalogue)
    #expect(
      paths.map(\.steps) == [[.init(title: "A", occurrence: 1)], [.init(title: "", occurrence: 1)]])
    // B is gone, and the first two sections are the other way round.
    let other = try Catalogue(sections: [titles[2], titles[0], titles[3], titles[4]])
    var again = OutlineState()
    again.close(.section(1))
    again.close(.letter(2))
    again.close(paths, in: other)
    #expect(again.closed == [.section(2), .section(4), .letter(2)])
    again.close([], in: other)
    #expect(again.closed == [.letter(2)])
  }

  @Test("what has become of closed sections is closed; others are known by their titles")
  func successors() throws {
    let old = try Catalogue(sections: titles)
    let new = try Catalogue(sections: [titles[2], titles[0], titles[3]])
    var state = OutlineState()
    state.close(.section(3))
    var other = state
    state.carryOver(in: new, insteadOf: old, [.section(3): .section(1), .section(1): .section(2)])
    #expect(state.closed == [.section(1)])
    other.carryOver(in: new, insteadOf: old, [:])
    #expect(other.closed == [.section(2)])
    #expect(old.isKnownByTitles(old) == false)
    let named = try Catalogue(sections: [titles[0], titles[1]])
    #expect(named.isKnownByTitles(try Catalogue(sections: [titles[1], titles[0]])))
  }

  @Test("a section has the path that leads to it, and none leads elsewhere")
  func sectionAtPath() throws {
    let catalogue = try Catalogue(sections: titles)
    for section in [.root] + catalogue.sections(in: .root) {
      #expect(catalogue.section(at: catalogue.titlePath(of: section)) == section)
    }
    #expect(catalogue.section(at: TitlePath(steps: [.init(title: "A", occurrence: 2)])) == nil)
    #expect(catalogue.titlePath(of: .root).steps == [])
  }

  @Test("states are equal if the same is closed")
  func equality() throws {
    var (one, other) = (OutlineState(), OutlineState())
    one.close(.section(7))
    #expect(one != other)
    other.close(.section(9))
    other.close(.section(7))
    #expect(one != other)
    other.apply(.expand, to: .section(9), in: Sectioning(try empty))
    #expect(one == other)
    other.isAccordion = true
    #expect(one != other)
  }

  private var empty: Catalogue { get throws { try Catalogue(list: "") } }

  @Test("letters are forgotten, sections are not; each are opened where they are shown")
  func letters() throws {
    let catalogue = try Catalogue(sections: titles)
    let letters = Sectioning(catalogue, groups: [(.letter(1), [0])])
    var state = OutlineState()
    for heading in [.section(1), .letter(1), .news(.new)] as [Heading] { state.close(heading) }
    var other = state
    other.forgetLetters()
    #expect(other.closed == [.section(1), .news(.new)])
    other = state
    other.openAll(in: letters)
    #expect(other.closed == [.section(1)])
    state.openAll(in: Sectioning(catalogue))
    #expect(state.closed == [.letter(1), .news(.new)])
  }
}
