import CText
import SeededRandom
import Testing

@Suite("Postings")
struct PostingsTests {
  /// The records of each gram, by what the format says.
  private static func expected(_ records: [[UInt8]]) -> [UInt64: [UInt32]] {
    var result: [UInt64: [UInt32]] = [:]
    for (record, text) in records.enumerated() {
      for start in text.indices where text[start] < 0xF5 && text[start] & 0xC0 != 0x80 {
        let field = text[start...].prefix { $0 < 0xF5 }
        var bits = ""
        var count = 0
        for character in String(decoding: field, as: UTF8.self).unicodeScalars {
          let bytes = Array(String(character).utf8)
          let more = bytes.enumerated().map { place, byte in
            let digits = String(byte, radix: 2)
            let all = String(repeating: "0", count: 8 - digits.count) + digits
            return place == 0 ? all : String(all.dropFirst(2))
          }.joined()
          let isFull = count == 3 && bits.count > 24 || count == 4
          if isFull || bits.count + more.count > 61 { break }
          bits += more
          count += 1
        }
        let padded = bits + String(repeating: "0", count: 61 - bits.count)
        let key = (UInt64(padded, radix: 2) ?? 0) << 3 | UInt64(count)
        if result[key]?.last != UInt32(record) { result[key, default: []].append(UInt32(record)) }
      }
    }
    return result
  }

  private static func numbers(
    _ list: [UInt8], _ parameter: UInt32, base: UInt32 = 0, limit: UInt32
  ) -> [UInt32]? {
    let capacity = cardex_list_capacity(list, list.count, parameter, limit)
    // What is written after it would be noticed.
    var numbers = [UInt32](repeating: 0, count: capacity) + [.max]
    let count = cardex_list_numbers(list, list.count, parameter, base, limit, &numbers)
    var bits = [UInt64](repeating: 0, count: Int(base + limit) / 64 + 1)
    let marked = cardex_mark_numbers(list, list.count, parameter, base, limit, &bits)
    #expect(marked == count && count <= capacity && numbers[capacity] == .max)
    guard count >= 0 else { return nil }
    let found = Array(numbers.prefix(count))
    func isMarked(_ number: UInt32) -> Bool {
      bits[Int(number / 64)] >> UInt64(number % 64) & 1 == 1
    }
    let all: Range<UInt32> = 0..<(base + limit)
    #expect(all.filter(isMarked) == found)
    return found
  }

