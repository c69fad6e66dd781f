import Catalogues

/// Expanding and collapsing rows, which shows or hides the rows that they own.
extension Form {
  /// The changes that expand or collapse some rows one after another.
  ///
  /// - Throws: `FormError` if a row does not expand, or claims more rows than exist.
  /// - Complexity: O(*n*) per row in the number of rows of the sections that change.
  package func changes(
    _ disclosure: Disclosure, _ rows: [FormRow]
  ) throws(FormError) -> [Change] {
    try changes { () throws(FormError) in
      for row in rows {
        try row.checkDisclosable()
        if disclosure == .accordion {
          for other in others(than: row) where other.isExpanded {
            try other.checkDisclosable()
            other.collapse()
          }
        }
        if disclosure.opens(isClosed: !row.isExpanded) { row.expand() } else { row.collapse() }
      }
    }
  }

  /// The changes that expand or collapse all rows, with the same result as one after another.
  ///
  /// - Throws: `FormError` if a row claims more rows than exist.
  /// - Complexity: O(*n*) in the number of rows.
  package func changesOfAll(isExpanding: Bool) throws(FormError) -> [Change] {
    try changes { () throws(FormError) in
      for rows in allSections {
        // The position after the last row that belongs to one of the rows before.
        var end = 0
        for (position, entry) in rows.entries.enumerated() {
          let row = row(entry)
          if position < end { row.set(.isVisible, to: isExpanding) }
          guard row.isDisclosable else { continue }
          try row.checkDisclosable()
          row.set(.isExpanded, to: isExpanding)
          // Rows inside a hidden row stay hidden.
          if row.isVisible || !isExpanding { end = max(end, rows.rows(of: position).upperBound) }
        }
      }
    }
  }

  private var allSections: [FormSection] {
    ([.root] + catalogue.sections(in: .root)).map(catalogue.formSection)
  }

  /// The rows that expand, except this row and the rows around it, and that belong to no row or to
  /// one of the rows around it.
  package func others(than row: FormRow) -> [FormRow] {
    var around: Set<Entry.ID> = [row.entry]
    var owners: Set<Entry.ID?> = [nil]
    var current = row
    while let owner = current.owner {
      around.insert(owner.entry)
      owners.insert(owner.entry)
      current = owner
    }
    return disclosableRows.filter { other in
      !around.contains(other.entry) && owners.contains(other.owner?.entry)
    }
  }

  /// The rows that expand, in order.
  ///
  /// - Complexity: O(*n*) in the number of rows.
  package var disclosableRows: [FormRow] {
    allSections.flatMap(\.entries).map(row).filter(\.isDisclosable)
  }
}

extension FormRow {
  /// Whether the row expands. A row that owns no rows does not, even if its `isExpandable` is true.
  package var isDisclosable: Bool {
    if text(.additionalRows).isEmpty || form.catalogue.additionalRows(of: entry) == 0 {
      return false
    }
    return flag(.isExpandable) ?? (declaredRows > 0)
  }

  package var isExpanded: Bool { flag(.isExpanded) ?? false }

  var isVisible: Bool { flag(.isVisible) ?? true }

  private var declaredRows: Int { form.catalogue.additionalRows(of: entry) ?? 0 }

  fileprivate func checkDisclosable() throws(FormError) {
    guard isDisclosable else { throw .doesNotExpand(title) }
    let count = text(.additionalRows)
    guard count.isEmpty || form.catalogue.additionalRows(of: entry).map({ $0 >= 0 }) ?? false
    else { throw .noCount(title, count) }
    let rows = form.position(of: self).map { $0.section.rows(of: $0.index).count } ?? 0
    if rows < declaredRows { throw .rowsMissing(title, declared: declaredRows, found: rows) }
  }

  /// Shows the rows that the row owns, except those that belong to a collapsed row among them.
  func expand() {
    set(.isExpanded, to: true)
    // A row that is itself hidden shows its rows only when the rows around it are expanded.
    guard isVisible, let (section, position) = form.position(of: self) else { return }
    var hiddenEnd = position
    for other in section.rows(of: position) {
      let row = form.row(section.entries[other])
      row.set(.isVisible, to: other >= hiddenEnd)
      if row.isDisclosable, !row.isExpanded {
        hiddenEnd = max(hiddenEnd, section.rows(of: other).upperBound)
      }
    }
  }

  /// Hides the rows that the row owns. These stay expanded or collapsed.
  func collapse() {
    set(.isExpanded, to: false)
    for row in ownedRows { row.set(.isVisible, to: false) }
  }
}
