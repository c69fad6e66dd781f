import Catalogues
import ICUText
package import Platform
import PropertyLists

/// Merging entries of another file.
extension OperationEditor {
  /// Merges the entries of another file: adds new entries and, if the options say so, changes
  /// entries that are in both files and deletes entries that are not in the other file. All or
  /// nothing.
  ///
  /// - Complexity: O(*n* log *n*) in the numbers of entries.
  func merge(
    _ source: ImportedEntries, _ options: ImportOptions
  ) throws(SessionError) -> Effect {
    try checkMayMerge(source, options)
    let plan = try ImportPlan(source, options, in: catalogue, checkInterrupt)
    // Addresses and layout are those before anything changes.
    let counts = self.counts(of: plan, source)
    let style = memberStyle
    try check(plan, of: source, options, counts)
    try change(plan, of: source, style)
    try insert(plan, options, style)
    if !plan.missing.isEmpty { try attempt(editor.delete(plan.missing.map { .entry($0) })) }
    return Effect(.imported(counts))
  }

  /// Checks what can be known before entries are compared.
  private func checkMayMerge(
    _ source: ImportedEntries, _ options: ImportOptions
  ) throws(SessionError) {
    if options.merging == .replace, source.rows.isEmpty, !options.isForced {
      throw .importing(source.path, nil, .allDeleted)
    }
    if let key = options.match, catalogue.entryCount > 0, key != ImportMapping.name {
      try rethrowing(catalogue.checkField(key), as: SessionError.reported)
    }
    if catalogue.entryCount == 0, !catalogue.shape.isStringCatalog,
      file.path.hasSuffix(".xcstrings", ignoresCase: true)
    {
      throw .importing(source.path, nil, .noStringCatalog)
    }
  }

  /// Checks that a plan deletes nothing that must stay, and that a strict import is unambiguous.
  private func check(
    _ plan: ImportPlan, of source: ImportedEntries, _ options: ImportOptions,
    _ counts: ImportCounts
  ) throws(SessionError) {
    let mayNotDelete = options.merging == .replace && !options.isForced
    if mayNotDelete, plan.deletesAll { throw .importing(source.path, nil, .allDeleted) }
    if options.isStrict, !counts.unknownColumns.isEmpty {
      throw .importing(source.path, nil, .unknownColumns(counts.unknownColumns))
    }
    if options.isStrict, !counts.ambiguous.isEmpty {
      throw .importing(nil, nil, .ambiguous(counts.ambiguous))
    }
    if mayNotDelete {
      for entry in plan.missing { try attempt(editor.checkMayDelete(.entry(entry))) }
    }
  }

  /// Changes the entries that are in both files.
  private func change(
    _ plan: ImportPlan, of source: ImportedEntries, _ style: (indentation: [UInt8]?, unit: [UInt8])
  ) throws(SessionError) {
    let changes = plan.changed.map { entry, row in
      (entry: entry, fields: plan.fields(of: row, indentation: style.indentation, unit: style.unit))
    }
    var heads: [(entry: Entry.ID, set: [FieldAssignment], gone: [String])] = []
    for (entry, row) in plan.changed {
      do throws(ReportedError) {
        let (set, gone) = try plan.heads(of: row, for: entry, in: catalogue)
        if !set.isEmpty || !gone.isEmpty { heads.append((entry, set, gone)) }
      } catch {
        throw .importing(source.path, source.rows[row.number].location, error)
      }
    }
    let isCards =
      catalogue.document.holdsCards || source.rows.contains { $0.heads != nil }
    try keepingCards(of: isCards ? changes.map(\.entry) : []) { () throws(SessionError) in
      try attempt(editor.set(changes))
      for (entry, set, gone) in heads {
        if !set.isEmpty { try attempt(editor.set(set, of: .entry(entry))) }
        if !gone.isEmpty { try attempt(editor.unset(gone, of: .entry(entry))) }
      }
    }
  }

  /// The indentation of entries' fields, as far as it is known.
  private var memberStyle: (indentation: [UInt8]?, unit: [UInt8]) {
    let document = catalogue.document
    let value = catalogue.someEntries(1).first.map(catalogue.value)
    let layout = value.flatMap {
      document.kind(of: $0) == .dict ? document.memberLayout(of: $0) : nil
    }
    return (layout?.beforeKey.indentation, document.indentationUnit)
  }

  // MARK: New entries

  private func insert(
    _ plan: ImportPlan, _ options: ImportOptions,
    _ style: (indentation: [UInt8]?, unit: [UInt8])
  ) throws(SessionError) {
    if plan.new.isEmpty { return }
    let letters = try letterFiling()
    var sections = ImportSections(catalogue)
    var groups: [(section: Section.ID, isLetter: Bool, entries: [(name: String, new: NewEntry)])] =
      []
    var numbers: [Section.ID: Int] = [:]
    for (count, row) in plan.new.enumerated() {
      if count % (1 << 12) == 0 { try checkInterrupt() }
      // A backslash in a key of the file is part of the key, not an escape.
      let fields = plan.allFields(of: row, indentation: style.indentation, unit: style.unit).map {
        $0.key.utf8.contains(UInt8(ascii: "\\"))
          ? FieldAssignment(key: FieldPath.escaped($0.key), type: $0.type, value: $0.value) : $0
      }
      let name = row.name ?? plan.label(of: row, catalogue.shape.labelKeys)
      let section: Section.ID
      var isLetter = false
      if let title = row.section, !title.isEmpty, let known = sections.section(titled: title) {
        section = known
      } else if let title = row.section, !title.isEmpty, plan.namesSections {
        section = try insertSection(titled: title, &sections)
      } else if let letters {
        isLetter = true
        section = try self.section(of: letters.target(of: NewEntry(fields: fields).filedName(name)))
      } else {
        section = sections.last
      }
      let number = numbers[section] ?? groups.count
      if number == groups.count {
        numbers[section] = number
        groups.append((section, isLetter, []))
      }
      groups[number].entries.append((name, NewEntry(label: row.name, fields: fields)))
    }
    for group in groups {
      if options.isSorted || group.isLetter {
        try insertSorted(group.entries, into: group.section)
      } else {
        _ = try attempt(editor.insert(group.entries.map(\.new), at: .last(in: group.section)))
      }
    }
  }

