import CText
import Platform
import Storage

/// For each gram of an arena (`Postings.h`), the records that contain it.
///
/// Records are divided into segments, each with grams and lists of its own. The directory consists
/// of numbers of eight bytes, little endian:
///
/// 1. how many records are in each segment but the last, which may have fewer;
/// 2. for each segment, how many grams it has;
/// 3. for each segment, the keys of every 64th of its grams, from the first on;
/// 4. for each gram of each segment, its key, and the location of its list, from the lowest bit on:
///    in 36 bits where it begins, in 20 how many bytes it has, and in 8 its parameter
///    and whether differences repeat.
struct GramPostings {
  private let directory: StoredBytes
  private let lists: StoredBytes
  private let segments: [Segment]

  /// Records with grams of their own.
  private struct Segment {
    let records: Range<Int>
    let gramCount: Int
    /// Offsets in the directory.
    let sampleStart: Int
    let gramStart: Int

    var sampleEnd: Int { sampleStart + GramPostings.sampleCount(gramCount) * 8 }
  }

  /// The position of a list, in bytes.
  struct List {
    let range: Range<Int>
    let parameter: UInt32
    /// About how many bytes the list would have if no differences repeated: a measure of the number
    /// of its records, and thus of the time that reading it takes.
    let cost: Int
  }

  /// How many records a segment has: enough for a thread, and enough that there are only a few
  /// segments to look at.
  static let segmentRecords = 1 << 19
  /// Of this many grams, one key is a sample.
  static let sampleInterval = 64
  /// The cost of lists that is worth a thread.
  private static let costPerThread = 1 << 16
  /// What was found is kept as numbers, not as bits, if the lists cost at most one byte per this many
  /// records.
  private static let recordsPerCost = 32

  /// - Throws: `IndexDamage` if the directory does not fit the number of records.
  init(recordCount: Int, directory: StoredBytes, lists: StoredBytes) throws(IndexDamage) {
    self.directory = directory
    self.lists = lists
    let segmentRecords = Int(clamping: try directory.number(at: 0))
    guard segmentRecords > 0 else { throw IndexDamage() }
    let count = recordCount == 0 ? 0 : (recordCount - 1) / segmentRecords + 1
    guard count < directory.count / 8 else { throw IndexDamage() }
    var gramCounts: [Int] = []
    var (samples, grams) = (0, 0)
    for segment in 0..<count {
      let gramCount = Int(clamping: try directory.number(at: 8 + segment * 8))
      guard gramCount <= directory.count / 16 else { throw IndexDamage() }
      gramCounts.append(gramCount)
      samples += GramPostings.sampleCount(gramCount)
      grams += gramCount
    }
    guard directory.count == (1 + count + samples + 2 * grams) * 8 else { throw IndexDamage() }
    var sampleStart = (1 + count) * 8
    var gramStart = sampleStart + samples * 8
    segments = gramCounts.enumerated().map { segment, gramCount in
      defer {
        sampleStart += GramPostings.sampleCount(gramCount) * 8
        gramStart += gramCount * 16
      }
      let first = segment * segmentRecords
      return Segment(
        records: first..<min(first + segmentRecords, recordCount), gramCount: gramCount,
        sampleStart: sampleStart, gramStart: gramStart)
    }
  }

  static func sampleCount(_ gramCount: Int) -> Int {
    (gramCount + sampleInterval - 1) / sampleInterval
  }

  /// Whether postings can find the needle: they can if it begins with a character.
  static func canFind(_ needle: [UInt8]) -> Bool { gram(of: needle[...]).count > 0 }

  /// Whether every occurrence of the needle begins a gram, so that lists alone tell which records
  /// contain it.
  static func decide(_ needle: [UInt8]) -> Bool {
    Int(gram(of: needle[...]).length) == needle.count
  }

  /// The gram at the start of a text.
  private static func gram(of text: ArraySlice<UInt8>) -> cardex_gram {
    text.withUnsafeBufferPointer { cardex_gram_at($0.baseAddress, $0.count) }
  }

  // MARK: Lists

  /// The numbers of the grams in a segment that begin with a given gram, at most `limit` of them.
  private func lists(
    beginningWith gram: cardex_gram, in segment: Segment, limit: Int
  ) throws(IndexDamage) -> Range<Int> {
    let unused = UInt64(64 - gram.width)
    let start = try firstGram(from: gram.bits, in: segment)
    var end = start
    while end < segment.gramCount, end - start < limit,
      try directory.number(at: segment.gramStart + end * 16) >> unused == gram.bits >> unused
    {
      end += 1
    }
    return start..<end
  }

