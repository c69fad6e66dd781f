package import Catalogues
package import Editing
package import Grammar
package import ICUText
package import Platform
package import Searching
import Storage

/// How much of a listing is printed at once.
package enum Paging: Equatable, Sendable {
  case rows(Int)
  /// A page, counted from 1, and the number of rows per page, if given.
  case page(Int, rows: Int?)
  case all
}

/// Which sections are opened or closed.
package enum OutlinePart: Equatable, Sendable {
  case current
  case all
  case sections([Word])
}

/// The sections to open while others are closed.
package enum AccordionChange: Equatable, Sendable {
  /// Turns accordion mode on or off for sections opened later.
  case mode(Bool)
  case sections([Word])
}

/// What entries are to be filed by; `nil` for what the session uses.
package struct GivenFiling: Equatable, Sendable {
  package let locale: LocaleIdentifier?
  package let key: String?
}

/// A new entry and where it goes.
package enum Insertion: Equatable, Sendable {
  case at(Word, Placement?, label: String?, fields: [FieldAssignment])
  /// Under its letter in a language; `nil` for that of the letters there are.
  case byLetter(label: String, fields: [FieldAssignment], LocaleIdentifier?)
}

/// Entries that are given by their addresses or by a search.
package enum NamedEntries: Equatable, Sendable {
  case named([Word])
  case found(by: Query)
}

/// Which entries a search finds.
package struct Query: Equatable, Sendable {
  /// Patterns, of which an entry must match one.
  package var patterns: [String] = []
  /// Several patterns that an entry may match instead, all of them.
  package var words: [String] = []
  package var options = SearchOptions()
  /// Whether names are also found by their readings.
  package var findsReadings = false
  package var isInverted = false
  package var fields = SearchedFields.labelAndDetail

  /// The words of each of the alternatives, all of which must match.
  var alternatives: [[String]] { patterns.map { [$0] } + (words.isEmpty ? [] : [words]) }
}

/// What is printed of the entries found.
package enum FindResult: Equatable, Sendable {
  /// The number of entries, at most `limit`.
  case count(limit: Int?)
  case entries(limit: Int?, showsPositions: Bool)
}

/// What the old file is called.
package enum Backup: Equatable, Sendable {
  case usualName
  case suffix(FilePath)
}

package enum OptionChange: Equatable, Sendable {
  case list
  case show(String)
  case set(String, value: String)
}
