package import PropertyLists

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

  /// The fixes of all findings that can be fixed, in the order in which they can be made: duplicate
  /// entries are deleted, then names are changed and items moved, then empty sections are deleted,
  /// inner ones first. The catalogue may be in the middle of an edit.
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

/// A catalogue that is being checked, with the findings so far.
package struct Inspection {
  package let catalogue: Catalogue
  package let book: AddressBook
  /// The fields of the catalogue's entries.
  let fields: FieldWalk
  package private(set) var findings: [Finding] = []

  package var document: PropertyListDocument { catalogue.document }

  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    book = AddressBook(catalogue)
    fields = FieldWalk(catalogue)
  }

  /// Adds a finding.
  ///
  /// - Parameters:
  ///   - node: The value or key that the finding is about.
  ///   - item: The entry or section that holds the node.
  package mutating func add(
    _ code: Finding.Code, at node: NodeIndex, of item: Item?, _ message: String, fix: Fix? = nil
  ) {
    findings.append(Finding(code: code, node: node, item: item, message: message, fix: fix))
  }

  /// Removes the findings of kinds that mean nothing in this catalogue.
  mutating func remove(_ codes: Set<Finding.Code>) {
    findings.removeAll { codes.contains($0.code) }
  }
}

/// A check for one kind of problem.
package protocol Check: Sendable {
  /// Adds the check's findings, in at most linear time.
  func run(_ inspection: inout Inspection)
}

extension Catalogue {
  /// Calls the closure with each string that is an entry or a field of one.
  func forEachString(_ body: (_ string: ScalarIndex, _ entry: Entry.ID) -> Void) {
    forEachEntry(in: .root) { entry in
      let value = value(of: entry)
      if let string = document.string(value) {
        body(string, entry)
      } else if document.kind(of: value) == .dict {
        for member in document.members(of: value) {
          if let string = document.string(member.value) { body(string, entry) }
        }
      }
    }
  }
}

/// Walks through the fields of all entries that are dictionaries, with keys as small numbers.
/// Comparing a key with the expected one is faster than making a string of it.
final class FieldWalk {
  /// The keys found so far by number, and (`names`) the same as normalized by `FieldNames`.
  private(set) var keys: [String] = []
  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]
  private let catalogue: Catalogue

  init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  /// Calls the closure with each field, entry by entry in the order of the catalogue.
  func forEachField(_ body: (_ entry: Entry.ID, _ key: Int, _ value: NodeIndex) -> Void) {
    forEachEntry { entry, dict in forEachField(of: dict) { body(entry, $0, $1) } }
  }

  func forEachEntry(_ body: (_ entry: Entry.ID, _ dict: NodeIndex) -> Void) {
    catalogue.forEachEntry(in: .root) { entry in
      let value = catalogue.value(of: entry)
      if catalogue.document.kind(of: value) == .dict { body(entry, value) }
    }
  }

  func forEachField(of dict: NodeIndex, _ body: (_ key: Int, _ value: NodeIndex) -> Void) {
    let document = catalogue.document
    // Most entries have the same keys in the same order.
    var expected = 0
    for (keyNode, value) in document.members(of: dict) {
      if expected >= keys.count || !document.hasText(keyNode, keys[expected]) {
        expected = number(of: document.text(of: keyNode))
      }
      body(expected, value)
      expected += 1
    }
  }

  private func number(of key: String) -> Int {
    if let number = numbers[key] { return number }
    keys.append(key)
    names.append(FieldNames.normalized(key))
    numbers[key] = keys.count - 1
    return keys.count - 1
  }
}