  /// The number of the first gram of a segment whose key is not below `key`.
  ///
  /// - Complexity: O(log *n*): a search among the samples, then among the grams after one sample.
  ///   The first search checks all samples for damage: a segment has only some kilobytes of them.
  private func firstGram(
    from key: UInt64, in segment: Segment
  ) throws(IndexDamage) -> Int {
    let interval = GramPostings.sampleInterval
    let samples = try directory.bytes(segment.sampleStart..<segment.sampleEnd)
    let sample = UnsafeRawBufferPointer(samples).firstNumber(from: key, stride: 8)
    let (low, high) = (max(sample - 1, 0) * interval, min(sample * interval, segment.gramCount))
    let grams = try directory.bytes(
      (segment.gramStart + low * 16)..<(segment.gramStart + high * 16))
    return low + UnsafeRawBufferPointer(grams).firstNumber(from: key, stride: 16)
  }

  private func list(_ gram: Int, in segment: Segment) throws(IndexDamage) -> List {
    let location = try directory.number(at: segment.gramStart + gram * 16 + 8)
    let sizeAndParameter = Int(location >> UInt64(cardex_list_offset_bits))
    let start = Int(location & (1 << UInt64(cardex_list_offset_bits) - 1))
    let range = start..<(start + sizeAndParameter & (1 << cardex_list_size_bits - 1))
    let parameter = UInt32(sizeAndParameter >> cardex_list_size_bits)
    guard parameter & UInt32(cardex_list_repeats) != 0 else {
      return List(range: range, parameter: parameter, cost: range.count)
    }
    // The list begins with the number of its records. Each record takes one or two bits more than
    // the logarithm of the average distance of records.
    let head = try lists.bytes(range.prefix(8))
    let all = segment.records.count
    let count = cardex_list_capacity(head.baseAddress, head.count, parameter, UInt32(all))
    let bits = count * (Int.bitWidth - (all / max(count, 1)).leadingZeroBitCount + 1)
    return List(range: range, parameter: parameter, cost: bits / 8)
  }

  /// Appends the records of a list.
  private func append(
    _ list: List, of segment: Segment, to records: inout [UInt32]
  ) throws(IndexDamage) {
    let bytes = try lists.bytes(list.range)
    let capacity = cardex_list_capacity(
      bytes.baseAddress, bytes.count, list.parameter, UInt32(segment.records.count))
    var isDamaged = false
    let numbers = [UInt32](unsafeUninitializedCapacity: capacity) { numbers, count in
      let found = cardex_list_numbers(
        bytes.baseAddress, bytes.count, list.parameter, UInt32(segment.records.lowerBound),
        UInt32(segment.records.count), numbers.baseAddress)
      isDamaged = found < 0
      count = max(found, 0)
    }
    if isDamaged { throw IndexDamage() }
    if records.isEmpty { records = numbers } else { records += numbers }
  }

  // MARK: Records

  /// The records that contain a needle, if lists `decide` it.
  ///
  /// - Parameters:
  ///   - limit: The most that the lists may cost.
  ///   - listCount: Is increased by the number of lists that are read.
  /// - Returns: `nil` if the lists cost more.
  func records(
    with needle: [UInt8], limit: Int, _ listCount: inout Int
  ) throws(IndexDamage) -> RecordSet? {
    let gram = GramPostings.gram(of: needle[...])
    var found: [(segment: Segment, lists: [List])] = []
    var cost = 0
    for segment in segments {
      let grams = try lists(beginningWith: gram, in: segment, limit: .max)
      if grams.isEmpty { continue }
      var lists: [List] = []
      for gram in grams {
        lists.append(try list(gram, in: segment))
        cost += lists[lists.count - 1].cost
        if cost > limit { return nil }
      }
      found.append((segment, lists))
      listCount += lists.count
    }
    let universe = segments.last?.records.upperBound ?? 0
    // Many records take less memory as bits.
    if cost <= universe / GramPostings.recordsPerCost,
      found.allSatisfy({ $0.lists.count == 1 })
    {
      var records: [UInt32] = []
      for (segment, lists) in found { try append(lists[0], of: segment, to: &records) }
      return RecordSet(records, of: universe)
    }
    let pieces = min(
      found.count, ParallelWork.pieces(cost, worthwhile: GramPostings.costPerThread))
    let parts = try ParallelWork.map(pieces) { piece throws(IndexDamage) in
      var bits = [UInt64](repeating: 0, count: RecordSet.wordCount(universe))
      for number in stride(from: piece, to: found.count, by: pieces) {
        let (segment, lists) = found[number]
        for list in lists { try mark(list, of: segment, in: &bits) }
      }
      return RecordSet(bits: bits, of: universe)
    }
    return parts.dropFirst().reduce(into: parts[0]) { $0.formUnion($1) }
  }

