import Catalogues
package import Editing
import ICUText
import Platform
import Readings
package import Searching

/// Searches the entries of a session's present catalogue.
package struct EntrySearch {
  let editing: EditingSession
  /// The language whose rules apply to the comparison of letters.
  let locale: LocaleIdentifier

  private var catalogue: Catalogue { editing.catalogue }

  /// The search that a query means in the catalogue.
  func query(_ query: Query) throws(SessionError) -> SearchQuery {
    if case .keys(let keys) = query.fields {
      for key in keys {
        try rethrowing(catalogue.checkField(key, followsPaths: true), as: SessionError.reported)
      }
    }
    let table = query.findsReadings ? try editing.usualFiling.readingTable() : nil
    var options = query.options
    options.pairsDottedI = locale.pairsDottedI
    let matcher = try rethrowing(
      Matcher(
        words: query.alternatives, options: options, readings: table),
      as: SessionError.expression)
    return SearchQuery(matcher, in: query.fields, isInverted: query.isInverted)
  }

  /// The search for a text that is typed into a field. The text is a regular expression, or words
  /// that an entry must all have, in any order; a phrase between `"` counts as one word.
  package func query(
    for text: String, in fields: SearchedFields, isExpression: Bool, isAccentSensitive: Bool,
    findsReadings: Bool
  ) throws(SessionError) -> SearchQuery {
    var options = SearchOptions()
    options.syntax = isExpression ? .regularExpression : .literal
    options.isAccentSensitive = isAccentSensitive
    return try query(
      Query(
        patterns: isExpression ? [text] : [],
        words: isExpression ? [] : Matcher.words(of: EntrySearch.closingQuotation(text)),
        options: options, findsReadings: findsReadings && !isExpression, fields: fields))
  }

  /// The text with its last quotation closed, since an open one is still being typed and its
  /// beginning is searched for.
  private static func closingQuotation(_ text: String) -> String {
    let marks = text.count { $0 == "\"" }
    guard marks % 2 == 1, let last = text.lastIndex(of: "\""),
      last == text.startIndex || text[text.index(before: last)].isWhitespace
    else { return text }
    return text.index(after: last) == text.endIndex ? String(text[..<last]) : text + "\""
  }

  /// All entries that a search finds, for an edit.
  ///
  /// - Throws: `SessionError` if it could not be decided whether more entries match.
  func allEntries(found query: Query) throws(SessionError) -> [Entry.ID] {
    let found = try found(self.query(query))
    try checkDecided(found)
    return catalogue.inOutline(found.entries.entries)
  }

  func found(_ query: SearchQuery) throws(SessionError) -> Found {
    let found = editing.index.search(query) { !editing.isInterrupted() }
    guard let found, !editing.isInterrupted() else { throw .interrupted }
    return found
  }

  func checkDecided(_ found: Found) throws(SessionError) {
    if let message = found.messageOfUndecided(editing.book) {
      throw .reported(ReportedError(message))
    }
  }

  /// The number of found entries that are not deleted.
  func count(_ found: Found) -> Int {
    catalogue.hasNewOrder
      ? catalogue.inOutline(found.entries.entries).count : found.entries.count
  }
}
