import ICUText
import SeededRandom
import Storage
import Testing

@testable import Searching

/// Fields with tags, as an index is made of.
private struct TaggedRecords {
  var records: [[(text: String, tag: Int)]]

  var builder: TextIndexBuilder {
    var builder = TextIndexBuilder(folding: CaseFolding())
    for record in records {
      for field in record {
        var text = field.text
        text.withUTF8 { builder.appendField($0, tag: field.tag) }
      }
      builder.endRecord()
    }
    return builder
  }

  func parts(hasPostings: Bool) -> TextIndex.Parts {
    builder.finish(isAlwaysLarge: hasPostings)
  }

  func index(
    hasPostings: Bool, policy: TextIndex.Policy = TextIndex.Policy()
  ) throws -> TextIndex {
    try TextIndex(parts(hasPostings: hasPostings), recordCount: records.count, policy: policy)
  }

  /// The fields folded.
  func folded() -> [[(text: [UInt8], tag: Int)]] {
    let folding = CaseFolding()
    return records.map { $0.map { (folding.fold($0.text), $0.tag) } }
  }

  /// The records that contain a needle, found one at a time.
  static func records(
    with needle: [UInt8], in filter: FieldFilter, of folded: [[(text: [UInt8], tag: Int)]]
  ) -> [Int] {
    folded.indices.filter { record in
      if needle.isEmpty, filter.tags == nil { return true }
      return folded[record].contains { field in
        let text = field.text
        if let tags = filter.tags, !(tags.indices.contains(field.tag) && tags[field.tag]) {
          return false
        }
        if filter.isWholeField, !needle.isEmpty { return text == needle }
        return needle.isEmpty || text.indices.contains { text[$0...].starts(with: needle) }
      }
    }
  }

  /// - Parameter hasEmpty: Whether some records have no fields; then no field has tag 0.
  static func random(_ count: Int, seed: UInt64, hasEmpty: Bool) -> TaggedRecords {
    var texts = RandomTexts(seed: seed)
    var generator = SeededGenerator(seed: seed)
    return TaggedRecords(
      records: (0..<count).map { _ in
        (0..<Int.random(in: (hasEmpty ? 0 : 1)...3, using: &generator)).map { _ in
          let isLong = Int.random(in: 0..<50, using: &generator) == 0
          return (
            texts.text(isLong ? 0...300 : 0...9),
            Int.random(in: (hasEmpty ? 1 : 0)...12, using: &generator) * 11
          )
        }
      })
  }
}

@Suite("Text indexes")
struct TextIndexTests {
  private static let filters = [
    FieldFilter(), FieldFilter(isWholeField: true), FieldFilter(tags: [true]),
    FieldFilter(tags: (0...132).map { $0 % 2 == 1 }),
    FieldFilter(tags: (0...132).map { $0 > 60 }, isWholeField: true), FieldFilter(tags: []),
  ]

  /// A policy that uses several threads and chunks even for the shortest text.
  private static let threaded = {
    var policy = TextIndex.Policy()
    (policy.bytesPerThread, policy.recordsPerThread, policy.threads) = (1, 1, 3)
    policy.bytesPerChunk = 5
    return policy
  }()

  @Test(
    "an index finds the same as examining every record", arguments: [true, false],
    [1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 65, 400])
  func agreement(hasPostings: Bool, count: Int) throws {
    for hasEmpty in [true, false] {
      let records = TaggedRecords.random(count, seed: UInt64(count), hasEmpty: hasEmpty)
      let filters = Self.filters.filter { !hasEmpty || $0.tags?.first != true }
      for policy in [TextIndex.Policy(), Self.threaded] {
        try check(records, filters, try records.index(hasPostings: hasPostings, policy: policy))
      }
    }
  }

  private func check(
    _ records: TaggedRecords, _ filters: [FieldFilter], _ index: TextIndex
  ) throws {
    var generator = SeededGenerator(seed: 5)
    let folded = records.folded()
    var hits = 0
    for _ in 0..<Rounds.of(15) {
      let text = folded.randomElement(using: &generator)?.first?.text ?? []
      let start = Int.random(in: 0...text.count, using: &generator)
      let length = Int.random(in: 0...9, using: &generator)
      // It may begin, but not end, within a character.
      let end = text[start...].dropFirst(length).firstIndex { $0 & 0xC0 != 0x80 } ?? text.count
      var needle = Array(text[start..<end])
      if Int.random(in: 0..<5, using: &generator) == 0 { needle.append(0x61) }
      for filter in filters {
        var trace = TextIndex.Trace()
        let found = try index.records(with: needle, in: filter, trace: &trace).records
        let expected = TaggedRecords.records(with: needle, in: filter, of: folded)
        try #require(found == expected, "\(needle) \(filter)")
        hits += found.count
      }
    }
    #expect(hits > 0 || records.records.count < 15)
  }