  private func mark(
    _ list: List, of segment: Segment, in bits: inout [UInt64]
  ) throws(IndexDamage) {
    let bytes = try lists.bytes(list.range)
    let found = cardex_mark_numbers(
      bytes.baseAddress, bytes.count, list.parameter, UInt32(segment.records.lowerBound),
      UInt32(segment.records.count), &bits)
    if found < 0 { throw IndexDamage() }
  }

  /// A superset of the records that contain a needle.
  ///
  /// - Parameters:
  ///   - limit: The most that the shortest lists may cost in all segments.
  ///   - listCount: Is increased by the number of lists that are read.
  /// - Returns: `nil` if the lists cost more, or nothing is known.
  func candidates(
    for needle: [UInt8], limit: Int, _ listCount: inout Int
  ) throws(IndexDamage) -> [UInt32]? {
    var result: [UInt32] = []
    var cost = 0
    for segment in segments {
      guard let lists = try lists(of: needle, in: segment) else { continue }
      guard let first = lists.first else { return nil }
      cost += first.cost
      if cost > limit { return nil }
      let found = try candidates(lists, in: segment, &listCount)
      if result.isEmpty { result = found } else { result += found }
    }
    return result
  }

  /// The lists of a needle's grams, the shortest first, or `nil` if one does not occur.
  private func lists(
    of needle: [UInt8], in segment: Segment
  ) throws(IndexDamage) -> [List]? {
    // This many are more than enough to choose from.
    let starts = needle.indices.prefix(64)
    var result: [List] = []
    for start in starts {
      let gram = GramPostings.gram(of: needle[start...])
      if gram.count == 0 { continue }
      let grams = try lists(beginningWith: gram, in: segment, limit: 2)
      if grams.isEmpty { return nil }
      // If several grams begin with this one, no list has all records.
      if grams.count == 1 {
        if result.isEmpty { result.reserveCapacity(starts.count) }
        result.append(try list(grams.lowerBound, in: segment))
      }
      if start + Int(gram.length) == needle.count, !result.isEmpty { break }
    }
    result.sort { $0.cost < $1.cost }
    return result
  }

  /// The records that are in all lists that are read: the shortest first, and more as long as that
  /// helps.
  private func candidates(
    _ lists: [List], in segment: Segment, _ listCount: inout Int
  ) throws(IndexDamage) -> [UInt32] {
    var candidates: [UInt32] = []
    for (number, list) in lists.prefix(8).enumerated() {
      // Reading a list must be cheaper than examining the records it may rule out.
      guard number == 0 || list.cost < candidates.count * 8 else { break }
      listCount += 1
      if number == 0 {
        try append(list, of: segment, to: &candidates)
      } else {
        var others: [UInt32] = []
        try append(list, of: segment, to: &others)
        let kept = candidates.withUnsafeMutableBufferPointer {
          cardex_keep_common($0.baseAddress, $0.count, others, others.count)
        }
        // Grams of one word are in the same records: reading more of their lists would not help.
        let hasHelped = kept < candidates.count - candidates.count / 8
        candidates.removeLast(candidates.count - kept)
        if !hasHelped { break }
      }
    }
    return candidates
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func number(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The index of the first of some ascending numbers that is not below `key`.
  fileprivate func firstNumber(from key: UInt64, stride: Int) -> Int {
    var (first, rest) = (0, count / stride)
    while rest > 0 {
      let half = rest / 2
      if number(at: (first + half) * stride) < key {
        first += half + 1
        rest -= half + 1
      } else {
        rest = half
      }
    }
    return first
  }
}

extension StoredBytes {
  fileprivate func number(at offset: Int) throws(IndexDamage) -> UInt64 {
    UnsafeRawBufferPointer(try bytes(offset..<(offset + 8))).number(at: 0)
  }
}
