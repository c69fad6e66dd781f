import ICUText
import PropertyLists

/// Titles among letters that are too long for the strip of an index.
struct LongTitleCheck {
  /// The greatest number of characters of a title between two letters.
  private static let longestBetween = 3
  /// The greatest width, in columns, of a title before or after all letters, such as
  /// `Frequently used`.
  private static let widestBeside = 20

  /// - Complexity: O(*s*) in the number of sections.
  func run(on sections: LetteredSections, _ inspection: inout Inspection) {
    let catalogue = inspection.catalogue
    let isLetter = sections.members.map { $0.letter != nil }
    guard let first = isLetter.firstIndex(of: true), let last = isLetter.lastIndex(of: true) else {
      return
    }
    for (position, member) in sections.members.enumerated() where !isLetter[position] {
      guard let title = catalogue.title(of: member.section),
        let node = catalogue.sections[member.section].titleNode,
        first < position && position < last
          ? title.count > LongTitleCheck.longestBetween
          : DisplayWidth.of(title) > LongTitleCheck.widestBeside
      else { continue }
      inspection.add(
        .longTitle, at: node, of: .section(member.section),
        "'\(title.excerpt())' is a long title among letters")
    }
  }
}

/// Entries whose label is the title of their section, so that a person reads the same text twice.
///
/// A section with a single entry may be named after it. If several, but not most, sections have
/// such an entry, it may also be meant: provinces bear the names of their capitals.
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

/// Rows of a form that claim to own rows that do not exist.
struct FormCheck: Check {
  func run(_ inspection: inout Inspection) {
    let catalogue = inspection.catalogue
    guard catalogue.shape.isForm else { return }
    for section in [.root] + catalogue.sections(in: .root) {
      let entries = catalogue.formSection(section).entries
      for (position, entry) in entries.enumerated() {
        guard let node = catalogue.formField(.additionalRows, of: entry) else { continue }
        let following = entries.count - 1 - position
        switch catalogue.additionalRows(of: entry) {
        case let count? where count > following:
          inspection.add(
            .formRows, at: node, of: .entry(entry),
            "the row owns \(count == 1 ? "1 row" : "\(count) rows"), but its section ends after \(following)"
          )
        case let count? where count >= 0: break
        default:
          inspection.add(
            .formRows, at: node, of: .entry(entry), "additionalRows is not a number of rows")
        }
      }
    }
  }
}
