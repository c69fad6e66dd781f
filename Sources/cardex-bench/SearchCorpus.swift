import Platform

/// The same names in the form that each program searches best.
///
/// Indexes are made by `SearchBuilding`; this knows where they are.
final class SearchCorpus {
  let entries: Int
  private let folder = BenchFolder()
  /// The property list.
  let plist: String
  /// One name a line.
  let names: String
  /// A recutils file, for as many entries as `recsel` can be asked to search.
  let records: String?

  /// With this one, what is not to be absent is there in the smallest catalogues.
  private static let seed: UInt64 = 5

  static let greatestRecordCount = 100_000

  init(entries: Int) {
    self.entries = entries
    let generator = Generator(shape: .cars, entries: entries, seed: SearchCorpus.seed)
    plist = folder.write("names.plist", generator.write)
    names = folder.write("names.txt") { output in generator.writeNames(output) }
    records =
      entries > SearchCorpus.greatestRecordCount
      ? nil
      : folder.write("names.rec") { output in
        generator.writeNames(after: "\nName: ", output)
      }
  }

  var locateDatabase: String { folder.path(of: "names.plocate") }
  var fullTextDatabase: String { folder.path(of: "names.sqlite") }

  /// Writes a script for a program's standard input.
  ///
  /// - Returns: Its path.
  func script(_ name: String, _ text: String) -> String {
    folder.write(name) { $0(Array(text.utf8)) }
  }

  /// Where Cardex keeps its indexes.
  enum Cache: String {
    /// What `cardex search` makes by itself: nothing for small files.
    case usual
    /// What the bench makes, whatever the size.
    case built
  }

  /// Lets Cardex, here and in processes that are started, keep its indexes in one of the caches.
  func use(_ cache: Cache) { setenv("XDG_CACHE_HOME", folder.path(of: cache.rawValue), 1) }
}
