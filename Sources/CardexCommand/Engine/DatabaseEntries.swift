import Catalogues
import Exchange
import ICUText
import PropertyLists
import Searching

/// The entries found in a database: it tells which may match, and they are fetched and searched
/// like those of any file.
final class DatabaseEntries: FoundEntries {
  private let source: DatabaseCatalogue
  private let options: ParsedOptions
  private let items: PublishedItems
  private let restored: Catalogue
  private let matcher: Matcher
  private let configuration: SearchConfiguration
  let found: RecordSet
  let undecided: [UndecidedRecord]
  let foundSections: [Section.ID]
  let undecidedSections: [(section: Section.ID, failure: RegularExpression.Failure)]
  /// How many entries were fetched as candidates.
  let candidates: Int

  /// - Parameter limit: The maximum number of entries wanted.
  /// - Throws: `Failure` if something cannot be fetched.
  /// - Returns: `nil` if the engine cannot tell what may match.
  init?(
    _ source: DatabaseCatalogue, _ options: ParsedOptions, _ matcher: Matcher,
    _ configuration: SearchConfiguration, limit: Int
  ) throws(Failure) {
    guard !configuration.isInverted,
      let query = matcher.gramQuery(tableVersion: source.tableVersion)
    else { return nil }
    let condition = DatabaseSchema.condition(query)
    (self.source, self.options) = (source, options)
    (self.matcher, self.configuration) = (matcher, configuration)
    (items, restored) = try source.restored()
    let count = source.entryCount
    var (found, undecided, candidates) = (RecordSet.none(of: count), [UndecidedRecord](), 0)
    if configuration.findsEntries, limit > 0 {
      let records = EntryRecords(catalogue: restored, fields: configuration.fields)
      var last = ""
      // With a limit, no more are fetched than it probably takes, and then the rest.
      var most: Int? = limit < DatabaseEntries.fewest ? DatabaseEntries.fewest : nil
      while true {
        let numbers = try items.fetch(.entry, "\(condition)\(last)", limit: most)
        candidates += numbers.count
        found.formUnion(
          RecordSearch(matcher).matches(
            among: RecordSet(ascending: numbers.map { Entry.ID(rawValue: $0) }, of: count),
            of: records, limit: limit - found.count, undecided: { undecided.append($0) }
          ).entries)
        guard let asked = most, numbers.count == asked, found.count < limit,
          let number = numbers.last
        else { break }
        last = " and entry > \(source.key(ofEntry: number))"
        most = nil
      }
    }
    (self.found, self.undecided, self.candidates) = (found, undecided, candidates)
    var undecidedSections: [(section: Section.ID, failure: RegularExpression.Failure)] = []
    var sections: [Section.ID] = []
    if configuration.findsSections(matcher),
      // The root has no title.
      restored.sections.count > 1 || configuration.fields == .all
    {
      let numbers = try items.fetch(.section, condition)
      sections = SectionRecords(catalogue: restored, fields: configuration.fields).sections(
        matching: matcher,
        among: RecordSet(
          ascending: numbers.map { Entry.ID(rawValue: $0) }, of: restored.sections.count)
      ) { undecidedSections.append(($0, $1)) }
    }
    foundSections = sections
    self.undecidedSections = undecidedSections
  }

  /// The fewest entries that are fetched at a time.
  private static let fewest = 1000

  func count(_ matcher: Matcher, _ configuration: SearchConfiguration) -> Int? {
    let entries = try? DatabaseEntries(source, options, matcher, configuration, limit: .max)
    return entries?.count(limit: .max) { _ in }
  }

  func hasField(_ key: String) -> Bool { restored.hasField(key, followsPaths: true) }

  func location(of entry: Entry.ID) throws(Failure) -> SourceLocation {
    // Entries are numbered alike.
    let whole = try source.whole(options)
    return whole.document.location(of: whole.textNode(of: entry))
  }

  func catalogue() -> Catalogue { restored }

  /// Why something could not be fetched that was asked for.
  var failure: Failure? { items.failure(in: restored) }

  var hasFailed: Bool { restored.restoringFailure }
}
