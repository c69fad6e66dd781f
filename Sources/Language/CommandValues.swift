package import Grammar
package import Platform
import Storage

/// The part of a listing that is printed at once.
package enum Paging: Equatable, Sendable {
  case rows(Int)
  /// A page, counted from 1, and the number of rows per page, if given.
  case page(Int, rows: Int?)
  case all
}

/// The sections that are opened or closed.
package enum OutlinePart: Equatable, Sendable {
  case current
  case all
  case sections([Word])
}

/// The sections to open while all others are closed.
package enum AccordionChange: Equatable, Sendable {
  /// Turns accordion mode on or off for sections opened later.
  case mode(Bool)
  case sections([Word])
}

/// The form in which found entries are printed.
package enum FindResult: Equatable, Sendable {
  /// The number of entries, at most `limit`.
  case count(limit: Int?)
  case entries(limit: Int?, showsPositions: Bool)
}

/// The name of the backup file.
package enum Backup: Equatable, Sendable {
  case usualName
  case suffix(FilePath)
}

package enum OptionChange: Equatable, Sendable {
  case list
  case show(String)
  case set(String, value: String)
}
