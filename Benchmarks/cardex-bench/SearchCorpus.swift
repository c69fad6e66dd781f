import Platform

/// The same names in the form that each program searches best.
///
/// `SearchBuilding` makes the indexes; this type knows where they are.
final class SearchCorpus {
  let entries: Int
  private let directory = BenchDirectory()
  /// The property list.
  let plist: String
  /// The list of names, one per line.
  let names: String
  /// A recutils file, if there are not too many entries for `recsel`.
  let records: String?

  /// With this seed, even the smallest catalogues contain the patterns that should be found.
  private static let seed: UInt64 = 5

  static let greatestRecordCount = 100_000

  init(entries: Int) {
    self.entries = entries
    let generator = Generator(shape: .cars, entries: entries, seed: SearchCorpus.seed)
    plist = directory.write("names.plist", generator.write)
    names = directory.write("names.txt") { output in generator.writeNames(output) }
    records =
      entries > SearchCorpus.greatestRecordCount
      ? nil
      : directory.write("names.rec") { output in
        generator.writeNames(after: "\nName: ", output)
      }
  }

  var locateDatabase: String { directory.path(of: "names.plocate") }
  var fullTextDatabase: String { directory.path(of: "names.sqlite") }

  /// Writes a script for a program's standard input.
  ///
  /// - Returns: Its path.
  func script(_ name: String, _ text: String) -> String {
    directory.write(name) { $0(Array(text.utf8)) }
  }

  /// Where Cardex keeps its indexes.
  enum Cache: String {
    /// The indexes that `cardex search` makes automatically: none for small files.
    case usual
    /// The indexes that the benchmark makes, whatever the size.
    case built
  }

  /// Makes Cardex, here and in child processes, keep its indexes in one of the caches.
  func use(_ cache: Cache) { setenv("XDG_CACHE_HOME", directory.path(of: cache.rawValue), 1) }
}