  @Test("every list has the records of its gram", arguments: 0..<Rounds.of(10))
  func lists(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let words = ["a", "b", "ab", "奥", "迪", "é", "😀", " ", "\u{0}", "q"].map { Array($0.utf8) }
    let count = [0, 1, 7, 300, 5000][Int(seed % 5)]
    var records: [[UInt8]] = []
    for _ in 0..<count {
      var record: [UInt8] = []
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        // The first words are frequent.
        let place = Int.random(in: 0..<words.count, using: &generator)
        record += words[Int.random(in: 0...place, using: &generator)]
        if Int.random(in: 0..<9, using: &generator) == 0 { record += [0xF6, 0xFE] }
      }
      records.append(record + [0xF5, 0xFF])
    }
    try check(records)
  }

  @Test("records with a gram may be far apart, or many in a row")
  func farApart() throws {
    let count = 400_000
    var texts: [Int: String] = [:]
    var record = 0
    for gap in [65_533, 65_534, 65_535, 65_536, 70_000, 1, 65_534, 65_535] {
      texts[record] = "far"
      record += gap
    }
    for record in 100_000..<105_000 { texts[record, default: ""] += "x" }
    try check((0..<count).map { Array((texts[$0] ?? "").utf8) + [0xF5, 0xFF] })
  }

  private func check(_ records: [[UInt8]]) throws {
    let count = records.count
    let text = Array(records.joined())
    var postings = cardex_postings()
    try #require(cardex_make_postings(text, text.count, count, &postings) != 0)
    defer { cardex_free_postings(&postings) }
    let expected = Self.expected(records)
    #expect((0..<postings.count).map { postings.keys[$0] } == expected.keys.sorted())
    var ranges: Set<Range<Int>> = []
    for gram in 0..<postings.count {
      let location = postings.locations[gram]
      let start = Int(location & (1 << 36 - 1))
      let range = start..<(start + Int(location >> 36 & (1 << 20 - 1)))
      ranges.insert(range)
      let list = range.map { postings.lists[$0] }
      let parameter = UInt32(location >> 56)
      let wanted = try #require(expected[postings.keys[gram]])
      #expect((parameter >= 32) == Self.repeats(wanted))
      #expect(Self.numbers(list, parameter, limit: UInt32(count)) == wanted)
      #expect(
        Self.numbers(list, parameter, base: 77, limit: UInt32(count)) == wanted.map { $0 + 77 })
      // The last number is not below its own value.
      #expect(Self.numbers(list, parameter, limit: wanted[wanted.count - 1]) == nil)
      // As if it had been longer or had another parameter.
      _ = Self.numbers(list.dropLast(), parameter, limit: UInt32(count))
      _ = Self.numbers(list, parameter + 1, limit: UInt32(count))
      _ = Self.numbers(list, parameter ^ 32, limit: UInt32(count))
      _ = Self.numbers(list, 31, limit: UInt32(count))
    }
    // Each list is stored once, without gaps.
    #expect(ranges.count == Set(expected.values).count)
    let ordered = ranges.sorted { $0.lowerBound < $1.lowerBound }
    #expect([0] + ordered.map(\.upperBound) == ordered.map(\.lowerBound) + [postings.size])
  }

  /// Whether so many differences are equal to the one before that runs of them are stored.
  private static func repeats(_ numbers: [UInt32]) -> Bool {
    let differences = zip(numbers, [.max] + numbers).map { $0 &- $1 }
    let runs = 1 + zip(differences, differences.dropFirst()).filter { $0 != $1 }.count
    return numbers.count > 1 && runs <= numbers.count / 2
  }

  @Test("records with a gram may be in runs or at equal distances", arguments: 1...40)
  func repetition(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...3000, using: &generator)
    var records = [String](repeating: "", count: count)
    for word in ["abcd", "efgh", "ij", "奥", "é"] {
      var record = Int.random(in: 0..<count, using: &generator)
      while record < count {
        let step = [1, 1, 2, 7, 100][Int.random(in: 0..<5, using: &generator)]
        let length = Int.random(in: 1...[1, 3, 40, 1000][Int(seed % 4)], using: &generator)
        for _ in 0..<length where record < count {
          records[record] += word
          record += step
        }
      }
    }
    try check(records.map { Array($0.utf8) + [0xFF] })
  }

  @Test("any bytes are numbers or refused", arguments: 0..<20)
  func anyBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for parameter: UInt32 in 0...63 {
      let isSparse = Bool.random(using: &generator)
      let list = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        isSparse && Int.random(in: 0..<8, using: &generator) > 0
          ? 0 : UInt8.random(in: 0...255, using: &generator)
      }
      let numbers = Self.numbers(list, parameter, limit: 2000) ?? []
      #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    }
    #expect(Self.numbers([0xFF], 64, limit: 10) == nil)
  }

  @Test("lists written by hand are read")
  func byHand() {
    // With parameter 0: 0, then 2 after one zero, then 3.
    #expect(Self.numbers([0b0000_1101], 0, limit: 10) == [0, 2, 3])
    // With parameter 2: 3 (1, 11), and 4 + 4 + 1 after it (001, 01 with the lowest bit first).
    #expect(Self.numbers([0b0110_0111], 2, limit: 20) == [3, 13])
    // Long runs of zeros, across words.
    #expect(Self.numbers([UInt8](repeating: 0, count: 20) + [2], 0, limit: 1000) == [161])
    #expect(Self.numbers([UInt8](repeating: 0, count: 20) + [2], 3, limit: 2000) == [1288])
    #expect(Self.numbers([], 5, limit: 10) == [])
  }

  @Test("lists of repeated differences written by hand are read")
  func repeatsByHand() {
    // Five numbers (00110, of which the last two are its lowest bits); with parameter 0, after two
    // zeros 2, twice (010); and the next (1), thrice (011).
    #expect(Self.numbers(Self.bits("00110 001 010 1 011"), 32, limit: 9) == [2, 5, 6, 7, 8])
    // All of many.
    #expect(Self.numbers(Self.bits("0001000 1 0001000"), 32, limit: 8) == Array(0..<8))
    #expect(Self.numbers(Self.bits("0001000 1 0001000"), 32, limit: 7) == nil)
    // With parameter 1, three after a zero (011), twice, and the next after that (10, 1).
    #expect(Self.numbers(Self.bits("011 011 010 10 1"), 33, limit: 20) == [3, 7, 8])
    #expect(Self.numbers(Self.bits("011 011 010"), 33, limit: 20) == nil)
    #expect(Self.numbers(Self.bits("010 011 010"), 33, limit: 20) == [3, 7])
    // So many of so large a difference that the last of them is small again in 64 bits.
    let count: UInt64 = 1 << 19 + 1
    let difference = UInt64.max / count
    let counted = String(repeating: "0", count: 19) + "11" + String(repeating: "0", count: 18)
    let low = (0..<31).map { difference >> $0 & 1 == 1 ? "1" : "0" }.joined()
    let large = String(repeating: "0", count: Int(difference >> 31)) + "1" + low
    #expect(Self.numbers(Self.bits(counted + large + counted), 63, limit: 1 << 20) == nil)
    // More than were promised, none, an end in the middle, and a number that no list has.
    #expect(Self.numbers(Self.bits("010 1 011"), 32, limit: 20) == nil)
    #expect(Self.numbers([], 32, limit: 20) == nil)
    #expect(Self.numbers(Self.bits("00100 1 0"), 32, limit: 20) == nil)
    #expect(Self.numbers([UInt8](repeating: 0, count: 9) + [1], 32, limit: 20) == nil)
  }

  /// Bits from the lowest of the first byte on.
  private static func bits(_ digits: String) -> [UInt8] {
    let bits = digits.filter { $0 != " " }
    return bits.enumerated().reduce(into: [UInt8](repeating: 0, count: (bits.count + 7) / 8)) {
      if $1.element == "1" { $0[$1.offset / 8] |= 1 << UInt8($1.offset % 8) }
    }
  }

  @Test("numbers in common are kept", arguments: 0..<20)
  func common(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func some() -> [UInt32] {
      let share = Int.random(in: 1...9, using: &generator)
      return (0..<200).filter { _ in Int.random(in: 0..<10, using: &generator) < share }
    }
    for _ in 0..<50 {
      let (numbers, others) = (some(), some())
      var kept = numbers
      let count = cardex_keep_common(&kept, kept.count, others, others.count)
      #expect(Array(kept.prefix(count)) == numbers.filter(Set(others).contains))
    }
  }
}
