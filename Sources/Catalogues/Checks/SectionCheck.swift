/// Sections without entries, and sections without titles if others have titles.
struct SectionCheck: Check {
  func run(_ inspection: inout Inspection) {
    let catalogue = inspection.catalogue
    let editor = CatalogueEditor(catalogue)
    let sections = catalogue.sections(in: .root)
    let titled = sections.filter { catalogue.title(of: $0) != nil }
    let parentsOfTitled = Set(titled.map { catalogue.sections[$0].parent })
    for index in sections {
      let section = catalogue.sections[index]
      guard let node = section.titleNode ?? section.node else { continue }
      if section.itemCount == 0 {
        // Anything else in it would be lost.
        let isBare = (try? editor.unlistedContent(of: index))?.isEmpty ?? false
        inspection.add(
          .emptySection, at: node, of: .section(index), "the section has no entries",
          fix: isBare ? .delete(.section(index)) : nil)
      }
      if catalogue.title(of: index) == nil, parentsOfTitled.contains(section.parent) {
        inspection.add(.missingTitle, at: node, of: .section(index), "the section has no title")
      }
    }
  }
}
