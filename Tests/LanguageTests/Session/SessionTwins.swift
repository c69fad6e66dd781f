import Catalogues
import Forms
import Foundation
import ICUText
import Outlines
import Platform
import Presentation
import Storage
import Terminal
import Testing

@testable import Editing
@testable import Language

/// Two sessions on the same file: one runs every command, the other only those that succeeded in
/// the first. They must be the same after each, which shows that a command that failed has left no
/// trace.
final class SessionTwins {
  /// One of the two sessions, with a file of its own.
  final class Twin {
    let catalogue: EditedCatalogue
    let output = RecordingOutput()
    let journal = SessionJournalTests.Journal()
    let session: Session
    var mode = CommandMode()

    init(_ text: [UInt8]) throws {
      catalogue = try EditedCatalogue(text)
      session = try catalogue.session(output)
      session.editing.journal = journal
    }

    /// The output of a command and, if it fails, the reason.
    func run(_ line: String) -> (said: String, failure: SessionError?) {
      let directory = catalogue.directory.path()
      var failure: SessionError?
      do throws(SessionError) {
        try session.run(line.replacingOccurrences(of: "%", with: directory), mode)
      } catch {
        failure = error
      }
      return (output.take().replacingOccurrences(of: directory, with: "%"), failure)
    }
  }

  let first: Twin
  let second: Twin
  private let original: [UInt8]
  private(set) var failureCount = 0
  private var commands: RandomCommands
  private var lines: [String] = []

  init(_ text: [UInt8], seed: UInt64) throws {
    first = try Twin(text)
    second = try Twin(text)
    original = text
    commands = RandomCommands(first.session, seed: seed)
  }

  /// Runs some random commands and looks for differences.
  func step() throws {
    if commands.index(12) == 0 { return try spoilFile() }
    switch commands.index(20) {
    case 0...4: run(withFaults: commands.failure(), looks: false)
    case 5...7: for line in commands.halfway() { run(line) }
    case 8...11: run(withFaults: commands.look(), looks: true)
    case 12: run(withFaults: commands.undoOrRedo(), looks: false)
    case 13: run(withFaults: commands.option(), looks: true)
    case 14 where commands.index(4) == 0: run(commands.file())
    default: run(withFaults: commands.edit(), looks: false)
    }
  }

  /// Runs a command that may be interrupted or may fail to write.
  ///
  /// - Parameter looks: Whether it only views, and so changes nothing if its output fails.
  private func run(withFaults line: String, looks: Bool) {
    if commands.index(8) == 0 { first.output.questionsLeft = commands.index(4) }
    if commands.index(looks ? 2 : 4) == 0 { first.output.writesLeft = commands.index(4) }
    run(line, looks: looks)
  }

  /// Runs a command in the first session and, if it succeeds, in the second.
  private func run(_ line: String, looks: Bool = true) {
    lines.append(line)
    let before = first.session.picture.withoutListing
    let (said, failure) = first.run(line)
    (first.output.questionsLeft, first.output.writesLeft) = (nil, nil)
    switch failure {
    case nil:
      let other = second.run(line)
      #expect(other.failure == nil, "\(other.failure?.message ?? "")\(trace)")
      #expect(said == other.said, "\(trace)")
    case .output?:
      failureCount += 1
      let isAsBefore = looks || first.session.picture.withoutListing == before
      finish(line, isAsBefore: isAsBefore, listsSame: looks && said.isEmpty)
    case .some: failureCount += 1
    }
    compare()
  }

  /// Lets the second session catch up with the first, whose output failed: an edit was made as a
  /// whole, a command that only views did nothing. If numbered lines were printed, both then list
  /// the same.
  private func finish(_ line: String, isAsBefore: Bool, listsSame: Bool) {
    lines[lines.count - 1] += " (not written)"
    if !isAsBefore { _ = second.run(line) }
    if listsSame { return }
    let (one, other) = (first.session.picture, second.session.picture)
    #expect(one.withoutListing == other.withoutListing, "\(trace)")
    for line in ["set by-letter off", "show /", "set by-letter \(one.isIndexed ? "on" : "off")"] {
      lines.append(line)
      #expect(first.run(line).said == second.run(line).said, "\(trace)")
    }
  }

  /// Reads the file while it is invalid or missing.
  private func spoilFile() throws {
    let path = try #require(first.session.filePath.text)
    let file = URL(filePath: path)
    let content = try Data(contentsOf: file)
    try FileManager.default.removeItem(at: file)
    switch commands.index(3) {
    case 0: break
    case 1: try Data("<plist><array>".utf8).write(to: file)
    default: #expect(mkfifo(path, 0o600) == 0)
    }
    for line in ["refresh", "save"] {
      guard case (_, let failure?) = first.run(line) else { continue }
      lines.append(line + " (spoiled)")
      failureCount += 1
      if case .file = failure {
      } else {
        Issue.record("\(failure.message)\(trace)")
      }
    }
    try? FileManager.default.removeItem(at: file)
    // The same content, but another file.
    try content.write(to: file)
    compare()
  }

  private var trace: String {
    "\n" + lines.joined(separator: "\n") + "\n" + String(decoding: original, as: UTF8.self)
  }

