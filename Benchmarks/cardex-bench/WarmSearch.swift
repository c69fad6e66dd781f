import Catalogues
import Platform
import PropertyLists
import Readings
import Searching

/// Repeated searching in one process, with the index file open.
struct WarmSearch {
  private let source: SearchSource

  /// - Parameter path: The property list; its index is in the current cache.
  init?(_ path: String) {
    guard let stored = try? SearchBuilding.location(path)?.open(),
      let bytes = try? FileBytes(path: FilePath(path), access: .mapped)
    else { return nil }
    source = SearchSource(stored, of: bytes)
  }

  /// Compiles a pattern, searches and counts.
  func count(_ pattern: SearchPattern) -> Int? {
    let table = pattern.findsReadings ? ReadingTable.shared : nil
    return (try? Matcher([pattern.text], readings: table)).flatMap { matcher in
      try? source.search(SearchQuery(matcher, in: .labelAndDetail)).count()
    }
  }

  /// How many seconds to repeat a search for, so that the clock can measure it.
  private static let span = 0.02

  /// The mean time of enough searches to take some milliseconds.
  func seconds(_ pattern: SearchPattern) -> Double {
    var repetitions = 0
    let start = MonotonicClock.now
    var end = start
    repeat {
      _ = count(pattern)
      repetitions += 1
      end = MonotonicClock.now
    } while end - start < WarmSearch.span
    return (end - start) / Double(repetitions)
  }
}

/// Repeated searching in SQLite's shell.
struct WarmFullText {
  private let corpus: SearchCorpus
  private let condition: FullTextCondition
  /// How long the shell should be busy, in seconds; its clock counts milliseconds.
  private let span: Double

  init(_ corpus: SearchCorpus, _ condition: FullTextCondition, span: Double) {
    self.corpus = corpus
    self.condition = condition
    self.span = span
  }

  /// How many times a pattern is searched for in one statement.
  func repetitions(_ pattern: SearchPattern) -> Int? {
    var repetitions = 1
    while true {
      guard let time = total(pattern, repetitions) else { return nil }
      if time > span || repetitions >= 1_000_000 { return repetitions }
      let factor = time > 0 ? min(span / time * 1.2, 100) : 100
      repetitions = max(Int(Double(repetitions) * factor), repetitions + 1)
    }
  }

  /// The number of names found.
  func hits(_ pattern: SearchPattern) -> Int? {
    let arguments =
      FullTextCondition.shell + [corpus.fullTextDatabase, condition.query(pattern.text)]
    return Command(name: "sqlite3", arguments: arguments, worstStatus: 0).run()?.answer
  }

  /// The mean time of a number of searches.
  func seconds(_ pattern: SearchPattern, _ repetitions: Int) -> Double? {
    total(pattern, repetitions).map { $0 / Double(repetitions) }
  }

  /// The time of one statement, prepared once, that searches again for each row of a table of
  /// turns.
  private func total(_ pattern: SearchPattern, _ repetitions: Int) -> Double? {
    let operand = condition.operand(pattern.text)
    let script = corpus.script(
      "warm.sql",
      """
      \(FullTextCondition.mapping)
      \(condition.query(pattern.text));
      .timer on
      with recursive turn(number, pattern) as (
        values (1, \(operand)) union all
        select number + 1, pattern from turn where number < \(repetitions))
      select sum((select count(*) from names where name \(condition.rawValue) turn.pattern))
      from turn;

      """)
    let command = Command(
      name: "sqlite3", arguments: FullTextCondition.shell + [corpus.fullTextDatabase],
      worstStatus: 0, input: script, answer: .timer)
    return command.run().map { Double($0.answer) / 1e6 }
  }
}
