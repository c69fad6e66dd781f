import Catalogues
import Editing
import ICUText
import Platform
import PropertyLists
import Storage
import Synchronization

/// A file whose entries are shown in tables, searched and edited: a list of brands, of contacts, the
/// rows of a form, settings.
///
/// It can be used by several tasks at the same time. What takes long, such as reading and saving a
/// file or searching, is `async` and runs off the caller's actor; most of the rest takes
/// microseconds, so that a table can ask for its rows on the main actor. Such calls wait while
/// another task searches, refreshes, saves a folder, or saves under another name.
///
/// ```swift
/// let catalogue = try await Catalogue.open("cars.plist")
/// let found = try await catalogue.search("berg")
/// try catalogue.edit { $0.rename(found[0], to: "Borgward") }
/// try await catalogue.save()
/// ```
public final class Catalogue: Sendable {
  let state: Guarded<CatalogueState>
  /// Held while the file is read or written.
  private let file = Mutex(())

  private init(_ state: sending CatalogueState) { self.state = Guarded(state) }

  // MARK: Reading

  /// Reads a file: a property list in any form, JSON, CSV, TSV, vCards or a recfile; or a folder of
  /// vCards. Sections, entries and labels are found by how the file is built.
  ///
  /// - Parameters:
  ///   - path: The file or folder.
  ///   - labelKeys: The keys whose values are the labels of entries; the first that an entry has
  ///     counts. If there are none, labels are recognized.
  ///   - locale: The language of letters and of sorting, such as `zh`.
  ///   - preparesSearch: Whether the search index is made now instead of by the first search. For
  ///     fewer than 10,000 entries no index is made.
  /// - Throws: `CatalogueError.file` if the file cannot be read, `malformed` if it is in none of
  ///   the formats, `changedByOthers` if it changes again and again while it is read; `refused` if
  ///   the locale is not valid; `cancelled` if the task is cancelled while the index is made.
  /// - Complexity: O(*n*) in the length of the file.
  @concurrent
  public static func open(
    _ path: String, labelKeys: [String] = [], locale: String = "en", preparesSearch: Bool = false
  ) async throws(CatalogueError) -> Catalogue {
    let path = try FilePath(named: path)
    let options = options(labelKeys)
    var file = CatalogueFile(path: path, options: options)
    let read: Catalogues.Catalogue
    do throws(CatalogueFileError) { read = try file.read() } catch {
      throw CatalogueError(error, at: path)
    }
    try check(locale)
    let state = CatalogueState(read, file, options, locale: locale)
    if preparesSearch, !state.prepareSearch() { throw .cancelled }
    return Catalogue(state)
  }

  /// Reads a file that is in memory. `save(as:)` writes it to a path.
  ///
  /// - Parameters:
  ///   - bytes: The file, in a format that can be recognized by its content; CSV, TSV, and recfiles
  ///     without `%rec` cannot.
  ///   - labelKeys: The keys whose values are the labels of entries; if there are none, labels are
  ///     recognized.
  ///   - locale: The language of letters and of sorting.
  /// - Throws: `CatalogueError.malformed` if the bytes are in none of the formats; `refused` if the
  ///   locale is not valid.
  /// - Complexity: O(*n*) in the number of bytes.
  public convenience init(
    bytes: [UInt8], labelKeys: [String] = [], locale: String = "en"
  ) throws(CatalogueError) {
    let options = Catalogue.options(labelKeys)
    var file = CatalogueFile(path: "", options: options)
    let read: Catalogues.Catalogue
    do throws(CatalogueFileError) { read = try file.begin(with: FileBytes(bytes)) } catch {
      throw CatalogueError(error, at: nil)
    }
    try Catalogue.check(locale)
    self.init(CatalogueState(read, file, options, locale: locale))
  }

  private static func options(_ labelKeys: [String]) -> ParseOptions {
    var options = ParseOptions()
    options.shape.labelKeys = labelKeys
    return options
  }

  private static func check(_ locale: String) throws(CatalogueError) {
    do throws(LocaleError) { _ = try LocaleIdentifier(locale) } catch { throw .refused("\(error)") }
  }

  // MARK: Looking

  /// The rows of all entries, for one table. Sections that the file marks as closed are closed.
  ///
  /// - Complexity: O(*s*) in the number of sections.
  public func rows() -> sending Rows { Rows(of: self) }

  /// The entries that a query finds, in the order of the file.
  ///
  /// The first search among 10,000 entries or more makes an index.
  ///
  /// - Throws: `CatalogueError.refused` if the text is not a regular expression; `cancelled`.
  @concurrent
  public func search(_ query: Query) async throws(CatalogueError) -> [Row.ID] {
    try state.withLock { state throws(CatalogueError) in try state.search(query) }
  }

  /// An entry, by its identity.
  ///
  /// - Throws: `CatalogueError.notFound` if it was deleted, or is a section.
  public func entry(_ id: Row.ID) throws(CatalogueError) -> Entry {
    try state.withLock { state throws(CatalogueError) in try state.entry(id) }
  }

