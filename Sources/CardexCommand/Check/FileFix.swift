import Catalogues
import Editing
import ICUText
import Language
import Platform
import PropertyLists
import Readings

/// Fixes the likely mistakes in a file and saves it, or prints what would be fixed.
struct FileFix {
  let path: FilePath
  let options: ParsedOptions
  let output: Output
  let printer: FindingPrinter
  /// The codes of the findings that are fixed and reported.
  let codes: Set<Finding.Code>
  /// The language in which entries are filed, if given.
  let locale: LocaleIdentifier?
  /// The checks that depend on the file or on options, for what is left.
  let checks: () -> [any Check]

  private var isTrial: Bool { options.has(.dryRun) }

  /// Fixes what can be fixed and saves the file, which is mended first if it cannot be read.
  ///
  /// - Returns: Whether any findings are left.
  func run() throws(Failure) -> Bool {
    do throws(Failure) {
      return try fix(options.saveOptions)
    } catch {
      guard error.cause == .work, try mend() else { throw error }
    }
    if isTrial { return true }
    // The backup has the file as it was before it was mended.
    var saving = options.saveOptions
    saving.backupSuffix = nil
    return try fix(saving)
  }

  private func fix(_ saving: CatalogueFile.SaveOptions) throws(Failure) -> Bool {
    var file = try CatalogueFile(
      path: path, options: options.parseOptions(skipsUnreadable: true))
    // A second process waits here, and then reads what the first has written.
    let lock = isTrial ? nil : try EditedFile.lock(path, options)
    let catalogue = try EditedFile.read(&file, lock, isForEditing: false)
    try printer.print(catalogue.document.unread, of: .path(path))
    if !isTrial { try EditedFile.expectSavable(file) }
    let editing = EditingSession(
      catalogue, file: file, lock: lock, locale: EditedFile.collationLocale, readings: .usual())
    let session = Session(editing, output: try ConsoleOutput(output, options: options))
    session.reportsEdits = false
    do throws(Failure) {
      let isLeft = try fix(in: session)
      // If the output cannot be delivered, nothing is saved.
      try output.flush()
      if !isTrial, session.isDirty {
        try attempt(session.save(saving))
      }
      return isLeft
    } catch {
      throw isTrial ? error : error.preventing("nothing was saved to \(path)")
    }
  }

  /// Fixes what can be fixed and prints it, without saving it.
  ///
  /// - Returns: Whether any findings are left.
  private func fix(in session: Session) throws(Failure) -> Bool {
    let scope: FixScope = options.has(.unsafeFixes) ? .all : .safe
    let effect = try attempt(session.perform(.fix(scope, codes, in: locale)))
    guard case .fixed(let commands) = effect.report else { return false }
    try printer.print(commands, of: .path(path), areMade: !isTrial)
    let rest = try attempt(session.editing.operations.findings(in: locale, also: checks()))
    let findings = rest.findings.filter { codes.contains($0.code) }
    if isTrial {
      try attempt(session.differences.printText())
    } else {
      try printer.print(findings, in: rest.catalogue, of: .path(path))
    }
    return !findings.isEmpty || isTrial && !commands.isEmpty
  }

  /// Mends faults that keep XML from being read, and saves the file.
  ///
  /// - Returns: Whether there is anything to mend.
  private func mend() throws(Failure) -> Bool {
    let file = isTrial ? nil : try ReplacedFile(path, options)
    guard let text = try? FileBytes(path: path),
      FileFormat.recognized(text.bytes, at: path) == .xml,
      (try? PropertyListDocument(text, format: .xml)) == nil,
      let repair = XMLRepair(text.bytes, isSafe: !options.has(.unsafeFixes))
    else { return false }
    try printer.print(
      repair.changes.map { "line \($0.line), column \($0.column): \($0.description)" },
      of: .path(path), areMade: !isTrial)
    // If the output cannot be delivered, nothing is saved.
    try output.flush()
    let mended = repair.repaired
    do {
      try file?.save(options.saveOptions) { write in try mended.withUnsafeBytes(write) }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(naming: "\(path): \(error)")
    }
    return true
  }
}
