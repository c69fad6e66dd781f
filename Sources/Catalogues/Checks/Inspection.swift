package import PropertyLists

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

  /// Removes the findings of kinds that mean nothing in what is checked.
  mutating func remove(_ codes: Set<Finding.Code>) {
    findings.removeAll { codes.contains($0.code) }
  }
}

/// A check for one kind of problem.
package protocol Check: Sendable {
  /// Adds its findings, in at most linear time.
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
