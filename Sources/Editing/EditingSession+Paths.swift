package import Catalogues
package import PropertyLists
import Searching

/// Paths to items, and edits by paths.
extension EditingSession {
  package typealias PathOutcome = Result<Effect, SessionError>

  /// Performs edits by paths, each as a whole or not at all, and then reads the resulting text
  /// once.
  ///
  /// - Parameter keepsGoing: Whether to go on after an impossible edit; otherwise it is the last.
  /// - Returns: The outcome of each edit.
  /// - Throws: `SessionError` if the resulting text could not be read; then nothing has changed.
  package func perform(
    _ edits: [(edit: TreeEdit, record: OperationRecord?)], keepsGoing: Bool = false
  ) throws(SessionError) -> [PathOutcome] {
    if let outcomes = performInEntries(edits) { return outcomes }
    var (tree, made) = try treeToEdit()
    var outcomes: [PathOutcome] = []
    var steps: [(version: CatalogueVersion, record: OperationRecord?, index: Int)] = []
    for (edit, record) in edits {
      do throws(PathError) {
        var effect = Effect(.edited(edit))
        let whole = tree.wholeEdit(of: edit)
        effect.isChange = try tree.make(whole)
        if effect.isChange { steps.append((made.append(whole), record, outcomes.count)) }
        outcomes.append(.success(effect))
      } catch {
        outcomes.append(.failure(.path(error)))
        if !keepsGoing { break }
      }
    }
    guard let last = steps.last else { return outcomes }
    let (start, index) = (version, index)
    // The version that the last edit replaced can be read again when undo returns to it.
    history.lastReplaced?.forgetReading()
    try go(to: last.version, by: tree)
    self.index.carryOver(from: index)
    var before = start
    for (after, record, index) in steps {
      let problem = didEdit(.replacement(before: before, after: after), as: record)
      outcomes[index] = outcomes[index].map { effect in
        var effect = effect
        effect.journalFailure = problem
        return effect
      }
      before = after
    }
    return outcomes
  }

  /// Performs edits that only set values in entries, without reading the text again; `nil` if some
  /// other edit is among them.
  private func performInEntries(
    _ edits: [(edit: TreeEdit, record: OperationRecord?)]
  ) -> [PathOutcome]? {
    // The rows of a form depend on values, which must be read again.
    guard editsEntriesInPlace, form == nil,
      !(catalogue.document.holdsCards && edits.contains { $0.edit.setsName }),
      let made = loaded.paths?.make(edits.map(\.edit))
    else {
      return nil
    }
    return zip(edits, made).map { edit, made in
      var effect = Effect(.edited(edit.edit))
      effect.isChange = made != nil
      if let made { effect.journalFailure = didEdit(.values(made), as: edit.record) }
      return .success(effect)
    }
  }

  /// The present property list as a tree to edit, and the edits that led to it.
  func treeToEdit() throws(SessionError) -> (tree: EditedTree, edits: CatalogueVersion.Edits) {
    if let known = version.takeTree() { return known }
    let base = try reparsed(catalogue)
    return (EditedTree(base.document), CatalogueVersion.Edits(base))
  }

  /// The present property list; after edits it is read again.
  package func currentDocument() throws(SessionError) -> PropertyListDocument {
    try catalogue.document.hasSourceText ? catalogue.document : currentCatalogue().document
  }

  /// The text of all elements at each of some paths; empty where nothing is found.
  func texts(at paths: [ValuePath]) -> [[UInt8]] {
    if !catalogue.document.hasSourceText, let texts = loaded.paths?.texts(at: paths) {
      return texts
    }
    guard !paths.isEmpty, let tree = try? operations.treeToRead() else { return [] }
    return paths.map { path in
      ((try? tree.find(path).values) ?? []).flatMap { tree.text(of: $0) }
    }
  }

  /// The item that the value at a path becomes when the file is saved and read again.
  ///
  /// - Complexity: O(*n*) in the number of items; after edits, reading the text again.
  package func item(atPath text: String) throws(AddressError) -> Item {
    if catalogue.document.hasSourceText { return try book.item(atPath: text) }
    // A text that cannot be read again cannot be saved either; saving reports that.
    guard let current = try? reparsed(catalogue) else { throw .noItem(.root) }
    let item = try AddressBook(current).item(atPath: text)
    return try book.item(
      at: Address(components: current.positions(of: item).map { .position($0 + 1) }))
  }
}
