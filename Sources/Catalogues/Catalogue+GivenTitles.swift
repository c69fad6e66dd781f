package import Platform

/// Titles that do not come from the file, for sections that have none there.
extension Catalogue {
  /// Titles given to sections in outline order, counting only those without a title of their own.
  /// An empty title leaves its section untitled.
  package struct GivenTitles: Equatable, Sendable {
    package private(set) var titles: [String]

    package init(_ titles: [String] = []) { self.titles = titles }

    /// Reads titles separated by commas; a backslash before a comma or a backslash keeps it.
    package init(list: String) {
      titles = [""]
      var isEscaped = false
      for scalar in list.unicodeScalars {
        if isEscaped {
          if scalar != ",", scalar != "\\" { titles[titles.count - 1].unicodeScalars.append("\\") }
          titles[titles.count - 1].unicodeScalars.append(scalar)
          isEscaped = false
        } else if scalar == "\\" {
          isEscaped = true
        } else if scalar == "," {
          titles.append("")
        } else {
          titles[titles.count - 1].unicodeScalars.append(scalar)
        }
      }
      if isEscaped { titles[titles.count - 1].unicodeScalars.append("\\") }
      if titles == [""] { titles = [] }
    }

    /// The titles separated by commas, as `init(list:)` reads them.
    package var list: String {
      titles.map { title in
        title.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
          .split(separator: ",", omittingEmptySubsequences: false).joined(separator: "\\,")
      }.joined(separator: ",")
    }
  }

  /// Gives titles to the sections that have none in the file. They replace all titles given before.
  ///
  /// - Throws: `ReportedError` if there are more titles than sections without one.
  /// - Complexity: O(*s*) in the number of sections.
  package func give(_ titles: GivenTitles) throws(ReportedError) {
    let sections = untitledSections
    guard titles.titles.count <= sections.count else {
      throw .titles(titles.titles.count, forSections: sections.count)
    }
    give(titles, to: sections)
  }

  /// Takes over the titles that were given to another catalogue, as many as there are untitled
  /// sections, and its translations of titles.
  package func takeTitles(of other: Catalogue) {
    shownTitles = other.shownTitles
    if other.givenTitles.titles.isEmpty { return }
    let sections = untitledSections
    give(GivenTitles(Array(other.givenTitles.titles.prefix(sections.count))), to: sections)
  }

  private func give(_ titles: GivenTitles, to sections: [Section.ID]) {
    givenTitles = titles
    titlesOfUntitled = Dictionary(
      uniqueKeysWithValues: zip(sections, titles.titles).filter { !$1.isEmpty })
    names.forgetAll()
  }

  private var untitledSections: [Section.ID] {
    sections(in: .root).filter { ownTitle(of: $0) == nil }
  }

  /// Whether a section has a title that does not come from the file.
  package func hasGivenTitle(_ section: Section.ID) -> Bool {
    titlesOfUntitled[section] != nil && ownTitle(of: section) == nil
  }
}

extension ReportedError {
  fileprivate static func titles(_ titles: Int, forSections sections: Int) -> ReportedError {
    let given = titles == 1 ? "1 title is" : "\(titles) titles are"
    let lack =
      switch sections {
      case 0: "no section is"
      case 1: "only 1 section is"
      default: "only \(sections) sections are"
      }
    return ReportedError("\(given) given, but \(lack) without one")
  }
}
