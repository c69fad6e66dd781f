package import ICUText
import PropertyLists
package import Readings

/// Entries under the wrong letter, letters out of order, and long titles among letters, where
/// sections are an alphabetic index.
package struct FilingCheck: Check {
  private let locale: LocaleIdentifier
  private let isFixed: Bool
  private let table: ReadingTable?

  /// - Parameters:
  ///   - locale: The language that is tried first, and used if no other fits better.
  ///   - isFixed: Whether no other language is tried.
  ///   - table: The readings of Han characters; `nil` for the program's own table.
  package init(_ locale: LocaleIdentifier, isFixed: Bool = false, table: ReadingTable? = nil) {
    self.locale = locale
    self.isFixed = isFixed
    self.table = table
  }

  package func run(_ inspection: inout Inspection) {
    let catalogue = inspection.catalogue
    let locales = FilingLocales(locale, isFixed: isFixed, table: table)
    for parent in [.root] + catalogue.sections(in: .root) {
      guard let sections = locales.sections(of: parent, in: catalogue) else { continue }
      checkEntries(of: sections, &inspection)
      checkOrder(of: sections, &inspection)
      LongTitleCheck().run(on: sections, &inspection)
    }
  }

  private func checkEntries(of sections: LetteredSections, _ inspection: inout Inspection) {
    let catalogue = inspection.catalogue
    var wrong: [(entry: Entry.ID, section: Section.ID, letter: Letter)] = []
    sections.forEachEntry(in: catalogue) { entry, section, verdict in
      if case .belongs(let letter) = verdict { wrong.append((entry, section, letter)) }
    }
    for (entry, section, letter) in wrong {
      let name = catalogue.label(of: entry)
      let target = sections.target(of: letter, in: catalogue)
      inspection.add(
        .wrongSection, at: catalogue.labelNode(of: entry)?.node ?? catalogue.value(of: entry),
        of: .entry(entry),
        "'\(name.excerpt())' belongs to \(target.title)"
          + "\(target.section == nil ? ", which is missing" : ""), "
          + "not to \(catalogue.title(of: section) ?? "")",
        fix: .file(.entry(entry), under: target))
    }
  }

  // MARK: Order

  private func checkOrder(of sections: LetteredSections, _ inspection: inout Inspection) {
    let catalogue = inspection.catalogue
    // The order of groups is that of their first entries, and cannot be wrong.
    guard catalogue.shape.groupingKey == nil else { return }
    let (kept, moved) = (sections.inOrder, sections.outOfOrder)
    for (section, rank) in moved {
      let next = kept.first { $0.rank > rank }
      guard let other = next ?? kept.last, let title = catalogue.title(of: section),
        let node = catalogue.sections[section].titleNode
      else { continue }
      let side = next == nil ? "after" : "before"
      inspection.add(
        .sectionOrder, at: node, of: .section(section),
        "section \(title) belongs \(side) \(catalogue.title(of: other.section) ?? "")",
        fix: .moveSection(section, beside: other.section, isBefore: next != nil))
    }
  }
}
