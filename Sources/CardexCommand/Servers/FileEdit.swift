import Catalogues
import Editing
import Grammar
import Language
import Outlines
import Platform
import PropertyLists
import Readings
import Searching
import Servers
import Storage
import Terminal

/// An edit of a file by a script, as the bytes before and after it.
struct FileEdit {
  /// The path of the file, without symbolic links.
  let path: FilePath
  let commands: String
  let before: [UInt8]
  let after: [UInt8]

  /// The largest file that is edited, since edits are kept in memory.
  private static let mostBytes = 1 << 26

  var size: Int { before.count + after.count }

  /// Runs a script on a file in memory.
  ///
  /// - Parameters:
  ///   - path: A regular file in the folders.
  /// - Returns: The edit, `nil` if nothing would change; and the output of the commands, with the
  ///   difference.
  static func tried(
    _ commands: String, on path: FilePath, in folders: ServedFolders
  ) throws(Failure) -> (edit: FileEdit?, text: AnswerText) {
    let script = try Script(commands, named: "commands") { command throws(CommandError) in
      try check(command, in: folders)
    }
    if InputFile(path).size > mostBytes {
      throw Failure(
        naming: "\(path): the file has more than \(mostBytes) bytes",
        hint: "'cardex batch' edits larger ones")
    }
    let (editing, before) = try opened(path)
    let text = AnswerText()
    for line in UnreadReport.lines(of: editing.catalogue.document, named: ByteText(path)) {
      try attempt(text.write("note: \(line)\n"))
    }
    let session = Session(editing, output: text)
    try run(script, in: session)
    guard editing.changesFile else { return (nil, text) }
    try attempt(session.differences.printText())
    var after: [UInt8] = []
    do throws(FileWritingError<Never>) {
      try editing.writeFile { after.append(contentsOf: $0) }
    } catch {
      switch error {
      case .unwritable(let problem): throw Failure(naming: "\(path): \(problem)")
      }
    }
    return (FileEdit(path: path, commands: commands, before: before, after: after), text)
  }

  /// Checks that a command reads only files that are served.
  private static func check(
    _ command: ParsedCommand, in folders: ServedFolders
  ) throws(CommandError) {
    for name in try command.fileNames() {
      guard let file = folders.file(at: name) else {
        throw CommandError(
          "'\(ByteText(name).shown)' is not a file in a folder that is served", columns: 1..<1)
      }
      if InputFile(file).size > mostBytes {
        throw CommandError("'\(ByteText(name).shown)' is too large", columns: 1..<1)
      }
    }
  }

  /// A session that edits a file, and the bytes that it has read.
  private static func opened(
    _ path: FilePath
  ) throws(Failure) -> (editing: EditingSession, bytes: [UInt8]) {
    var options = ParseOptions()
    options.skipsUnreadable = true
    var file = CatalogueFile(path: path, options: options)
    let catalogue = try EditedFile.read(&file)
    try EditedFile.expectSavable(file)
    let bytes = try bytes(of: path)
    try rethrowing(file.checkIsUnchanged()) { (problem: CatalogueFileError) in
      Failure(naming: "\(path): \(problem)")
    }
    var policy = LiveIndex.Policy()
    // Most scripts search once.
    policy.scansBefore = 2
    let editing = EditingSession(
      catalogue, file: file, locale: EditedFile.collationLocale,
      dateLanguage: Environment.dateLanguage, readings: .usual(), indexPolicy: policy)
    return (editing, bytes)
  }

  /// Runs a script. If it ends without saving, nothing has changed.
  private static func run(_ script: Script, in session: Session) throws(Failure) {
    for checked in script.commands {
      let outcome = try attempt(
        session.run(checked.command, CommandMode(.exact)), at: checked.place)
      if outcome == .ends {
        if session.isDirty { try attempt(session.revert()) }
        return
      }
    }
  }

  /// Saves the edited file, if the file is still as it was before the edit.
  ///
  /// - Returns: Notes on what could not be preserved.
  func save() throws(Failure) -> [String] { try replace(before, by: after) }

  /// Restores the file as it was before the edit, if it is still as the edit has left it.
  func takeBack() throws(Failure) -> [String] { try replace(after, by: before) }

  private func replace(_ old: [UInt8], by new: [UInt8]) throws(Failure) -> [String] {
    let lock = try EditedFile.lock(path, waiting: 5)
    defer { withExtendedLifetime(lock) {} }
    let replacement = FileReplacement(path: path)
    func expectOld() throws(Failure) {
      if try FileEdit.bytes(of: path) != old {
        throw Failure(naming: "\(path): the file has changed meanwhile; nothing was saved")
      }
    }
    try expectOld()
    do {
      let outcome = try replacement.save(check: expectOld) { write in
        try new.withUnsafeBytes(write)
      }
      return outcome.warnings.map { "note: \($0)" }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(naming: "\(path): \(error)")
    }
  }

  private static func bytes(of path: FilePath) throws(Failure) -> [UInt8] {
    do {
      let file = try RegularFile(path: path)
      return try FileBytes(descriptor: file.descriptor).copy
    } catch {
      throw Failure(naming: "\(path): \(error)")
    }
  }
}

/// What a session prints, as a text of limited length in which nothing is hidden.
final class AnswerText: SessionOutput {
  private var bytes: [UInt8] = []
  private var isCut = false

  let style = OutlineStyle(indicators: .unicode, ellipsis: "…", width: nil, isColored: false)
  var isTerminal: Bool { false }
  var height: Int? { nil }
  /// An interrupt ends the process instead.
  var isInterrupted: Bool { false }

  /// The text; if it was too long, its beginning and a note that it was cut.
  var texts: [String] {
    [String(decoding: TerminalText.shown(bytes), as: UTF8.self)]
      + (isCut ? ["(cut after \(LookingTools.mostBytes) bytes)"] : [])
  }

  func write(_ text: String) throws(SessionError) { append(text.utf8) }

  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(SessionError) { append(bytes) }

  private func append(_ piece: some Collection<UInt8>) {
    if isCut { return }
    let room = LookingTools.mostBytes - bytes.count
    bytes += piece.prefix(room)
    guard piece.count > room else { return }
    isCut = true
    // The text must end with a whole character.
    while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
    if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
  }

  func flush() throws(SessionError) {}
}
