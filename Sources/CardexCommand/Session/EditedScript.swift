import Catalogues
import Editing
import Exchange
import Grammar
import Language
import Platform
import PropertyLists
import Readings
import Searching
import Storage

/// A script that is run on one file, all or nothing: by `cardex batch` on each of its files, and by
/// `cardex set` and the like, which are scripts of one command.
struct EditedScript {
  private let options: ParsedOptions
  private let output: Output
  private let path: FilePath
  private let script: Script
  private let saveOptions: CatalogueFile.SaveOptions
  /// Whether commands that search for their items report how many they change.
  private let reportsCounts: Bool
  /// Whether messages about commands begin with the name of the file.
  private let namesFile: Bool
  /// Whether the file is one of several.
  var isOneOfSeveral = false
  /// Whether the file does not exist and is made.
  private let isNew: Bool
  /// A guess at the command that was meant, reported if nothing changes.
  private let guessIfUnchanged: () -> String?
  /// The editor that `edit` starts; `nil` for every other command.
  private let editor: PersonsEditor?

  /// - Parameters:
  ///   - options: Options that `check` has accepted.
  ///   - path: `-` for standard input; then the result goes to standard output.
  ///   - isNew: Whether the file does not exist and is to be made.
  init(
    _ options: ParsedOptions, _ path: FilePath, _ script: Script, output: Output,
    reportsCounts: Bool = false, namesFile: Bool = false, isNew: Bool = false,
    editor: PersonsEditor? = nil,
    guessIfUnchanged: @escaping () -> String? = { nil }
  ) {
    self.editor = editor
    self.reportsCounts = reportsCounts
    self.namesFile = namesFile
    (self.isNew, self.guessIfUnchanged) = (isNew, guessIfUnchanged)
    let isWritten = (isNew || path == "-") && !options.has(.dryRun) && !options.has(.output)
    self.options = isWritten ? options.writing(to: path) : options
    self.output = output
    self.path = path == "-" ? .standardInput : path
    self.script = script
    saveOptions = options.saveOptions
  }

  /// Checks the options for saving a file.
  static func check(_ options: ParsedOptions, _ path: FilePath) throws(Failure) {
    if options.has(.json), !options.has(.dryRun), (options.path(.output) ?? path) == "-" {
      throw Failure(
        "--json cannot be used when the result is written to standard output",
        hint: "'--output=FILE' writes it to a file")
    }
    if let other = options.path(.output), let format = ExportFormat(endingOf: other),
      !format.isRead
    {
      throw Failure(
        naming: "'\(other)' is not a name for a catalogue, which --output writes",
        hint: "write a property list, then 'cardex convert --to=\(format.rawValue)'")
    }
    if let suffix = options.path(.backup), suffix.isEmpty {
      throw Failure("--backup= has no SUFFIX", hint: "--backup alone keeps the old file as FILE~")
    }
    if let other = options.path(.output),
      let target = try? UserDirectory.canonicalPath(other),
      target == (try? UserDirectory.canonicalPath(path))
    {
      throw Failure("--output names FILE itself", hint: "without --output, FILE is replaced")
    }
  }

  func run() throws(Failure) -> ExitStatus {
    do throws(Failure) {
      return try edit()
    } catch {
      throw error.namingStandardInput
    }
  }

  private func edit() throws(Failure) -> ExitStatus {
    var file = try CatalogueFile(
      path: path, options: options.parseOptions(skipsUnreadable: true))
    let savesFile = !options.has(.dryRun) && !options.has(.output)
    // A second process waits here, and then reads what the first has written. While a person edits,
    // others need not wait: what they write meanwhile is merged.
    let lock = savesFile && editor == nil ? try EditedFile.lock(path, options) : nil
    let replaced = try options.path(.output).flatMap { path throws(Failure) in
      path == "-" ? nil : try ReplacedFile(path, options)
    }
    let catalogue =
      try isNew
      ? EditedFile.begin(&file) : EditedFile.read(&file, lock, isForEditing: script.hasEdits)
    if savesFile, script.hasEdits {
      try EditedFile.expectSavable(file, hint: "--output=OUT.plist writes an XML property list")
    }
    try options.giveTitles(to: catalogue, named: ByteText(path))
    try options.showTitles(of: catalogue, besideFileAt: path)
    let console = try ConsoleOutput(output, options: options)
    console.separatesReports = options.path(.output) == "-"
    var policy = LiveIndex.Policy()
    // Most scripts search once.
    policy.scansBefore = 2
    let editing = EditingSession(
      catalogue, file: file, lock: lock, locale: EditedFile.collationLocale,
      dateLanguage: Environment.dateLanguage, readings: .usual(),
      indexes: KeptIndexes(for: path, try options.parseOptions(), in: .usual),
      indexPolicy: policy)
    editing.didAdvance = Progress.advance
    let session = Session(editing, output: console)
    session.reportsEdits = options.has(.verbose)
    session.reportsCounts = reportsCounts
    session.editText = editor?.edit
    do throws(Failure) {
      let hasFailed = try run(script, in: session)
      let isChanged = editing.changesFile
      if isChanged { try printChanges(in: session) }
      // If the output cannot be delivered, nothing is saved.
      try output.flush()
      if isChanged || options.has(.output) { try finish(session, replaced) }
      try output.flush()
      if !isChanged, let guess = guessIfUnchanged() { Diagnostics.report(guess) }
      return hasFailed ? .failed : isChanged || !options.has(.failUnchanged) ? .found : .notFound
    } catch {
      let target = target(of: session)
      throw target.map { error.preventing("nothing was saved to \($0)") } ?? error
    }
  }

