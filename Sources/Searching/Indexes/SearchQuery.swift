/// What a search is to find in a catalogue.
package struct SearchQuery {
  package let matcher: Matcher
  package let fields: SearchedFields
  /// Whether the entries and sections that do not match are wanted.
  package let isInverted: Bool
  private let titles: Titles

  /// Whether sections are found by their titles.
  package enum Titles: String, CaseIterable {
    /// Besides entries, which alone are counted and limited.
    case yes
    case no
    /// Instead of entries, as whatever concerns entries elsewhere.
    case only
  }

  package init(
    _ matcher: Matcher, in fields: SearchedFields, isInverted: Bool = false, titles: Titles = .no
  ) {
    self.matcher = matcher
    self.fields = fields
    self.isInverted = isInverted
    self.titles = titles
  }

  package var findsEntries: Bool { titles != .only }

  /// Whether sections are found. Besides entries, only some of them should be.
  package var findsSections: Bool {
    guard fields.findsSections else { return false }
    switch titles {
    case .yes: return !isInverted && !matcher.matchesEmptyText
    case .no: return false
    case .only: return true
    }
  }
}
