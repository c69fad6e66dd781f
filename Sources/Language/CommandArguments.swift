import Catalogues
import Editing
import ICUText
import PropertyLists
import Searching

/// Options and operands whose grammar has been checked, and what they mean.
///
/// What can be wrong with them besides is thrown as a `CommandError` when it is asked for.
struct CommandArguments {
  let options: [GivenOption]
  let operands: [GivenOperand]

  // MARK: Options

  func has(_ name: CommandOptionName) -> Bool {
    options.contains { $0.option.name == name }
  }

  func values(_ name: CommandOptionName) -> [Word] {
    options.filter { $0.option.name == name }.compactMap(\.value)
  }

  func paging() throws(CommandError) -> Paging? {
    if has(.all) { return .all }
    if let option = options.first(where: { [.page, .pageSize].contains($0.option.name) }),
      addresses.count > 1
    {
      throw CommandError(
        "\(option.option.spelling) takes at most one ADDRESS", columns: option.columns,
        hint: "several addresses are printed at once, without pages")
    }
    let rows = values(.pageSize).first?.number
    if let page = values(.page).first?.number { return .page(page, rows: rows) }
    return rows.map(Paging.rows)
  }

  var placement: Placement? {
    Placement.allCases.first { has($0.optionName) }
  }

  /// Beside which section, or in which one, a new section goes; `nil` for the root.
  var sectionDestination: (Word?, Placement) {
    let placement = placement ?? .last
    return (values(placement.optionName).first ?? values(.inside).first, placement)
  }

  func backup() throws(CommandError) -> Backup? {
    guard let word = values(.backup).first else { return has(.backup) ? .usualName : nil }
    return .suffix(try word.path())
  }

  func locale() throws(CommandError) -> LocaleIdentifier? {
    guard let word = values(.locale).first else { return nil }
    do throws(LocaleError) {
      return try LocaleIdentifier(word.text)
    } catch {
      throw CommandError("\(error)", columns: word.columns, hint: error.hint)
    }
  }

  func dateStyle() throws(CommandError) -> DateStyle {
    var language: DateLanguage?
    if let word = values(.locale).first {
      do throws(LocaleError) {
        language = try DateLanguage(word.text)
      } catch {
        throw CommandError("\(error)", columns: word.columns, hint: error.hint)
      }
    }
    let pattern = values(.format).first
    if let pattern, DateWriting(language ?? .iso, pattern: pattern.text) == nil {
      throw CommandError(
        "'\(pattern.text)' does not specify a full date", columns: pattern.columns,
        hint: "it needs day, month and year: 'd. MMMM y', 'yyyy/MM/dd'")
    }
    return DateStyle(language: language, pattern: pattern?.text)
  }

  func filing() throws(CommandError) -> GivenFiling {
    GivenFiling(locale: try locale(), key: values(.by).first?.text)
  }

  func sorting() throws(CommandError) -> GivenFiling {
    if has(.all), let operand = operands.first {
      throw CommandError(
        "--all means every section and takes no ADDRESS", columns: operand.word.columns)
    }
    if let by = options.first(where: { $0.option.name == .by }), !has(.all), addresses.isEmpty {
      throw CommandError(
        "--by sorts entries, but without ADDRESS sections are sorted", columns: by.columns,
        hint: "give '/' or --all to sort entries")
    }
    return try filing()
  }

  var sectionKeys: SectionKeys {
    var keys = SectionKeys()
    if let title = values(.titleKey).first { keys.title = title.text }
    if let entries = values(.entriesKey).first { keys.entries = entries.text }
    return keys
  }

  func fixScope() throws(CommandError) -> FixScope? {
    if has(.fix) { return has(.unsafeFixes) ? .all : .safe }
    if let option = options.first(where: { $0.option.name == .unsafeFixes }) {
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
    if FieldAssignment.separator(in: label) != nil {
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
    options.match = values(.match).first?.text
    options.merging = has(.delete) ? .replace : has(.update) ? .update : .add
    if options.match == nil,
      let other = self.options.first(where: { [.update, .delete].contains($0.option.name) })
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
    options.sectionColumn = values(.sectionColumn).first?.text
    if let word = values(.from).first {
      guard let format = FileFormat(rawValue: word.text) else {
        let names = FileFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandError(
          "unknown format '\(word.text)'", columns: word.columns, hint: "formats: \(names)")
      }
      options.format = format
    }
    options.encoding = values(.encoding).first?.text
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
    guard let scope = options.first(where: { $0.option.name == .inside }) else {
      return .labelAndDetail
    }
    switch scope.value?.text {
    case "label": return .label
    case "detail": return .detail
    default: throw CommandError("--in takes 'label' or 'detail'", columns: scope.columns)
    }
  }

  var findResult: FindResult {
    let limit = values(.maxCount).first?.number
    return has(.count)
      ? .count(limit: limit) : .entries(limit: limit, showsPositions: has(.position))
  }

  // MARK: Operands

  func word(_ index: Int) -> Word { operands[index].word }

  func text(_ index: Int) -> String { operands[index].word.text }

  func words(_ isWanted: (OperandKind) -> Bool) -> [Word] {
    operands.filter { isWanted($0.operand.kind) && !$0.isAlternative }.map(\.word)
  }

  var addresses: [Word] { words(\.isAddress) }

  /// The addresses before `to`.
  var sources: [Word] { Array(addresses.dropLast()) }

  /// The address after `to`.
  var destination: Word { operands[operands.count - 1].word }

  var label: String? { words { $0 == .label }.first?.text }

  var steps: Int { operands.first?.word.number ?? 1 }

  var accordionChange: AccordionChange {
    if let word = operands.first(where: \.isAlternative) { return .mode(word.word.isKeyword("on")) }
    return .sections(addresses)
  }

  var outlinePart: OutlinePart {
    if operands.contains(where: \.isAlternative) { return .all }
    return addresses.isEmpty ? .current : .sections(addresses)
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
    for word in words({ $0 == .field }) {
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

extension Placement {
  /// The option that selects this placement.
  package var optionName: CommandOptionName {
    switch self {
    case .before: .before
    case .after: .after
    case .first: .first
    case .last: .last
    case .sorted: .sorted
    }
  }
}

extension HelpTopic {
  /// Help topics that are not commands.
  static let others: [(name: String, topic: HelpTopic)] = [
    ("addresses", .addresses), ("all", .all), ("quoting", .quoting),
  ]

  /// Creates the topic named by the operands of `help`.
  init(_ words: [Word]) throws(CommandError) {
    guard let first = words.first else {
      self = .overview
      return
    }
    let names = CommandResolver.firstWords + HelpTopic.others.map(\.name)
    if words.count == 1, case .one(let name) = NameMatch(first.text, among: names),
      let other = HelpTopic.others.first(where: { $0.name == name })
    {
      self = other.topic
      return
    }
    let family = try CommandResolver.family(named: first)
    guard words.count > 1 else {
      self = .commands(([family.head].compactMap(\.self) + family.subcommands).map(\.name))
      return
    }
    guard let found = try CommandResolver.subcommand(of: family, words[1]) else {
      throw CommandError(
        "unknown command '\(family.name) \(words[1].text)'", columns: words[1].columns,
        hint: "try 'help \(family.name)'")
    }
    self = .commands([found.name])
  }
}
