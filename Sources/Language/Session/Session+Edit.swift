import Catalogues
package import Editing
import Forms
import Grammar
import Platform

/// Changing the catalogue.
extension Session {
  /// Looks up the addresses of a command.
  ///
  /// - Parameter found: The entries that the command's query has found.
  /// - Throws: `SessionError` if an address leads nowhere.
  func resolve(
    _ request: CommandRequest, found: [Entry.ID] = []
  ) throws(SessionError) -> ResolvedCommand {
    let (parsed, mode) = (request.parsed, request.mode)
    let matching = mode.replayedVersion.map(JournalOrigin.matching) ?? mode.matching
    let items = try rethrowing(addresses.targets(at: parsed.addresses, matching)) {
      (error: SessionError) in error.explained(by: parsed, isFlat: catalogue.isFlat)
    }
    return ResolvedCommand(
      parsed, items, found: found, marks: request.marks,
      filing: FilingOrder(view.locale, by: view.key), mode.matching, version: mode.replayedVersion,
      in: editing)
  }

  func perform(
    _ command: any OperationCommand, _ request: CommandRequest
  ) throws(SessionError) {
    let found = try command.query.map(entrySearch.allEntries)
    if found == [] { return try output.write(line: "nothing found") }
    let resolved = try resolve(request, found: found ?? [])
    let operation = try command.operation(resolved)
    try checkKeys(of: operation, in: request)
    if let written = try editing.operations.withWrittenValues(operation) {
      _ = try resolved.marks(of: operation)
      // The record has dates and file contents as they are now, so that it means the same when it
      // is repeated.
      try perform(written, isNamed: command.namesItems)
    } else if !operation.isWhole(asTypedIn: request.parsed) {
      // The record has the exact choice, or the content of the file.
      try perform(operation, isNamed: command.namesItems)
    } else {
      try perform(
        operation, as: try record(of: operation, resolved), isNamed: command.namesItems)
    }
  }

  /// Performs an operation that was not typed as a command, and reports what it has done. Dates in
  /// it may be written as people write them.
  @discardableResult
  package func perform(
    _ operation: Operation, isNamed: Bool = true
  ) throws(SessionError) -> Effect {
    let operation = try editing.operations.withWrittenValues(operation) ?? operation
    return try perform(
      operation, as: OperationRecord(operation, in: editing), isNamed: isNamed)
  }

  /// Performs an operation and reports what it has done.
  ///
  /// - Parameter isNamed: Whether the command named the items that it changes, instead of searching
  ///   them.
  @discardableResult
  func perform(
    _ operation: Operation, as record: OperationRecord, isNamed: Bool = true
  ) throws(SessionError) -> Effect {
    let effect = try editing.perform(operation, as: record)
    try finish(effect, isNamed: isNamed)
    return effect
  }

  /// Runs commands that edit by paths. The resulting text is read only once.
  ///
  /// - Parameter keepsGoing: Whether to go on after an impossible command; otherwise it is the
  ///   last.
  /// - Returns: For each command up to the last one, its error, or `nil` if it succeeded.
  /// - Throws: `SessionError` if the text could not be read, or if an edit could not be recorded.
  package func runPathEdits(
    _ requests: some Collection<CommandRequest>, _ mode: CommandMode, keepsGoing: Bool
  ) throws(SessionError) -> [SessionError?] {
    try transaction { () throws(SessionError) in
      var failures: [SessionError?] = []
      var edits: [(edit: TreeEdit, record: OperationRecord?)] = []
      for var request in requests {
        request.mode = mode
        do throws(SessionError) {
          edits.append(try pathEdit(request, isFirst: edits.isEmpty))
          failures.append(nil)
        } catch {
          failures.append(error)
          if !keepsGoing { break }
        }
      }
      let possible = failures.indices.filter { failures[$0] == nil }
      for (index, outcome) in zip(possible, try editing.perform(edits, keepsGoing: keepsGoing)) {
        switch outcome {
        case .success(let effect): try finish(effect)
        case .failure(let error):
          failures[index] = error
          if !keepsGoing { return Array(failures[...index]) }
        }
      }
      return failures
    }
  }

  /// The edit of a command that edits by paths.
  ///
  /// - Parameter isFirst: Whether no other edit comes before it.
  private func pathEdit(
    _ request: CommandRequest, isFirst: Bool
  ) throws(SessionError) -> (edit: TreeEdit, record: OperationRecord) {
    let resolved = try resolve(request)
    guard case .operation(let command) = request.command,
      case .editTree(let edit) = try command.operation(resolved)
    else { preconditionFailure("the command edits by paths") }
    let written = try editing.operations.withWrittenValues(edit, isFirst: isFirst)
    let operation = Operation.editTree(written ?? edit)
    let isWhole = written == nil && operation.isWhole(asTypedIn: request.parsed)
    return (
      written ?? edit,
      isWhole ? try record(of: operation, resolved) : OperationRecord(operation, in: editing)
    )
  }