  @Test("needles are found by lists, which decide short ones")
  func ways() throws {
    let records = TaggedRecords(
      records: (0..<2000).map { [("name \($0)", 0)] } + [[("rare", 0)], [("rate area", 0)]])
    let index = try records.index(hasPostings: true)
    var trace = TextIndex.Trace()
    #expect(try index.records(with: Array("rare".utf8), trace: &trace).records == [2000])
    #expect(trace == TextIndex.Trace(scannedBytes: 0, lists: 1, candidates: 0))
    trace = TextIndex.Trace()
    #expect(try index.records(with: Array("ate are".utf8), trace: &trace).records == [2001])
    #expect(trace == TextIndex.Trace(scannedBytes: 0, lists: 2, candidates: 1))
    trace = TextIndex.Trace()
    // Grams at the end of a field are shorter.
    #expect(try index.records(with: Array("re".utf8), trace: &trace).records == [2000, 2001])
    #expect(trace == TextIndex.Trace(scannedBytes: 0, lists: 2, candidates: 0))
    trace = TextIndex.Trace()
    #expect(try index.records(with: Array("absent".utf8), trace: &trace).isEmpty)
    #expect(trace == TextIndex.Trace())
    #expect(try index.records(with: Array("me".utf8), trace: &trace).count == 2000)
    #expect(trace == TextIndex.Trace(scannedBytes: 0, lists: 10, candidates: 0))
  }

  @Test("a match is found wherever the text is divided into chunks", arguments: 1...9)
  func chunks(bytesPerChunk: Int) throws {
    var policy = TextIndex.Policy()
    policy.bytesPerChunk = bytesPerChunk
    let names = ["needle", "", "nee", "dle", "aneedle", "needl", "a needle b", "needle"]
    for first in 0..<names.count {
      let rotated = Array(names[first...] + names[..<first])
      let index = try TaggedRecords(records: rotated.map { [($0, 0)] }).index(
        hasPostings: false, policy: policy)
      for length in 1...6 {
        let needle = String("needle".prefix(length))
        var trace = TextIndex.Trace()
        let found = try index.records(with: Array(needle.utf8), trace: &trace).records
        #expect(found == rotated.indices.filter { rotated[$0].contains(needle) })
      }
    }
  }

  @Test("joined builders make the same index as one", arguments: [64, 192, 400])
  func joining(count: Int) throws {
    let records = TaggedRecords.random(count, seed: 7, hasEmpty: true)
    let expected = try records.parts(hasPostings: true).list.map { Array(try $0.all()) }
    // The tags may differ between builders that are joined.
    let tags = (0...132).map { $0 == 0 ? 0 : 133 - $0 }
    for isRenumbered in [false, true] {
      var whole = TextIndexBuilder(folding: CaseFolding())
      for start in stride(from: 0, to: count, by: 128) {
        var part = TaggedRecords(records: Array(records.records[start...].prefix(128)))
        if isRenumbered {
          part.records = part.records.map { $0.map { ($0.text, tags[$0.tag]) } }
        }
        whole.append(part.builder, tags: isRenumbered ? tags : nil)
      }
      let parts = whole.finish(isAlwaysLarge: true)
      #expect(try parts.list.map { Array(try $0.all()) } == expected)
    }
  }

