package import Catalogues
package import PropertyLists
import Searching

/// Paths to items, and edits by them.
extension EditingSession {
  package typealias PathOutcome = Result<Effect, SessionError>

  /// Performs edits by paths, each as a whole or not at all, and reads the text that results, once.
  ///
  /// - Parameter keepsGoing: Whether an edit that is impossible is left out; else it is the last.
  /// - Returns: What has become of each.
  /// - Throws: `SessionError` if the text could not be read; nothing has changed then.
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
    // What is two versions back can be read again.
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

  /// Performs edits by paths if they only set values in entries, so that no text need be read again.
  private func performInEntries(
    _ edits: [(edit: TreeEdit, record: OperationRecord?)]
  ) -> [PathOutcome]? {
    // What rows of a form show depends on values.
    guard setsValuesInEntries, form == nil,
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

  /// The property list as it is now, as a tree that can be changed, and the edits that have led there.
  func treeToEdit() throws(SessionError) -> (tree: EditedTree, edits: CatalogueVersion.Edits) {
    if let known = version.takeTree() { return known }
    let base = try reparsed(catalogue)
    return (EditedTree(base.document), CatalogueVersion.Edits(base))
  }

  /// The property list as it is now, which is read again after edits.
  package func currentDocument() throws(SessionError) -> PropertyListDocument {
    try catalogue.document.hasSourceText ? catalogue.document : currentCatalogue().document
  }

  /// The elements of all values at each of some paths, as far as they can be found.
  func texts(at paths: [ValuePath]) -> [[UInt8]] {
    if !catalogue.document.hasSourceText, let texts = loaded.paths?.texts(at: paths) {
      return texts
    }
    guard !paths.isEmpty, let tree = try? operations.treeToRead() else { return [] }
    return paths.map { path in
      ((try? tree.find(path).values) ?? []).flatMap { tree.text(of: $0) }
    }
  }

  /// The item that is made of the value at a path, as if the file had been saved and read again.
  ///
  /// - Complexity: O(*n*) in the number of items; after edits, reading the text again.
  package func item(atPath text: String) throws(AddressError) -> Item {
    if catalogue.document.hasSourceText { return try book.item(atPath: text) }
    // What cannot be read again cannot be saved, either; that is said then.
    guard let current = try? reparsed(catalogue) else { throw .noItem(.root) }
    let item = try AddressBook(current).item(atPath: text)
    return try book.item(
      at: Address(components: current.positions(of: item).map { .position($0 + 1) }))
  }
}
