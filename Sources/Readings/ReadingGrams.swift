/// The beginnings of the patterns that find a text by its reading, as numbers, for indexes that
/// only know whether a text has a number.
///
/// For each unit of the text, these are up to three letters with which a match from that unit on
/// may begin: whole readings and initials of consecutive units, as in `ReadingMatcher`. Every text
/// that matches a pattern has the pattern's number.
package struct ReadingGrams {
  private var reader: NameReader
  private var codes: [UInt16] = []
  /// The letters that a unit may consume, by code.
  private var known: [UInt16: [Letters]] = [:]
  /// Whether the text has each number, and a list of its numbers.
  private var isFound = [Bool](repeating: false, count: 1 << (Letters.bits * Letters.most))
  private var found: [Int] = []

  /// Up to three letters.
  private struct Letters: Hashable {
    static let most = 3
    static let bits = 6
    private(set) var number = 0
    private(set) var count = 0

    init() {}

    init(_ letters: some Sequence<UInt8>) {
      for letter in letters { append(letter) }
    }

    /// Appends a letter or a digit, if there is room.
    mutating func append(_ letter: UInt8) {
      guard count < Letters.most else { return }
      number |= Letters.number(of: letter) << (Letters.bits * count)
      count += 1
    }

    func followed(by other: Letters) -> Letters {
      var result = self
      result.number |= other.number << (Letters.bits * count)
      result.number &= 1 << (Letters.bits * Letters.most) - 1
      result.count = min(count + other.count, Letters.most)
      return result
    }

    /// The number of the first letters.
    func prefix(_ length: Int) -> Int { number & (1 << (Letters.bits * length) - 1) }

    /// The number of a letter; the same for `ü`, `u` and `v`, which may stand for each other.
    private static func number(of letter: UInt8) -> Int {
      switch letter {
      case Syllable.umlaut, UInt8(ascii: "v"): number(of: UInt8(ascii: "u"))
      case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(letter - UInt8(ascii: "0")) + 1
      case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(letter - UInt8(ascii: "a")) + 11
      default: (1 << bits) - 1
      }
    }
  }

  package init(_ table: ReadingTable) { reader = NameReader(table) }

  /// Calls the closure with each number of a UTF-8 text, all of which are positive.
  ///
  /// - Complexity: O(*n*) for texts whose characters have few readings.
  package mutating func forEach(of text: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Void) {
    codes.removeAll(keepingCapacity: true)
    guard reader.appendCodes(of: text, to: &codes) else { return }
    for start in codes.indices { add(Letters(), from: start) }
    for number in found {
      isFound[number] = false
      body(number)
    }
    found.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ letters: Letters, from index: Int) {
    for next in options(codes[index]) {
      let longer = letters.followed(by: next)
      for length in stride(from: letters.count + 1, through: longer.count, by: 1) {
        let number = longer.prefix(length)
        if !isFound[number] {
          isFound[number] = true
          found.append(number)
        }
      }
      if longer.count < Letters.most, index + 1 < codes.count { add(longer, from: index + 1) }
    }
  }

  private mutating func options(_ code: UInt16) -> [Letters] {
    if let options = known[code] { return options }
    var options: Set<Letters> = []
    for reading in reader.table.syllables(of: code) {
      let letters = (0..<reading.count).map { reading[$0] }
      options.insert(Letters(letters))
      options.insert(Letters(letters.prefix(1)))
      if reading.hasDigraph { options.insert(Letters(letters.prefix(2))) }
    }
    known[code] = Array(options)
    return Array(options)
  }

  /// The number that every text matching a pattern has.
  package static func number(of pattern: ReadingPattern) -> Int { Letters(pattern.letters).number }
}
