/// How hangul is written in Latin letters.
///
/// The letters are those of the Revised Romanization (2000), a syllable at a time: what a consonant
/// becomes beside the next syllable's is not regarded. Consonants are written as they are spelled, as
/// ICU does and the rules want for what is to be written back (`lagug`), or as they sound, as on signs
/// and in passports (`raguk`).
enum Hangul {
  static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  static let syllableCount = 11172

  /// What begins a syllable: as it is spelled and, where that is not the same, as it sounds.
  private static let leads = letters("g kk n d tt l,r m b pp s ss - j jj ch k t p h")
  private static let vowels = letters(
    "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i")
  /// What ends a syllable, in the same way.
  private static let finals = letters(
    "- g,k kk,k gs,k n nj,n nh,n d,t l lg,k lm,m lb,l ls,l lt,l lp,p lh,l m b,p bs,p s,t ss,t ng j,t ch,t k t p h,t"
  )

  private static func letters(_ text: String) -> [[Syllable]] {
    text.utf8.split(separator: UInt8(ascii: " ")).map { letter in
      letter.split(separator: UInt8(ascii: ",")).map {
        $0.first == UInt8(ascii: "-") ? .empty : Syllable($0)
      }
    }
  }

  /// Rows of syllables that only differ in their final consonants, and how many those are.
  static let rowCount = 19 * 21
  static let finalCount = 28

  /// How the syllables of a row begin.
  static func starts(of row: Int) -> [Syllable] {
    let (lead, vowel) = row.quotientAndRemainder(dividingBy: 21)
    return leads[lead].map { $0.followed(by: vowels[vowel][0]) }
  }

  static func code(of scalar: UInt32) -> UInt16 {
    ReadingCode.hangul.lowerBound + UInt16(truncatingIfNeeded: scalar - syllables.lowerBound)
  }

  /// - Parameter code: Unicode puts syllables together as (lead · 21 + vowel) · 28 + final.
  static func readings(of code: UInt16) -> [Syllable] {
    let (row, final) = Int(code - ReadingCode.hangul.lowerBound).quotientAndRemainder(
      dividingBy: finalCount)
    return starts(of: row).flatMap { start in finals[final].map { start.followed(by: $0) } }
  }
}
