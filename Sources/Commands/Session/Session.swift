package import Catalogues
import Forms
package import ICUText
import Outlines
package import Platform
import Presentation
package import Searching
package import Storage

/// A catalogue being viewed and edited: runs the commands of the command language.
///
/// It reads and writes nothing but its output and, when told to, the catalogue's file. It must be
/// used on one thread only.
package final class Session {
  /// Everything that commands change, apart from the text.
  var state: SessionState
  /// The state to go back to if the command fails; `nil` once its work has been committed.
  var checkpoint: SessionState?
  /// Whether the command has printed numbered lines, whose numbers name items.
  var hasNumberedLines = false
  /// A lock on the file that is held for the whole session.
  let lock: FileLock?
  let output: any SessionOutput
  package var journal: (any SessionJournal)?
  /// Whether edits report what they have done.
  package var reportsEdits = true
  /// Whether commands that were run before are being run again.
  var isReplaying = false
  /// How names are filed in the order used for sorting.
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
  ///   - lock: A lock on the file that is held for the whole session, if there is one.
  ///   - locale: The locale whose order is used for sorting.
  ///   - dateLanguage: How dates of forms are written.
  ///   - readings: How names are read.
  ///   - indexes: Where indexes of the file are kept, if anywhere.
  ///   - indexPolicy: When the session makes an index itself.
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
    let loaded = Session.loaded(catalogue, dateLanguage, indexPolicy, readings)
    state = SessionState(loaded: loaded, file: file, view: LetterView(self.locale, readings))
    useKeptIndex()
  }

  /// Lets searches use the stored index of the file, from which the catalogue was just read.
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
    case shouldContinue
    case ends
  }

  /// Runs a command line.
  ///
  /// - Throws: `SessionError`; the session is then as it was before, except that an edit is
  ///   completed even if the journal or the output then fails, and that the numbers of lines that
  ///   were printed can be used.
  @discardableResult
  package func run(_ line: String) throws(SessionError) -> Outcome { try run(ByteText(line)) }

  /// Runs a command line whose file names may contain undecodable bytes.
  @discardableResult
  package func run(_ line: ByteText) throws(SessionError) -> Outcome {
    let parsed: ParsedCommand?
    do throws(CommandError) {
      parsed = try CommandParser.parse(line)
    } catch {
      throw .command(error)
    }
    guard let parsed else { return .shouldContinue }
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
    case .expand(let part): try disclose(parsed, part, .expand)
    case .collapse(let part): try disclose(parsed, part, .collapse)
    case .toggle(let part): try disclose(parsed, part, .toggle)
    case .accordion(.mode(let isOn)): try setAccordion(isOn)
    case .accordion(.sections(let words)): try disclose(parsed, .sections(words), .accordion)
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
    return .shouldContinue
  }

  /// The file that is saved to.
  package var filePath: FilePath { file.path }

  /// Whether there are edits that are not in the file.
  package var isDirty: Bool { !history.isSaved }

  /// The commands whose edits are not in the file, so that they can be run again; `nil` if edits
  /// that are in the file have been undone, for which there is no command.
  package var unsavedCommands: [String]? { history.unsavedCommands }

  /// The path of the current section, as titles, or the current label of the index.
  package var currentTitle: String {
    currentHeading.map(name) ?? ""
  }

  /// Continues with another catalogue.
  ///
  /// - Parameter isInFile: Whether the catalogue was just read from the file.
  func replace(_ catalogue: Catalogue, isInFile: Bool) {
    let lastIndex = index
    go(to: load(catalogue))
    history = EditHistory()
    notedEdits = 0
    if isInFile { useKeptIndex() }
    index.carryOver(from: lastIndex)
  }

  /// The session's data for a catalogue that has just been read.
  func load(_ catalogue: Catalogue) -> LoadedCatalogue {
    Session.loaded(catalogue, dateLanguage, indexPolicy, readings)
  }

  private static func loaded(
    _ catalogue: Catalogue, _ dateLanguage: DateLanguage, _ policy: LiveIndex.Policy,
    _ readings: UserReadings
  ) -> LoadedCatalogue {
    LoadedCatalogue(
      catalogue: catalogue, editor: CatalogueEditor(catalogue),
      index: LiveIndex(catalogue, policy: policy) { readings.tableForIndexes },
      book: AddressBook(catalogue), form: Form(catalogue, language: dateLanguage))
  }

  /// Continues with another loaded catalogue, which may have been edited.
  func go(to loaded: LoadedCatalogue) {
    let closed = outlineState.paths(in: catalogue)
    let place = catalogue.titlePath(of: currentSection)
    state.loaded = loaded
    view.listing = nil
    listing = SessionListing()
    currentEntry = nil
    currentSection = catalogue.section(at: place) ?? .root
    outlineState.close(closed, in: catalogue)
  }

  /// Discards what was known about the text.
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

  /// Delivers what was written to its reader.
  func flush() throws(SessionError) {
    do throws(OutputFailure) {
      try output.flush()
    } catch {
      throw .output(error)
    }
  }

  /// Reports what an edit has done.
  func report(_ line: String) throws(SessionError) {
    if reportsEdits { try write(line: VisibleText.shown(line)) }
  }

  /// Reports what an edit has done, in a line that contains file names.
  func report(naming line: ByteText) throws(SessionError) {
    if reportsEdits { try write(naming: line) }
  }

  /// Writes a line that contains file names.
  func write(naming line: ByteText) throws(SessionError) {
    do throws(OutputFailure) {
      try output.write(naming: line)
    } catch {
      throw .output(error)
    }
  }

  /// Whether the command should stop.
  var isInterrupted: Bool { !isReplaying && output.isInterrupted }

  func checkInterrupt() throws(SessionError) {
    if isInterrupted { throw .interrupted }
  }
}
