import Catalogues
import Exchange
import Platform
import Readings
import Searching

/// Publishing a catalogue: all of it, or what has changed since the last time.
///
/// Everything is one transaction, so that readers see the old or the new state, and nothing is left
/// of a load that fails.
struct DatabaseLoad {
  private let url: DatabaseURL
  private let session: DatabaseSession
  private let catalogue: Catalogue
  private let name: String
  private let parsing: ParseOptions
  private let table: ReadingTable

  /// - Parameters:
  ///   - url: The address of a catalogue.
  ///   - parsing: The options with which the catalogue was read.
  ///   - table: The table of readings of names.
  init(
    _ url: DatabaseURL, _ catalogue: Catalogue, parsing: ParseOptions, readings table: ReadingTable
  ) throws(Failure) {
    (self.url, self.catalogue, name) = (url, catalogue, url.catalogue ?? "")
    (self.parsing, self.table) = (parsing, table)
    session = try DatabaseSession(url)
  }

  /// What is published under the name.
  private struct Old {
    let state: Publication.State
    let version: String
    let readings: String
    let parsing: String
    let shape: String
    let keys: [DatabaseSchema.Table: SparseNumbers]
  }

  private func old() throws(Failure) -> Old? {
    let rows = try session.rows(
      "select generation, cast(published as text), version, readings, shape, parsing, entries, sections, "
        + "blocks from cardex_catalogue where name = \(DatabaseSchema.literal(name));", columns: 9)
    guard let row = rows.first else { return nil }
    guard let state = Publication.State(generation: row[0], published: row[1]),
      let entries = SparseNumbers(text: row[6]),
      let sections = SparseNumbers(text: row[7]), let blocks = SparseNumbers(text: row[8])
    else { throw PublishedItems.damage }
    return Old(
      state: state, version: row[2], readings: row[3], parsing: row[5], shape: row[4],
      keys: [.entry: entries, .section: sections, .block: blocks])
  }

  /// Makes tables or indexes that are missing. Several attempts are made, since another load that
  /// makes them at the same time may let this one fail.
  private func make(_ relations: [DatabaseSchema.Relation]) throws(Failure) {
    for relation in relations {
      for attempt in 1...5 {
        if try session.hasRelation(relation.name) { break }
        do throws(Failure) {
          try DatabaseSession(url).execute(relation.statement)
          // The relation is not looked up again: in CockroachDB 22.2, `to_regclass` finds no
          // indexes.
          break
        } catch {
          if attempt == 5 { throw error }
          usleep(100_000)
        }
      }
    }
  }

  // MARK: All of it

  /// Publishes all of the catalogue under a new generation.
  ///
  /// - Returns: What was done.
  func replace() throws(Failure) -> String {
    try make(DatabaseSchema.tables)
    let old = try old()
    var publication = Publication(catalogue, named: name, parsing: parsing, readings: table)
    let keys = publication.newKeys
    // YugabyteDB commits copied rows at once if no statement of the transaction has been answered
    // before. So the session waits for the answer to every statement.
    try session.execute("begin;")
    for table in DatabaseSchema.Table.allCases {
      try write(table, 0..<publication.count(of: table), keys, &publication)
    }
    try flip(publication, from: old?.state, keys)
    if let old {
      for statement in Publication.removal(ofGeneration: old.state.generation) {
        try session.execute(statement)
      }
    }
    try finish()
    let count = catalogue.entryCount
    return "\(count) \(count == 1 ? "entry" : "entries") published"
  }

