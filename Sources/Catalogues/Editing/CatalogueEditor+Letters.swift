import PropertyLists

/// The entries under one letter of an alphabetic index.
package struct LetterGroup: Equatable, Sendable {
  package let title: String
  /// The entries in order.
  package let entries: [Entry.ID]
  /// The section that has the title, if there is one.
  package let section: Section.ID?

  package init(title: String, entries: [Entry.ID], section: Section.ID? = nil) {
    self.title = title
    self.entries = entries
    self.section = section
  }
}

/// The keys under which new sections have their titles and entries.
package struct SectionKeys: Equatable, Sendable {
  package var title: String
  package var entries: String

  package init(title: String = "title", entries: String = "items") {
    self.title = title
    self.entries = entries
  }
}

/// Dividing a catalogue into sections of letters.
extension CatalogueEditor {
  /// - Throws: `EditError` if the entries cannot be divided into sections of letters.
  package func checkLetters() throws(EditError) {
    if shape.isForm { throw .noLetters(.form) }
    if let column = document.sectionColumn { throw .noLetters(.column(column)) }
    switch shape.grouping {
    case .column(let key): throw .sectionsAreValues(key: key)
    case .headerRows: throw .noLetters(.headedRows)
    case .none: break
    }
    if !document.kind(of: shape.root).isContainer { throw .noLetters(.oneValue) }
    if catalogue.isFlat {
      if shape.isFlat { throw .noLetters(.readFlat) }
      if listKind(of: .root) == .numbered { throw .noLetters(.numberedKeys) }
      if listKind(of: .root) == .named, !catalogue.root.items.contains(where: holdsContainer) {
        throw .noLetters(.namedValues)
      }
    } else {
      if catalogue.sections(in: .root).contains(where: { catalogue.sections[$0].depth > 1 }) {
        throw .noLetters(.nestedSections)
      }
      if catalogue.root.entryCount > 0 { throw .noLetters(.looseEntries) }
    }
  }

  private func holdsContainer(_ item: Item) -> Bool {
    guard case .entry(let entry) = item else { return false }
    return document.kind(of: catalogue.value(of: entry)).isContainer
  }

  // MARK: A flat list

  /// Rewrites a flat list as a list of sections. This changes only the text: the caller reads it
  /// again as another catalogue, and then undoes this edit.
  ///
  /// The entries keep their bytes, and the white space and comments that move with them. All other
  /// text stays around the sections.
  ///
  /// - Parameter groups: All entries.
  /// - Complexity: O(*n*).
  package func writeLetters(
    _ groups: [LetterGroup], keys: SectionKeys
  ) throws(EditError) {
    guard let first = catalogue.root.items.first(where: \.isEntry), let node = firstNode(of: first)
    else { return }
    let layout = LetterLayout(
      space: document.space(before: document.elementStart(of: node)),
      unit: document.indentationUnit,
      key: document.kind(of: node) == .key
        ? document.space(before: document.elementStart(of: document.end(of: node))) : nil)
    var text: [Range<Int>] = []
    var chunks: [TextPieces.Replacement] = []
    for group in groups {
      text.append(document.addText(try opening(of: group.title, keys, layout)))
      for entry in group.entries {
        let chunk = chunk(of: entry)
        text.append(chunk)
        chunks.append(.init(chunk))
      }
      text.append(document.addText(layout.closing))
    }
    let start = try bounds(of: first).first
    // Some text that stays marks the position while the entries are removed.
    insertText([text[0]], at: .before(start))
    replaceText(chunks)
    insertText(Array(text.dropFirst()), at: .after(text[0].upperBound - 1))
  }

  /// Writes a section without entries into an empty list. This changes only the text: the caller
  /// reads it again, and then undoes this edit.
  package func writeLetter(_ title: String, keys: SectionKeys) throws(EditError) {
    try checkLetters()
    precondition(catalogue.root.itemCount == 0, "the list is empty")
    let position = try textPosition(in: .root, at: 0)
    let layout = LetterLayout(
      space: space(in: .root, at: 0), unit: document.indentationUnit, key: nil)
    let text = try opening(of: title, keys, layout)
    insertText([document.addText(text), document.addText(layout.closing)], at: position)
  }

  private func opening(
    of title: String, _ keys: SectionKeys, _ layout: LetterLayout
  ) throws(EditError) -> [UInt8] {
    guard let keySpace = layout.key else {
      let member = layout.member.bytes
      return try layout.space.bytes + Array("<dict>".utf8) + member
        + document.element(ofKey: keys.title)
        + member + string(title) + member + document.element(ofKey: keys.entries) + member
        + Array("<array>".utf8)
    }
    return try layout.space.bytes + document.element(ofKey: title) + keySpace.bytes
      + Array("<dict>".utf8)
  }

  private func string(_ text: String) throws(EditError) -> [UInt8] {
    try element(for: FieldAssignment(key: "", type: nil, value: text), insteadOf: .string)
  }

