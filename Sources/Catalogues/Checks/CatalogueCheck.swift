/// Checks a catalogue for anything that deserves a look; its findings are not errors of the format.
package enum CatalogueCheck {
  /// The checks that are made on every catalogue.
  private static let all: [any Check] = [
    EncodingCheck(), SectionCheck(), NameCheck(), LabelCheck(), TitleLabelCheck(), TextCheck(),
    DateCheck(), NumberCheck(), TypeCheck(), PictureCheck(), KeyCheck(), NearKeyCheck(),
    FormCheck(), FormStateCheck(), SyntaxCheck(), StringCatalogCheck(), CardCheck(),
  ]

  /// All findings, in document order.
  ///
  /// - Parameter others: Further checks to make.
  /// - Complexity: O(*n*) in the number of nodes.
  package static func findings(
    in catalogue: Catalogue, also others: [any Check] = []
  ) -> [Finding] {
    run(all + others, in: catalogue).sorted {
      ($0.node, $0.code.rawValue) < ($1.node, $1.code.rawValue)
    }
  }

  /// The edits that fix what can be fixed: duplicate entries are deleted, then names are changed
  /// and entries and sections moved, then empty sections are deleted, inner ones first. The
  /// catalogue may be in the middle of an edit.
  ///
  /// - Parameters:
  ///   - others: Further checks to make.
  ///   - isWanted: Whether a finding is to be fixed.
  /// - Complexity: O(*n*).
  package static func fixes(
    in catalogue: Catalogue, also others: [any Check] = [], where isWanted: (Finding) -> Bool
  ) -> [Fix] {
    let checks: [any Check] = [SectionCheck(), NameCheck(), LabelCheck(), FormStateCheck()]
    let fixes = run(checks + others, in: catalogue).filter(isWanted).compactMap(\.fix)
    let deletesSection: (Fix) -> Bool = {
      if case .delete(let item) = $0 { !item.isEntry } else { false }
    }
    let deletesEntry: (Fix) -> Bool = {
      if case .delete(let item) = $0 { item.isEntry } else { false }
    }
    return fixes.filter(deletesEntry) + fixes.filter { !deletesEntry($0) && !deletesSection($0) }
      + fixes.filter(deletesSection).reversed()
  }

  private static func run(_ checks: [any Check], in catalogue: Catalogue) -> [Finding] {
    var inspection = Inspection(catalogue)
    for check in checks { check.run(&inspection) }
    return inspection.findings
  }
}
