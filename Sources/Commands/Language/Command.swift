package import Catalogues
package import ICUText
package import Platform
package import Searching
import Storage

/// What a command requests, as typed values. Addresses are words; see `Word.reference`.
package enum Command: Equatable, Sendable {
  case show([Word], paging: Paging?, isCollapsed: Bool)
  case more
  case sections
  case jump(title: String)
  case next
  case previous
  case find(Query, result: FindResult)
  case expand(OutlinePart)
  case collapse(OutlinePart)
  case toggle(OutlinePart)
  case accordion(AccordionChange)

  case insert(at: Word, Placement?, label: String?, fields: [FieldAssignment])
  case delete([Word])
  case deleteAll(Query)
  case move([Word], to: Word, Placement?)
  case copy([Word], to: Word, Placement?)
  case set(Word, [FieldAssignment])
  case unset(Word, keys: [String])
  case rename(Word, label: String)

  case fill(Word, text: String, DateStyle)
  case pick(Word, title: String?, DateStyle)

  case sectionInsert(title: String, at: SectionPlace)
  case sectionDelete([Word], isForced: Bool)
  case sectionMove(Word, to: Word, Placement?)
  case sectionRename(Word, title: String)
  case sectionSort(SortedPart, FilingOrder)
  case sectionBuild(FilingOrder, SectionKeyNames, isForced: Bool)

  /// The number of edits, 1 if none is given.
  case undo(Int)
  case redo(Int)
  case history
  case diff

  case save(breaksLinks: Bool, backup: Backup?)
  case saveAs(file: FilePath, isForced: Bool)
  case revert
  case refresh
  /// Reports problems, or fixes them.
  case check(in: LocaleIdentifier?, fixing: FixScope?)
  case info

  case setOption(OptionChange)
  case help(HelpTopic)
  case quit(discardsEdits: Bool)
}

/// How much of a listing is printed at once.
package enum Paging: Equatable, Sendable {
  case rows(Int)
  /// A page, counted from 1, and the number of rows per page, if given.
  case page(Int, rows: Int?)
  case all
}

/// Where something goes, relative to an address. By default, a new item goes after an entry, a
/// moved item takes the position of an entry or a section, and both go to the end of a section.
package enum Placement: String, CaseIterable, Sendable {
  case before, after, first, last, sorted
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

/// How dates are written.
package struct DateStyle: Equatable, Sendable {
  /// `nil` for that of the session.
  package let language: DateLanguage?
  /// `nil` for the pattern of the row or of the language.
  package let pattern: String?
}

/// Where a new section goes.
package struct SectionPlace: Equatable, Sendable {
  package enum Position: Equatable, Sendable {
    case before(Word)
    case after(Word)
    case first
    case last
    case sorted
  }

  /// The section that contains it; `nil` for the outermost level, or that of the neighbour.
  package let parent: Word?
  package let position: Position
}

/// What is sorted.
package enum SortedPart: Equatable, Sendable {
  /// The outermost sections, by title.
  case sections
  case entries(of: [Word])
  case entriesOfAllSections
}

/// The order in which entries are filed.
package struct FilingOrder: Equatable, Sendable {
  /// `nil` for that of the session.
  package let locale: LocaleIdentifier?
  /// The field that entries are filed by; `nil` for that of the session, initially the label.
  package let key: String?
}

/// The keys of new sections; `nil` for the default keys.
package struct SectionKeyNames: Equatable, Sendable {
  package let title: String?
  package let entries: String?
}

/// Which entries a search finds.
package struct Query: Equatable, Sendable {
  package enum CaseSensitivity: Equatable, Sendable {
    case insensitive, sensitive
    /// Case-sensitive if a pattern contains an uppercase letter.
    case smart
  }

  /// At least one pattern; an entry is found if it matches any of them.
  package let patterns: [String]
  package var isRegularExpression = false
  package var caseSensitivity = CaseSensitivity.insensitive
  package var isAccentSensitive = false
  /// Whether names are also found by their readings.
  package var findsReadings = false
  package var matchesWholeWords = false
  package var matchesWholeField = false
  package var isInverted = false
  package var fields = SearchedFields.labelAndDetail
}

/// What is printed of the entries found.
package enum FindResult: Equatable, Sendable {
  /// The number of entries, at most `limit`.
  case count(limit: Int?)
  case entries(limit: Int?, showsPositions: Bool)
}

/// Which of the problems found are fixed.
package enum FixScope: Equatable, Sendable {
  /// Fixes that lose nothing.
  case safe
  case all
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

/// What help is requested about.
package enum HelpTopic: Equatable, Sendable {
  case overview
  case addresses
  case quoting
  /// One command, or all commands that begin with the same word.
  case commands([CommandName])
}
