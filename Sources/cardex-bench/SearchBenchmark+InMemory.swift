import Catalogues
import ICUText
import IndexFiles
import Indexes
import PropertyLists
import Searching

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Searching in one process, with the index in memory.
extension SearchBenchmark {
  static func printInMemory(_ path: String) {
    guard let file = try? FileBytes(path: path, access: .mapped),
      let document = try? PropertyListDocument(file), let catalogue = try? Catalogue(document)
    else { fail("\(path) could not be read") }
    let folder = TextFolder()
    let start = now()
    let index = CatalogueIndexer(catalogue, folder: folder).index()
    let built = now()
    let size = index.parts.reduce(0) { $0 + $1.bytes.count }
    print("index built in \(rounded((built - start) * 1000, 0)) ms")
    print(
      "index / folded text = \(rounded(Double(size) / Double(index.textSize), 2)) of \(index.textSize)"
    )
    for part in index.parts { print(part.name, part.bytes.count) }
    for pattern in patterns {
      var times: [Double] = []
      var count = 0
      for _ in 0..<51 {
        guard let matcher = try? Matcher([pattern]) else { return }
        let start = now()
        count = (try? index.candidates(for: matcher, in: .labelAndDetail))??.entries.count ?? -1
        times.append(now() - start)
      }
      let median = times.sorted()[times.count / 2]
      print("| \(pattern) | \(count) | \(rounded(median * 1e6, 1)) µs |")
    }
  }

  /// Seconds of a clock that only goes on.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
