/// The romanization of kana.
///
/// A unit is a syllable: a kana, and a small kana after it if there is one. Long-vowel marks,
/// vowels that lengthen another, and the small tsu are units of their own that may be left out, so
/// that `tokyo`, `toukyou` and `tookyoo` all find とうきょう.
struct Kana: Sendable {
  static let shared = Kana()

  /// The readings of each code, from `ReadingCode.kana.lowerBound` on.
  private(set) var lists = ReadingLists(expected: 512)
  /// The codes of single hiragana, and of hiragana followed by a small one.
  private var singles = [UInt16](repeating: 0, count: Kana.hiraganaCount)
  private var pairs: [(first: UInt32, second: UInt32, code: UInt16)] = []
  /// The last letter of each code's reading if it is a vowel, otherwise 0.
  private var lastVowels: [UInt8] = []
  /// The code of n; the next code is that of n before b, m and p.
  private var nasal: UInt16 = 0
  /// The codes of long-vowel marks, for a, i, u, e, o.
  private var longVowels: UInt16 = 0
  /// The codes of vowels that lengthen the same vowel, a, i, u, e, o; then of the u that lengthens
  /// o.
  private var secondVowels: UInt16 = 0
  /// The code of the small tsu at the end; its codes before each syllable of `KanaTable` follow.
  private var smallTsu: UInt16 = 0

  private static let firstHiragana: UInt32 = 0x3041
  private static let hiraganaCount = 0x56
  private static let toKatakana: UInt32 = 0x60
  private static let smallTsuKana: UInt32 = 0x3063
  private static let nKana: UInt32 = 0x3093
  private static let longVowelMark: UInt32 = 0x30FC
  private static let vowels = Array("aiueo".utf8)

  private init() {
    pairs.reserveCapacity(128)
    // `self` cannot be accessed while its lists are being changed.
    var singles = singles
    var pairs = pairs
    KanaTable.forEach(in: &lists) { kana, small, list in
      let code = ReadingCode.kana.lowerBound + UInt16(list)
      if small == 0 {
        singles[Int(kana - Kana.firstHiragana)] = code
      } else {
        pairs.append((kana, small, code))
      }
    }
    self.singles = singles
    self.pairs = pairs
    let syllableCount = lists.count
    nasal = add("n", mayBeLeftOut: false)
    lists.append(Syllable(UInt8(ascii: "n")))
    _ = add("m", mayBeLeftOut: false)
    // Long e and o are often written with i and u.
    longVowels = add("a")
    for letters: StaticString in ["i", "u", "ei", "ou"] { _ = add(letters) }
    secondVowels = add("a")
    for letters: StaticString in ["i", "u", "e", "o", "uo"] { _ = add(letters) }
    smallTsu = add("")
    for index in 0..<syllableCount { addDoubled(index) }
    lastVowels.reserveCapacity(lists.count)
    for index in 0..<lists.count {
      let first = lists.readings[Int(lists.starts[index])]
      let last = first[max(first.count - 1, 0)]
      lastVowels.append(Kana.isVowel(last) ? last : 0)
    }
  }

  /// Adds a unit that is read as any of the letters, or left out.
  private mutating func add(_ letters: StaticString, mayBeLeftOut: Bool = true) -> UInt16 {
    letters.withUTF8Buffer { for letter in $0 { lists.append(Syllable(letter)) } }
    if mayBeLeftOut { lists.append(.empty) }
    return ReadingCode.kana.lowerBound + UInt16(lists.endList())
  }

  /// Adds the small tsu before a syllable, which doubles the first consonant.
  private mutating func addDoubled(_ syllable: Int) {
    let start = lists.readings.count
    for index in lists.range(syllable) {
      let consonant = lists.readings[index][0]
      if Kana.isVowel(consonant) { continue }
      // Hepburn doubles ch as tch.
      if consonant == UInt8(ascii: "c") { addOnce(UInt8(ascii: "t"), from: start) }
      addOnce(consonant, from: start)
    }
    lists.append(.empty)
    lists.endList()
  }

