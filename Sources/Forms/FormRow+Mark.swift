import Catalogues

/// The mark by which a row is recognized when a command is repeated on a form that others may have
/// changed.
extension FormRow {
  /// The titles of the row and of those around it, and what has been entered in the rows that a
  /// command on it may fill in: the row itself, its sibling choices, or the rows that belong to it.
  /// Whether they are expanded or shown does not count.
  package var mark: String {
    var parts = [title, text(.additionalRows)]
    var around = owner
    while let row = around {
      parts.append(row.title)
      around = row.owner
    }
    let rows = kind == nil ? directRows : kind?.isExclusive == true ? rivals : [self]
    for row in rows {
      parts += [row.title, row.text(.cellIdentifier), row.kind == nil ? "" : row.text(.value)]
    }
    return parts.joined(separator: "\u{0}")
  }

  private var rivals: [FormRow] { siblings.filter { $0.kind?.isExclusive == true } }
}
