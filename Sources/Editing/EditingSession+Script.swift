package import Catalogues
import Comparing
import PropertyLists

extension EditingSession {
  /// Makes the values of another catalogue out of those of this one.
  ///
  /// Items and their fields are changed one by one. What is inside of other values than these, and all if
  /// the other catalogue has another shape, is changed by paths; only what that does not lead to
  /// replaces the whole property list.
  ///
  /// - Parameters:
  ///   - new: A catalogue that has not been edited, as this one has not.
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
      // Whatever it was, there is another way.
      try undoAll()
    }
    // One value may be another entry, or a section.
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

  /// Performs an operation, recorded as the command that means it in a script.
  private func write(_ operation: Operation) throws(SessionError) -> Effect {
    var command = WrittenCommand(operation).text(book)
    if !operations.newKeys(in: operation).isEmpty {
      command += " " + WrittenCommand.Option(.newKey).text(book)
    }
    return try perform(operation, as: OperationRecord(command: command, marked: command))
  }

  /// Makes the values of a document, as far as they are not there, by edits at paths.
  ///
  /// - Returns: All commands so far; `nil` if the values are still others. Then nothing has been changed.
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
      // There is still another way.
    }
    if history.count > commands.count { _ = try undo(history.count - commands.count) }
    return nil
  }

  /// Makes edits by paths, which are recorded elsewhere.
  private func make(_ edits: [TreeEdit]) throws(SessionError) {
    for outcome in try perform(edits.joined.map { ($0, nil) }) { _ = try outcome.get() }
  }
}

extension [TreeEdit] {
  /// The same edits, fewer: values that are set, or inserted, one after another are in one.
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
