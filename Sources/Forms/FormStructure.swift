package import Catalogues

/// A record of which rows of a form belong to which, to preserve this when rows are added, removed
/// or moved.
package struct FormStructure {
  /// For each row, the row that it belonged to, if any, and the number of rows that it owned.
  private let rows: [Entry.ID: (owner: Entry.ID?, count: Int)]
  /// The rows of each section.
  private let sections: [(section: Section.ID, rows: [Entry.ID])]

  /// - Parameter sections: The sections in which rows are added or removed.
  /// - Complexity: O(*n*) in the number of rows of the sections.
  package init(_ catalogue: Catalogue, sections: some Sequence<Section.ID>) {
    var rows: [Entry.ID: (owner: Entry.ID?, count: Int)] = [:]
    let sections = sections.map { (section: $0, rows: catalogue.formSection($0)) }
    for (_, section) in sections {
      for (position, entry) in section.entries.enumerated() {
        rows[entry] = (
          section.owner(of: position).map { section.entries[$0] },
          section.rows(of: position).count
        )
      }
    }
    self.rows = rows
    self.sections = sections.map { ($0.section, $0.rows.entries) }
  }

  /// A place for new rows: after `row`, as rows with the same owner as `sibling`.
  package struct Neighbour: Sendable {
    let row: Entry.ID
    let sibling: Entry.ID

    package init(row: Entry.ID, sibling: Entry.ID) { (self.row, self.sibling) = (row, sibling) }
  }

  /// The changes to counts of owned rows after which the old rows belong to the same rows as
  /// before.
  ///
  /// - Parameters:
  ///   - moved: Rows that were moved. Unless its owner was also moved, such a row belongs to the
  ///     row that it is now in.
  ///   - neighbour: The place where rows were added, if any.
  /// - Throws: `FormError` if no counts have this effect, because rows that belong together were
  ///   separated, or if a new row claims more rows than exist.
  /// - Complexity: O(*n*) in the number of rows of the sections.
  package func changes(
    in form: Form, moved: Set<Entry.ID>, after neighbour: Neighbour?
  ) throws(FormError) -> [Form.Change] {
    var counts: [(entry: Entry.ID, count: Int)] = []
    for (id, rows) in sections {
      let section = form.catalogue.formSection(id)
      if section.entries == rows { continue }
      let wanted = wantedOwners(in: section, moved: moved, after: neighbour)
      let new = try self.counts(in: section, wanted, form)
      guard isKept(FormSection(entries: section.entries, counts: new), wanted) else {
        throw .tornApart
      }
      for (position, entry) in section.entries.enumerated() {
        if let old = self.rows[entry]?.count, old != new[position] {
          counts.append((entry, new[position]))
        }
      }
    }
    return try form.changes { () throws(FormError) in
      for (entry, count) in counts { form.row(entry).set(.additionalRows, to: String(count)) }
    }
  }

  /// The owner that a row should have.
  private enum Owner: Equatable {
    /// Another row, or none.
    case row(Entry.ID?)
    /// The row that it is in, or none.
    case any
  }

  private func wantedOwners(
    in section: FormSection, moved: Set<Entry.ID>, after neighbour: Neighbour?
  ) -> [Owner] {
    var wanted: [Owner] = []
    var joined: Owner?
    for entry in section.entries {
      // A row that moved with its owner still belongs to it.
      if let row = rows[entry],
        !moved.contains(entry) || row.owner.map(moved.contains) ?? false
      {
        wanted.append(.row(row.owner))
        joined = nil
      } else {
        wanted.append(joined ?? .any)
      }
      if let neighbour, entry == neighbour.row, let sibling = rows[neighbour.sibling] {
        joined = .row(sibling.owner)
      }
    }
    return wanted
  }

  private func isKept(_ section: FormSection, _ wanted: [Owner]) -> Bool {
    section.entries.indices.allSatisfy { position in
      guard case .row(let owner) = wanted[position] else { return true }
      return section.owner(of: position).map { section.entries[$0] } == owner
    }
  }

  /// For each row, the number of rows that it must own to reach the last row that should belong to
  /// it.
  private func counts(
    in section: FormSection, _ wanted: [Owner], _ form: Form
  ) throws(FormError) -> [Int] {
    // For each row, the last position that belongs to it: its own, or that of a row in it.
    var ends = Array(section.entries.indices)
    for position in section.entries.indices.reversed() {
      guard case .row(let owner?) = wanted[position] else { continue }
      guard let first = section.position(of: owner), first < position else {
        throw .ownerNotBefore(form.row(section.entries[position]).title)
      }
      ends[first] = max(ends[first], ends[position])
    }
    var counts: [Int] = []
    for (position, entry) in section.entries.enumerated() {
      if let old = rows[entry] {
        counts.append(old.count == 0 ? 0 : ends[position] - position)
        continue
      }
      let count = max(form.catalogue.additionalRows(of: entry) ?? 0, 0)
      let found = section.entries.count - 1 - position
      if count > found {
        throw .rowsMissing(form.row(entry).title, declared: count, found: found)
      }
      counts.append(count)
    }
    return counts
  }
}
