import Catalogues
import Editing
import Platform
import PropertyLists
import Storage

/// Reading and saving the file.
extension CatalogueState {
  /// The bytes of the file.
  func bytes() throws(CatalogueError) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(FileWritingError<Never>) {
      try session.writeFile { bytes.append(contentsOf: $0) }
    } catch {
      switch error {
      case .unwritable(let error): throw .refused("\(error)")
      }
    }
    return bytes
  }

  /// The file or folder as it would be saved, and the options to parse it. If the format cannot be
  /// written, an unedited file is given as it was read, an edited file as XML.
  func fileToRead() throws(CatalogueError) -> (file: FileBytes, options: ParseOptions) {
    let document = catalogue.document
    var options = options
    options.format = document.source.format
    let isOnlyRead = session.unwritable != nil
    // A file in another format may have been saved under the name of a property list.
    let keepsFormat =
      session.file.isEditedInPlace
      || !isOnlyRead && [.xml, .binary].contains(document.source.format)
    if session.file.isFolder, keepsFormat || document.hasSourceText {
      do throws(UnwritableFile) {
        return (try document.patchedFolder().bytes, options)
      } catch {
        throw .refused("\(error)")
      }
    }
    if document.hasSourceText, isOnlyRead {
      return (FileBytes(try PropertyList.bytes(of: document)), options)
    }
    if !keepsFormat { options.format = .xml }
    return (FileBytes(try bytes()), options)
  }

  var isSaved: Bool { session.isSaved }

  private var hasFile: Bool { !session.file.path.isEmpty }

  /// Writes another file, which is from now on the catalogue's file.
  func save(as path: String) throws(CatalogueError) {
    let path = try FilePath(named: path)
    do throws(SessionError) { _ = try session.save(as: path, isForced: true) } catch {
      throw CatalogueError(error)
    }
  }

  /// Saves the files of a folder.
  ///
  /// - Returns: Whether it is a folder.
  func saveFolder() throws(CatalogueError) -> Bool {
    guard session.file.isFolder else { return false }
    let start = session.history.count
    // Cards get their identifiers even if saving then fails.
    defer {
      let end = session.history.count
      if end > start {
        if undoable.isEmpty { undoable = [start] }
        redoable = []
        noteSteps(start..<end)
      }
    }
    try moveHistory { () throws(SessionError) in
      _ = try session.save(CatalogueFile.SaveOptions())
    }
    return true
  }

  /// Begins to save.
  ///
  /// - Returns: The content to write to the file.
  func beginSaving() throws(CatalogueError) -> FileContent {
    guard hasFile else { throw .refused("the catalogue was not read from a file") }
    if let reason = session.unwritable { throw .refused("\(reason)") }
    let bytes = try bytes()
    saving = (session.beginSaving(), version)
    return FileContent(path: session.file.path, bytes: bytes, replaced: session.file.identity)
  }

  /// Notes that saving has ended.
  ///
  /// - Parameter identity: The identity of the new file; `nil` if it could not be written.
  func endSaving(_ identity: FileIdentity?) {
    guard let saving else { return }
    session.endSaving(saving.session, as: identity, isUnchanged: saving.version == version)
    self.saving = nil
  }

  func checkIsUnchanged() throws(CatalogueError) {
    do throws(CatalogueFileError) { try session.file.checkIsUnchanged() } catch {
      throw CatalogueError(error, at: session.file.path)
    }
  }

  /// Reads the file again.
  ///
  /// - Returns: The number of conflicts.
  func refresh() throws(CatalogueError) -> Int {
    guard hasFile, (try? FileIdentity(path: session.file.path)) != session.file.identity else {
      return 0
    }
    let (old, count) = (catalogue, session.history.count)
    // A refresh may fail after it has already replaced the edits.
    defer {
      if catalogue !== old || session.history.count != count {
        joinEdits(among: count)
        note(nil)
      }
    }
    var conflicts = 0
    try moveHistory { () throws(SessionError) in
      let refresh = try session.refresh(compares: false) { records in
        EditingSession.Replay(impossible: records.count)
      }
      conflicts = refresh.conflicts?.all.count ?? 0
    }
    return conflicts
  }
}
