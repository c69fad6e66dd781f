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

/// Stamping the cards of a folder, which other programs identify by their `UID`.
extension EditingSession {
  /// Gives new cards of a folder a `UID`, and sets `REV`, the time of the last change, in changed
  /// cards that have one. Undoing the edit before these edits undoes them, too.
  func stampCards() throws(SessionError) {
    let cards = try rethrowing(file.changedCards(catalogue), as: SessionError.of(file))
    let now = TypedDate("now")?.written
    let count = history.count
    for card in cards {
      var fields: [FieldAssignment] = []
      if card.needsUID {
        fields.append(
          FieldAssignment(key: "UID", type: .string, value: EditingSession.randomUID()))
      }
      if let revision = card.revision, let now {
        // The time is in the basic or the extended form of ISO 8601, as in the card.
        let now = revision.contains("-") ? now : now.filter { $0 != "-" && $0 != ":" }
        fields.append(FieldAssignment(key: "REV", type: .string, value: now))
      }
      if fields.isEmpty { continue }
      let address = Address(components: card.positions.map { .position($0 + 1) })
      let item = try rethrowing(book.item(at: address), as: SessionError.address)
      _ = try perform(.set(fields, of: item))
    }
    history.attachSteps(after: count)
  }

  /// A random UUID (RFC 9562, version 4).
  private static func randomUID() -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
      .joined(separator: "-")
  }
}
