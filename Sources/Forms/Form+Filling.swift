import Catalogues
import ICUText

/// Entering text in rows.
extension Form {
  /// Enters a text in a row, or in the field that belongs to it: the only one or, of several choices,
  /// the chosen one.
  ///
  /// - Returns: The row that was filled in, and the changes to this row and to rows that depend on
  ///   it.
  /// - Throws: `FormError` if the row takes no text, or not this text.
  package func filling(
    _ row: FormRow, with text: String
  ) throws(FormError) -> (row: FormRow, changes: [Change]) {
    let (target, kind) = try target(of: row)
    let choice = text.trimmed
    if row.kind == nil, kind.isExclusive, !choice.isEmpty { return try choosing(choice, at: row) }
    return (
      target,
      try changes { () throws(FormError) in
        if target.holdsOther {
          throw .unfillable(target.title)
        }
        try kind.enter(text, in: target)
        makeTitle(around: target)
      }
    )
  }

  /// Chooses a row. With a title, it is the sibling with that title or, if the row is not a choice,
  /// the row with that title among those that belong to it.
  ///
  /// - Throws: `FormError` if there is no such choice.
  package func choosing(
    _ title: String?, at row: FormRow
  ) throws(FormError) -> (row: FormRow, changes: [Change]) {
    let choices = row.kind?.isPicker == true ? row.choices : []
    if !choices.isEmpty {
      guard let title else { throw .choiceWanted(row.title, choices: choices) }
      return try filling(row, with: title)
    }
    let chosen: FormRow
    switch (row.isChoice, title) {
    case (true, nil): chosen = row
    case (true, let title?):
      chosen = try self.row(
        called: title, among: row.siblings.filter(\.isChoice))
    case (false, _):
      let rows = row.directRows.filter(\.isChoice)
      guard !rows.isEmpty else { throw .notAChoice(row.title) }
      guard let title else { throw .choiceWanted(row.title, choices: rows.map(\.title)) }
      chosen = try self.row(called: title, among: rows)
    }
    guard let kind = chosen.kind else { throw .notAChoice(chosen.title) }
    return (
      chosen,
      try changes { () throws(FormError) in
        kind.choose(chosen)
        makeTitle(around: chosen)
      }
    )
  }

  /// Updates the title of the row that a row belongs to.
  private func makeTitle(around row: FormRow) {
    guard let owner = row.owner else { return }
    owner.set(.primaryTitle, to: summary(of: owner))
  }

  /// The combined summary of the rows that belong to a row.
  private func summary(of owner: FormRow) -> String {
    var parts: [(text: String, isJoined: Bool)] = []
    for row in owner.directRows {
      guard let kind = row.kind, let text = kind.summary(of: row) else { continue }
      if kind.isJoined, let last = parts.last, last.isJoined {
        parts[parts.count - 1].text = Names.joined([last.text, text])
      } else {
        parts.append((text, kind.isJoined))
      }
    }
    return parts.map(\.text).joined(separator: ", ")
  }

  /// The row that takes the text entered in `row`: the row itself, its only field or, of several
  /// choices, the chosen one, else the first.
  fileprivate func target(
    of row: FormRow
  ) throws(FormError) -> (row: FormRow, kind: any InputKind) {
    if let kind = row.kind { return (row, kind) }
    if row.isSetting { throw .notAField(row.title) }
    let fields = row.directRows.compactMap { row in row.kind.map { (row: row, kind: $0) } }
    if let first = fields.first {
      if fields.allSatisfy(\.kind.isExclusive) {
        return fields.first { $0.kind.summary(of: $0.row) != nil } ?? first
      }
      if fields.count == 1 { return first }
      throw .severalFields(row.title, fields: fields.map(\.row.title))
    }
    let rows = row.directRows.filter { !$0.isNormal }
    if rows.count == 1 { throw .unknownKind(rows[0].title, rows[0].text(.cellIdentifier)) }
    let identifier = row.text(.cellIdentifier)
    throw row.isDisclosable || row.isNormal
      ? .notAField(row.title) : .unknownKind(row.title, identifier)
  }

  /// The row whose title a text equals, or of which the text is an unambiguous prefix.
  func row(called text: String, among rows: [FormRow]) throws(FormError) -> FormRow {
    rows[try Names.index(of: text, among: rows.map(\.title))]
  }
}

extension FormRow {
  /// The choice that a text means without being exactly its title; `nil` if the text is the title,
  /// or means no choice.
  ///
  /// - Parameter isFilledIn: Whether the text is for `filling`, which may mark a choice with `yes`
  ///   or `no`.
  package func choice(nearestTo text: String, isFilledIn: Bool) -> String? {
    Names.title(nearestTo: text, among: choices, allowsFlags: isFilledIn && isChoice)
  }

  /// The texts that can be entered, if they are few.
  package var choices: [String] {
    guard let (target, kind) = try? form.target(of: self) else { return [] }
    return kind.choices(of: target)
  }

  /// Whether the identifier names no kind: it is empty or contains `normal`.
  fileprivate var isNormal: Bool {
    let identifier = text(.cellIdentifier).lowercased()
    return identifier.isEmpty || identifier.contains("normal")
  }

  fileprivate var isChoice: Bool { kind?.isExclusive == true }

  /// The entered value in readable form.
  package var summary: String? { kind?.summary(of: self) }

  /// Whether other rows also contribute to the title of the row that this one belongs to.
  package var isPart: Bool {
    siblings.contains { $0.entry != entry && $0.kind?.isExclusive == false }
  }

  /// The row's large title, which is made of the values entered in the rows that belong to it.
  package var shownTitle: String { text(.primaryTitle) }

  /// Whether filling the row in may format a date: it, its owner or a row that belongs to either is
  /// a date.
  package var concernsDates: Bool {
    ((owner.map { [$0] } ?? []) + [self]).contains { row in
      ([row] + row.directRows).contains { $0.kind?.dependsOnLanguage == true }
    }
  }
}