  @Test("starts take as many bytes as the length of the text needs", arguments: 1...8)
  func starts(width: Int) throws {
    var generator = SeededGenerator(seed: UInt64(width))
    let size = Int(clamping: UInt64.max >> UInt64(64 - width * 8))
    let numbers = (0..<20).map { _ in Int.random(in: 0...size, using: &generator) }.sorted()
    let bytes = numbers.flatMap { number in
      withUnsafeBytes(of: UInt64(number).littleEndian) { Array($0) }
    }
    let packed = TextStarts.packed(bytes, textSize: size)
    #expect(packed.count == 8 + 20 * width)
    let starts = try TextStarts(StoredBytes(packed), recordCount: 150)
    for block in 0..<19 {
      #expect(try starts.start(ofBlock: block) == UInt64(numbers[block]))
      let bounds = try starts.bounds(ofBlock: block, textSize: size)
      #expect(bounds == numbers[block]..<numbers[block + 1])
    }
    #expect(try starts.start(ofBlock: 19) == UInt64(numbers[19]))
    if numbers[19] > numbers[18] {
      #expect(throws: IndexDamage.self) {
        try starts.bounds(ofBlock: 18, textSize: numbers[19] - 1)
      }
    }
    for count in [0, 144, 153] {
      #expect(throws: IndexDamage.self) { try TextStarts(StoredBytes(packed), recordCount: count) }
    }
  }

  @Test("a text of 255 bytes has starts of one byte, a longer one of two", arguments: [255, 256])
  func startsOfText(length: Int) throws {
    let records = TaggedRecords(records: [[(String(repeating: "a", count: length - 2) + "b", 0)]])
    let parts = records.parts(hasPostings: false)
    #expect(parts.arena.count == length)
    #expect(parts.starts.count == 8 + 2 * (length < 256 ? 1 : 2))
    let index = try TextIndex(parts, recordCount: 1)
    var trace = TextIndex.Trace()
    let filter = FieldFilter(tags: [true])
    #expect(try index.records(with: Array("ab".utf8), in: filter, trace: &trace).records == [0])
  }

  @Test("accents are not found where there are none, and take no room")
  func noAccents() throws {
    let records = TaggedRecords(records: [[("emilie 123", 0)], [("Emil", 0)]])
    let parts = records.parts(hasPostings: false)
    #expect((parts.accents + parts.numbers).allSatisfy { $0.count == 0 })
    let index = try TextIndex(parts, recordCount: 2)
    for isAccentSensitive in [false, true] {
      let options = SearchOptions { $0.isAccentSensitive = isAccentSensitive }
      for (pattern, expected) in [("émil", []), ("emil", [0, 1]), ("emilie", [0])] {
        let needle = try #require(try Matcher([pattern], options: options).needles?.first)
        var trace = TextIndex.Trace()
        #expect(try index.records(with: needle, tags: nil, trace: &trace).records == expected)
      }
    }
  }

  @Test("an index of which a part of the accents is missing is damaged", arguments: [0, 2])
  func missingAccents(which: Int) throws {
    var parts = TaggedRecords(records: [[("émilie", 0)], [("Emil", 0)]]).parts(hasPostings: false)
    #expect(parts.accents.allSatisfy { $0.count > 0 })
    parts.accents[which] = StoredBytes([])
    #expect(throws: IndexDamage.self) { try TextIndex(parts, recordCount: 2) }
  }

  @Test(
    "postings find the same in any number of segments", arguments: [0, 7, 400],
    [8, 64, 200, 1 << 19])
  func segments(count: Int, segmentRecords: Int) throws {
    let records = TaggedRecords.random(count, seed: 11, hasEmpty: true)
    var parts = records.parts(hasPostings: true)
    let (text, starts) = (Array(try parts.arena.all()), Array(try parts.starts.all()))
    text.withUnsafeBufferPointer { text in
      let builder = GramPostingsBuilder(
        text, starts: starts, recordCount: count, segmentRecords: segmentRecords)
      parts.directory = StoredBytes(builder.directory)
      parts.lists = StoredBytes(builder.lists)
    }
    let index = try TextIndex(parts, recordCount: count)
    try check(records, Self.filters.filter { $0.tags?.first != true }, index)
  }

  @Test("records with accents are found by lists and by scanning", arguments: 1...4)
  func accents(seed: UInt64) throws {
    var texts = RandomTexts(seed: seed)
    let source = texts.records(300)
    let records = TaggedRecords(records: source.records.map { $0.map { ($0, 0) } })
    let indexes = try [1, 1 << 40].flatMap { bytes in
      try [true, false].map { hasPostings in
        var policy = Self.threaded
        policy.bytesPerAccentedRecord = bytes
        return try records.index(hasPostings: hasPostings, policy: policy)
      }
    }
    var options = SearchOptions()
    var hits = 0
    for round in 0..<120 {
      options.isAccentSensitive = round % 3 == 0
      options.matchesWholeField = round % 7 == 0
      let matcher = try Matcher([texts.pattern(from: source)], options: options)
      guard let needle = matcher.needles?.first, needle.accents != nil, !matcher.needsWrittenText
      else { continue }
      let expected = source.records.indices.filter { record in
        source.records[record].contains { text in
          var text = text
          return text.withUTF8 { (try? matcher.matches($0)) ?? false }
        }
      }
      for index in indexes {
        var trace = TextIndex.Trace()
        let found = try index.records(with: needle, tags: nil, trace: &trace).records
        try #require(found == expected, "\(needle)")
      }
      hits += expected.count
    }
    #expect(hits > 0)
  }

  @Test("an empty index finds nothing")
  func empty() throws {
    for hasPostings in [true, false] {
      let index = try TaggedRecords(records: []).index(hasPostings: hasPostings)
      var trace = TextIndex.Trace()
      for needle in ["", "a", "abc"] {
        #expect(try index.records(with: Array(needle.utf8), trace: &trace).isEmpty)
      }
    }
  }

  @Test("lists of all records are read, too")
  func fullLists() throws {
    let records = TaggedRecords(records: (0..<3000).map { [("abcd\($0)", 0)] })
    let index = try records.index(hasPostings: true)
    var trace = TextIndex.Trace()
    #expect(try index.records(with: Array("abcd".utf8), trace: &trace).count == 3000)
    #expect(trace.lists == 1)
    #expect(try index.records(with: Array("cd299".utf8), trace: &trace).count == 11)
  }

  @Test("a text from 131,072 bytes on has lists", arguments: [-1, 0, 1])
  func smallestWithLists(more: Int) throws {
    func parts(_ length: Int) -> TextIndex.Parts {
      let texts = [String(repeating: "ab ", count: 1000), String(repeating: "c", count: length)]
      return TaggedRecords(records: texts.map { [($0, 0)] }).parts(hasPostings: false)
    }
    let least = 1 << 17
    let length = least - parts(0).arena.count + more
    #expect(parts(length).arena.count == least + more)
    #expect((parts(length).directory.count > 0) == (more >= 0))
  }

  @Test(
    "lists are intersected in whatever way suits how many records are left",
    // 20 of 5,120 records are one in 256; of more than 256 records, a sample of 64 is taken.
    arguments: [1, 19, 20, 21, 255, 256, 257, 600])
  func intersections(count: Int) throws {
    let filler = "0123456789 9876543210 0123456789"
    for step in [1, 2] {
      let records = TaggedRecords(
        records: (0..<5120).map { number in
          let isCandidate = number % 8 == 0 && number / 8 < count
          let words = isCandidate ? (number / 8 % step == 0 ? "abcd" : "bcd abc") : "xyz"
          return [("\(filler) \(words)", 0)]
        })
      let index = try records.index(hasPostings: true)
      var trace = TextIndex.Trace()
      let found = try index.records(with: Array("abcd".utf8), trace: &trace).records
      #expect(found == (0..<count).filter { $0 % step == 0 }.map { $0 * 8 })
      #expect(trace.lists > 0)
    }
  }

  @Test("parts that are not those of an index never crash it", arguments: 0..<4)
  func damagedParts(which: Int) throws {
    let records = TaggedRecords.random(20, seed: 9, hasEmpty: false)
    let parts = records.parts(hasPostings: true)
    let original = Array(
      try [parts.arena, parts.starts, parts.directory, parts.lists][which].all())
    var refused = 0
    func tryOut(_ bytes: [UInt8]) {
      var changed = parts
      let keys: [WritableKeyPath<TextIndex.Parts, StoredBytes>] = [
        \.arena, \.starts, \.directory, \.lists,
      ]
      changed[keyPath: keys[which]] = StoredBytes(bytes)
      do throws(IndexDamage) {
        let index = try TextIndex(changed, recordCount: 20, policy: Self.threaded)
        var trace = TextIndex.Trace()
        for needle in ["a", "奥", "ab a", ""] {
          for filter in [Self.filters[0], Self.filters[4]] {
            _ = try index.records(with: Array(needle.utf8), in: filter, trace: &trace)
          }
        }
      } catch {
        refused += 1
      }
    }
    for index in original.indices {
      for value: UInt8 in [0x00, 0xFF, original[index] ^ 0x80] {
        var bytes = original
        bytes[index] = value
        tryOut(bytes)
      }
    }
    for length in stride(from: 0, to: original.count, by: 3) {
      tryOut(Array(original.prefix(length)))
    }
    #expect(refused > 0)
  }
}
