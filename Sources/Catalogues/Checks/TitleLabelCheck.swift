import PropertyLists

/// Entries that have the title of their own section as their label, so that a person reads the same
/// text twice.
///
/// A section of one entry may be named after it, and so may some of many sections: provinces bear
/// the names of their capitals.
struct TitleLabelCheck: Check {
  func run(_ inspection: inout Inspection) {
    let catalogue = inspection.catalogue
    var titled = 0
    var named: [(section: Section.ID, title: String, entries: [(Entry.ID, NodeIndex)])] = []
    for section in catalogue.sections(in: .root) {
      guard let title = catalogue.title(of: section) else { continue }
      titled += 1
      let entries = entries(of: section, labelled: title, in: catalogue)
      if !entries.isEmpty { named.append((section, title, entries)) }
    }
    guard named.count == 1 || named.count * 2 > titled else { return }
    for (section, title, entries) in named where catalogue.sections[section].itemCount > 1 {
      for (entry, node) in entries {
        inspection.add(
          .titleIsLabel, at: node, of: .entry(entry),
          "'\(title.excerpt())' is also the title of its section")
      }
    }
  }

  /// The entries of a section with a label, and the nodes of their labels.
  private func entries(
    of section: Section.ID, labelled title: String, in catalogue: Catalogue
  ) -> [(Entry.ID, NodeIndex)] {
    catalogue.sections[section].items.compactMap { item in
      guard case .entry(let entry) = item, let label = catalogue.labelNode(of: entry),
        catalogue.document.hasText(label, title)
      else { return nil }
      return (entry, label.node)
    }
  }
}
