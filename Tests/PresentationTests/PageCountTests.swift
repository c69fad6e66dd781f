import Presentation
import Testing

@Suite("Pages")
struct PageCountTests {
  @Test("rows before a page, of which there may be more than can be counted")
  func rowsBefore() {
    let pages = PageCount(rows: 3)
    #expect([1, 2, 5].map(pages.rows) == [0, 3, 12])
    #expect(pages.rows(before: .max) == .max)
    #expect(PageCount(rows: .max).rows(before: 2) == .max)
  }

  @Test("there is always a page, and the last one may be shorter")
  func count() {
    #expect([0, 1, 3, 4, 6].map(PageCount(rows: 3).count) == [1, 1, 1, 2, 2])
    #expect(PageCount(rows: .max).count(of: .max) == 1)
    #expect(PageCount(rows: 1).count(of: .max) == .max)
  }

  @Test("a page after the last one is reported with their number")
  func noSuchPage() {
    #expect(PageCount.noSuchPage(2, count: 1) == "there is no page 2; there is 1 page")
    #expect(PageCount.noSuchPage(9, count: 3) == "there is no page 9; there are 3 pages")
  }
}
