/// How written sections of letters would be read differently than intended.
package enum LetterDifference: Equatable, Sendable, CustomStringConvertible {
  /// A dictionary with one section, which would be read as a wrapper.
  case oneLetter(String)
  case sections(read: Int, wanted: Int)
  case looseEntries
  case title(read: String?, wanted: String?)
  case entries(section: String?, read: Int, wanted: Int)
  case label(read: String, wanted: String)

  package var description: String {
    switch self {
    case .oneLetter(let title):
      "all entries fall under '\(title)', and a dictionary with that one key would be read as a "
        + "wrapper, not as a section"
    case .sections(let read, let wanted):
      "the result would be read with \(LetterDifference.count(read, "section")) "
        + "instead of \(wanted)"
    case .looseEntries: "the result would be read with entries beside the sections"
    case .title(let read, let wanted):
      "once written, section '\(wanted ?? "")' would be read "
        + (read.map { "as section '\($0)'" } ?? "as one without a title")
    case .entries(let section, let read, let wanted):
      "once written, section '\(section ?? "")' would be read with "
        + LetterDifference.count(read, "item") + " instead of \(wanted)"
    case .label(let read, let wanted):
      "once written, the entry '\(wanted)' would be read as '\(read)'"
    }
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}

extension CatalogueEditor {
  /// The difference between another catalogue, which was read from the written text, and the
  /// intended result of `writeLetters` or `refile`; `nil` if there is none.
  ///
  /// - Complexity: O(*n*).
  package func difference(
    of groups: [LetterGroup], in other: Catalogue
  ) -> LetterDifference? {
    let sections = Array(other.root.sections)
    guard other.root.entryCount == 0, sections.count == groups.count else {
      if groups.count == 1, let group = groups.first, listKind(of: .root) == .named {
        return .oneLetter(title(of: group) ?? "")
      }
      return sections.count == groups.count
        ? .looseEntries : .sections(read: sections.count, wanted: groups.count)
    }
    for (section, group) in zip(sections, groups) {
      let title = title(of: group)
      let read = other.fullTitle(of: section)
      if read != title { return .title(read: read, wanted: title) }
      let entries = other.sections[section].items.compactMap { item in
        if case .entry(let entry) = item { entry } else { nil }
      }
      let count = other.sections[section].itemCount
      if entries.count != group.entries.count || count != entries.count {
        return .entries(section: title, read: count, wanted: group.entries.count)
      }
      for (entry, wanted) in zip(entries, group.entries) {
        let (read, wanted) = (other.label(of: entry), catalogue.label(of: wanted))
        if read != wanted { return .label(read: read, wanted: wanted) }
      }
    }
    return nil
  }

  private func title(of group: LetterGroup) -> String? {
    group.section.map { catalogue.fullTitle(of: $0) } ?? group.title
  }
}
