import Catalogues
import PropertyLists
import Readings
import Searching
import Storage

/// Fuzzing of indexes with correct checksums but arbitrary content: results may be wrong, but
/// nothing is read out of bounds.
enum IndexFuzzing {
  private static let changeLimit = 12
  /// One fuzzer runs at a time.
  nonisolated(unsafe) private static let patterns: [(matcher: Matcher, fields: SearchedFields)] = [
    ("n1", .labelAndDetail), ("奥", .all), ("é", .labelAndDetail), ("", .keys(["phone"])),
    ("aodi", .labelAndDetail), ("n", .all), ("+4n3", .keys(["phone"])),
  ].map { pattern, fields in
    guard let matcher = try? Matcher([pattern], readings: .shared) else { fatalError(pattern) }
    return (matcher, fields)
  }

  static func run(_ bytes: [UInt8]) throws {
    var choices = Choices(bytes)
    let template = choices.one(of: IndexTemplate.all)
    var index = ForgedIndex(template.index)
    var count = 0
    while !choices.isAtEnd, count < changeLimit {
      index.change(&choices)
      count += 1
    }
    index.repair()
    ScratchDirectory.write(index.bytes, to: template.path)
    checkFile(template)
    guard let stored = try? template.location.open() else {
      return try require(count > 0, "an index that was not changed is not used")
    }
    search(stored.index)
    if let catalogue = try? stored.restore(FileBytes(template.file)) { lookAtAll(of: catalogue) }
    searchEdited(try template.catalogue, with: stored.index)
  }

  private static func checkFile(_ template: IndexTemplate) {
    let kept = KeptIndex(path: template.path)
    _ = (kept.catalogue, kept.parsing, kept.entryCount, kept.created, kept.size)
    try? kept.check()
    try? kept.checkContent()
  }

  private static func search(_ index: CatalogueIndex) {
    for (matcher, fields) in patterns {
      guard let found = try? index.candidates(for: matcher, in: fields) else { continue }
      _ = (found.entries.count, found.entries.entries.first)
    }
  }

  /// Reads everything that a command may read.
  private static func lookAtAll(of catalogue: Catalogue) {
    let book = AddressBook(catalogue)
    for entry in catalogue.entries.prefix(200) {
      _ = (catalogue.label(of: entry), catalogue.detail(of: entry), catalogue.section(of: entry))
      _ = (book.address(of: .entry(entry)), catalogue.fields(of: entry).count)
      _ = EntryRecords(catalogue: catalogue, fields: .all).searchedFields(of: entry).count
    }
    for section in catalogue.sections(in: .root).prefix(200) {
      _ = (catalogue.fullTitle(of: section), catalogue.titleDetail(of: section))
      _ = (catalogue.header(of: section), catalogue.footer(of: section))
      _ = (book.address(of: .section(section)), catalogue.path(to: section))
      _ = catalogue.entryCount(of: section)
    }
    var count = 0
    catalogue.forEachEntry(in: .root) { _ in count += 1 }
  }

  /// Searches in a session that uses the index of the file it has read.
  private static func searchEdited(_ catalogue: Catalogue, with index: CatalogueIndex) {
    var policy = LiveIndex.Policy()
    policy.leastEntries = 0
    let live = LiveIndex(catalogue, policy: policy)
    live.use(
      LiveIndex.Store {
        index
      } keep: { _ in
      })
    for (matcher, fields) in patterns { _ = live.search(SearchQuery(matcher, in: fields)) }
  }
}
