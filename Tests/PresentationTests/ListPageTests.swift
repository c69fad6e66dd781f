import Platform
import Presentation
import Testing

@Suite("Pages")
struct ListPageTests {
  @Test("rows before a page, of which there may be more than can be counted")
  func ranges() {
    #expect([1, 2, 5].map { ListPage($0, rows: 3).range } == [0..<3, 3..<6, 12..<15])
    #expect(ListPage(.max, rows: 3).range.isEmpty)
    #expect(ListPage(2, rows: .max).range == .max..<(.max))
  }

  @Test("there is always a page, and the last one may be shorter")
  func rangesOfList() throws {
    #expect(try ListPage(1, rows: 3).range(of: 0) == 0..<0)
    #expect(try ListPage(2, rows: 3).range(of: 6) == 3..<6)
    #expect(try ListPage(2, rows: 3).range(of: 4) == 3..<4)
    #expect(try ListPage(1, rows: .max).range(of: .max) == 0..<(.max))
    #expect(try ListPage(.max, rows: 1).range(of: .max) == (.max - 1)..<(.max))
  }

  @Test("a page after the last one is reported with their number")
  func missing() throws {
    func missing(_ page: Int, of rows: Int) -> String? {
      ReportedError.caught(
        try { () throws(ReportedError) in _ = try ListPage(page, rows: 3).range(of: rows) }()
      )?.description
    }
    for rows in [0, 1, 3] {
      #expect(missing(2, of: rows) == "there is no page 2; there is 1 page")
    }
    #expect(missing(9, of: 7) == "there is no page 9; there are 3 pages")
    #expect(missing(Int(Int32.max), of: 7) == "there is no such page; there are 3 pages")
  }

  @Test("what is left is said, with the number of pages")
  func notes() {
    #expect(ListPage(1, rows: 3).note(of: 4) == "1 more (page 1 of 2)")
    #expect(ListPage(2, rows: 3).note(of: 9) == "3 more (page 2 of 3)")
    for rows in [0, 3, 6] { #expect(ListPage(2, rows: 3).note(of: rows) == nil) }
  }
}