  /// The entry or section at an address, such as `B/Audi`, `B` or `#2/#-1`; `/` is the outermost list.
  ///
  /// Case and accents make no difference, and the beginning of a name suffices if no other has it.
  ///
  /// - Throws: `CatalogueError.notFound` if nothing is at the address, or it is ambiguous.
  public func id(at address: String) throws(CatalogueError) -> Row.ID {
    try state.withLock { state throws(CatalogueError) in try state.id(at: address) }
  }

  /// Findings in the file with its unsaved edits, in its order: duplicate entries, keys that are
  /// probably misspelt, dates that do not exist.
  ///
  /// - Throws: `CatalogueError.refused` if what was edited cannot be written; `cancelled`.
  /// - Complexity: O(*n*) in the length of the file.
  @concurrent
  public func check() async throws(CatalogueError) -> [Finding] {
    // The file as it would be saved is parsed anew, so that no other task waits for the check.
    let (file, options) = try state.withLock { state throws(CatalogueError) in
      try state.fileToRead()
    }
    if Task.isCancelled { throw .cancelled }
    return try Finding.all(in: file, options)
  }

  // MARK: Editing

  /// Makes changes as a single edit, which is also undone as a whole. If one change is not possible,
  /// no change is made.
  ///
  /// - Parameter body: Lists the changes, which are made when the closure returns.
  /// - Returns: What the closure returns, such as the identity of a new entry.
  /// - Throws: What the closure throws; `CatalogueError.notFound` for entries that are gone; `refused`
  ///   for changes that are not possible. Nothing has changed then.
  /// - Complexity: For each change O(log *n*) in the number of entries, wherever they are.
  @discardableResult
  public func edit<Result>(_ body: (inout Edit) throws -> Result) throws -> Result {
    var edit = Edit()
    let result = try body(&edit)
    try state.withLock { [edit] state throws(CatalogueError) in try state.perform(edit) }
    return result
  }

  /// Undoes the last edit.
  ///
  /// - Returns: Whether there was an edit to undo.
  /// - Throws: `CatalogueError.refused`; nothing has changed then.
  @discardableResult
  public func undo() throws(CatalogueError) -> Bool {
    try state.withLock { state throws(CatalogueError) in try state.undo() }
  }

  /// Redoes the edit that was undone last.
  ///
  /// - Returns: Whether there was an edit to redo.
  /// - Throws: `CatalogueError.refused`; nothing has changed then.
  @discardableResult
  public func redo() throws(CatalogueError) -> Bool {
    try state.withLock { state throws(CatalogueError) in try state.redo() }
  }

  // MARK: The file

  /// Whether there are edits that are not in the file.
  public var hasUnsavedEdits: Bool { state.withLock { !$0.isSaved } }

  /// Replaces the file as a whole, in one step. Only edited parts are written differently than
  /// before. Edits made while the file is being written are not in it.
  ///
  /// In a folder, the files of changed cards are replaced, all or none. New cards get a `UID`; in
  /// changed cards that have a `REV`, it is updated.
  ///
  /// - Parameter path: Another file, which is created, or replaced whatever is in it. Later saves
  ///   go to this file, too. It gets all cards of a folder.
  /// - Throws: `CatalogueError.changedByOthers` if another program has changed the file; `file` if
  ///   it cannot be written; `refused` if its format cannot be written, or the catalogue was not
  ///   read from a file and no path is given. The file is then unchanged.
  /// - Complexity: O(*n*), about the time that copying the file takes.
  @concurrent
  public func save(as path: String? = nil) async throws(CatalogueError) {
    try file.withLock { _ throws(CatalogueError) in
      if let path {
        return try state.withLock { state throws(CatalogueError) in try state.save(as: path) }
      }
      if try state.withLock({ state throws(CatalogueError) in try state.saveFolder() }) { return }
      // Other tasks need not wait for the disk.
      let content = try state.withLock { state throws(CatalogueError) in try state.beginSaving() }
      var identity: FileIdentity?
      defer { state.withLock { [identity] in $0.endSaving(identity) } }
      identity = try content.write {
        try state.withLock { state throws(CatalogueError) in try state.checkIsUnchanged() }
      }
    }
  }

  /// Reads the file again if another program has changed it, and merges it with unsaved edits.
  /// These become one edit, which can be undone; saved edits no longer can.
  ///
  /// - Returns: The number of conflicts: values that another program and this one have changed
  ///   differently. They stay as they are here.
  /// - Throws: `CatalogueError.file` or `malformed` if the file cannot be read; nothing has changed
  ///   then.
  /// - Complexity: O(*n*) in the length of the file if it was changed.
  @concurrent
  @discardableResult
  public func refresh() async throws(CatalogueError) -> Int {
    try file.withLock { _ throws(CatalogueError) in
      try state.withLock { state throws(CatalogueError) in try state.refresh() }
    }
  }

  /// The bytes of the file as it would be saved, in XML if its format cannot be written; for a
  /// folder, all cards in one file.
  ///
  /// - Throws: `CatalogueError.refused` if what was edited cannot be written.
  /// - Complexity: O(*n*).
  public func bytes() throws(CatalogueError) -> [UInt8] {
    try state.withLock { state throws(CatalogueError) in try state.bytes() }
  }

  /// Makes a table show what a query finds, or all entries.
  @concurrent
  func show(_ query: Query?, in view: Int) async throws(CatalogueError) {
    try state.withLock { state throws(CatalogueError) in try state.show(query, in: view) }
  }
}