  private func write(
    _ table: DatabaseSchema.Table, _ numbers: some Collection<Int>,
    _ keys: [DatabaseSchema.Table: SparseNumbers], _ publication: inout Publication
  ) throws(Failure) {
    if numbers.isEmpty { return }
    do {
      try publication.writeRows(of: table, numbers, keys: keys) { [session] in
        try session.write($0)
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("\(error)")
    }
    try session.execute("")
  }

  /// Makes readers see the generation once the transaction ends.
  private func flip(
    _ publication: Publication, from old: Publication.State?,
    _ keys: [DatabaseSchema.Table: SparseNumbers]
  ) throws(Failure) {
    let flipped = try session.rows(publication.flip(from: old, keys: keys), columns: 2)
    if flipped.isEmpty {
      throw session.failure(
        "another load has published '\(name)' in the meantime", hint: "publish it again")
    }
  }

  private func finish() throws(Failure) {
    try session.execute("commit;")
    try make(DatabaseSchema.indexes)
    try session.execute("analyze cardex_entry;")
  }

  // MARK: What has changed

  /// Publishes only what differs from the published catalogue, under the same generation. Publishes
  /// all of it if nothing is published yet; if it was published by another version of the program,
  /// or with other readings, options or another shape; or if new keys do not fit between existing
  /// keys.
  ///
  /// - Returns: What was done.
  func update() throws(Failure) -> String {
    try make(DatabaseSchema.tables)
    guard let old = try old() else { return try replace() }
    var publication = Publication(
      catalogue, named: name, parsing: parsing, readings: table,
      generation: old.state.generation)
    guard
      publication.isLike(
        version: old.version, readings: old.readings, parsing: old.parsing, shape: old.shape)
    else {
      return try replace()
    }
    var keys = old.keys
    session.expectRows(of: old.keys)
    var changes: [DatabaseSchema.Table: RowChanges] = [:]
    // Entries name sections by their keys.
    for table in [DatabaseSchema.Table.section, .entry, .block] {
      guard let rows = keys[table], let sections = keys[.section],
        let found = try compared(table, rows, sections: sections, &publication)
      else { return try replace() }
      keys[table] = found.keys
      changes[table] = found
    }
    if changes.values.allSatisfy(\.isEmpty) { return "nothing has changed" }
    try session.execute("begin;")
    for (table, changes) in changes {
      for first in stride(from: 0, to: changes.removedKeys.count, by: 1000) {
        let some = changes.removedKeys[first...].prefix(1000)
        try session.execute(
          "delete from \(table.name) where generation = "
            + "\(DatabaseSchema.literal(old.state.generation)) and \(table.key) in "
            + "(\(some.map(String.init).joined(separator: ",")));")
      }
    }
    for (table, changes) in changes { try write(table, changes.written, keys, &publication) }
    try flip(publication, from: old.state, keys)
    try session.execute("commit;")
    guard let entries = changes[.entry] else { return "" }
    let gone = entries.removedKeys.count - (entries.written.count - entries.newCount)
    return "\(entries.newCount) added, \(entries.written.count - entries.newCount) changed, "
      + "\(gone) removed"
  }

  private static let comparedRows = 10_000

  /// Compares the rows of a table with those that are published.
  ///
  /// - Parameter sections: The keys of the sections as they will be.
  /// - Returns: `nil` if new keys do not fit between existing ones.
  private func compared(
    _ table: DatabaseSchema.Table, _ oldKeys: SparseNumbers, sections: SparseNumbers,
    _ publication: inout Publication
  ) throws(Failure) -> RowChanges? {
    var (old, keys): ([RowDigest], [Int]) = ([], [])
    let columns = ([table.key] + table.comparedColumns).joined(separator: ", ")
    // Some rows at a time, since psql keeps a whole answer in memory.
    for first in stride(from: 0, to: oldKeys.count, by: DatabaseLoad.comparedRows) {
      let last = min(first + DatabaseLoad.comparedRows, oldKeys.count) - 1
      try session.execute(
        "select \(columns) from \(table.name) where generation = "
          + "\(DatabaseSchema.literal(publication.generation)) and \(table.key) between "
          + "\(oldKeys.key(at: first)) and \(oldKeys.key(at: last)) order by \(table.key);",
        columns: 1 + table.comparedColumns.count
      ) { row throws(Failure) in
        guard keys.count <= last, let key = PublishedItems.integer(row[0]),
          key == oldKeys.key(at: keys.count)
        else { throw PublishedItems.damage }
        keys.append(key)
        old.append(RowDigest(row.dropFirst().joined(separator: [0]), of: table))
        return true
      }
      guard keys.count == last + 1 else { throw PublishedItems.damage }
    }
    let new = (0..<publication.count(of: table)).map {
      RowDigest(publication.content(of: table, $0, sections: sections), of: table)
    }
    let pairing = SequencePairing(
      old.count, new.count, isSame: { old[$0].identity == new[$1].identity },
      oldHash: { old[$0].identity.low }, newHash: { new[$0].identity.low })
    return RowChanges(keys, newCount: new.count, pairing.pairs) { old[$0] != new[$1] }
  }
}

/// A digest of a row, by which it is compared with others. Without their texts, millions of rows
/// fit in memory.
private struct RowDigest: Equatable {
  /// 128 bits, by a hash function whose key is random in each process: different texts have the
  /// same digest with a probability of 2⁻¹²⁸.
  struct Digest: Equatable {
    let low: Int
    let high: Int

