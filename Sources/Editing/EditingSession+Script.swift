package import Catalogues
import Comparing
import PropertyLists

extension EditingSession {
  /// Turns the values of this catalogue into those of another one.
  ///
  /// Items and their fields are changed one by one. Values inside of fields are changed by paths,
  /// as is everything if the other catalogue has another shape. The whole property list is replaced
  /// only if that does not lead to the other catalogue.
  ///
  /// - Parameters:
  ///   - new: A catalogue that has not been edited; this one must not have been edited either.
  ///   - keys: The keys whose values identify elements, instead of the usual ones.
  /// - Returns: The commands that do so in a script.
  /// - Throws: `SessionError` if the file cannot hold a value of the other catalogue.
  package func commands(
    making new: Catalogue, keys: [String]?
  ) throws(SessionError) -> [String] {
    let wanted = ComparedDocument(new.document)
    let pairing = IdentityPairing(ComparedDocument(catalogue.document), wanted, keys: keys)
    if pairing.areEqual(.root, .root) { return [] }
    let mixedKeys = catalogue.document.mixedKeys.union(new.document.mixedKeys)
    let isOne = (try? PathScript(pairing, mixedKeys: mixedKeys).edits().count) == 1
    do throws(SessionError) {
      var script = CatalogueScript(self, new, pairing, mixedKeys: mixedKeys)
      try script.make(write)
    } catch {
      // Whatever failed, paths may do it.
      try undoAll()
    }
    // A single edit by a path may be shorter: it can replace a value by another entry or a section.
    if let commands = try commandsWithPaths(making: wanted, keys, mixedKeys),
      commands.count == 1 || !isOne
    {
      return commands
    }
    if history.count > 0 {
      try undoAll()
      if let commands = try commandsWithPaths(making: wanted, keys, mixedKeys) {
        return commands
      }
    }
    let whole = try attempt(FieldAssignment(wholeValue: new.document.root, of: new.document))
    _ = try write(.set([whole], of: .section(.root)))
    return history.commands
  }

  private func undoAll() throws(SessionError) {
    if history.count > 0 { _ = try undo(history.count) }
  }

  /// Performs an operation and records it as a command of the script.
  private func write(_ operation: Operation) throws(SessionError) -> Effect {
    var command = WrittenCommand(operation).text(book)
    if !operations.newKeys(in: operation).isEmpty {
      command += " " + WrittenCommand.Option(.newKey).text(book)
    }
    return try perform(operation, as: OperationRecord(command: command, marked: command))
  }

  /// Turns the present values into those of a document by edits at paths.
  ///
  /// - Returns: All commands so far; `nil` if the values still differ, and then nothing has been
  ///   changed.
  private func commandsWithPaths(
    making wanted: ComparedDocument, _ keys: [String]?, _ mixedKeys: Set<String>
  ) throws(SessionError) -> [String]? {
    let commands = history.commands
    do throws(SessionError) {
      let present = ComparedDocument(try reparsedCatalogue().document)
      if present.hashes[.root] == wanted.hashes[.root] { return commands }
      let pairing = IdentityPairing(present, wanted, keys: keys)
      let edits = try attempt(PathScript(pairing, mixedKeys: mixedKeys).edits())
      try make(edits)
      let result = ComparedDocument(try reparsedCatalogue().document)
      if result.hashes[.root] == wanted.hashes[.root] {
        return commands + edits.map { WrittenCommand(.editTree($0)).text(book) }
      }
    } catch {
      // The whole property list can still be replaced.
    }
    if history.count > commands.count { _ = try undo(history.count - commands.count) }
    return nil
  }

  /// Makes edits by paths without a record; the caller writes their commands.
  private func make(_ edits: [TreeEdit]) throws(SessionError) {
    for outcome in try perform(edits.joined.map { ($0, nil) }) { _ = try outcome.get() }
  }
}

extension [TreeEdit] {
  /// The same edits with consecutive ones that set values joined into one, and likewise those that
  /// insert values.
  fileprivate var joined: [TreeEdit] {
    var result: [TreeEdit] = []
    for edit in self {
      switch (result.last, edit) {
      case (.set(var fields, _), .set(let more, _)):
        result.removeLast()
        fields += more
        result.append(.set(fields))
      case (.insert(var fields), .insert(let more)):
        result.removeLast()
        fields += more
        result.append(.insert(fields))
      default: result.append(edit)
      }
    }
    return result
  }
}
