import ICUText
import PropertyLists

/// Titles among letters that are too long for the strip of an index.
struct LongTitleCheck {
  /// The most characters of a title between two letters.
  private static let longestBetween = 3
  /// The most columns of a title before or after all letters, such as `Frequently used`.
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
