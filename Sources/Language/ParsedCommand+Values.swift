import Catalogues
import Editing
import Grammar
import ICUText
import PropertyLists
import Searching

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

  var placement: Placement? {
    Placement.allCases.first { has($0.optionName) }
  }

  /// Beside which section, or in which one, a new section goes; `nil` for the root.
  var sectionDestination: (Word?, Placement) {
    let placement = placement ?? .last
    return (value(placement.optionName) ?? value(.inside), placement)
  }

  func backup() throws(CommandError) -> Backup? {
    guard let word = value(.backup) else { return has(.backup) ? .usualName : nil }
    return .suffix(try word.path())
  }

  func locale() throws(CommandError) -> LocaleIdentifier? {
    guard let word = value(.locale) else { return nil }
    do throws(LocaleError) {
      return try LocaleIdentifier(word.text)
    } catch {
      throw CommandError("\(error)", columns: word.columns, hint: error.hint)
    }
  }

  func dateStyle() throws(CommandError) -> DateStyle {
    var language: DateLanguage?
    if let word = value(.locale) {
      do throws(LocaleError) {
        language = try DateLanguage(word.text)
      } catch {
        throw CommandError("\(error)", columns: word.columns, hint: error.hint)
      }
    }
    let pattern = value(.format)
    if let pattern, DateWriting(language ?? .iso, pattern: pattern.text) == nil {
      throw CommandError(
        "'\(pattern.text)' does not specify a full date", columns: pattern.columns,
        hint: "it needs day, month and year: 'd. MMMM y', 'yyyy/MM/dd'")
    }
    return DateStyle(language: language, pattern: pattern?.text)
  }

  func filing() throws(CommandError) -> GivenFiling {
    GivenFiling(locale: try locale(), key: value(.by)?.text)
  }

  func sorting() throws(CommandError) -> GivenFiling {
    if has(.all), let operand = operands.first {
      throw CommandError(
        "--all means every section and takes no ADDRESS", columns: operand.word.columns)
    }
    if let by = first(of: [.by]), !has(.all), operandAddresses.isEmpty {
      throw CommandError(
        "--by sorts entries, but without ADDRESS sections are sorted", columns: by.columns,
        hint: "give '/' or --all to sort entries")
    }
    return try filing()
  }

  var sectionKeys: SectionKeys {
    var keys = SectionKeys()
    if let title = value(.titleKey) { keys.title = title.text }
    if let entries = value(.entriesKey) { keys.entries = entries.text }
    return keys
  }

  func fixScope() throws(CommandError) -> FixScope? {
    if has(.fix) { return has(.unsafeFixes) ? .all : .safe }
    if let option = first(of: [.unsafeFixes]) {
      throw CommandError("--unsafe-fixes requires --fix", columns: option.columns)
    }
    return nil
  }

  /// What is inserted, and where.
  func insertion() throws(CommandError) -> Insertion {
    let fields = try fields()
    guard has(.byLetter) else {
      return .at(word(0), placement, label: label, fields: fields)
    }
    let label = word(0)
    if FieldWord.separator(in: label) != nil {
      throw CommandError(
        "LABEL is missing before '\(label.text)'", columns: label.columns,
        hint: "in a LABEL, '=' is written '\\='")
    }
    return .byLetter(label: label.text, fields: fields, try locale())
  }

  func replacement() throws(CommandError) -> TextReplacement {
    let replacement = TextReplacement(
      text(0), by: text(1), isExpression: has(.extendedRegexp), ignoresCase: has(.ignoreCase))
    do throws(TextReplacer.Problem) {
      _ = try TextReplacer(replacement)
    } catch {
      let word: Word = if case .template = error { word(1) } else { word(0) }
      throw CommandError("\(error)", columns: word.columns)
    }
    return replacement
  }

  func importOptions() throws(CommandError) -> ImportOptions {
    var options = ImportOptions()
    options.match = value(.match)?.text
    options.merging = has(.delete) ? .replace : has(.update) ? .update : .add
    if options.match == nil,
      let other = self.first(of: [.update, .delete])
    {
      throw CommandError(
        "\(other.option.spelling) requires --match=KEY", columns: other.columns,
        hint: "the values of KEY say which entries are the same")
    }
    for word in values(.map) {
      guard let sign = word.text.firstIndex(of: "="), sign > word.text.startIndex else {
        throw CommandError(
          "--map takes KEY=COLUMN, not '\(word.text)'", columns: word.columns)
      }
      let column = word.text[word.text.index(after: sign)...]
      options.keys.append((String(word.text[..<sign]), String(column)))
    }
    options.sectionColumn = value(.sectionColumn)?.text
    if let word = value(.from) {
      guard let format = FileFormat(rawValue: word.text) else {
        let names = FileFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandError(
          "unknown format '\(word.text)'", columns: word.columns, hint: "formats: \(names)")
      }
      options.format = format
    }
    options.encoding = value(.encoding)?.text
    options.isSorted = has(.sorted)
    options.isStrict = has(.strict)
    options.isForced = has(.force)
    return options
  }

  func query() throws(CommandError) -> Query {
    var options = SearchOptions()
    options.syntax = has(.extendedRegexp) ? .regularExpression : .literal
    options.caseSensitivity =
      has(.caseSensitive) ? .sensitive : has(.smartCase) ? .smart : .insensitive
    options.isAccentSensitive = has(.accents)
    options.findsGroupedDigits = !has(.fixedDigits)
    options.matchesWholeWords = has(.wordRegexp)
    options.matchesWholeField = has(.lineRegexp)
    let words = words { $0 == .pattern }.map(\.text)
    let isOne = words.count == 1
    return Query(
      patterns: values(.regexp).map(\.text) + (isOne ? words : []), words: isOne ? [] : words,
      options: options, findsReadings: has(.readings), isInverted: has(.invertMatch),
      fields: try searchedFields())
  }

  /// What is searched for to delete it. An empty pattern, as a script has when a variable is not
  /// set, would be all there is.
  func queryForDeleting() throws(CommandError) -> Query {
    let query = try query()
    guard query.patterns.contains(""), query.options.syntax == .literal else { return query }
    throw CommandError(
      "PATTERN is empty", columns: (operands.first?.word.columns ?? options[0].columns),
      hint: "'delete --all -E ^' deletes every entry")
  }

  /// What `find` looks for, and what it prints; `nil` if that is what it was the last time.
  func search() throws(CommandError) -> (query: Query, result: FindResult)? {
    let query = try query()
    if !query.patterns.isEmpty || !query.words.isEmpty { return (query, findResult) }
    if let option = options.first {
      throw CommandError("PATTERN is missing", columns: option.columns)
    }
    return nil
  }

  private func searchedFields() throws(CommandError) -> SearchedFields {
    if has(.allFields) { return .all }
    if has(.field) { return .keys(values(.field).map(\.text)) }
    guard let scope = first(of: [.inside]) else {
      return .labelAndDetail
    }
    switch scope.value?.text {
    case "label": return .label
    case "detail": return .detail
    default: throw CommandError("--in takes 'label' or 'detail'", columns: scope.columns)
    }
  }

  var findResult: FindResult {
    let limit = value(.maxCount)?.number
    return has(.count)
      ? .count(limit: limit) : .entries(limit: limit, showsPositions: has(.position))
  }

  // MARK: Operands

  /// The addresses before `to`.
  var sources: [Word] { Array(operandAddresses.dropLast()) }

  /// The address after `to`.
  var destination: Word { operands[operands.count - 1].word }

  var label: String? { words { $0 == .label }.first?.text }

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

  func fields() throws(CommandError) -> [FieldAssignment] {
    var fields: [FieldAssignment] = []
    var keys: Set<[UInt8]> = []
    for word in words(\.isField) {
      guard let field = try FieldAssignment(word) else { continue }
      // Keys of a property list are equal only if they consist of the same bytes in UTF-8.
      if !keys.insert(Array(field.key.utf8)).inserted {
        let name = field.key.isEmpty ? "the entry's own value" : "the key '\(field.key)'"
        throw CommandError("\(name) is given twice", columns: word.columns)
      }
      fields.append(field)
      if keys.contains([]), fields.count > 1 || label != nil {
        throw CommandError(
          "'=VALUE' is the whole entry and cannot be used with a label or field",
          columns: word.columns,
          hint: label.map { label in
            let label = Quoting.quoted(label)
            return "insert \(label) without a value; then 'set \(label) \(word.text)' gives it one"
          })
      }
    }
    return fields
  }
}
