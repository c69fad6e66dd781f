import Catalogues
import Testing

@testable import Commands

@Suite("Listings in pages")
struct SessionListingTests {
  @Test(
    "edits make 'more' neither skip nor repeat what they leave alone",
    arguments: [
      ("delete A/a", ["A/c", "A/d"]), ("insert A/a new --before", ["A/c", "A/d"]),
      ("delete A/c", ["A/d"]), ("delete A/a A/c", ["A/d"]), ("delete A/a A/b A/c A/d", []),
      ("move A/d to A --first", ["A/c"]), ("section sort A", ["A/c", "A/d"]),
      ("section insert Z --first", ["A/c", "A/d"]),
    ])
  func more(_ edit: String, _ entries: [String]) throws {
    let list = "abcd".map { "<string>\($0)</string>" }.joined()
    let sections = "<key>A</key><array>\(list)</array><key>B</key><array>\(list)</array>"
    let output = RecordingOutput()
    let session = try EditedCatalogue(Array("<plist><dict>\(sections)</dict></plist>".utf8))
      .session(output)
    try session.run("show --page-size 3")
    try session.run(edit)
    _ = output.take()
    try session.run("more")
    let addresses = session.listing.items.dropFirst(3).map { session.book.address(of: $0) }
    #expect(addresses == Array((entries + ["B", "B/a", "B/b"]).prefix(3)))
  }
}