  /// The letters under which new entries are filed; `nil` if the sections are not letters.
  private func letterFiling() throws(SessionError) -> LetterFiling? {
    if catalogue.isFlat { return nil }
    guard
      let locale = LetterFiling.locale(
        of: catalogue, first: usualFiling.locale, table: try usualFiling.readingTable())
    else { return nil }
    return LetterFiling(catalogue, try entryFiling(FilingOrder(locale)).names)
  }

  private func insertSection(
    titled title: String, _ sections: inout ImportSections
  ) throws(SessionError) -> Section.ID {
    let new = try attempt(editor.insertSection(title, at: .last(in: .root)))
    guard case .section(let section) = new else { throw .edit(.notASection) }
    sections.add(section, titled: title)
    return section
  }

  /// Inserts entries in order among those of a section, each after the last one that does not
  /// belong after it.
  private func insertSorted(
    _ new: [(name: String, new: NewEntry)], into section: Section.ID
  ) throws(SessionError) {
    let old = Array(catalogue.sections[section].items)
    let order = order(of: Array(old.prefix(1000)))
    // For each item the lowest position of it and the items after it, so that these positions
    // ascend.
    var first: [NameFiling.Position] = []
    first.reserveCapacity(old.count)
    for item in old.reversed() {
      let position = order.position(of: catalogue.name(of: item))
      if let next = first.last, order.isOrdered(next, before: position) {
        first.append(next)
      } else {
        first.append(position)
      }
    }
    first.reverse()
    let positioned = new.map { entry in
      let position = order.position(of: entry.name)
      // All items from here on belong after the entry, but not the one before.
      let index = first.partitionPoint { order.isOrdered(position, before: $0) }
      return (index: index, position: position, new: entry.new)
    }
    let sorted = positioned.enumerated().sorted { one, other in
      if one.element.index != other.element.index { return one.element.index < other.element.index }
      if order.isOrdered(one.element.position, before: other.element.position) { return true }
      if order.isOrdered(other.element.position, before: one.element.position) { return false }
      return one.offset < other.offset
    }.map(\.element)
    // From the end, so that indices stay what they are.
    var end = sorted.count
    while end > 0 {
      var start = end - 1
      while start > 0, sorted[start - 1].index == sorted[end - 1].index { start -= 1 }
      _ = try attempt(
        editor.insert(
          sorted[start..<end].map(\.new), at: .position(sorted[start].index, in: section)))
      end = start
    }
  }

  // MARK: Reports

  private func counts(of plan: ImportPlan, _ source: ImportedEntries) -> ImportCounts {
    ImportCounts(
      added: plan.new.count, changed: plan.changed.count, deleted: plan.missing.count,
      same: plan.same, ambiguous: plan.ambiguous.map { text(of: $0, in: source) },
      unknownColumns: plan.new.isEmpty && plan.changed.isEmpty ? [] : source.unknownColumns)
  }

  private func text(of ambiguity: ImportPlan.Ambiguity, in source: ImportedEntries) -> ByteText {
    switch ambiguity {
    case .row(let number, let problem):
      let location = source.rows[number].location.map { ":\($0)" } ?? ""
      return "\(source.path)\(location): \(problem)"
    case .entry(let entry, let problem):
      return "\(book.fullAddress(of: .entry(entry)).nameExcerpt): \(problem)"
    }
  }
}

extension ImportPlan {
  /// Whether no entry of the catalogue is left, and none is added.
  fileprivate var deletesAll: Bool {
    new.isEmpty && changed.isEmpty && same == 0 && entryCount > 0 && missing.count == entryCount
  }
}

/// How many entries an import has changed.
package struct ImportCounts: Equatable, Sendable {
  package let added: Int
  package let changed: Int
  package let deleted: Int
  /// How many entries of the file were already in the catalogue and have not changed.
  package let same: Int
  /// Messages about entries that were ambiguous and left alone: those of the file with their
  /// locations, and those of the catalogue with their addresses.
  package let ambiguous: [ByteText]
  /// Messages about columns that were imported under properties of their own.
  package let unknownColumns: [String]
}

/// The sections that new entries go into.
private struct ImportSections {
  private var byTitle: [ExactText: Section.ID] = [:]
  /// The last section; the root if there are none.
  private(set) var last = Section.ID.root

  init(_ catalogue: Catalogue) {
    for section in catalogue.sections(in: .root) {
      let title = catalogue.path(to: section).map { catalogue.title(of: $0) ?? "" }
        .joined(separator: "/")
      if byTitle[ExactText(title)] == nil { byTitle[ExactText(title)] = section }
      last = section
    }
  }

  func section(titled title: String) -> Section.ID? { byTitle[ExactText(title)] }

  mutating func add(_ section: Section.ID, titled title: String) {
    byTitle[ExactText(title)] = section
  }
}
