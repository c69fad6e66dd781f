import Catalogues
import Editing
import Grammar
import Language
import Outlines
import Platform
import Presentation
import PropertyLists
import Searching

/// A session on a catalogue in memory that is checked against the guarantees of every session.
struct SessionTrial {
  let session: Session
  private let output = TrialOutput()
  private let original: [UInt8]

  /// A path where no file can exist.
  private static let path: FilePath = "/dev/null/fuzz.plist"

  /// - Parameter isIndexed: Whether an index is built for every search.
  /// - Returns: `nil` if the bytes are not a catalogue.
  init?(_ bytes: [UInt8], isIndexed: Bool = false) {
    guard let catalogue = SessionTrial.catalogue(bytes) else { return nil }
    var policy = LiveIndex.Policy()
    if isIndexed { (policy.leastEntries, policy.mostRecent) = (0, 2) }
    let editing = EditingSession(
      catalogue, file: CatalogueFile(path: SessionTrial.path), locale: "en", indexPolicy: policy)
    session = Session(editing, output: output)
    original = catalogue.document.text
  }

  private static func catalogue(_ bytes: [UInt8]) -> Catalogue? {
    guard let document = try? PropertyListDocument(FileBytes(bytes)),
      document.unwritable == nil
    else { return nil }
    return try? Catalogue(document)
  }

  var text: [UInt8] { session.catalogue.document.text }

  /// The session's output since the last call.
  func takeOutput() -> String { output.take() }

  /// Runs a command, checking that it changes nothing if it fails.
  ///
  /// - Returns: Whether it succeeded; `nil` if the line is not a command, or writes a file.
  @discardableResult
  func run(_ line: String) throws -> Bool? {
    guard let parsed = try? SessionCommands.all.parse(line), parsed.name != "save as" else {
      return nil
    }
    let before = State(session)
    do throws(SessionError) {
      try session.run(parsed)
      return true
    } catch {
      try require(State(session) == before, "'\(line)' failed and changed something: \(error)")
      return false
    }
  }

  /// Redoes what was undone and undoes all edits, twice.
  func undoAndRedoAll() throws {
    try runAll("redo")
    let final = text
    try runAll("undo")
    try require(text == original, "undoing everything does not lead back")
    try runAll("redo")
    try require(text == final, "doing everything again leads elsewhere")
    try runAll("undo")
    try require(text == original, "undoing everything again does not lead back")
  }

  private func runAll(_ line: String) throws {
    while try run(line) == true {}
  }

  /// Checks that what is saved can be read.
  func checkSaving() throws {
    var bytes: [UInt8] = []
    do {
      try session.catalogue.document.writeFile { bytes.append(contentsOf: $0) }
    } catch {
      // The encoding is read-only.
      return
    }
    do {
      _ = try PropertyListDocument(FileBytes(bytes))
    } catch {
      throw Violation("what would be saved is no property list: \(error)")
    }
  }
}

/// The state that a failing command must not change.
private struct State: Equatable {
  private let text: [UInt8]
  private let outline: OutlineState
  private let section: String
  private let isDirty: Bool
  private let commands: [String]?

  init(_ session: Session) {
    text = session.catalogue.document.text
    outline = session.state.outline
    section = session.currentTitle
    isDirty = session.isDirty
    commands = session.editing.unsavedCommands
  }
}

extension PropertyListDocument {
  /// The current text in UTF-8.
  var text: [UInt8] {
    var text: [UInt8] = []
    forEachPiece { text.append(contentsOf: $0) }
    return text
  }
}

/// An output that collects what a session prints.
private final class TrialOutput: SessionOutput {
  let style = OutlineStyle(width: 60, isColored: true)
  let isTerminal = true
  let height: Int? = 20
  let isInterrupted = false
  private var text = ""

  func write(_ text: String) { self.text += text }

  func write(_ bytes: UnsafeBufferPointer<UInt8>) { text += String(decoding: bytes, as: UTF8.self) }

  func flush() {}

  func take() -> String {
    defer { text = "" }
    return text
  }
}
