package import Catalogues
package import ICUText
package import Indexes
package import Platform
import Storage

/// What a command asks for, in types. Addresses are words; see `Word.reference`.
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
  /// Reports, or puts right.
  case check(in: LocaleIdentifier?, fixing: FixScope?)
  case info

  case setOption(OptionChange)
  case help(HelpTopic)
  case quit(discardsEdits: Bool)
}

/// How long listings are cut.
package enum Paging: Equatable, Sendable {
  case rows(Int)
  /// A page, counted from 1, and how many rows a page has, if that was said.
  case page(Int, rows: Int?)
  case all
}

/// Where something goes, seen from an address. Without one, what is new goes after an entry, what
/// moves takes an entry's or a section's position, and both go to the end of a section.
package enum Placement: String, CaseIterable, Sendable {
  case before, after, first, last, sorted
}

/// Which sections are opened or closed.
package enum OutlinePart: Equatable, Sendable {
  case current
  case all
  case sections([Word])
}

/// What is opened while others are closed.
package enum AccordionChange: Equatable, Sendable {
  /// Whatever will be opened, or no longer.
  case mode(Bool)
  case sections([Word])
}

/// How dates are written.
package struct DateStyle: Equatable, Sendable {
  /// `nil` for the session's.
  package let language: DateLanguage?
  /// `nil` for that of the row, or of the language.
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

  /// The section that gets it; `nil` for the outermost level, or that of the neighbour.
  package let parent: Word?
  package let position: Position
}

/// What is put in order.
package enum SortedPart: Equatable, Sendable {
  /// The outermost sections, by their titles.
  case sections
  case entries(of: [Word])
  case entriesOfAllSections
}

/// The order in which entries are filed.
package struct FilingOrder: Equatable, Sendable {
  /// `nil` for the session's.
  package let locale: LocaleIdentifier?
  /// The field that they are filed by; `nil` for the session's, which is the label at first.
  package let key: String?
}

/// The keys of new sections; `nil` for the usual ones.
package struct SectionKeyNames: Equatable, Sendable {
  package let title: String?
  package let entries: String?
}

/// What entries are looked for.
package struct Query: Equatable, Sendable {
  package enum CaseSensitivity: Equatable, Sendable {
    case insensitive, sensitive
    /// Sensitive if a pattern has an upper-case letter.
    case smart
  }

  /// One at least; an entry is found if it matches any.
  package let patterns: [String]
  package var isRegularExpression = false
  package var caseSensitivity = CaseSensitivity.insensitive
  package var isAccentSensitive = false
  /// Whether names are found by their readings, too.
  package var findsReadings = false
  package var matchesWholeWords = false
  package var matchesWholeField = false
  package var isInverted = false
  package var fields = SearchedFields.labelAndDetail
}

/// What is printed of the entries found.
package enum FindResult: Equatable, Sendable {
  /// Their number, at most `limit`.
  case count(limit: Int?)
  case entries(limit: Int?, showsPositions: Bool)
}

/// What is put right of what was found.
package enum FixScope: Equatable, Sendable {
  /// That with which nothing is lost.
  case safe
  case all
}

/// How the old file is called.
package enum Backup: Equatable, Sendable {
  case usualName
  case suffix(FilePath)
}

package enum OptionChange: Equatable, Sendable {
  case list
  case show(String)
  case set(String, value: String)
}

/// What help is asked about.
package enum HelpTopic: Equatable, Sendable {
  case overview
  case addresses
  case quoting
  /// One command, or all that begin with the same word.
  case commands([CommandName])
}
