package import PropertyLists

package struct SectionField: Sendable {
  package let path: [String]
  package let key: ScalarIndex
  package let value: NodeIndex
  package var name: String { path.joined(separator: ".") }
}

extension Catalogue {
  package func fields(of section: Section.ID) -> [SectionField] { [] }
}