  // MARK: Comparing

  private func compare() {
    let (one, other) = (first.session, second.session)
    #expect(one.text == other.text, "\(trace)")
    #expect(one.picture == other.picture, "\(trace)")
    // A save that failed has said what the file would have been.
    let (records, others) = (first.journal.records, second.journal.records)
    #expect(
      records.filter { !SavedRecord.isOne($0) } == others.filter { !SavedRecord.isOne($0) },
      "\(trace)")
  }

  /// Makes both print what they know. These are commands, too, and the same for both.
  func ask() {
    for line in [
      "more", "show", "more", "show .", "show $", "show 1", "sections", "find -n a", "more",
      "find 1",
      "history", "diff", "check", "info", "next", "set option", "show /",
    ] {
      let (one, other) = (first.run(line), second.run(line))
      #expect(one.said == other.said, "\(line)\(trace)")
      #expect(one.failure?.message == other.failure?.message, "\(line)\(trace)")
    }
    compare()
    #expect(first.session.tree == second.session.tree, "\(trace)")
  }

  /// Compares the tree with that of a session that has just read the text.
  func compareWithFreshSession() throws {
    let fresh = try Twin(first.session.text)
    // What a list holds determines its shape, and what is known about labels.
    guard fresh.session.reads(like: first.session),
      fresh.session.catalogue.shape.detailKeys == first.session.catalogue.shape.detailKeys
    else { return }
    first.session.state.view.isOn = false
    first.session.state.rowOptions = RowOptions()
    first.session.state.chosenPageSize = nil
    for line in ["show / --all", "find -n a", "find -c e"] {
      first.session.state.outline = OutlineState()
      #expect(first.run(line).said == fresh.run(line).said, "\(line)\(trace)")
    }
  }

  /// Undoes and redoes everything that can be.
  func undoAll() throws {
    let text = first.session.text
    let count = first.session.editing.history.count
    let isWhole = !lines.contains { $0 == "revert" || $0 == "refresh" }
    if count == 0 { return }
    run("undo 1000000")
    #expect(first.session.editing.history.count == 0)
    if isWhole { #expect(first.session.text == original, "\(trace)") }
    run("redo \(count)")
    #expect(first.session.text == text, "\(trace)")
  }
}

/// The state of a session, described independently of how it numbers items.
struct SessionPicture: Equatable {
  var current: String?
  var title: String
  var listing: [String]
  var comesNext: String
  var closed: [TitlePath]
  var isAccordion: Bool
  var history: [String]
  var undoable: Int
  var unsaved: [String]?
  var isDirty: Bool
  var noted: Int
  var pageSize: Int?
  var rowOptions: [String]
  var isIndexed: Bool
  var index: [String]

  /// The same state without what was listed last.
  var withoutListing: SessionPicture {
    var picture = self
    (picture.listing, picture.comesNext) = ([], "")
    return picture
  }
}

extension Session {
  var picture: SessionPicture {
    SessionPicture(
      current: currentEntry.map { book.address(of: .entry($0)) }, title: currentTitle,
      listing: listing.items.map { catalogue.contains($0) ? book.address(of: $0) : "(gone)" },
      comesNext: comesNext, closed: state.outline.paths(in: catalogue),
      isAccordion: state.outline.isAccordion,
      history: editing.history.steps.map { $0.record?.command ?? "" },
      undoable: editing.history.count,
      unsaved: editing.unsavedCommands,
      isDirty: isDirty, noted: editing.notedEdits, pageSize: state.chosenPageSize,
      rowOptions: [
        state.rowOptions.style?.rawValue ?? "", "\(state.rowOptions.isGrouped)",
        state.rowOptions.detail?.source ?? "",
      ],
      isIndexed: view.isOn,
      index: [
        view.locale.name, view.key ?? "", "\(String(describing: view.current))",
        "\(state.outline.closed.compactMap(\.letter?.rawValue).sorted())",
      ])
  }

  /// What `more` continues with.
  private var comesNext: String {
    switch listing.source {
    case .nothing: return "nothing"
    case .rows(let listed):
      let index = try? listed.place?.index(in: rows(of: listed))
      return "from \(index ?? 0), \(listed.shown)"
    case .hits(let hits): return "\(hits.stillThere(in: catalogue).entries.count) hits"
    case .headings(let headings):
      return "\(headings.count { Sectioning(catalogue).contains($0) }) headings"
    }
  }

  /// All items with their positions, names and fields.
  var tree: [String] {
    let (rows, outline) = (rowBuilder(Sectioning(catalogue)), numberedOutline)
    let sections = [.root] + catalogue.sections(in: .root)
    return sections.flatMap { section in
      catalogue.sections[section].items.map { item in
        let fields =
          item.entry.map { entry in
            let owned = form?.row(entry).ownedRows.map { catalogue.label(of: $0.entry) } ?? []
            return (outline.lines(of: rows.fields(of: entry)).map(\.text) + owned)
              .joined(separator: " | ")
          } ?? "\(catalogue.entryCount(of: section))"
        return
          "\(book.position(of: item)) \(book.address(of: item)): \(catalogue.name(of: item)) \(fields)"
      }
    }
  }
}
