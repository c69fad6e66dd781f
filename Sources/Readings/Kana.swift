/// How kana is written in Latin letters.
///
/// A unit is a syllable: a kana with the small one behind it. The marks of long vowels, vowels that
/// make one long and the small tsu are units of their own that may be left out, so that `tokyo`,
/// `toukyou` and `tookyoo` all find とうきょう.
struct Kana: Sendable {
  static let shared = Kana()

  /// The readings of each code, from `ReadingCode.kana.lowerBound` on.
  private(set) var lists = ReadingLists(expected: 512)
  /// The codes of hiragana, and those of the ones with a small one behind them.
  private var singles = [UInt16](repeating: 0, count: Kana.hiraganaCount)
  private var pairs: [(first: UInt32, second: UInt32, code: UInt16)] = []
  /// The last letter of each code's reading if that is a vowel, or else 0.
  private var lastVowels: [UInt8] = []
  /// The code of n; that of n before b, m and p follows.
  private var nasal: UInt16 = 0
  /// The marks of long vowels, a, i, u, e, o.
  private var longVowels: UInt16 = 0
  /// Vowels that make the same one long, a, i, u, e, o; then the u that makes o long.
  private var secondVowels: UInt16 = 0
  /// The small tsu before nothing; those before each code of `KanaTable` follow.
  private var smallTsu: UInt16 = 0

  private static let firstHiragana: UInt32 = 0x3041
  private static let hiraganaCount = 0x56
  private static let toKatakana: UInt32 = 0x60
  private static let smallTsuKana: UInt32 = 0x3063
  private static let nKana: UInt32 = 0x3093
  private static let longVowelMark: UInt32 = 0x30FC
  private static let vowels = Array("aiueo".utf8)

  private init() {
    for (kana, list) in KanaTable.rows {
      let code = add(list)
      if kana.count == 1 {
        singles[Int(kana[0] - Kana.firstHiragana)] = code
      } else {
        pairs.append((kana[0], kana[1], code))
      }
    }
    let syllableCount = lists.count
    nasal = add([Syllable("n".utf8)])
    _ = add([Syllable("n".utf8), Syllable("m".utf8)])
    // What lengthens e and o is often written i and u.
    longVowels = add(["a", "i", "u", "ei", "ou"].map { Kana.leftOut($0) })
    secondVowels = add(["a", "i", "u", "e", "o", "uo"].map { Kana.leftOut($0) })
    smallTsu = add([.empty])
    for index in 0..<syllableCount { _ = add(Kana.doubled(lists[index])) }
  }

  private mutating func add(_ list: [Syllable]) -> UInt16 {
    lists.append(list)
    let last = list[0][max(list[0].count - 1, 0)]
    lastVowels.append(Kana.vowels.contains(last) ? last : 0)
    return ReadingCode.kana.lowerBound + UInt16(lists.count - 1)
  }

  private mutating func add(_ lists: [[Syllable]]) -> UInt16 {
    lists.map { add($0) }.first ?? 0
  }

  /// A unit that is read as any of the letters or as nothing.
  private static func leftOut(_ letters: String) -> [Syllable] {
    letters.utf8.map { Syllable([$0]) } + [.empty]
  }

  /// The small tsu before a syllable with these readings: it doubles the first consonant.
  private static func doubled(_ list: ArraySlice<Syllable>) -> [Syllable] {
    var letters = ""
    for reading in list where !vowels.contains(reading[0]) {
      // Hepburn doubles ch as tch.
      let consonants = reading[0] == UInt8(ascii: "c") ? "tc" : String(Unicode.Scalar(reading[0]))
      letters += consonants.filter { !letters.contains($0) }
    }
    return leftOut(letters)
  }

  static func isKana(_ scalar: UInt32) -> Bool {
    scalar &- firstHiragana < hiraganaCount || scalar &- firstHiragana &- toKatakana < hiraganaCount
      || scalar == longVowelMark
  }

  /// The unit that begins at an index of folded text.
  ///
  /// - Parameter previous: The code of the unit just before it, or 0.
  /// - Returns: Its code and how many characters it has.
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

  /// The readings of a code in the range of kana, of which it may be none.
  func readings(of code: UInt16) -> [Syllable] {
    let index = Int(code - ReadingCode.kana.lowerBound)
    return index < lists.count ? Array(lists[index]) : []
  }

  private func firstReading(of code: UInt16) -> Syllable {
    lists.readings[Int(lists.starts[Int(code - ReadingCode.kana.lowerBound)])]
  }

  /// Whether an n before the syllable is an m to the ear.
  private func isLabial(_ code: UInt16) -> Bool {
    let first = firstReading(of: code)[0]
    return first == UInt8(ascii: "b") || first == UInt8(ascii: "m") || first == UInt8(ascii: "p")
  }

  /// The syllable at an index; `nil` for the small tsu, n, the mark of a long vowel and other text.
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
    // A small vowel alone, which stands before the large one, is read as that.
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
