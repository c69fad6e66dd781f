import CText
import SeededRandom
import Storage
import Testing

/// Compares every scan kernel that this processor supports with a simple loop.
@Suite("Scan kernels", .serialized)
final class ScanKernelTests {
  #if arch(x86_64)
    private static let ways = ["AVX2", "SSE2", "C"].filter(hasWay)
  #elseif arch(arm64)
    private static let ways = ["NEON", "C"]
  #else
    private static let ways = ["C"]
  #endif

  private static func hasWay(_ name: String) -> Bool {
    defer { cardex_scan_choose(nil) }
    return cardex_scan_choose(name) != 0
  }

  #if arch(x86_64)
    @Test(
      "the fastest kernel is used",
      .enabled(if: hasWay("AVX2"), "they need AVX2: run on a processor with it"))
    func fastest() {
      #expect(cardex_scan_choose(nil) != 0)
      #expect(String(cString: cardex_scan_name()) == "AVX2")
    }
  #endif

  deinit { cardex_scan_choose(nil) }

  /// Text of few letters and many ends, in memory of its own so that reading past it would show.
  private func text(_ length: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    (0..<length).map { _ in
      [0x61, 0x61, 0x62, 0xFE, 0xFF, 0xC3].randomElement(using: &generator) ?? 0
    }
  }

  private func starts(of needle: [UInt8], in text: [UInt8]) -> [Int] {
    guard text.count >= needle.count else { return [] }
    return (0...(text.count - needle.count)).filter { text[$0...].starts(with: needle) }
  }

  private func needle(from text: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    let length = Int.random(in: 1...6, using: &generator)
    let start = Int.random(in: 0...max(0, text.count - length), using: &generator)
    let part = text.dropFirst(start).prefix(length).filter { $0 != 0xFF }
    return part.isEmpty ? [0x61, 0x62] : Array(part)
  }

  @Test("the first occurrence of a needle is found", arguments: ways)
  func finding(way: String) {
    #expect(cardex_scan_choose(way) != 0)
    #expect(String(cString: cardex_scan_name()) == way)
    var generator = SeededGenerator(seed: 1)
    for length in 0..<300 {
      let text = text(length, &generator)
      let needle = needle(from: text, &generator)
      let found = text.withUnsafeBufferPointer { text -> Int? in
        guard let base = text.baseAddress else { return nil }
        return cardex_find(base, text.count, needle, needle.count).map { $0 - base }
      }
      #expect(found == starts(of: needle, in: text).first)
    }
  }

  @Test("the records with a needle are marked, however the text is divided", arguments: ways)
  func marking(way: String) {
    #expect(cardex_scan_choose(way) != 0)
    var generator = SeededGenerator(seed: 2)
    for length in 0..<600 {
      let text = text(length, &generator)
      let needle = needle(from: text, &generator)
      let ends = text.indices.filter { text[$0] == 0xFF }
      let marked = Set(
        starts(of: needle, in: text).compactMap { start in ends.firstIndex { $0 > start } })
      var marks = [UInt64](repeating: 0, count: ends.count / 64 + 2)
      var state = cardex_scan_state()
      var start = 0
      text.withUnsafeBufferPointer { text in
        while start < length {
          let end = min(length, start + Int.random(in: 1...length, using: &generator))
          guard let base = text.baseAddress else { return }
          cardex_mark_records(
            base + start, end - start, length - start, needle, needle.count, &state, &marks)
          start = end
        }
      }
      #expect(state.record == ends.count)
      #expect(ends.indices.filter { marks[$0 / 64] >> UInt64($0 % 64) & 1 != 0 } == marked.sorted())
      #expect(marks.reduce(0) { $0 + $1.nonzeroBitCount } == marked.count, "none past the end")
    }
  }

  @Test("records are skipped", arguments: ways)
  func skipping(way: String) {
    #expect(cardex_scan_choose(way) != 0)
    var generator = SeededGenerator(seed: 3)
    for length in 0..<300 {
      let text = text(length, &generator)
      let ends = text.indices.filter { text[$0] == 0xFF }
      for count in 0...(ends.count + 1) {
        let expected = count == 0 ? 0 : count <= ends.count ? ends[count - 1] + 1 : length
        #expect(cardex_skip_records(text, length, count) == expected)
      }
    }
  }