  /// Prints what the commands have changed, if that was asked for.
  private func printChanges(in session: Session) throws(Failure) {
    guard options.has(.json) else { return try attempt(session.reportDifferences()) }
    let (saved, edited) = try attempt(session.editing.versions())
    let objects = ChangeObjects(
      old: saved, new: edited, fileName: isOneOfSeveral ? ByteText(path) : nil)
    try objects.print(to: output)
  }

  /// The file to write if all commands succeed, if any.
  private func target(of session: Session) -> FilePath? {
    if options.has(.dryRun) || options.path(.output) == "-" { return nil }
    return options.path(.output) ?? (script.hasEdits || session.isDirty ? path : nil)
  }

  /// Runs the commands.
  ///
  /// - Returns: Whether any have failed, which ends the script unless it is to continue.
  private func run(_ script: Script, in session: Session) throws(Failure) -> Bool {
    var hasFailed = false
    let count = script.commands.count
    var index = 0
    while index < count {
      let checked = script.commands[index]
      // Commands that edit by paths are done together.
      let pathEdits = script.commands[index...].prefix { $0.command.editsByPaths }.map(\.command)
      let name = checked.command.name.rawValue
      var failures: [SessionError?] = [nil]
      do throws(SessionError) {
        let outcome = try Progress.during(
          count == 1 ? name : "\(name), command \(index + 1) of \(count)",
          .entries(session.catalogue.entryCount)
        ) { () throws(SessionError) -> Session.Outcome in
          if pathEdits.count < 2 { return try session.run(checked.command, CommandMode(.exact)) }
          failures = try session.runPathEdits(
            pathEdits, CommandMode(.exact), keepsGoing: options.has(.keepGoing))
          return .shouldContinue
        }
        if outcome == .ends {
          // At this point there are edits only with --discard.
          if session.isDirty { try session.revert() }
          break
        }
      } catch {
        failures = [error]
      }
      for failure in failures {
        defer { index += 1 }
        guard let failure else { continue }
        let problem = self.failure(failure, at: script.commands[index].place)
        guard options.has(.keepGoing) else { throw problem }
        hasFailed = true
        try output.report(problem)
      }
    }
    return hasFailed
  }

  /// The failure of a command, with a hint that fits a script, which has no `save`.
  private func failure(_ error: SessionError, at place: ByteText?) -> Failure {
    let file: ByteText? = namesFile && !error.namesFile ? ByteText(path) : nil
    let place = if let file, let place { ("\(file): \(place)" as ByteText) } else { file ?? place }
    guard case .unsavedEdits = error else { return Failure(error, at: place) }
    return Failure(
      naming: Failure(error, at: place).message,
      hint: "without 'quit', they are saved at the end; 'quit --discard' drops them")
  }

  /// The format that the name of the output asks for, unless the file would be written in it
  /// anyway.
  private static func format(of path: FilePath, _ source: FileFormat) -> ExportFormat? {
    let written = source.isSavedInPlace ? source : .xml
    let promised = FileFormat.promised(by: path) ?? written.written(to: path)
    return promised == written ? nil : ExportFormat(rawValue: promised.rawValue)
  }

  /// Writes the edited catalogue in the format of another program, as `cardex convert` does.
  private func export(
    _ session: Session, as format: ExportFormat, to file: ReplacedFile
  ) throws(Failure) {
    let catalogue = try attempt(session.editing.currentCatalogue())
    let unread = catalogue.document.unread
    if !unread.isEmpty { throw Failure(naming: "\(path): \(UnwritableFile.unread(unread))") }
    var exportOptions = ExportOptions()
    exportOptions.isTagged = options.has(.tagged)
    let export = Export(catalogue, as: format, options: exportOptions)
    var losses = Losses()
    try save(to: file) { write in
      losses = try withoutActuallyEscaping(write) { try export.write($0) }
    }
    for message in losses.messages(of: format) {
      Diagnostics.report(naming: "\(file.path): \(message)")
    }
  }

  /// Writes another file.
  private func save(
    to file: ReplacedFile, content: (_ write: FileReplacement.Write) throws -> Void
  ) throws(Failure) {
    do {
      try file.save(content: content)
    } catch let failure as Failure {
      throw failure
    } catch let FileWritingError<any Error>.unwritable(problem) {
      throw Failure(naming: "\(path): \(problem)")
    } catch let FileWritingError<any Error>.body(error) {
      throw Failure(naming: "\(file.path): \(error)")
    } catch {
      throw Failure(naming: "\(file.path): \(error)")
    }
  }

  /// - Parameter file: The file that `--output` names.
  private func finish(_ session: Session, _ file: ReplacedFile?) throws(Failure) {
    try write(session, file)
    if options.has(.output), let loss = session.lossElsewhere {
      let name = file?.path ?? "standard output"
      Diagnostics.report(naming: "\(name): \(loss)")
    }
  }

  private func write(_ session: Session, _ file: ReplacedFile?) throws(Failure) {
    if let file {
      let isWritable = session.editing.unwritable == nil
      let source = isWritable ? session.catalogue.document.source.format : .xml
      if let format = EditedScript.format(of: file.path, source) {
        return try export(session, as: format, to: file)
      }
      return try save(to: file) { write in
        try session.editing.writeFile { piece throws(any Error) in
          try write(UnsafeRawBufferPointer(piece))
        }
      }
    }
    if options.has(.dryRun) {
      if !options.has(.json) { try attempt(session.differences.printText()) }
    } else if options.path(.output) == "-" {
      try attempt(session.writeToOutput())
    } else {
      let size = Progress.Amount.entries(session.catalogue.entryCount)
      try Progress.during("saving", size) { () throws(Failure) in
        do throws(SessionError) {
          try session.save(saveOptions)
        } catch {
          guard case .conflicts = error else { throw Failure(error) }
          throw Failure(naming: Failure(error).message, hint: "run it again on what is there now")
        }
      }
    }
  }
}
