package import Catalogues
import Forms
package import ICUText

/// Checking the catalogue, and fixing what is found.
extension EditingSession {
  /// The findings in the catalogue as it would be read after saving, and that catalogue.
  ///
  /// - Parameters:
  ///   - locale: The language that entries are filed in; `nil` means that of the session, or one
  ///     that fits better.
  ///   - others: Further checks to make.
  package func findings(
    in locale: LocaleIdentifier? = nil, also others: [any Check] = []
  ) throws(EditingError) -> (catalogue: Catalogue, findings: [Finding]) {
    let catalogue = try reparsedCatalogue()
    let usual: [any Check] = [try filingCheck(in: locale), FormValueCheck()]
    return (catalogue, CatalogueCheck.findings(in: catalogue, also: usual + others))
  }

  private func filingCheck(
    in locale: LocaleIdentifier?
  ) throws(EditingError) -> FilingCheck {
    FilingCheck(
      locale ?? self.locale, isFixed: locale != nil, table: try readingTable())
  }

  /// Makes the edits that fix what was found. Those that turn out to be impossible are left out.
  func fix(
    _ scope: FixScope, _ codes: Set<Finding.Code>, in locale: LocaleIdentifier?
  ) throws(EditingError) -> Effect {
    let commands = try makeFixes(in: locale) {
      codes.contains($0.code) && (scope == .all || $0.fix?.isSafe == true)
    }
    return Effect(.fixed(commands))
  }

  private func makeFixes(
    in locale: LocaleIdentifier?, _ isWanted: (Finding) -> Bool
  ) throws(EditingError) -> [String] {
    var commands: [String] = []
    var impossible: Set<Item> = []
    // A fix may lead to another finding, such as a section that held nothing but empty ones. Only
    // deletions are certain to end.
    var roundsLeft = 10
    while roundsLeft > 0 {
      let check = try filingCheck(in: locale)
      let fixes = CatalogueCheck.fixes(in: catalogue, also: [check], where: isWanted)
        .filter { !impossible.contains($0.item) }
      if fixes.isEmpty { break }
      let isDeletion: (Fix) -> Bool = { if case .delete = $0 { true } else { false } }
      let deleted = fixes.filter(isDeletion).map(\.item)
      if deleted.isEmpty { roundsLeft -= 1 }
      try delete(deleted.filter(\.isEntry), &commands)
      // A second copy that has been deleted may also have a name to be changed.
      let gone = Set(deleted.filter(\.isEntry))
      for fix in fixes where !isDeletion(fix) && !gone.contains(fix.item) {
        let made = try make(fix)
        commands += made
        if made.isEmpty {
          impossible.insert(fix.item)
        }
      }
      // Other fixes may have filled a section that held nothing.
      let empty = deleted.filter { item in
        if case .section(let section) = item {
          catalogue.sections[section].itemCount == 0
        } else {
          false
        }
      }
      try delete(empty, &commands)
    }
    return commands
  }

  private func delete(_ items: [Item], _ commands: inout [String]) throws(EditingError) {
    try checkInterrupt()
    if items.isEmpty { return }
    commands.append(FixCommand.command(deleting: items, book))
    for some in items[0].isEntry ? [items] : items.map({ [$0] }) {
      try attempt(editor.delete(some))
    }
  }

  /// Changes a name or a field, or moves an item.
  ///
  /// - Returns: The commands; none if the edit is impossible.
  private func make(_ fix: Fix) throws(EditingError) -> [String] {
    try checkInterrupt()
    // When a name changes, the addresses of other items do not, because their names have white
    // space that the new name does not have.
    var commands = [FixCommand.text(of: fix, book)]
    do throws(EditingError) {
      // A fix that turns out to be impossible halfway is undone, while the other fixes stay.
      try editor.part { () throws(EditingError) in try make(fix, &commands) }
      return commands
    } catch {
      guard case .edit = error else { throw error }
      return []
    }
  }

  private func make(_ fix: Fix, _ commands: inout [String]) throws(EditingError) {
    switch fix {
    case .delete: commands = []
    case .rename(let item, let name, _):
      try attempt(editor.rename(item, to: name))
    case .set(let item, let field):
      try attempt(editor.set([field], of: item))
    case .moveSection(let item, let place):
      try attempt(editor.move(item, to: place))
    case .file(let item, let letter):
      commands = []
      try attempt(editor.checkMayMove(item))
      let section = try section(of: letter) { commands.append($0) }
      commands.append(FixCommand.command(filing: item, in: section, book))
      let place = Place.last(in: section)
      _ = try putting(at: place, .sorted) { () throws(EditError) in
        try editor.move(item, to: place)
        return item
      }
    }
  }
}
