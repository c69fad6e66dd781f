import Catalogues
import ICUText
import Platform
import PropertyLists
import Readings
import Searching
import Storage

/// A benchmark of making the indexes that are searched.
enum SearchBuilding {
  /// Makes all indexes of a corpus, several times, and leaves the last ones in place.
  ///
  /// - Parameter slowRuns: How many times slow programs run after the first time; as often as
  ///   others if it is `nil`.
  /// - Returns: The costs, Cardex first.
  static func measure(
    _ corpus: SearchCorpus, runs: Int, slowRuns: Int?
  ) -> [SearchReport.Building] {
    corpus.use(.built)
    let commands = [
      Command(
        name: "cardex",
        arguments: [CommandLine.arguments[0], "measure", Measured.index.rawValue, corpus.plist],
        worstStatus: 0),
      Command(
        name: "plocate-build",
        arguments: [
          locateBuilder, "--plaintext", "--require-visibility", "no", corpus.names,
          corpus.locateDatabase,
        ], worstStatus: 0),
      fullText(corpus, isOptimized: false),
      fullText(corpus, isOptimized: true),
    ]
    let costs = Comparison(commands, runs: runs, slowRuns: slowRuns, slowTime: 2).medians
    guard let own = costs[0], let index = location(corpus.plist), let stored = try? index.open()
    else { fail("the index could not be made") }
    let nameSize = fileSize(corpus.names) - corpus.entries
    var rows = [
      SearchReport.Building(
        program: "cardex, beyond reading the property list",
        seconds: Double(own.answer) / 1e6, size: fileSize(index.path.text ?? ""),
        textSize: stored.index.textSize, peakMemory: own.peakMemory),
      SearchReport.Building(
        program: "cardex, all of it", seconds: own.wall, size: fileSize(index.path.text ?? ""),
        textSize: stored.index.textSize, peakMemory: own.peakMemory),
    ]
    let files = [corpus.locateDatabase, corpus.fullTextDatabase, corpus.fullTextDatabase]
    for (command, (cost, file)) in zip(commands, zip(costs, [index.path.text ?? ""] + files))
      .dropFirst()
    {
      rows.append(
        SearchReport.Building(
          program: command.name, seconds: cost?.wall, size: cost.map { _ in fileSize(file) } ?? 0,
          textSize: nameSize, peakMemory: cost?.peakMemory ?? 0))
    }
    return rows
  }

  /// The index builder of `plocate`, which may not be in an ordinary user's `PATH`.
  private static var locateBuilder: String {
    let name = "plocate-build"
    return isInstalled("plocate") && !isInstalled(name) ? "/usr/sbin/" + name : name
  }

  /// SQLite's shell, filling a table without waiting for the disk.
  private static func fullText(_ corpus: SearchCorpus, isOptimized: Bool) -> Command {
    let optimization = isOptimized ? "insert into names(names) values('optimize');\n" : ""
    let script = corpus.script(
      isOptimized ? "optimized.sql" : "inserted.sql",
      """
      pragma journal_mode = off;
      pragma synchronous = off;
      create virtual table names using fts5(name, tokenize = 'trigram');
      .mode list
      .separator "\\001" "\\n"
      .import \(corpus.names) names
      \(optimization)
      """)
    let line = #"rm -f "$1" && exec \#(FullTextCondition.shell.joined(separator: " ")) "$1""#
    return Command(
      name: "sqlite3 FTS5, inserting" + (isOptimized ? " and optimizing" : ""),
      arguments: ["sh", "-c", line, "sh", corpus.fullTextDatabase], worstStatus: 0, input: script)
  }

  /// Reads a catalogue and writes its index, as `cardex search` does.
  ///
  /// - Returns: The time from the end of reading until the index was written, in seconds; `nil` if
  ///   anything failed.
  static func makeIndex(of path: String) -> Double? {
    guard let location = location(path),
      let bytes = try? FileBytes(path: FilePath(path), access: .mapped),
      let document = try? PropertyListDocument(bytes), let catalogue = try? Catalogue(document)
    else { return nil }
    let start = MonotonicClock.now
    let indexer = CatalogueIndexer(catalogue, folding: CaseFolding())
    let (index, snapshot) = indexer.index {
      IndexLocation.snapshot(of: catalogue, readings: .shared)
    }
    guard (try? location.write(index, of: catalogue, snapshot, created: 0)) != nil else {
      return nil
    }
    return MonotonicClock.now - start
  }

  /// The location of a catalogue's index in the current cache.
  static func location(_ path: String) -> IndexLocation? {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let directory = UserDirectory.cache.path(),
      let identity = try? FileIdentity.settled(
        descriptor: file, path: FilePath(path))
    else { return nil }
    return try? IndexLocation(
      in: IndexDirectory(directory), catalogue: FilePath(path), identity: identity,
      parsing: ParseOptions())
  }
}