  /// Updates the session after an operation, and reports what it has done.
  func finish(_ effect: Effect, isNamed: Bool = true) throws(SessionError) {
    commit()
    if let item = effect.revealed { reveal(item) }
    if let entry = effect.current { currentEntry = entry }
    if effect.isChange { didEdit() }
    if case .imported(let counts) = effect.report, !isReplaying {
      for line in counts.ambiguous.map({ "\($0)" }) + counts.unknownColumns {
        try output.warn(line)
      }
    }
    if case .replaced(_, _, _, let left) = effect.report, left > 0, !isReplaying {
      try output.warn(
        (left == 1 ? "1 value" : "\(left) values")
          + " of sections or of the whole catalogue also \(left == 1 ? "has" : "have") PATTERN: "
          + "--everywhere replaces \(left == 1 ? "it" : "them")")
    }
    if let failure = effect.journalFailure { throw .journal(failure) }
    if reports {
      for line in EffectReport(editing).lines(of: effect) { try report(line) }
    } else if reportsCounts, !isNamed, effect.isChange {
      for line in EffectReport(editing).lines(of: effect) { try output.warn(line) }
    }
  }

  /// Reports all changes since the file was read or saved, if edits are reported.
  package func reportDifferences() throws(SessionError) {
    try reporting { () throws(SessionError) in try differences.printEntries() }
  }

  /// Checks that a command writes no keys that are probably misspelt, unless new keys are accepted.
  private func checkKeys(of operation: Operation, in request: CommandRequest) throws(SessionError) {
    let (parsed, mode) = (request.parsed, request.mode)
    if mode.replayedVersion != nil || mode.acceptsNewKeys || parsed.has(.newKey) { return }
    let keys = editing.operations.newKeys(in: operation)
    if !keys.isEmpty { throw .newKeys(keys) }
  }

  /// Records the operation of a command as the command, so that it can be run again in another
  /// session.
  ///
  /// - Throws: `SessionError` if it was recorded before and would now affect something else.
  func record(
    of operation: Operation, _ resolved: ResolvedCommand
  ) throws(SessionError) -> OperationRecord {
    let written = WrittenCommand(operation)
    let parsed = resolved.parsed
    // Options whose default depends on the session are written, too.
    let others = written.options.filter { !parsed.has($0.name) }.map { $0.text(book) }
    let name = written.name
    // Without a journal or reports, as in a script, addresses and marks are not needed.
    guard editing.journal != nil || reportsEdits || resolved.version != nil else {
      let command = parsed.canonicalText(as: name, adding: others)
      return OperationRecord(
        command: command, marked: command, isSelfContained: operation.isSelfContained)
    }
    let addresses = zip(parsed.addresses, resolved.items).map {
      self.addresses.absoluteAddress(of: $0, $1)
    }
    let marks = try resolved.marks(of: operation)
    let command = parsed.canonicalText(replacingAddresses: addresses, as: name, adding: others)
    return OperationRecord(
      command: command, marked: marks.record(command),
      isSelfContained: operation.isSelfContained)
  }
}

extension SessionError {
  /// The error with a hint if a name was not found: the command that adds it, if the command gives
  /// values, or the usage of the command, if a word that is like no name may have been meant as a
  /// label.
  ///
  /// - Parameter isFlat: Whether the catalogue has no sections.
  fileprivate func explained(by parsed: ParsedCommand, isFlat: Bool) -> SessionError {
    guard case .address(let error) = self, case .notFound(let name, let inside, let nearest) = error
    else { return self }
    let definition = parsed.definition
    if name == "." {
      return .notAnAddress(error, hint: "in a path, a key follows the dot; '/' is the whole file")
    }
    let takesLabel = definition.forms.contains { $0.operands.contains { $0.kind == .label } }
    let hasLabel = parsed.operands.contains { $0.operand.kind == .label }
    let mayAdd =
      definition.name == .insert && !hasLabel || definition.name == .set && nearest == []
    if mayAdd, let section = inside ?? (isFlat && !takesLabel ? "/" : nil) {
      let words = [section, name].map { Quoting.quoted($0) }.joined(separator: " ")
      return .notAnAddress(error, hint: "to add it: insert \(words)")
    }
    return takesLabel && inside == nil && nearest.isEmpty
      ? .notAnAddress(error, hint: [definition].usage) : self
  }
}

extension Operation {
  /// Whether the typed command has all values of the operation in full, such as the text that is
  /// entered in a row.
  fileprivate func isWhole(asTypedIn parsed: ParsedCommand) -> Bool {
    switch self {
    case .editTree(.rename): parsed.operands.last?.word.text.hasPrefix(".") == false
    case .editTree: !parsed.readsFiles
    case .fill(_, let text, _), .choose(let text?, _, _): parsed.operands.last?.word.text == text
    default: true
    }
  }
}
