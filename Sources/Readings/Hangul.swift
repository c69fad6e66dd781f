/// The romanization of hangul.
///
/// The letters are those of the Revised Romanization (2000), one syllable at a time: assimilation
/// between adjacent syllables is ignored. Consonants are written in either of two ways: as they are
/// spelled, as ICU does and as the rules require for reversible transliteration (`lagug`), or as
/// they sound, as on signs and in passports (`raguk`).
enum Hangul {
  static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  static let syllableCount = 11172

  /// The initial consonants: as spelled and, if different, as they sound.
  private static let leads = lists("g kk n d tt l,r m b pp s ss - j jj ch k t p h ")
  private static let vowels = lists(
    "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i ")
  /// The final consonants, in the same form.
  private static let finals = lists(
    "- g,k kk,k gs,k n nj,n nh,n d,t l lg,k lm,m lb,l ls,l lt,l lp,p lh,l m b,p bs,p s,t ss,t ng j,t ch,t k t p h,t "
  )

  private static func lists(_ text: StaticString) -> ReadingLists {
    var lists = ReadingLists(expected: 32)
    var letters = SyllableBuilder()
    text.withUTF8Buffer { bytes in
      for byte in bytes {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: ","):
          lists.append(letters.take())
          if byte == UInt8(ascii: " ") { lists.endList() }
        case UInt8(ascii: "-"): break
        default: letters.append(byte)
        }
      }
    }
    return lists
  }

  /// The number of vowels. Syllables come in rows that differ only in the final consonant; this
  /// many rows have the same initial consonant.
  static let vowelCount = 21
  /// The number of syllables in a row.
  static let finalCount = 28
  static let leadCount = 19

  /// The romanized initials of a lead consonant; `Syllable.empty` for the silent one.
  static func initials(of lead: Int) -> ArraySlice<Syllable> { leads[lead] }

  /// Replaces an array's elements with the beginnings of a row's syllables.
  static func getStarts(of row: Int, _ starts: inout [Syllable]) {
    let (lead, vowel) = row.quotientAndRemainder(dividingBy: vowelCount)
    starts.removeAll(keepingCapacity: true)
    for index in leads.range(lead) {
      starts.append(leads.readings[index].followed(by: vowels.readings[vowel]))
    }
  }

  /// Replaces an array's elements with the readings of a code.
  static func getReadings(of code: UInt16, _ readings: inout [Syllable]) {
    // Unicode composes syllables as (lead · 21 + vowel) · 28 + final.
    let (row, final) = Int(code - ReadingCode.hangul.lowerBound).quotientAndRemainder(
      dividingBy: finalCount)
    let (lead, vowel) = row.quotientAndRemainder(dividingBy: vowelCount)
    readings.removeAll(keepingCapacity: true)
    for index in leads.range(lead) {
      let start = leads.readings[index].followed(by: vowels.readings[vowel])
      for index in finals.range(final) {
        readings.append(start.followed(by: finals.readings[index]))
      }
    }
  }

  static func code(of scalar: UInt32) -> UInt16 {
    ReadingCode.hangul.lowerBound + UInt16(truncatingIfNeeded: scalar - syllables.lowerBound)
  }

  static func readings(of code: UInt16) -> [Syllable] {
    var readings: [Syllable] = []
    getReadings(of: code, &readings)
    return readings
  }
}