  @Test("a single record is examined", arguments: ways)
  func holding(way: String) {
    #expect(cardex_scan_choose(way) != 0)
    var generator = SeededGenerator(seed: 4)
    for length in 1..<200 {
      var text = text(length, &generator)
      text.append(0xFF)
      let needle = needle(from: text, &generator)
      let ends = text.indices.filter { text[$0] == 0xFF }
      for (record, end) in ends.enumerated() {
        let start = record == 0 ? 0 : ends[record - 1] + 1
        let expected = !starts(of: needle, in: Array(text[start..<end])).isEmpty
        // Once with other records after it and once without.
        for length in [text.count, end + 1] {
          let holds = cardex_record_holds(
            text, length, text.count, record, needle, needle.count)
          #expect((holds != 0) == expected)
        }
      }
    }
  }

  /// What a text is made of whose markup is listed: bytes of all ranges that UTF-8 has, and characters
  /// at the ends of those that XML has.
  private static let pieces: [[UInt8]] =
    ["<", "&", "\r", "a", " ", "\n\t", "]", "]]", ">", "\u{7F}\u{80}\u{7FF}", "\u{800}", "\u{FFF}"]
    .map { Array($0.utf8) }
    + [
      "\u{1000}\u{CFFF}", "\u{D7FF}\u{E000}", "\u{FFFD}\u{10000}", "\u{3FFFF}\u{40000}",
      "\u{10FFFF}",
    ]
    .map { Array($0.utf8) }

  private static let faults: [[UInt8]] = [
    [0], [8], [0x0B], [0x0C], [0x0E], [0x1F], [0x80], [0xBF], [0xC0], [0xC1, 0xBF], [0xC2],
    [0xDF, 0xC0],
    [0xE0, 0x9F, 0xBF], [0xE1, 0x80], [0xED, 0xA0, 0x80], [0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF],
    [0xEF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF1, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5],
    [0xFF],
  ]

  /// The offsets that the kernel lists, `nil` if it finds something wrong.
  private func markup(of text: [UInt8], _ generator: inout SeededGenerator) -> [Int]? {
    var state = cardex_markup_state()
    var found: [Int] = []
    var start = 0
    while start < text.count {
      let length = min(64 * Int.random(in: 1...3, using: &generator), text.count - start)
      // No room for more than one offset of each byte, and no bytes after the text.
      var offsets = [UInt32](repeating: 0, count: length)
      let rest = Array(text[start...])
      let count = cardex_list_markup(rest, length, rest.count, &state, &offsets)
      if count < 0 { return nil }
      found += offsets.prefix(count).map { start + Int($0) }
      start += length
    }
    return found
  }

  @Test("markup is listed, and what cannot be in plain XML found", arguments: ways)
  func markup(way: String) {
    #expect(cardex_scan_choose(way) != 0)
    var generator = SeededGenerator(seed: 5)
    for length in 0..<2000 {
      var text: [UInt8] = []
      while text.count < length % 200 {
        text += Self.pieces.randomElement(using: &generator) ?? []
      }
      let marks = text.indices.filter { index in
        [0x3C, 0x26, 0x0D].contains(text[index])
          || text[index] == 0x3E && text[..<index].suffix(2) == [0x5D, 0x5D]
      }
      #expect(markup(of: text, &generator) == marks)
      text += Self.faults.randomElement(using: &generator) ?? []
      text += [UInt8](repeating: 0x20, count: Int.random(in: 0...80, using: &generator))
      #expect(markup(of: text, &generator) == nil, "\(text)")
    }
  }

  @Test("every processor has a kernel, and unknown names are refused")
  func choosing() {
    #expect(cardex_scan_choose("C") != 0)
    #expect(cardex_scan_choose("abacus") == 0)
    #expect(cardex_scan_choose(nil) != 0)
  }
}
