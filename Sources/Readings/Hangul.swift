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
  private static let leads = lists("g kk n d tt l,r m b pp s ss - j jj ch k t p h ")
  private static let vowels = lists(
    "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i ")
  /// What ends a syllable, in the same way.
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

  /// Syllables come in rows that only differ in their final consonants. So many rows have the same
  /// first one,
  static let vowelCount = 21
  /// and so many syllables are in a row.
  static let finalCount = 28
  static let leadCount = 19

  /// The initials of syllables; one is empty.
  static func initials(of lead: Int) -> ArraySlice<Syllable> { leads[lead] }

  /// Puts how the syllables of a row begin in the place of what an array holds.
  static func getStarts(of row: Int, _ starts: inout [Syllable]) {
    let (lead, vowel) = row.quotientAndRemainder(dividingBy: vowelCount)
    starts.removeAll(keepingCapacity: true)
    for index in leads.range(lead) {
      starts.append(leads.readings[index].followed(by: vowels.readings[vowel]))
    }
  }

  /// Puts the readings of a code in the place of what an array holds.
  static func getReadings(of code: UInt16, _ readings: inout [Syllable]) {
    // Unicode puts syllables together as (lead · 21 + vowel) · 28 + final.
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