  /// Adds a letter to the list that begins at an index, unless it is there already.
  private mutating func addOnce(_ letter: UInt8, from start: Int) {
    for index in start..<lists.readings.count where lists.readings[index] == Syllable(letter) {
      return
    }
    lists.append(Syllable(letter))
  }

  private static func isVowel(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
      UInt8(ascii: "u"):
      true
    default: false
    }
  }

  static func isKana(_ scalar: UInt32) -> Bool {
    scalar &- firstHiragana < hiraganaCount || scalar &- firstHiragana &- toKatakana < hiraganaCount
      || scalar == longVowelMark
  }

  /// The unit that begins at an index of folded text.
  ///
  /// - Parameter previous: The code of the unit just before it, or 0.
  /// - Returns: The unit's code and its number of characters.
  func unit(
    in text: UnsafeBufferPointer<UInt32>, at index: Int, after previous: UInt16
  ) -> (code: UInt16, count: Int) {
    let lastVowel =
      ReadingCode.kana.contains(previous)
      ? lastVowels[Int(previous - ReadingCode.kana.lowerBound)] : 0
    let kana = hiragana(text, index)
    if kana == Kana.longVowelMark {
      guard let vowel = Kana.vowels.firstIndex(of: lastVowel) else { return (smallTsu, 1) }
      return (longVowels + UInt16(vowel), 1)
    }
    guard let (code, count) = syllable(in: text, at: index) else {
      let next = syllable(in: text, at: index + 1)?.code
      if kana == Kana.smallTsuKana {
        return (smallTsu + (next.map { $0 - ReadingCode.kana.lowerBound + 1 } ?? 0), 1)
      }
      return (nasal + (next.map(isLabial) == true ? 1 : 0), 1)
    }
    let reading = firstReading(of: code)
    if count == 1, reading.count == 1, let vowel = Kana.vowels.firstIndex(of: reading[0]) {
      if lastVowel == reading[0] { return (secondVowels + UInt16(vowel), 1) }
      if lastVowel == UInt8(ascii: "o"), reading[0] == UInt8(ascii: "u") {
        return (secondVowels + 5, 1)
      }
    }
    return (code, count)
  }

  /// The readings of a code in the range of kana; empty if no unit has the code.
  func readings(of code: UInt16) -> [Syllable] {
    let index = Int(code - ReadingCode.kana.lowerBound)
    return index < lists.count ? Array(lists[index]) : []
  }

  private func firstReading(of code: UInt16) -> Syllable {
    lists.readings[Int(lists.starts[Int(code - ReadingCode.kana.lowerBound)])]
  }

  /// Whether an n before the syllable sounds like an m.
  private func isLabial(_ code: UInt16) -> Bool {
    let first = firstReading(of: code)[0]
    return first == UInt8(ascii: "b") || first == UInt8(ascii: "m") || first == UInt8(ascii: "p")
  }

  /// The syllable at an index; `nil` for the small tsu, n, a long-vowel mark and other text.
  private func syllable(in text: UnsafeBufferPointer<UInt32>, at index: Int) -> (
    code: UInt16, count: Int
  )? {
    let kana = hiragana(text, index)
    let next = hiragana(text, index + 1)
    if next != 0, let pair = pairs.first(where: { $0.first == kana && $0.second == next }) {
      return (pair.code, 2)
    }
    guard kana >= Kana.firstHiragana, kana != Kana.longVowelMark else { return nil }
    let index = Int(kana - Kana.firstHiragana)
    // A small vowel alone is read as the large one, which follows it in Unicode.
    let code = singles[index] == 0 && index < 10 ? singles[index + 1] : singles[index]
    return code == 0 ? nil : (code, 1)
  }

  /// The kana at an index in hiragana, or 0 if there is none.
  private func hiragana(_ text: UnsafeBufferPointer<UInt32>, _ index: Int) -> UInt32 {
    guard index < text.count, Kana.isKana(text[index]) else { return 0 }
    let scalar = text[index]
    if scalar == Kana.longVowelMark { return scalar }
    return scalar - Kana.firstHiragana < Kana.hiraganaCount ? scalar : scalar - Kana.toKatakana
  }
}
