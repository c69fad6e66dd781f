import Catalogues
import Testing

@testable import Editing
@testable import Language

@Suite("What a session looks at of many items")
struct SessionSamplesTests {
  private static func session(_ names: [String], _ output: RecordingOutput) throws -> Session {
    let entries = names.map { "<string>\($0)</string>" }.joined()
    return try EditedCatalogue(Array("<plist><array>\(entries)</array></plist>".utf8))
      .session(output)
  }

  @Test(
    "an exact address in a section of very many items is left as it was typed",
    arguments: [(2, "apple", "apple"), (3, "apple", "/apple"), (2, "ap", "/apple")])
  func siblings(limit: Int, typed: String, address: String) throws {
    let session = try Self.session(["apple", "pear", "plum"], RecordingOutput())
    try session.run("show /")
    let words = try #require(try SessionCommands.all.parse("delete \(typed) 1")).addresses
    let found = try words.map { word in
      session.addresses.absoluteAddress(
        of: word, try session.addresses.item(at: word), manySiblings: limit)
    }
    // An item named by its line number always gets its address.
    #expect(found == [address, "/apple"])
  }

  @Test(
    "the first items tell whether names without a letter come first or last",
    arguments: [(1, true), (2, true), (3, false), (4, false), (1000, false)])
  func order(sampleSize: Int, isByLabel: Bool) throws {
    let session = try Self.session(["7", "8", "a", "b"], RecordingOutput())
    let items = Array(session.catalogue.root.items)
    #expect(
      session.editing.operations.order(of: items, sampleSize: sampleSize).isByLabel == isByLabel)
  }

  @Test(
    "items are sorted alike however often an interrupt is looked for, and an interrupt ends it",
    arguments: [(1, 6), (2, 3), (5, 2), (6, 1), (7, 1), (1 << 12, 1)])
  func sorting(interval: Int, questions: Int) throws {
    let output = RecordingOutput()
    let session = try Self.session(["f", "b", "e", "a", "d", "c"], output)
    let items = Array(session.catalogue.root.items)
    let filing = EntryFiling(session.filing)
    for left in [questions - 1, questions] {
      output.questionsLeft = left
      let sorted = try? session.editing.operations.sorted(items, filing, interval: interval)
      let expected = left < questions ? nil : [3, 1, 5, 4, 2, 0].map { items[$0] }
      #expect(sorted == expected)
    }
  }

  @Test("sections that hold nothing but empty ones are deleted at once", arguments: [1, 9, 10, 40])
  func nestedSections(depth: Int) throws {
    let inner = (0..<depth).reduce("<array/>") { "<dict><key>s\($1)</key>\($0)</dict>" }
    let text = "<plist><dict><key>A</key><array><string>apple</string></array>"
    let end = "</dict></plist>"
    let output = RecordingOutput()
    let session = try EditedCatalogue(Array("\(text)<key>N</key>\(inner)\(end)".utf8))
      .session(output)
    try session.run("check --fix --unsafe-fixes")
    #expect(String(decoding: session.text, as: UTF8.self) == text + end)
  }
}