    init(_ text: some Sequence<UInt8>) {
      var low = Hasher()
      let bytes = Array(text)
      bytes.withUnsafeBytes { low.combine(bytes: $0) }
      var high = low
      high.combine(UInt8(0))
      (self.low, self.high) = (low.finalize(), high.finalize())
    }
  }

  let content: Digest
  /// The digest of what identifies the row, even if it has changed.
  let identity: Digest

  /// - Parameter content: The compared columns, with a NUL between them.
  init(_ content: some Sequence<UInt8>, of table: DatabaseSchema.Table) {
    self.content = Digest(content)
    guard table == .section else {
      identity = self.content
      return
    }
    // A section is the same row even if it has moved.
    let columns = Array(content).split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false)
    identity = Digest(columns[1] + [0] + columns[3])
  }
}

/// The changes that turn the rows of a table into others.
struct RowChanges {
  private(set) var keys = SparseNumbers(count: 0)
  /// The keys of rows that are gone or written anew.
  private(set) var removedKeys: [Int] = []
  /// The numbers of rows that are written.
  private(set) var written: [Int] = []
  /// How many of the written rows have a new key.
  private(set) var newCount = 0

  var isEmpty: Bool { removedKeys.isEmpty && written.isEmpty }

  /// - Parameters:
  ///   - oldKeys: The keys of the rows that are there, ascending.
  ///   - pairs: The rows that stay, by their numbers before and now.
  ///   - isChanged: Whether a row that stays is written anew.
  /// - Returns: `nil` if new keys do not fit between existing ones.
  init?(
    _ oldKeys: [Int], newCount: Int, _ pairs: [SequencePairing.Pair],
    isChanged: (_ old: Int, _ new: Int) -> Bool
  ) {
    var keys: [Int] = []
    keys.reserveCapacity(newCount)
    var old = 0
    for pair in pairs + [SequencePairing.Pair(old: oldKeys.count, new: newCount, count: 0)] {
      // Rows between the same neighbours count as changed, and keep their keys.
      while old < pair.old, keys.count < pair.new {
        removedKeys.append(oldKeys[old])
        written.append(keys.count)
        keys.append(oldKeys[old])
        old += 1
      }
      removedKeys += oldKeys[old..<pair.old]
      let count = pair.new - keys.count
      if count > 0 {
        let last = keys.last ?? 0
        let next =
          pair.old < oldKeys.count ? oldKeys[pair.old] : last + (count + 1) * SparseNumbers.step
        guard next - last > count, last < 1 << 60 else { return nil }
        for index in 1...count {
          written.append(keys.count)
          keys.append(
            last + (next - last) / (count + 1) * index + (next - last) % (count + 1) * index
              / (count + 1))
        }
        self.newCount += count
      }
      for place in 0..<pair.count {
        if isChanged(pair.old + place, pair.new + place) {
          removedKeys.append(oldKeys[pair.old + place])
          written.append(keys.count)
        }
        keys.append(oldKeys[pair.old + place])
      }
      old = pair.old + pair.count
    }
    self.keys = SparseNumbers(keys)
    if self.keys.runCount > RowChanges.mostRuns { return nil }
  }

  /// The most runs of evenly spaced keys, all of which each search has to read.
  private static let mostRuns = 2000
}
