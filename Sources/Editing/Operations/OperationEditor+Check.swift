package import Catalogues
import Forms
package import ICUText

/// Checking the catalogue, and fixing findings.
extension OperationEditor {
  /// The findings in the catalogue as it would be read after saving, and that catalogue.
  ///
  /// - Parameters:
  ///   - locale: The language that entries are filed in; `nil` means that of the session, or one
  ///     that fits better.
  ///   - others: Further checks to make.
  package func findings(
    in locale: LocaleIdentifier? = nil, also others: [any Check] = []
  ) throws(SessionError) -> (catalogue: Catalogue, findings: [Finding]) {
    let catalogue = try catalogue.isAsRead ? catalogue : reparsed(catalogue)
    let usual: [any Check] = [try filingCheck(in: locale), FormValueCheck()]
    return (catalogue, CatalogueCheck.findings(in: catalogue, also: usual + others))
  }

  private func filingCheck(
    in locale: LocaleIdentifier?
  ) throws(SessionError) -> FilingCheck {
    FilingCheck(
      locale ?? usualFiling.locale, isFixed: locale != nil, table: try usualFiling.readingTable())
  }

  /// Makes the edits that fix findings. Edits that turn out to be impossible are left out.
  func fix(
    _ scope: FixScope, _ codes: Set<Finding.Code>, in locale: LocaleIdentifier?
  ) throws(SessionError) -> Effect {
    let commands = try makeFixes(in: locale) {
      codes.contains($0.code) && (scope == .all || $0.fix?.isSafe == true)
    }
    return Effect(.fixed(commands))
  }

  private func makeFixes(
    in locale: LocaleIdentifier?, _ isWanted: (Finding) -> Bool
  ) throws(SessionError) -> [String] {
    var commands: [String] = []
    var impossible: Set<Item> = []
    // A fix may lead to another finding, such as a section that held only empty ones. Rounds
    // without deletions are limited, since only deletions are certain to end.
    var roundsLeft = 10
    while roundsLeft > 0 {
      let check = try filingCheck(in: locale)
      let fixes = CatalogueCheck.fixes(in: catalogue, also: [check], where: isWanted)
        .filter { !impossible.contains($0.item) }
      if fixes.isEmpty { break }
      let isDeletion: (Fix) -> Bool = { if case .delete = $0 { true } else { false } }
      let deleted = fixes.filter(isDeletion).map(\.item)
      if deleted.isEmpty { roundsLeft -= 1 }
      // Items that are marked as not to be deleted stay.
      impossible.formUnion(deleted.filter { !editor.mayDelete($0) })
      let gone = deleted.filter { $0.isEntry && !impossible.contains($0) }
      if !gone.isEmpty { try make(.delete(gone), &commands) }
      // A duplicate that has been deleted may have another fix, such as of its name.
      let goneItems = Set(gone)
      for fix in fixes where !isDeletion(fix) && !goneItems.contains(fix.item) {
        let made = try make(fix)
        commands += made
        if made.isEmpty {
          impossible.insert(fix.item)
        }
      }
      // Other fixes may have filled a section that held nothing.
      let empty = deleted.compactMap { item -> Section.ID? in
        guard case .section(let section) = item, catalogue.sections[section].itemCount == 0 else {
          return nil
        }
        return section
      }
      if !empty.isEmpty { try make(.deleteSections(empty, isForced: false), &commands) }
    }
    return commands
  }

  /// Changes a name or a field, or moves an item.
  ///
  /// - Returns: The commands; none if the edit is impossible.
  private func make(_ fix: Fix) throws(SessionError) -> [String] {
    var commands: [String] = []
    do throws(SessionError) {
      // A fix that turns out to be impossible halfway is undone, while the other fixes stay.
      try editor.part { () throws(SessionError) in
        var section: Section.ID?
        if case .file(_, let letter) = fix {
          section = try self.section(of: letter) { commands.append($0) }
        }
        try make(fix.operation(filingIn: section), &commands)
      }
      return commands
    } catch {
      guard case .edit = error else { throw error }
      return []
    }
  }

  /// Makes an operation, and notes its command with the addresses from before it.
  private func make(
    _ operation: Operation, _ commands: inout [String]
  ) throws(SessionError) {
    try checkInterrupt()
    let command = WrittenCommand(operation).typed(book)
    _ = try make(operation)
    commands.append(command)
  }
}

extension OperationEditor {
  /// Keys in an operation that are probably misspelt. No entry has them, but they resemble keys of
  /// the entries around or, for a section, of the sections beside it, or they look like paths.
  ///
  /// - Complexity: That of `CatalogueEditor.newKeys(of:for:)`.
  package func newKeys(in operation: Operation) -> [NewKey] {
    switch operation {
    case .insert(let new, let destination):
      if let name = editor.newName(of: new, in: sectionAround(destination.item)) { return [name] }
      return editor.newKeys(of: new.fields, for: destination.item)
    case .insertByLetter(_, let fields, _):
      return editor.newKeys(of: fields, for: .section(.root))
    case .set(let fields, .entry(let entry)):
      return editor.newKeys(of: fields, for: .entry(entry), followsPaths: true)
    case .set(let fields, .section(let section)):
      return editor.newKeys(of: fields, ofSection: section)
    default: return []
    }
  }
}
