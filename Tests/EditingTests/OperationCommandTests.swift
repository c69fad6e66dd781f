import Grammar
import ICUText
import Platform
import PropertyLists
import Testing

@testable import Catalogues
@testable import Editing

/// Commands as operations, without a session that runs them.
@Suite("Words of operations")
struct OperationCommandTests {
  private let editing: EditingSession
  private static let commands = CommandSet(OperationCommands.all.map { $0.definition })

  init() throws {
    let catalogue = try Catalogue(parsing: FileBytes(Self.file.utf8), ParseOptions())
    editing = EditingSession(catalogue, file: CatalogueFile(path: "list.plist"))
  }

  private static let file = """
    <plist version="1.0"><array>
    <dict><key>title</key><string>A</string><key>items</key><array>
      <dict><key>name</key><string>Ada</string><key>year</key><integer>1815</integer></dict>
      <dict><key>name</key><string>Anna</string><key>tags</key><array><string>x</string></array></dict>
    </array></dict>
    <dict><key>title</key><string>B</string><key>items</key><array>
      <dict><key>name</key><string>Bo</string></dict>
    </array></dict>
    </array></plist>
    """

  /// The operation that a line means, as a session finds it out.
  private func operation(_ line: String) throws -> Operation {
    let parsed = try #require(try Self.commands.parse(ByteText(line)), "\(line)")
    let type = try #require(
      OperationCommands.all.first { $0.definition.name == parsed.name }, "\(line)")
    let command = try type.init(parsed)
    let items = try parsed.addresses.map { word in
      try editing.book.item(at: word.text, .exact)
    }
    let found: [Entry.ID] = command.query == nil ? [] : [.first]
    return try command.operation(
      ResolvedCommand(
        parsed, items, found: found, marks: nil, filing: FilingOrder(.english), .exact,
        version: nil, in: editing))
  }

  @Test(
    "an operation is written as the command that means it",
    arguments: [
      ("insert A Eva --first x=1", "insert --first A Eva x=1"),
      ("insert A/Ada 'a b' --before", "insert --before A/Ada 'a b'"),
      ("insert --by-letter Eva", "insert --by-letter --locale=en Eva"),
      ("delete A/Ada B/Bo --force", "delete --force A/Ada B/Bo"),
      ("delete --all -w x", "delete A/Ada"),
      ("move A/Ada A/Anna to B --sorted", "move --sorted A/Ada A/Anna to B"),
      ("move A/Ada to B/Bo --force", "move --force A/Ada to B/Bo"),
      ("copy A/Ada to B --last", "copy --last A/Ada to B"),
      ("set A/Ada year:integer=1 'a b'=c", nil),
      ("unset A/Anna tags.0 year", "unset A/Anna tags.0 year"),
      ("rename A/Ada 'to'", "rename A/Ada 'to'"),
      ("replace -Ei a b --field=name", nil),
      ("fill A/Ada on", "fill A/Ada on"), ("pick A/Ada", "pick A/Ada"),
      ("pick A/Ada x --locale=de", "pick --locale=de A/Ada x"),
      ("section insert C --in A --first", "section insert --in=A --first C"),
      ("section insert C --before=B", "section insert --before=B C"),
      ("section insert C", nil), ("section delete A B --force", "section delete --force A B"),
      ("section move A to B --after", "section move --after A to B"),
      ("section copy A to B", nil), ("section rename A 'x y'", nil),
      ("section sort", "section sort --locale=en"),
      ("section sort A --by=year --reverse", "section sort --reverse --locale=en --by=year A"),
      ("section sort --all --locale=sv", "section sort --all --locale=sv"),
      (
        "section build --title-key=t --force",
        "section build --locale=en --title-key=t --force"
      ),
    ] as [(String, String?)])
  func written(_ line: String, _ expected: String?) throws {
    let operation = try operation(line)
    let written = WrittenCommand(operation).text(editing.book)
    if let expected { #expect(written == expected) }
    #expect(try self.operation(written) == operation, "\(written)")
  }

  @Test("what is in an entry where a section is wanted is an error")
  func sections() throws {
    for line in ["section rename A/Ada x", "section move A/Ada to B", "section sort A/Ada"] {
      #expect(throws: SessionError.self) { try operation(line) }
    }
  }

  @Test("an empty pattern deletes nothing", arguments: ["''", "-e ''", "-e x -e ''"])
  func emptyPattern(_ pattern: String) {
    #expect(throws: CommandError.self) { try operation("delete --all \(pattern)") }
  }

  @Test("fixes are operations, typed with options last")
  func fixes() throws {
    let book = editing.book
    let ada = try book.item(at: "A/Ada", .exact)
    guard case .section(let a) = try book.item(at: "A", .exact),
      case .section(let b) = try book.item(at: "B", .exact)
    else { throw SessionError.noSections }
    let new = LetterSection(title: "D", parent: .root, section: nil, before: nil, after: b)
    let fixes: [(Fix, [String])] = [
      (.delete(ada), ["delete A/Ada"]), (.delete(.section(a)), ["section delete A"]),
      (.rename(ada, to: "A a", isSafe: true), ["rename A/Ada 'A a'"]),
      (.moveSection(b, beside: a, isBefore: true), ["section move B to A --before"]),
      (
        .file(ada, under: new), ["section insert D --after=B", "move A/Ada to D --sorted"]
      ),
    ]
    for (fix, commands) in fixes { #expect(fix.commands(book) == commands) }
  }
}
