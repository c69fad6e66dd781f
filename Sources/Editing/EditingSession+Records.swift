package import Catalogues
package import Platform
package import PropertyLists

/// Editing values as records.
extension EditingSession {
  /// A sheet with values as text, for a person to edit.
  ///
  /// - Parameter heading: Lines of instructions for the person.
  package func recordSheet(
    at paths: [ValuePath], heading: [String]
  ) throws(SessionError) -> RecordSheet {
    let current = try reparsedCatalogue()
    return try rethrowing(
      RecordSheet(current, at: paths, heading: heading), as: SessionError.path)
  }

  /// The paths of the values that represent items. For a section without a value of its own, they
  /// are the paths of its entries.
  package func paths(of items: [Item]) throws(SessionError) -> [ValuePath] {
    let current = try reparsedCatalogue()
    let book = current === catalogue ? self.book : AddressBook(current)
    var paths: [ValuePath] = []
    for item in items {
      let positions = catalogue.positions(of: item).map { Address.Component.position($0 + 1) }
      let same = try rethrowing(
        current === catalogue ? item : book.item(at: Address(components: positions)),
        as: SessionError.address)
      if let path = current.path(of: same) {
        paths.append(path)
      } else if case .section(let section) = same {
        current.forEachEntry(in: section) { entry in
          if let path = current.path(of: .entry(entry)) { paths.append(path) }
        }
      }
    }
    return paths
  }

  /// Makes the changes of a sheet, as one edit.
  ///
  /// - Returns: The effect, or what is wrong with the text.
  package func revise(
    _ revision: SheetRevision, as command: String
  ) throws(SessionError) -> Result<Effect, LocatedError> {
    let operation = Operation.editTree(revision.changes.edit)
    do throws(SessionError) {
      return .success(
        try perform(
          operation,
          as: operation.isSelfContained
            ? OperationRecord(operation, in: self)
            : OperationRecord(command: command, marked: command, isSelfContained: false)))
    } catch {
      guard case .path(let problem) = error else { throw error }
      return .failure(revision.problem(problem))
    }
  }
}
