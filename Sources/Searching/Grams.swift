import ICUText
package import Readings

/// Texts as sets of numbers, so that an engine that knows nothing of folding and readings can find
/// candidates.
///
/// There is a number for every sequence of one, two and three characters of the folded text, and of
/// the numbers in it without separators, and for every gram that `ReadingGrams` finds.
///
/// A sequence of characters is their codes, 21 bits each, the last one lowest; numbers of readings
/// are negative.
package struct Grams {
  /// To be raised with every change to the numbers of a text.
  package static let revision: UInt8 = 1

  private let folding = CaseFolding()
  private var readings: ReadingGrams
  private var folded: [UInt8] = []
  private var run = NumberRun()
  private var grams: [Int64] = []

  /// - Parameter table: How names are read.
  package init(readings table: ReadingTable) { readings = ReadingGrams(table) }

  /// Adds the grams of a text.
  ///
  /// - Parameter isString: Whether its digits may be grouped: not in numbers, dates and the like.
  package mutating func add(_ text: UnsafeBufferPointer<UInt8>, isString: Bool) {
    folded.removeAll(keepingCapacity: true)
    folding.fold(text, into: &folded)
    folded.withUnsafeBufferPointer { Grams.append($0, to: &grams) }
    if isString {
      var numbers: [UInt8] = []
      let isGrouped = folded.withUnsafeBufferPointer { text in
        run.appendGrouped(in: text, to: &numbers, after: nil)
      }
      if isGrouped { numbers.withUnsafeBufferPointer { Grams.append($0, to: &grams) } }
    }
    readings.forEach(of: text) { grams.append(Int64(-$0)) }
  }

  /// Removes and returns all grams that were added, ascending.
  package mutating func take() -> [Int64] {
    grams.sort()
    var result: [Int64] = []
    result.reserveCapacity(grams.count)
    for gram in grams where gram != result.last { result.append(gram) }
    grams.removeAll(keepingCapacity: true)
    return result
  }

  private static let codeBits: Int64 = 21
  private static let codes: Int64 = 1 << 42 - 1

  private static func append(_ text: UnsafeBufferPointer<UInt8>, to grams: inout [Int64]) {
    var (last, length, offset) = (Int64(0), 0, 0)
    while offset < text.count {
      let (scalar, bytes) = text.scalarValue(at: offset)
      offset += max(bytes, 1)
      last = (last & codes) << codeBits | Int64(scalar)
      length += 1
      grams.append(last & (1 << codeBits - 1))
      if length > 1 { grams.append(last & codes) }
      if length > 2 { grams.append(last) }
    }
  }

  /// The rarest of the grams that every text with this part has: its longest sequences.
  fileprivate static func required(by part: [UInt8]) -> [Int64] {
    var grams: [Int64] = []
    part.withUnsafeBufferPointer { append($0, to: &grams) }
    if grams.count < 4 { return grams.suffix(1) }
    // From the third character on, each adds a sequence of one, two and three.
    var longest = stride(from: 5, to: grams.count, by: 3).map { grams[$0] }
    let step = (longest.count + mostRequired - 1) / mostRequired
    longest = stride(from: 0, to: longest.count, by: step).map { longest[$0] }
    return Array(Set(longest)).sorted()
  }

  /// The maximum number of grams that are asked for: more exclude little.
  private static let mostRequired = 24
}

/// Which grams a text must have.
package indirect enum GramQuery: Equatable, Sendable {
  /// All of these.
  case contains([Int64])
  case all([GramQuery])
  case any([GramQuery])

  /// The maximum number of alternatives that are worth asking for.
  fileprivate static let mostAlternatives = 200
}

extension Matcher {
  /// The grams that every matching record has; `nil` if they do not narrow down the candidates.
  ///
  /// - Parameter tableVersion: The version of the table that the grams were read by; `nil` is
  ///   returned if the matcher has another one.
  package func gramQuery(tableVersion: UInt64) -> GramQuery? {
    if let own = self.tableVersion, own != tableVersion { return nil }
    if alternatives.isEmpty { return ownGramQuery }
    var found: [GramQuery] = []
    for words in alternatives {
      let all = words.compactMap(\.ownGramQuery)
      if all.isEmpty { return nil }
      found.append(all.count == 1 ? all[0] : .all(all))
    }
    return found.count > GramQuery.mostAlternatives ? nil : .any(found)
  }

  private var ownGramQuery: GramQuery? {
    guard let needles else { return nil }
    let parts = needles.map(\.bytes) + numbers.map(\.part)
    if parts.contains(where: \.isEmpty) { return nil }
    let found =
      parts.map { GramQuery.contains(Grams.required(by: $0)) }
      + names.map { .contains([Int64(-$0.gram)]) }
    if found.isEmpty || found.count > GramQuery.mostAlternatives { return nil }
    return found.count == 1 ? found[0] : .any(found)
  }
}
