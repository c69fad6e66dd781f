/// Looks a catalogue through for what deserves a look; nothing it finds is an error of the format.
package enum CatalogueCheck {
  /// What is looked for in every catalogue.
  private static let all: [any Check] = [
    EncodingCheck(), SectionCheck(), NameCheck(), LabelCheck(), TextCheck(), DateCheck(),
    NumberCheck(), TypeCheck(), PictureCheck(), KeyCheck(), FormCheck(),
  ]

  /// All findings in document order.
  ///
  /// - Parameter others: What is to be looked for besides.
  /// - Complexity: O(*n*) in the number of nodes.
  package static func findings(
    in catalogue: Catalogue, also others: [any Check] = []
  ) -> [Finding] {
    run(all + others, in: catalogue).sorted {
      ($0.node, $0.code.rawValue) < ($1.node, $1.code.rawValue)
    }
  }

  /// The edits that put right what can be: entries that stand twice are deleted, then names changed and
  /// entries and sections moved, then empty sections deleted, inner ones first. The catalogue may be one that is being edited.
  ///
  /// - Parameters:
  ///   - others: What is to be looked for besides.
  ///   - isWanted: Whether a finding is to be put right.
  /// - Complexity: O(*n*).
  package static func fixes(
    in catalogue: Catalogue, also others: [any Check] = [], where isWanted: (Finding) -> Bool
  ) -> [Fix] {
    let fixes = run([SectionCheck(), NameCheck(), LabelCheck()] + others, in: catalogue)
      .filter(isWanted).compactMap(\.fix)
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