  // MARK: Sections

  /// Moves all entries to the sections of their letters. Missing sections are added, sections of no
  /// letter are removed, and the sections are sorted.
  ///
  /// - Parameters:
  ///   - groups: All entries.
  ///   - force: Whether to remove even sections that hold more than their titles and entries.
  /// - Throws: `EditError.sectionHoldsMore` for such a section, unless `force` is set.
  /// - Complexity: O(*n* + *s* *k*) in the numbers *n* of entries, *s* of sections and *k* of
  ///   pieces of the text.
  package func refile(_ groups: [LetterGroup], force: Bool = false) throws(EditError) {
    var sections: [Section.ID] = []
    for group in groups {
      if let section = group.section {
        sections.append(section)
      } else {
        sections.append(try insertLetter(group.title))
      }
    }
    try refileEntries(zip(sections, groups).map { ($0, $1.entries) })
    let kept = Set(sections)
    let others = catalogue.root.sections.filter { !kept.contains($0) }
    if !force { try checkLosses(of: others) }
    try delete(others.map { .section($0) })
    try reorder(.root, to: sections.map { .section($0) })
  }

  private func insertLetter(_ title: String) throws(EditError) -> Section.ID {
    do throws(EditError) {
      guard case .section(let new) = try insertSection(title, at: .last(in: .root)) else {
        preconditionFailure("what is inserted is a section")
      }
      return new
    } catch .sectionHasNoTitle {
      throw .noLetters(.untitledSections)
    }
  }

  private func checkLosses(of sections: [Section.ID]) throws(EditError) {
    for section in sections {
      let remains = try unlistedContent(of: section)
      if !remains.isEmpty { throw .sectionHoldsMore(catalogue.title(of: section) ?? "", remains) }
    }
  }

  /// Redistributes the entries of all sections among them.
  private func refileEntries(
    _ new: [(section: Section.ID, entries: [Entry.ID])]
  ) throws(EditError) {
    var wanted: [Section.ID: [Entry.ID]] = [:]
    for (section, entries) in new { wanted[section] = entries }
    let changed = catalogue.root.sections.filter { section in
      !catalogue.sections[section].items.elementsEqual(
        (wanted[section] ?? []).lazy.map { Item.entry($0) })
    }
    if changed.isEmpty { return }
    let filled = changed.filter {
      catalogue.sections[$0].itemCount > 0 || wanted[$0]?.isEmpty == false
    }
    try checkLists(of: filled, wanted)
    try renumbering(filled) { () throws(EditError) in
      var chunks: [Entry.ID: Range<Int>] = [:]
      for section in changed {
        for case .entry(let entry) in catalogue.sections[section].items {
          chunks[entry] = chunk(of: entry)
        }
        let count = catalogue.sections[section].itemCount
        replaceItems(of: section, at: 0..<count, with: [])
      }
      replaceText(chunks.values.map { .init($0) })
      for section in changed {
        guard let entries = wanted[section], !entries.isEmpty else { continue }
        insertText(entries.compactMap { chunks[$0] }, at: try textPosition(in: section, at: 0))
        replaceItems(of: section, at: 0..<0, with: runs(of: entries.lazy.map { Item.entry($0) }))
      }
    }
  }

  /// - Throws: `EditError` if the lists of sections are of several kinds, or a name would appear
  ///   twice in a list.
  private func checkLists(
    of sections: [Section.ID], _ wanted: [Section.ID: [Entry.ID]]
  ) throws(EditError) {
    let kinds = Set(sections.compactMap(listKind))
    if kinds.count > 1 { throw .otherKindOfList }
    guard kinds.contains(.named) else { return }
    for section in sections {
      var names: Set<String> = []
      for entry in wanted[section] ?? [] {
        guard let key = catalogue.key(of: entry) else { continue }
        let name = document.text(of: key)
        if !names.insert(name).inserted { throw .nameTaken(name) }
      }
    }
  }
}

/// The layout of sections that replace entries.
private struct LetterLayout {
  /// The space before a section.
  let space: Space
  /// The space before a section's members and before the end of its list.
  let member: Space
  /// The space between a section's name and its dictionary, if sections have names.
  let key: Space?

  /// - Parameters:
  ///   - space: The space before the first entry.
  ///   - key: The space between the entry's name and its value.
  init(space: Space, unit: [UInt8], key: Space?) {
    let indentation = space.indentation
    self.space = indentation.map { space.line(indentedBy: $0) } ?? space
    member = space.line(indentedBy: (indentation ?? []) + unit)
    self.key = key
  }

  /// The text after the entries.
  var closing: [UInt8] {
    guard key == nil else { return end.bytes + Array("</dict>".utf8) }
    return member.bytes + Array("</array>".utf8) + end.bytes + Array("</dict>".utf8)
  }

  /// The space before the end of a section.
  private var end: Space { space.line(indentedBy: space.indentation ?? []) }
}
