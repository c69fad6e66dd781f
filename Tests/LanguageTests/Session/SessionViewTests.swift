import Catalogues
import Grammar
import ICUText
import Presentation
import SeededRandom
import Testing

@testable import Editing
@testable import Language

@Suite("Sessions with the index on")
struct SessionViewTests {
  /// Runs a command; whether it was possible does not matter.
  private func attempt(_ line: String, _ session: Session) {
    _ = try? session.run(line)
  }

  @Test(
    "after any edits the index has all entries, each once, and pages show them all",
    arguments: EditedCatalogue.fixtures, 1...Rounds.of(1) as ClosedRange<UInt64>)
  func edits(_ fixture: String, _ seed: UInt64) throws {
    let session = try EditedCatalogue(fixture: fixture).session(RecordingOutput())
    session.reportsEdits = false
    try session.run("set option by-letter on")
    var commands = RandomCommands(session, seed: seed)
    for round in 0..<40 {
      attempt(commands.index(4) == 0 ? commands.undoOrRedo() : commands.edit(), session)
      attempt(commands.look(), session)
      if round % 10 == 9 {
        attempt("set option locale \(["sv", "zh_TW", "ja"][round / 10 % 3])", session)
      }
      attempt("more", session)
      let text = session.text
      let sectioning = try session.sectioning()
      let fresh = EntryFiling(NameFiling(session.view.locale)).listing(of: session.catalogue) {
        _, _ in
      }
      #expect(
        sectioning.headings.map { sectioning.entries(under: $0) } == fresh.groups.map(\.entries))
      attempt("expand all", session)
      try session.run("show / --page-size \(1 + commands.index(5))")
      while case .rows = session.listing.source { try session.run("more") }
      let shown = session.listing.items
      #expect(shown == fresh.groups.flatMap(\.entries).map { .entry($0) })
      #expect(session.text == text)
    }
  }

  @Test(
    "between pages, edits neither repeat nor drop the following rows",
    arguments: 1...20 as ClosedRange<UInt64>)
  func pages(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = try EditedCatalogue(fixture: "names").session(RecordingOutput())
    session.reportsEdits = false
    try session.run("set option by-letter on")
    try session.run("show / --page-size \(Int.random(in: 1...4, using: &random))")
    var deleted: Set<Item> = []
    let sectioning = try session.sectioning()
    let all = sectioning.headings.flatMap { sectioning.entries(under: $0) }.map { Item.entry($0) }
    while case .rows = session.listing.source {
      if let item = all.filter({ !deleted.contains($0) }).randomElement(using: &random) {
        deleted.insert(item)
        try session.run("delete \(Quoting.quoted(session.book.address(of: item)))")
      }
      try session.run("more")
    }
    let shown = session.listing.items
    #expect(Set(shown).count == shown.count)
    #expect(Set(all).subtracting(deleted).isSubset(of: shown))
  }
}
