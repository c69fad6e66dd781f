import Catalogues
package import Editing
import Forms
import Grammar
import PropertyLists

/// Changing the catalogue.
extension Session {
  /// Performs the operation of a command.
  func perform(
    _ command: any OperationCommand, _ request: CommandRequest
  ) throws(SessionError) {
    let found = try command.query.map(allEntries)
    if found == [] { return try write(line: "nothing found") }
    let resolved = try resolve(request, found: found ?? [])
    let operation = try attempt(command.operation(resolved))
    try checkKeys(of: operation, in: request.parsed)
    if let dated = try attempt(editing.operations.withWrittenDates(operation)) {
      _ = try attempt(resolved.marks(of: operation))
      // What is written now is what the command means later.
      try perform(dated, isNamed: command.namesItems)
    } else if !operation.hasChoice(asTypedIn: request.parsed) {
      // So is the choice that was meant.
      try perform(operation, isNamed: command.namesItems)
    } else {
      try perform(
        operation, as: try record(of: operation, resolved), isNamed: command.namesItems)
    }
  }

  /// Performs an operation that was not typed as a command, and says what it has done. Dates in it
  /// may be written as people write them.
  @discardableResult
  package func perform(
    _ operation: Operation, isNamed: Bool = true
  ) throws(SessionError) -> Effect {
    let operation = try attempt(editing.operations.withWrittenDates(operation)) ?? operation
    return try perform(
      operation, as: OperationRecord(operation, in: editing), isNamed: isNamed)
  }

  /// Performs an operation and says what it has done.
  ///
  /// - Parameter isNamed: Whether it was said which items are changed.
  @discardableResult
  func perform(
    _ operation: Operation, as record: OperationRecord, isNamed: Bool = true
  ) throws(SessionError) -> Effect {
    let effect = try attempt(editing.perform(operation, as: record))
    commit()
    if let item = effect.revealed { reveal(item) }
    if let entry = effect.current { currentEntry = entry }
    if effect.isChange { didEdit() }
    if case .imported(let counts) = effect.report, !isReplaying {
      for line in counts.ambiguous { try warn("\(line)") }
    }
    if let failure = effect.journalFailure { throw .editing(.journal(failure)) }
    if reportsEdits {
      for line in lines(of: effect) { try report(line) }
    } else if reportsCounts, !isNamed, effect.isChange {
      for line in lines(of: effect) { try warn(line) }
    }
    return effect
  }

  /// Checks that no key that a command writes is probably misspelt, unless it may be any.
  func checkKeys(of operation: Operation, in parsed: ParsedCommand) throws(SessionError) {
    if isReplaying || acceptsNewKeys
      || parsed.has(.newKey)
    {
      return
    }
    let keys = editing.operations.newKeys(in: operation)
    if !keys.isEmpty { throw .newKeys(keys) }
  }

  /// What is reported of an operation.
  private func lines(of effect: Effect) -> [String] {
    switch effect.report {
    case .fixed(let commands):
      return commands.isEmpty ? ["nothing to fix"] : commands.map { "fixed: " + $0 }
    case .replaced(0, _): return ["nothing found"]
    case .imported(let counts): return [counts.report]
    case _ where !effect.isChange: return ["nothing to change"]
    case .disclosed: return []
    case .inserted(.entry(let entry)):
      return ["inserted \(book.address(of: .entry(entry)).nameExcerpt)"]
    case .inserted(let section):
      return ["inserted section \(book.address(of: section).nameExcerpt)"] + namesakeNote(section)
    case .changed(let item): return ["changed \(book.fullAddress(of: item).nameExcerpt)"]
    case .moved(let items): return ["moved \(names(items))"]
    case .copied(let items): return ["copied \(names(items))"]
    case .deleted(1, let name): return ["deleted '\(name.nameExcerpt)'"]
    case .deleted(let count, _): return ["deleted \(count) entries"]
    case .renamed(let item, let old):
      let new = catalogue.name(of: item)
      return ["renamed '\(old.nameExcerpt)' to '\(new.nameExcerpt)'"]
    case .renamedSection(let section, let old, let hasNamesake):
      let new = book.address(of: .section(section)).nameExcerpt
      return ["renamed \(old.nameExcerpt) to \(new)"]
        + (hasNamesake ? [Session.namesakeNote] : [])
    case .replaced(let values, let entries):
      return [
        "replaced text in " + (values == 1 ? "1 value" : "\(values) values") + " of "
          + (entries == 1 ? "1 entry" : "\(entries) entries")
      ]
    case .deletedSections(1, let address): return ["deleted section \(address.nameExcerpt)"]
    case .deletedSections(let count, _): return ["deleted \(count) sections"]
    case .sorted(0): return ["sorted"]
    case .sorted(let staying):
      return [
        "sorted, except for " + (staying == 1 ? "1 entry" : "\(staying) entries")
          + " not to be moved"
      ]
    case .filed(let entries, let letters):
      return [
        "filed \(entries == 1 ? "1 entry" : "\(entries) entries") under "
          + (letters == 1 ? "1 letter" : "\(letters) letters")
      ]
    case .filled(let entry):
      return [FormRow(entry, of: form, in: catalogue)?.report ?? ""]
    case .disclosedAll(.collapse): return ["collapsed all rows"]
    case .disclosedAll(.toggle): return ["toggled all rows"]
    case .disclosedAll: return ["expanded all rows"]
    }
  }

  private static let namesakeNote = "note: another section here has the same title"

  private func namesakeNote(_ item: Item) -> [String] {
    guard case .section(let section) = item, catalogue.hasNamesake(section) else { return [] }
    return [Session.namesakeNote]
  }

  /// Items as they are reported: the address of a single one, the number of several entries.
  private func names(_ items: [Item]) -> String {
    guard items.count == 1 else { return "\(items.count) entries" }
    let address = book.address(of: items[0]).nameExcerpt
    return items[0].isEntry ? address : "section " + address
  }
}

extension ImportCounts {
  fileprivate var report: String {
    let parts = [
      "\(added) added", "\(changed) changed", deleted > 0 ? "\(deleted) deleted" : nil,
      "\(same) unchanged", ambiguous.isEmpty ? nil : "\(ambiguous.count) ambiguous",
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension FormRow {
  /// What has been entered, or what the owning row now shows; both if other rows contribute to it.
  fileprivate var report: String {
    let own = title + saying(summary)
    guard let owner else { return own }
    let whole = owner.title + saying(owner.shownTitle)
    return isPart ? own + "; " + whole : whole
  }
}

private func saying(_ text: String?) -> String {
  text.flatMap { $0.isEmpty ? nil : " is '\($0)'" } ?? " is empty"
}
