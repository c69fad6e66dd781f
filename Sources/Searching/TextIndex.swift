import CText
import Platform
package import Storage

/// An index for searching the folded text of records: one arena of all fields and, if it is large
/// enough to need them, the records of every gram of some characters.
///
/// The parts are in memory or in a file; damaged parts make searches throw, never return wrong
/// results.
package final class TextIndex: Sendable {
  package let recordCount: Int
  package let parts: Parts
  private let arena: StoredBytes
  private let starts: TextStarts
  private let postings: GramPostings?
  private let accents: PartialTextIndex?
  private let numbers: PartialTextIndex?
  private let readings: ReadingIndex?
  private let policy: Policy

  /// The thresholds between search strategies, which all find the same records.
  package struct Policy: Sendable {
    /// How much work is worth a thread: bytes of text to scan, records to examine, codes to scan.
    package var bytesPerThread = 2 << 20
    package var recordsPerThread = 2048
    package var codesPerThread = 1 << 17
    /// The most threads to use; by default one per processor.
    package var threads: Int?
    /// How many bytes are checked and then scanned at a time: few enough to be still in the cache.
    package var bytesPerChunk = 1 << 15
    /// How many bytes can be scanned in about the time of examining a record with accents.
    package var bytesPerAccentedRecord = 512

    package init() {}
  }

  /// The parts that an index is stored as.
  package struct Parts: Sendable {
    package var arena: StoredBytes
    /// Where blocks of records begin, in the format of `TextStarts`.
    package var starts: StoredBytes
    /// The parts of `GramPostings`; both empty if there are no postings.
    package var directory: StoredBytes
    package var lists: StoredBytes
    /// The members, text and starts of the texts with accents; all empty if there are none.
    package var accents = [StoredBytes](repeating: StoredBytes([]), count: 3)
    /// The parts of `ReadingIndex`; both empty if there is none.
    package var readingMembers = StoredBytes([])
    package var readingCodes = StoredBytes([])
    /// The members, text and starts of grouped numbers; all empty if there are none.
    package var numbers = [StoredBytes](repeating: StoredBytes([]), count: 3)

    /// All parts, always in the same order.
    package var list: [StoredBytes] {
      [arena, starts, directory, lists] + accents + [readingMembers, readingCodes] + numbers
    }

    /// - Parameter list: All parts, in the order of `list`.
    package init?(_ list: [StoredBytes]) {
      guard list.count == 12 else { return nil }
      self.init(arena: list[0], starts: list[1], directory: list[2], lists: list[3])
      accents = Array(list[4..<7])
      (readingMembers, readingCodes) = (list[7], list[8])
      numbers = Array(list[9...])
    }

    package init(
      arena: StoredBytes, starts: StoredBytes, directory: StoredBytes, lists: StoredBytes
    ) {
      self.arena = arena
      self.starts = starts
      self.directory = directory
      self.lists = lists
    }
  }

  static let blockRecords = 8

  /// - Throws: `IndexDamage` if the parts do not fit the number of records.
  package init(
    _ parts: Parts, recordCount: Int, policy: Policy = Policy()
  ) throws(IndexDamage) {
    guard (0..<Int(UInt32.max)).contains(recordCount) else { throw IndexDamage() }
    guard parts.directory.count % 8 == 0 else { throw IndexDamage() }
    self.recordCount = recordCount
    self.policy = policy
    self.parts = parts
    arena = parts.arena
    starts = try TextStarts(parts.starts, recordCount: recordCount)
    postings =
      parts.directory.count == 0
      ? nil
      : try GramPostings(
        recordCount: recordCount, directory: parts.directory, lists: parts.lists)
    accents = try PartialTextIndex(parts.accents, recordCount: recordCount)
    numbers = try PartialTextIndex(parts.numbers, recordCount: recordCount)
    readings =
      parts.readingMembers.count == 0 && parts.readingCodes.count == 0
      ? nil
      : try ReadingIndex(
        members: parts.readingMembers, codes: parts.readingCodes, recordCount: recordCount)
  }

  /// How a search was done, for diagnostics.
  package struct Trace: Equatable, Sendable {
    /// Bytes of folded text that were scanned from end to end.
    package var scannedBytes = 0
    /// Lists of grams that were read.
    package var lists = 0
    /// Records that remained to be examined after intersecting the lists.
    package var candidates = 0
    /// Codes of readings that were scanned.
    package var readCodes = 0

    package init(
      scannedBytes: Int = 0, lists: Int = 0, candidates: Int = 0, readCodes: Int = 0
    ) {
      self.scannedBytes = scannedBytes
      self.lists = lists
      self.candidates = candidates
      self.readCodes = readCodes
    }
  }

  /// The size in bytes of all folded text without accents, including ends of fields and tags.
  package var textSize: Int { arena.count }

  /// The records that contain a needle in a field that counts. An empty needle is in every field.
  ///
  /// - Precondition: The needle does not end within a character.
  /// - Complexity: O(*p*) in the length of its lists for a needle of a few characters. For longer
  ///   ones O(*p* + *c*) in the lengths of the shortest lists and the number of records they have
  ///   in common. If these records are many, O(*n*) in the arena's length, at the speed of memory.
  /// - Throws: `IndexDamage` if what is read is damaged.
  package func records(
    with needle: [UInt8], in filter: FieldFilter = FieldFilter(), trace: inout Trace
  ) throws(IndexDamage) -> RecordSet {
    guard !needle.isEmpty else { return try recordsWithFields(filter, &trace) }
    guard let found = try candidates(for: needle, &trace) else {
      return try scan(for: needle, filter, &trace)
    }
    if filter.acceptsAll {
      if GramPostings.decide(needle) { return found }
      // Examining a record takes about as long as scanning a few hundred bytes.
      if found.count > arena.count >> 8 { return try scan(for: needle, filter, &trace) }
    }
    let candidates = found.numbers
    if candidates.isEmpty { return found }
    trace.candidates += candidates.count
    return RecordSet(try keep(candidates, with: needle, filter), of: recordCount)
  }

  /// A superset of the records that contain a needle, or exactly these if lists decide; `nil` if
  /// lists do not help.
  private func candidates(
    for needle: [UInt8], _ trace: inout Trace
  ) throws(IndexDamage) -> RecordSet? {
    guard let postings, GramPostings.canFind(needle) else { return nil }
    if GramPostings.decide(needle) {
      // Reading that much of lists takes as long as scanning everything.
      return try postings.records(with: needle, limit: arena.count / 16, &trace.lists)
    }
    return try postings.candidates(for: needle, limit: recordCount / 8, &trace.lists)
      .map { RecordSet($0, of: recordCount) }
  }

  /// The records that contain a needle with its required accents.
  package func records(
    with needle: Needle, tags: [Bool]?, trace: inout Trace
  ) throws(IndexDamage) -> RecordSet {
    let filter = FieldFilter(tags: tags, isWholeField: needle.isWholeField)
    guard let pattern = needle.accents else {
      return try records(with: needle.bytes, in: filter, trace: &trace)
    }
    guard let accents else {
      return pattern.needsAccents
        ? .none(of: recordCount) : try records(with: needle.bytes, in: filter, trace: &trace)
    }
    guard pattern.needsAccents else {
      let found = try records(with: needle.bytes, in: filter, trace: &trace)
      return try accents.filter(found, pattern, tags)
    }
    // Only records with the letters can have the accents, so only those are examined.
    if let candidates = try candidates(for: needle.bytes, &trace),
      candidates.count <= accents.textSize / policy.bytesPerAccentedRecord
    {
      trace.candidates += candidates.count
      return try accents.filter(candidates, pattern, tags)
    }
    return try accents.records(pattern, tags, &trace)
  }

  /// The records that match by a reading or a grouped number in a field that counts. If whole words
  /// are wanted, records that do not match may be included.
  ///
  /// - Complexity: O(*n*) in the number of characters of fields with readings, about a nanosecond
  ///   each, and in the length of grouped numbers, at the speed of memory.
  package func recordsMatchingWithoutNeedle(
    of matcher: Matcher, tags: [Bool]?, trace: inout Trace
  ) throws(IndexDamage) -> RecordSet {
    var found = RecordSet.none(of: recordCount)
    for name in matcher.names {
      found.formUnion(try records(named: name, tags: tags, trace: &trace))
    }
    if let numbers {
      for number in matcher.numbers { found.formUnion(try numbers.records(number, tags, &trace)) }
    }
    return found
  }

  /// The records that match by reading.
  func records(
    named pattern: NamePattern, tags: [Bool]?, trace: inout Trace
  ) throws(IndexDamage) -> RecordSet {
    try readings?.records(pattern, tags, policy, &trace) ?? .none(of: recordCount)
  }

  // MARK: Scanning

  /// - Parameter needle: The needle, at least one byte.
  func scan(
    for needle: [UInt8], _ filter: FieldFilter, _ trace: inout Trace
  ) throws(IndexDamage) -> RecordSet {
    trace.scannedBytes += arena.count
    let words = RecordSet.wordCount(recordCount)
    let pieces = min(
      ParallelWork.pieces(arena.count, worthwhile: policy.bytesPerThread, threads: policy.threads),
      max(words, 1))
    // Each word of marks belongs to a single piece.
    let parts = try ParallelWork.map(pieces) { piece throws(IndexDamage) in
      let bounds = (words * piece / pieces * 64, words * (piece + 1) / pieces * 64)
      return try marks(bounds.0..<min(bounds.1, recordCount), holding: needle)
    }
    let found = RecordSet(
      bits: parts.count == 1 ? parts[0] : Array(parts.joined()), of: recordCount)
    if filter.acceptsAll { return found }
    var accepted: [UInt64] = Array(repeating: 0, count: words)
    try found.visit { record throws(IndexDamage) in
      if try holds(needle, in: record, filter) {
        accepted[record / 64] |= 1 << UInt64(record % 64)
      }
      return true
    }
    return RecordSet(bits: accepted, of: recordCount)
  }

  /// A bit for each of some records, the lowest bit first: set if the record contains the needle.
  ///
  /// - Parameter records: The records, starting with the first one of a block.
  private func marks(
    _ records: Range<Int>, holding needle: [UInt8]
  ) throws(IndexDamage) -> [UInt64] {
    let end =
      records.upperBound == recordCount ? arena.count : try start(ofBlockOf: records.upperBound)
    var start = records.isEmpty ? end : try start(ofBlockOf: records.lowerBound)
    arena.willBeRead(start..<max(start, end))
    // Room for as many records as could end in a chunk, even if the text is damaged.
    let room = RecordSet.wordCount(records.count + policy.bytesPerChunk) + 1
    var marks = [UInt64](repeating: 0, count: room)
    var state = cardex_scan_state()
    while start < end {
      let chunkEnd = min(start + policy.bytesPerChunk, end)
      let text = try arena.bytes(start..<min(chunkEnd + needle.count, arena.count))
      cardex_mark_records(
        text.baseAddress, chunkEnd - start, text.count, needle, needle.count, &state, &marks)
      guard state.record <= records.count else { throw IndexDamage() }
      start = chunkEnd
    }
    guard state.record == records.count else { throw IndexDamage() }
    marks.removeLast(room - RecordSet.wordCount(records.count))
    return marks
  }

  // MARK: Single records

  /// The text of the block that contains a record.
  private func block(of record: Int) throws(IndexDamage) -> UnsafeBufferPointer<UInt8> {
    try arena.bytes(
      starts.bounds(ofBlock: record / TextIndex.blockRecords, textSize: arena.count))
  }

  /// Where the text of the block that contains a record begins.
  private func start(ofBlockOf record: Int) throws(IndexDamage) -> Int {
    let start = try starts.start(ofBlock: record / TextIndex.blockRecords)
    guard start <= UInt64(arena.count) else { throw IndexDamage() }
    return Int(start)
  }

  /// Prefetches the text of a record that will be read soon.
  func willRead(_ record: Int) {
    let start = starts.uncheckedStart(ofBlock: record / TextIndex.blockRecords)
    guard start < UInt64(arena.count), let text = arena.unchecked.baseAddress else { return }
    cardex_prefetch(text + Int(start))
  }

  /// The folded text of a record with the ends of its fields.
  func text(of record: Int) throws(IndexDamage) -> UnsafeBufferPointer<UInt8> {
    let block = try block(of: record)
    let start = cardex_skip_records(
      block.baseAddress, block.count, record % TextIndex.blockRecords)
    let rest = UnsafeBufferPointer(rebasing: block[start...])
    return UnsafeBufferPointer(
      rebasing: rest[..<cardex_skip_records(rest.baseAddress, rest.count, 1)])
  }

  /// Of some ascending records, those that contain a needle in a field that counts.
  private func keep(
    _ records: [UInt32], with needle: [UInt8], _ filter: FieldFilter
  ) throws(IndexDamage) -> [UInt32] {
    guard filter.acceptsAll else {
      var kept: [UInt32] = []
      for record in records where try holds(needle, in: Int(record), filter) { kept.append(record) }
      return kept
    }
    let pieces = ParallelWork.pieces(
      records.count, worthwhile: policy.recordsPerThread, threads: policy.threads)
    if pieces == 1 { return try keep(records[...], with: needle) }
    let kept = try ParallelWork.map(pieces) { piece throws(IndexDamage) in
      let bounds = (records.count * piece / pieces, records.count * (piece + 1) / pieces)
      return try keep(records[bounds.0..<bounds.1], with: needle)
    }
    return Array(kept.joined())
  }

  private func keep(
    _ records: ArraySlice<UInt32>, with needle: [UInt8]
  ) throws(IndexDamage) -> [UInt32] {
    if let first = records.first, let last = records.last, records.count > arena.count >> 16 {
      // Asks for everything in between: the system would load nearly all of it anyway, 64 KiB at a
      // time.
      let start = try start(ofBlockOf: Int(first))
      arena.willBeRead(start..<max(start, try self.start(ofBlockOf: Int(last))))
    }
    // Everything that will be read is checked first, so that reading need not stop to check.
    for record in records { _ = try block(of: Int(record)) }
    var isDamaged = false
    let kept = [UInt32](unsafeUninitializedCapacity: records.count + 1) { kept, count in
      let found = records.withUnsafeBufferPointer { records in
        cardex_keep_records(
          arena.unchecked.baseAddress, arena.count, starts.bytes.unchecked.baseAddress,
          starts.width, TextIndex.blockRecords, needle, needle.count, records.baseAddress,
          records.count, kept.baseAddress)
      }
      isDamaged = found < 0
      count = max(found, 0)
    }
    if isDamaged { throw IndexDamage() }
    return kept
  }

  private func holds(
    _ needle: [UInt8], in record: Int, _ filter: FieldFilter
  ) throws(IndexDamage) -> Bool {
    let text = try text(of: record)
    guard let base = text.baseAddress else { return false }
    var offset = 0
    while let hit = cardex_find(base + offset, text.count - offset, needle, needle.count) {
      if filter.acceptsAll { return true }
      let start = hit - base
      guard let field = FieldEnd.tag(at: start, in: text) else { return false }
      let isWhole =
        field.textEnd == start + needle.count && (start == 0 || base[start - 1] == FieldEnd.field)
      if accepts(tag: field.tag, filter), isWhole || !filter.isWholeField { return true }
      offset = start + 1
    }
    return false
  }

  private func accepts(tag: Int, _ filter: FieldFilter) -> Bool {
    guard let tags = filter.tags else { return true }
    return tags.indices.contains(tag) && tags[tag]
  }

  /// The records that have a field that counts, empty or not.
  private func recordsWithFields(
    _ filter: FieldFilter, _ trace: inout Trace
  ) throws(IndexDamage) -> RecordSet {
    guard let tags = filter.tags else { return .all(of: recordCount) }
    trace.scannedBytes += arena.count
    var bits = [UInt64](repeating: 0, count: RecordSet.wordCount(recordCount))
    for record in 0..<recordCount {
      let text = try text(of: record)
      var offset = 0
      while let field = FieldEnd.tag(at: offset, in: text) {
        if tags.indices.contains(field.tag), tags[field.tag] {
          bits[record / 64] |= 1 << UInt64(record % 64)
          break
        }
        offset = field.end + 1
      }
    }
    return RecordSet(bits: bits, of: recordCount)
  }
}
