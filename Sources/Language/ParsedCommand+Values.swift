import Editing
import Grammar

/// What options and operands mean whose grammar has been checked.
///
/// What can be wrong with them besides is thrown as a `CommandError` when it is asked for.
extension ParsedCommand {
  // MARK: Options

  func paging() throws(CommandError) -> Paging? {
    if has(.all) { return .all }
    if let option = first(of: [.page, .pageSize]),
      operandAddresses.count > 1
    {
      throw CommandError(
        "\(option.option.spelling) takes at most one ADDRESS", columns: option.columns,
        hint: "several addresses are printed at once, without pages")
    }
    let rows = value(.pageSize)?.number
    if let page = value(.page)?.number { return .page(page, rows: rows) }
    return rows.map(Paging.rows)
  }

  func backup() throws(CommandError) -> Backup? {
    guard let word = value(.backup) else { return has(.backup) ? .usualName : nil }
    return .suffix(try word.path())
  }

  func fixScope() throws(CommandError) -> FixScope? {
    if has(.fix) { return has(.unsafeFixes) ? .all : .safe }
    if let option = first(of: [.unsafeFixes]) {
      throw CommandError("--unsafe-fixes requires --fix", columns: option.columns)
    }
    return nil
  }

  /// What `find` looks for, and what it prints; `nil` if that is what it was the last time.
  func search() throws(CommandError) -> (query: Query, result: FindResult)? {
    let query = try Query(self)
    if !query.patterns.isEmpty || !query.words.isEmpty { return (query, findResult) }
    if let option = options.first {
      throw CommandError("PATTERN is missing", columns: option.columns)
    }
    return nil
  }

  var findResult: FindResult {
    let limit = value(.maxCount)?.number
    return has(.count)
      ? .count(limit: limit) : .entries(limit: limit, showsPositions: has(.position))
  }

  // MARK: Operands

  var steps: Int { operands.first?.word.number ?? 1 }

  var accordionChange: AccordionChange {
    if let word = operands.first(where: \.isAlternative) { return .mode(word.word.isKeyword("on")) }
    return .sections(operandAddresses)
  }

  var outlinePart: OutlinePart {
    if operands.contains(where: \.isAlternative) { return .all }
    return operandAddresses.isEmpty ? .current : .sections(operandAddresses)
  }

  var optionChange: OptionChange {
    switch operands.count {
    case 0: .list
    case 1: .show(text(0))
    default: .set(text(0), value: text(1))
    }
  }
}
