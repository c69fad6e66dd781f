package import Catalogues
import Forms
package import ICUText
package import Indexes
import Outlines
package import Platform
package import Storage

/// A catalogue being looked at and edited: runs the commands of the command language.
///
/// It reads and writes nothing but its output and, when told to, the catalogue's file. For one
/// thread.
package final class Session {
  /// All that commands change, besides the text.
  var state: SessionState
  /// What is gone back to if the command fails; `nil` when it has done what stays.
  var checkpoint: SessionState?
  /// Whether the command has printed lines by whose numbers items are named.
  var hasNumberedLines = false
  /// A lock on the file that is held for the whole session.
  let lock: FileLock?
  let output: any SessionOutput
  package var journal: (any SessionJournal)?
  /// Whether edits say what they have done.
  package var reportsEdits = true
  /// Whether commands are being run that were run before.
  var isReplaying = false
  /// How names are filed in the order that sorting follows.
  private(set) lazy var filing = {
    let readings = readings
    return NameFiling(locale, table: readings.tableForIndexes)
  }()
  let locale: LocaleIdentifier
  private let dateLanguage: DateLanguage
  let readings: UserReadings
  private let indexes: (any SessionIndexes)?
  private let indexPolicy: LiveIndex.Policy

  /// - Parameters:
  ///   - lock: A lock on the file that is held for the whole session, if one is.
  ///   - locale: Whose order sorting follows.
  ///   - dateLanguage: How dates of forms are written.
  ///   - readings: How names are read.
  ///   - indexes: Where indexes of the file are kept, if they are.
  ///   - indexPolicy: When the session makes one itself.
  package init(
    _ catalogue: Catalogue, file: CatalogueFile, lock: FileLock? = nil,
    output: any SessionOutput, locale: String = "", dateLanguage: DateLanguage = .iso,
    readings: UserReadings = UserReadings(path: nil), indexes: (any SessionIndexes)? = nil,
    indexPolicy: LiveIndex.Policy = LiveIndex.Policy()
  ) {
    self.lock = lock
    self.output = output
    self.locale = (try? LocaleIdentifier(locale)) ?? .english
    self.dateLanguage = dateLanguage
    self.readings = readings
    self.indexes = indexes
    self.indexPolicy = indexPolicy
    let reading = Session.reading(catalogue, dateLanguage, indexPolicy, readings)
    state = SessionState(reading: reading, file: file, view: IndexView(self.locale, readings))
    useKeptIndex()
  }

  /// Lets searches use the index that is kept of the file. The catalogue was just read from it.
  private func useKeptIndex() {
    guard let indexes, let identity = file.identity else { return }
    index.use(
      LiveIndex.Store {
        indexes.index(of: identity)
      } keep: { [unowned catalogue] index in
        if catalogue.isAsRead { indexes.keep(index, of: catalogue, identity) }
      })
  }

  /// What a command means for the session.
  package enum Outcome: Equatable, Sendable {
    case goesOn
    case ends
  }

  /// Runs a command line.
  ///
  /// - Throws: `SessionError`; the session is then as it was before, except that an edit is made as a
  ///   whole even if the journal or the output then fails, and that the lines that were printed may
  ///   be named by their numbers.
  @discardableResult
  package func run(_ line: String) throws(SessionError) -> Outcome { try run(ByteText(line)) }

  /// Runs a command line in which names of files may be bytes that are no characters.
  @discardableResult
  package func run(_ line: ByteText) throws(SessionError) -> Outcome {
    let parsed: ParsedCommand?
    do throws(CommandError) {
      parsed = try CommandParser.parse(line)
    } catch {
      throw .command(error)
    }
    guard let parsed else { return .goesOn }
    return try run(parsed)
  }

  /// Runs a command.
  @discardableResult
  package func run(_ parsed: ParsedCommand) throws(SessionError) -> Outcome {
    try transaction { () throws(SessionError) in try perform(parsed) }
  }

  private func perform(_ parsed: ParsedCommand) throws(SessionError) -> Outcome {
    switch parsed.command {
    case .show(let addresses, let paging, let isCollapsed):
      try show(addresses, paging: paging, isCollapsed: isCollapsed)
    case .more: try more()
    case .sections: try listSections()
    case .jump(let title): try jump(to: title)
    case .next: try step(by: 1)
    case .previous: try step(by: -1)
    case .find(let query, let result): try find(query, result: result)
    case .expand(let part): try fold(parsed, part, .expand)
    case .collapse(let part): try fold(parsed, part, .collapse)
    case .toggle(let part): try fold(parsed, part, .toggle)
    case .accordion(.mode(let isOn)): try setAccordion(isOn)
    case .accordion(.sections(let words)): try fold(parsed, .sections(words), .accordion)
    case .undo(let count): try undo(count)
    case .redo(let count): try redo(count)
    case .history: try showHistory()
    case .diff: try diff()
    case .save(let breaksLinks, let backup): try save(breaksLinks: breaksLinks, backup: backup)
    case .saveAs(let path, let isForced): try save(as: path, isForced: isForced)
    case .revert: try revert()
    case .refresh: try refresh()
    case .check(let locale, nil): try check(in: locale)
    case .check(let locale, let scope?): try fix(scope, in: locale)
    case .info: try info()
    case .setOption(let change): try setOption(change)
    case .help(let topic): try help(topic)
    case .quit(let discardsEdits):
      if isDirty, !discardsEdits { throw .unsavedEdits }
      return .ends
    case .sectionBuild(let filing, let keys, _) where catalogue.isFlat:
      try buildSections(parsed, filing, keys)
    default: try edit(parsed)
    }
    return .goesOn
  }

  /// The file that is saved to.
  package var filePath: FilePath { file.path }

  /// Whether there are edits that are not in the file.
  package var isDirty: Bool { !history.isSaved }

  /// The commands whose edits are not in the file, so that they can be run again; `nil` if edits that
  /// are in the file have been undone, for which there is no command.
  package var unsavedCommands: [String]? { history.unsavedCommands }

  /// The path of the current section, as titles, or the current label of the index.
  package var currentTitle: String {
    if view.isOn { return currentLabel }
    return currentSection == .root ? "" : book.address(of: .section(currentSection))
  }

  /// Goes on with another catalogue.
  ///
  /// - Parameter isInFile: Whether it is what was just read from the file.
  func replace(_ catalogue: Catalogue, isInFile: Bool) {
    let lastIndex = index
    go(to: newReading(catalogue))
    history = EditHistory()
    notedEdits = 0
    if isInFile { useKeptIndex() }
    index.carryOver(from: lastIndex)
  }

  /// A catalogue that has just been read.
  func newReading(_ catalogue: Catalogue) -> Reading {
    Session.reading(catalogue, dateLanguage, indexPolicy, readings)
  }

  private static func reading(
    _ catalogue: Catalogue, _ dateLanguage: DateLanguage, _ policy: LiveIndex.Policy,
    _ readings: UserReadings
  ) -> Reading {
    Reading(
      catalogue: catalogue, editor: CatalogueEditor(catalogue),
      index: LiveIndex(catalogue, policy: policy) { readings.tableForIndexes },
      book: AddressBook(catalogue), form: Form(catalogue, language: dateLanguage))
  }

  /// Goes on with another catalogue as it is being edited.
  func go(to reading: Reading) {
    let closed = outlineState.paths(in: catalogue)
    let place = catalogue.titlePath(of: currentSection)
    state.reading = reading
    view.listing = nil
    listing = SessionListing()
    currentEntry = nil
    currentSection = catalogue.section(at: place) ?? .root
    outlineState.close(closed, in: catalogue)
  }

  /// Forgets what was known of the text.
  func didEdit() {
    view.listing = nil
  }

  // MARK: Output

  func write(line: String) throws(SessionError) { try write(line + "\n") }

  func write(_ text: String) throws(SessionError) {
    do throws(OutputFailure) {
      try output.write(text)
    } catch {
      throw .output(error)
    }
  }

  /// Brings what was written to its reader.
  func flush() throws(SessionError) {
    do throws(OutputFailure) {
      try output.flush()
    } catch {
      throw .output(error)
    }
  }

  /// Says what an edit has done.
  func report(_ line: String) throws(SessionError) {
    if reportsEdits { try write(line: VisibleText.shown(line)) }
  }

  /// The same with names of files.
  func report(naming line: ByteText) throws(SessionError) {
    if reportsEdits { try write(naming: line) }
  }

  /// Writes a line in which there are names of files.
  func write(naming line: ByteText) throws(SessionError) {
    do throws(OutputFailure) {
      try output.write(naming: line)
    } catch {
      throw .output(error)
    }
  }

  /// Whether the command is to stop.
  var isInterrupted: Bool { !isReplaying && output.isInterrupted }

  func checkInterrupt() throws(SessionError) {
    if isInterrupted { throw .interrupted }
  }
}
