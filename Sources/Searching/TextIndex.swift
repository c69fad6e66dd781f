import CScan
package import IndexFiles
import Platform

/// Records of folded text that are searched fast: one arena of all fields and, where it is large
/// enough to need them, the records of every trigram.
///
/// The parts are in memory or in a file; a damaged one makes searches throw, never answer wrongly.
package final class TextIndex: Sendable {
  package let recordCount: Int
  package let parts: Parts
  private let arena: StoredBytes
  /// Where in the arena every eighth record begins, eight bytes each, and where it ends.
  private let starts: StoredBytes
  private let postings: TrigramPostings?
  private let accents: AccentIndex?
  private let readings: ReadingIndex?
  private let policy: Policy

  /// When one way of searching is taken and when another; what is found is the same.
  package struct Policy: Sendable {
    /// So much text to scan, so many records to look into or so many codes are worth a thread.
    package var bytesPerThread = 2 << 20
    package var recordsPerThread = 2048
    package var codesPerThread = 1 << 17
    /// How many threads there may be, if not one for each processor.
    package var threads: Int?
    /// How much is scanned at once: what is checked should still be at hand when it is scanned.
    package var bytesPerChunk = 1 << 15
    /// Looking into a record with accents takes about as long as scanning so many bytes.
    package var bytesPerAccentedRecord = 512

    package init() {}
  }

  /// What an index is stored as.
  package struct Parts: Sendable {
    package var arena: StoredBytes
    package var starts: StoredBytes
    /// Both empty if there are no postings.
    package var directory: StoredBytes
    package var lists: StoredBytes
    /// What `AccentIndex` is made of; the starts are empty if there is none.
    package var accentMembers = StoredBytes([])
    package var accentText = StoredBytes([])
    package var accentStarts = StoredBytes([])
    /// What `ReadingIndex` is made of; both empty if there is none.
    package var readingMembers = StoredBytes([])
    package var readingCodes = StoredBytes([])

    /// All parts, always in the same order.
    package var list: [StoredBytes] {
      [
        arena, starts, directory, lists, accentMembers, accentText, accentStarts, readingMembers,
        readingCodes,
      ]
    }

    /// - Parameter list: As many parts as there are.
    package init?(_ list: [StoredBytes]) {
      guard list.count == 9 else { return nil }
      self.init(arena: list[0], starts: list[1], directory: list[2], lists: list[3])
      (accentMembers, accentText, accentStarts) = (list[4], list[5], list[6])
      (readingMembers, readingCodes) = (list[7], list[8])
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

  /// - Throws: `IndexDamage` if the parts cannot be those of so many records.
  package init(
    _ parts: Parts, recordCount: Int, policy: Policy = Policy()
  ) throws(IndexDamage) {
    let blocks = (recordCount + TextIndex.blockRecords - 1) / TextIndex.blockRecords
    guard (0..<Int(UInt32.max)).contains(recordCount), parts.starts.count == (blocks + 1) * 8,
      parts.directory.count % 8 == 0
    else { throw IndexDamage() }
    self.recordCount = recordCount
    self.policy = policy
    self.parts = parts
    arena = parts.arena
    starts = parts.starts
    postings =
      parts.directory.count == 0
      ? nil
      : TrigramPostings(
        recordCount: recordCount, directory: parts.directory, lists: parts.lists)
    accents =
      parts.accentStarts.count == 0
      ? nil
      : try AccentIndex(
        members: parts.accentMembers, text: parts.accentText, starts: parts.accentStarts,
        recordCount: recordCount)
    readings =
      parts.readingMembers.count == 0 && parts.readingCodes.count == 0
      ? nil
      : try ReadingIndex(
        members: parts.readingMembers, codes: parts.readingCodes, recordCount: recordCount)
  }

  /// How a search was done, for those who want to know.
  package struct Trace: Equatable, Sendable {
    /// Bytes of folded text that were scanned from end to end.
    package var scannedBytes = 0
    /// Lists of trigrams that were read.
    package var lists = 0
    /// Records that the lists left to look into.
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

  /// The size of all folded text without accents in bytes, ends of fields and tags included.
  package var textSize: Int { arena.count }

  /// The records that hold a needle in a field that counts. An empty needle is in every field.
  ///
  /// - Complexity: Three bytes or more: O(*p* + *c*) in the lengths of the needle's shortest lists
  ///   and the number of records they have in common. Else, and where those are many: O(*n*) in the
  ///   arena's length, at the speed of memory.
  /// - Throws: `IndexDamage` if what had to be read is not what was written.
  package func records(
    with needle: [UInt8], in filter: FieldFilter = FieldFilter(), trace: inout Trace
  ) throws(IndexDamage) -> RecordSet {
    guard !needle.isEmpty else { return try recordsWithFields(filter, &trace) }
    guard let postings, needle.count > 2 else { return try scan(for: needle, filter, &trace) }
    guard let lists = try postings.lists(of: needle), let first = lists.first else {
      return .none(of: recordCount)
    }
    if needle.count == 3, filter.acceptsAll {
      trace.lists += 1
      return try postings.records(in: first)
    }
    guard let candidates = try candidates(postings, lists, &trace) else {
      return try scan(for: needle, filter, &trace)
    }
    // Looking into a record takes about as long as scanning some hundred bytes.
    if filter.acceptsAll, candidates.count > arena.count >> 8 {
      return try scan(for: needle, filter, &trace)
    }
    trace.candidates += candidates.count
    return RecordSet(try keep(candidates, with: needle, filter), of: recordCount)
  }

  private static let sampleSize = 64

  /// The records that are in several of the lists, the shortest first; `nil` if even that one has
  /// very many.
  private func candidates(
    _ postings: TrigramPostings, _ lists: [TrigramPostings.List], _ trace: inout Trace
  ) throws(IndexDamage) -> [UInt32]? {
    guard let first = lists.first, !first.isBits else { return nil }
    trace.lists += 1
    var candidates = try postings.records(in: first).list ?? []
    for list in lists.dropFirst().prefix(7) {
      // Reading a list must be cheaper than looking into the records it may rule out.
      guard list.isBits || list.range.count < candidates.count * 8 else { break }
      // Trigrams of one word are in the same records, as the first of them show already.
      let sample = candidates.prefix(TextIndex.sampleSize)
      if candidates.count > sample.count * 4,
        try postings.intersect(Array(sample), with: list).count > sample.count * 7 / 8
      {
        continue
      }
      candidates = try postings.intersect(candidates, with: list)
      trace.lists += 1
    }
    return candidates
  }

  /// The records that hold a needle with the accents that it must have.
  ///
  /// - Returns: Also others, if the needle's accents matter and the index knows of none.
  package func records(
    with needle: Needle, tags: [Bool]?, trace: inout Trace
  ) throws(IndexDamage) -> RecordSet {
    let filter = FieldFilter(tags: tags, isWholeField: needle.isWholeField)
    guard let pattern = needle.accents, let accents else {
      return try records(with: needle.bytes, in: filter, trace: &trace)
    }
    guard pattern.needsAccents else {
      let found = try records(with: needle.bytes, in: filter, trace: &trace)
      return try accents.filter(found, pattern, tags)
    }
    // What has the accents has the letters; so only that need be looked into.
    if let postings, needle.bytes.count > 2 {
      guard let lists = try postings.lists(of: needle.bytes) else { return .none(of: recordCount) }
      let candidates = try candidates(postings, lists, &trace)
      if let candidates, candidates.count <= accents.textSize / policy.bytesPerAccentedRecord {
        trace.candidates += candidates.count
        return try accents.filter(RecordSet(candidates, of: recordCount), pattern, tags)
      }
    }
    return try accents.records(pattern, tags, &trace)
  }

  /// The records that have a match by reading in a field that counts; with whole words also others.
  ///
  /// - Complexity: O(*n*) in the number of characters of fields with something to read, about a
  ///   nanosecond each.
  package func records(
    named pattern: NamePattern, tags: [Bool]?, trace: inout Trace
  ) throws(IndexDamage) -> RecordSet {
    try readings?.records(pattern, tags, policy, &trace) ?? .none(of: recordCount)
  }

  // MARK: Scanning

  /// - Parameter needle: Of one byte or more.
  func scan(
    for needle: [UInt8], _ filter: FieldFilter, _ trace: inout Trace
  ) throws(IndexDamage) -> RecordSet {
    trace.scannedBytes += arena.count
    let words = RecordSet.wordCount(recordCount)
    let pieces = min(
      ParallelWork.pieces(arena.count, worthwhile: policy.bytesPerThread, threads: policy.threads),
      max(words, 1))
    // A word of marks is of one piece alone.
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

  /// A bit for each of some records that is set if it holds the needle, the lowest first.
  ///
  /// - Parameter records: From the first one of a block.
  private func marks(
    _ records: Range<Int>, holding needle: [UInt8]
  ) throws(IndexDamage) -> [UInt64] {
    let end =
      records.upperBound == recordCount ? arena.count : try start(ofBlockOf: records.upperBound)
    var start = records.isEmpty ? end : try start(ofBlockOf: records.lowerBound)
    arena.willBeRead(start..<max(start, end))
    // Room for as many records as could end in a chunk, however wrong the text is.
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

  /// The text of the block that a record is in.
  private func block(of record: Int) throws(IndexDamage) -> UnsafeBufferPointer<UInt8> {
    let block = record / TextIndex.blockRecords
    let bounds = UnsafeRawBufferPointer(try starts.bytes((block * 8)..<(block * 8 + 16)))
    let start = UInt64(littleEndian: bounds.loadUnaligned(as: UInt64.self))
    let end = UInt64(littleEndian: bounds.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    guard start <= end, end <= UInt64(arena.count) else { throw IndexDamage() }
    return try arena.bytes(Int(start)..<Int(end))
  }

  /// Where the text begins of the block that a record is in.
  private func start(ofBlockOf record: Int) throws(IndexDamage) -> Int {
    let offset = record / TextIndex.blockRecords * 8
    let bytes = UnsafeRawBufferPointer(try starts.bytes(offset..<(offset + 8)))
    let start = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    guard start <= UInt64(arena.count) else { throw IndexDamage() }
    return Int(start)
  }

  /// Has a record's text fetched that will soon be read.
  func willRead(_ record: Int) {
    let block = record / TextIndex.blockRecords * 8
    guard let bytes = try? starts.bytes(block..<(block + 8)), let text = arena.unchecked.baseAddress
    else { return }
    let start = UInt64(
      littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt64.self))
    if start < UInt64(arena.count) { cardex_prefetch(text + Int(start)) }
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

  /// Those of some records, ascending, that hold a needle in a field that counts.
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
    let kept = try ParallelWork.map(pieces) { piece throws(IndexDamage) in
      let bounds = (records.count * piece / pieces, records.count * (piece + 1) / pieces)
      return try keep(records[bounds.0..<bounds.1], with: needle)
    }
    return kept.count == 1 ? kept[0] : Array(kept.joined())
  }

  private func keep(
    _ records: ArraySlice<UInt32>, with needle: [UInt8]
  ) throws(IndexDamage) -> [UInt32] {
    // All that will be read is checked first, so that the reading need not stop for it.
    for record in records { _ = try block(of: Int(record)) }
    var isDamaged = false
    let kept = [UInt32](unsafeUninitializedCapacity: records.count + 1) { kept, count in
      let found = records.withUnsafeBufferPointer { records in
        cardex_keep_records(
          arena.unchecked.baseAddress, arena.count, starts.unchecked.baseAddress,
          TextIndex.blockRecords, needle, needle.count, records.baseAddress, records.count,
          kept.baseAddress)
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
