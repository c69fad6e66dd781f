import Catalogues
import Commands
import Indexes
import Outlines
import Platform
import PropertyLists

/// A session on a catalogue in memory, which is held to what every session promises.
struct SessionTrial {
  let session: Session
  private let output = TrialOutput()
  private let original: [UInt8]

  /// No file can be there.
  private static let path: FilePath = "/dev/null/fuzz.plist"

  /// - Parameter isIndexed: Whether an index is made for every search.
  /// - Returns: `nil` if the bytes are no catalogue.
  init?(_ bytes: [UInt8], isIndexed: Bool = false) {
    guard let catalogue = SessionTrial.catalogue(bytes) else { return nil }
    var policy = LiveIndex.Policy()
    if isIndexed { (policy.leastEntries, policy.mostRecent) = (0, 2) }
    session = Session(
      catalogue, file: CatalogueFile(path: SessionTrial.path), output: output, locale: "en",
      indexPolicy: policy)
    original = catalogue.document.text
  }

  private static func catalogue(_ bytes: [UInt8]) -> Catalogue? {
    guard let document = try? PropertyListDocument(FileBytes(bytes)),
      document.keyedArchiveMarker == nil
    else { return nil }
    return try? Catalogue(document)
  }

  var text: [UInt8] { session.catalogue.document.text }

  /// What the session has said since the last time.
  func takeOutput() -> String { output.take() }

  /// Runs a command, which leaves everything as it was if it fails.
  ///
  /// - Returns: Whether it has succeeded; `nil` if it is none, or one that writes a file.
  @discardableResult
  func run(_ line: String) throws -> Bool? {
    guard let parsed = try? CommandParser.parse(line), !parsed.command.writesOtherFile else {
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

  /// Does again what was undone, and undoes all edits, twice.
  func travel() throws {
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

  /// What is saved can be read.
  func checkSaving() throws {
    var bytes: [UInt8] = []
    do {
      try session.catalogue.document.writeFile { bytes.append(contentsOf: $0) }
    } catch {
      // The encoding is one that can only be read.
      return
    }
    do {
      _ = try PropertyListDocument(FileBytes(bytes))
    } catch {
      throw Violation("what would be saved is no property list: \(error)")
    }
  }
}

/// What a command that fails must not change.
private struct State: Equatable {
  private let text: [UInt8]
  private let outline: OutlineState
  private let section: String
  private let isDirty: Bool
  private let commands: [String]?

  init(_ session: Session) {
    text = session.catalogue.document.text
    outline = session.outlineState
    section = session.currentTitle
    isDirty = session.isDirty
    commands = session.unsavedCommands
  }
}

extension Command {
  /// Whether the command writes a file that it names.
  var writesOtherFile: Bool { if case .saveAs = self { true } else { false } }
}

extension PropertyListDocument {
  /// The text as it is now, in UTF-8.
  var text: [UInt8] {
    var text: [UInt8] = []
    forEachPiece { text.append(contentsOf: $0) }
    return text
  }
}

/// Keeps what a session says.
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
