import Catalogues
import Grammar
import Platform
import SeededRandom
import Testing

@testable import Editing
@testable import Language

/// Operations and the commands that are their written form.
@Suite("Operations and commands")
struct OperationWalkTests {
  /// Two sessions on copies of a file.
  private struct Pair {
    let values: SessionTwins.Twin
    let commands: SessionTwins.Twin
    var trace: [String] = []

    init(_ text: [UInt8]) throws {
      values = try SessionTwins.Twin(text)
      commands = try SessionTwins.Twin(text)
      // Operations have any keys.
      commands.mode.acceptsNewKeys = true
    }

    var editing: EditingSession { values.session.editing }

    /// Performs an operation in one session, and runs its command in the other.
    mutating func perform(_ operation: Operation) throws {
      let command = OperationRecord(operation, in: editing).command
      trace.append(command)
      let parsed = try #require(try SessionCommands.all.parse(command), "\(command)")
      if case .operation(let read) = parsed.command {
        let again = try read.operation(values.session.resolve(parsed))
        #expect(again == operation, "\(command)")
      }
      let failed = commands.run(command).failure
      compare(failed) { session throws(SessionError) in try session.perform(operation) }
    }

    /// Does something in one session that a command has done in the other.
    mutating func compare(
      _ failed: SessionError?, _ body: (Session) throws(SessionError) -> Void
    ) {
      var failure: SessionError?
      do throws(SessionError) { try body(values.session) } catch { failure = error }
      #expect(failure?.message.description == failed?.message.description, "\(lines)")
      let (one, other) = (values.session, commands.session)
      #expect(one.text == other.text, "\(lines)")
      #expect(values.journal.records == commands.journal.records, "\(lines)")
      #expect(
        one.editing.history.steps.map(\.record) == other.editing.history.steps.map(\.record),
        "\(lines)")
    }

    func compareRows() {
      _ = (values.output.take(), commands.output.take())
      #expect(values.run("show / --all").said == commands.run("show / --all").said, "\(lines)")
    }

    private var lines: String { "\n" + trace.joined(separator: "\n") }
  }

  @Test(
    "operations and their commands do the same, and are recorded alike",
    arguments: EditedCatalogue.fixtures + SessionTransactionTests.others + ["names twice"],
    1...Rounds.of(1) as ClosedRange<UInt64>)
  func walk(_ kind: String, _ seed: UInt64) throws {
    var pair = try Pair(try Self.text(kind, seed))
    let walk = kind.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) }
    var random = RandomOperations(pair.editing, seed: walk)
    for number in 1...60 {
      switch random.index(14) {
      case 0, 1:
        let (line, count) = ("undo \(1 + number % 3)", 1 + number % 3)
        pair.trace.append(line)
        pair.compare(pair.commands.run(line).failure) { session throws(SessionError) in
          try session.undo(count)
        }
      case 2:
        pair.trace.append("redo")
        pair.compare(pair.commands.run("redo").failure) { session throws(SessionError) in
          try session.redo(1)
        }
      case 3:
        let line = ["save", "refresh", "refresh", "revert"][random.index(4)]
        pair.trace.append(line)
        pair.compare(pair.commands.run(line).failure) { session throws(SessionError) in
          switch line {
          case "save": try session.save()
          case "revert": try session.revert()
          default: try session.refresh()
          }
        }
      default:
        if let operation = random.next() { try pair.perform(operation) }
      }
      if number % 10 == 0 { pair.compareRows() }
    }
  }

  /// A text of some kind; some have titles and names that repeat or are missing.
  private static func text(_ kind: String, _ seed: UInt64) throws -> [UInt8] {
    guard kind == "names twice" else { return try SessionTransactionTests.text(kind, seed) }
    func entry(_ name: String?) -> String {
      "<dict>\(name.map { "<key>name</key><string>\($0)</string>" } ?? "")"
        + "<key>year</key><integer>1990</integer></dict>"
    }
    func section(_ title: String?, _ names: [String?]) -> String {
      "<dict>\(title.map { "<key>title</key><string>\($0)</string>" } ?? "")"
        + "<key>items</key><array>\(names.map(entry).joined())</array></dict>"
    }
    let sections = [
      section("A", ["x", "x", nil, "Y"]), section("A", ["x", "", "y"]), section(nil, ["z", nil]),
      section("a", ["x", "#1", "a/b"]),
    ]
    return Array("<plist><array>\(sections.joined())</array></plist>\n".utf8)
  }

  @Test("every command that edits is the written form of an operation")
  func written() throws {
    let editing = try EditedCatalogue(fixture: "form").session(RecordingOutput()).editing
    var random = RandomOperations(editing, seed: 1)
    var names: Set<CommandName> = []
    for _ in 0..<1000 {
      guard let operation = random.next() else { continue }
      names.insert(WrittenCommand(operation).name)
    }
    let edits = SessionCommands.all.definitions.definitions.filter {
      [.change, .form, .sections].contains($0.group)
    }
    let others: [CommandName] = ["expand", "collapse", "toggle", "accordion", "check"]
    // What is imported is in another file, see `SessionImportTests`; what is edited as text is in an
    // editor, see `RecordSheetTests`.
    #expect(names.union(["import", "patch", "edit"]) == Set(edits.map(\.name) + others))
  }
}
