import Catalogues
import Exchange
import Searching

/// Searches in a database. The database tells which entries may match; these are fetched and
/// searched like those of any file.
final class DatabaseSearch {
  private let source: DatabaseCatalogue
  private let options: ParsedOptions
  private let items: PublishedItems
  /// The catalogue, whose items are fetched when they are asked for.
  let catalogue: Catalogue
  /// How many entries were fetched as candidates.
  private(set) var candidates = 0

  /// - Returns: `nil` if the engine cannot tell what may match a query.
  init?(
    _ source: DatabaseCatalogue, _ options: ParsedOptions, for query: SearchQuery
  ) throws(Failure) {
    if DatabaseSearch.condition(query, source) == nil { return nil }
    (self.source, self.options) = (source, options)
    (items, catalogue) = try source.restored()
  }

  /// Searches.
  ///
  /// - Parameter limit: The maximum number of entries wanted.
  /// - Throws: `Failure` if something cannot be fetched.
  /// - Returns: `nil` if the engine cannot tell what may match.
  func search(_ query: SearchQuery, limit: Int) throws(Failure) -> Found? {
    guard let condition = DatabaseSearch.condition(query, source) else { return nil }
    var found = Found(query, of: source.entryCount)
    if query.findsEntries, limit > 0 {
      var last = ""
      // With a limit, only as many candidates are fetched as probably suffice; if they do not, the
      // rest.
      var most: Int? = limit < DatabaseSearch.fewest ? DatabaseSearch.fewest : nil
      while true {
        let numbers = try items.fetch(.entry, "\(condition)\(last)", limit: most)
        candidates += numbers.count
        _ = found.add(
          Candidates(RecordSet(ascending: numbers, of: source.entryCount)),
          of: { catalogue }, limit: limit)
        guard let asked = most, numbers.count == asked, found.entries.count < limit,
          let number = numbers.last
        else { break }
        last = " and entry > \(source.key(ofEntry: number))"
        most = nil
      }
    }
    // The root has no title.
    if query.findsSections, catalogue.sections.count > 1 || query.fields == .all {
      let numbers = try items.fetch(.section, condition)
      found.addSections(
        of: catalogue, among: RecordSet(ascending: numbers, of: catalogue.sections.count))
    }
    return found
  }

  private static func condition(_ query: SearchQuery, _ source: DatabaseCatalogue) -> String? {
    if query.isInverted || !query.fields.areIndexed { return nil }
    return query.matcher.gramQuery(tableVersion: source.tableVersion).map(DatabaseSchema.condition)
  }

  /// The fewest entries that are fetched at a time.
  private static let fewest = 1000

  /// The catalogue, fetched as a whole.
  func whole() throws(Failure) -> Catalogue { try source.whole(options) }

  /// Why an item that was asked for could not be fetched.
  var failure: Failure? { items.failure(in: catalogue) }
}
