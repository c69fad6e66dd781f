/// The plain letters that people type in place of others: `l` for `ł`, `ae` for `æ`, `i` for `ı`;
/// and the keyboard's apostrophe and hyphen in place of typographic ones.
///
/// These characters have no decomposition in Unicode. Searching treats them as plain letters with
/// the character itself as the accent.
package enum PlainLetters {
  /// The plain letters for a letter, in its case; `nil` if the letter is plain or has no plain
  /// form.
  static func letters(for scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    switch scalar.value {
    case 0xC6...0x2AF, 0x2BB, 0x2BC, 0x2010, 0x2011, 0x2018, 0x2019, 0x1D00...0x1EFF,
      0x2C60...0x2C7F, 0xA720...0xA7FF:
      table[scalar]
    default: nil
    }
  }

  private static let table: [Unicode.Scalar: [Unicode.Scalar]] = {
    var table: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for pair in all.split(separator: " ") {
      guard let letter = pair.unicodeScalars.first else { continue }
      let plain = pair.dropFirst()
      table[letter] = Array(plain.unicodeScalars)
      let upper = letter.properties.uppercaseMapping.unicodeScalars
      if let capital = upper.first, upper.count == 1, capital != letter, !capital.isASCII {
        table[capital] = Array(plain.uppercased().unicodeScalars)
      }
    }
    return table
  }()

  /// The table: each character, letters in lower case, followed by its plain characters.
  package static let all = pairs + " " + signs

  /// Each letter, in lower case, followed by its form by ICU's transliterator Latin-ASCII; a test
  /// compares them.
  package static let pairs = """
    æae ðd øo þth đd ħh ıi ĸq łl ŋn œoe ŧt ƀb ƃb ƈc ƌd ƒf ƕhv ƙk ƚl ƞn ƣoi ƥp ƫt ƭt ƴy ƶz ǥg ȡd \
    ȥz ȴl ȵn ȶt ȷj ȸdb ȹqp ȼc ȿs ɀz ɇe ɉj ɍr ɏy ɓb ɕc ɖd ɗd ɛe ɟj ɠg ɡg ɢg ɦh ɧh ɨi ɩi ɪi ɫl ɬl \
    ɭl ɱm ɲn ɳn ɴn ɶoe ɼr ɽr ɾr ʀr ʂs ʈt ʉu ʋv ʏy ʐz ʑz ʙb ʛg ʜh ʝj ʟl ʠq ʣdz ʥdz ʦts ʪls ʫlz ᴀa \
    ᴁae ᴃb ᴄc ᴅd ᴆd ᴇe ᴊj ᴋk ᴌl ᴍm ᴏo ᴘp ᴛt ᴜu ᴠv ᴡw ᴢz ᵫue ᵬb ᵭd ᵮf ᵯm ᵰn ᵱp ᵲr ᵳr ᵴs ᵵt ᵶz ᵺth \
    ᵻi ᵽp ᵾu ᶀb ᶁd ᶂf ᶃg ᶄk ᶅl ᶆm ᶇn ᶈp ᶉr ᶊs ᶌv ᶍx ᶎz ᶏa ᶑd ᶒe ᶓe ᶖi ᶙu ẜs ẝs ỻll ỽv ỿy ⱡl ⱥa \
    ⱦt ⱨh ⱪk ⱬz ⱱv ⱳw ⱴv ⱸe ⱺo ꜰf ꜱs ꜳaa ꜵao ꜷau ꜹav ꜻav ꜽay ꝁk ꝃk ꝅk ꝇl ꝉl ꝋo ꝍo ꝏoo ꝑp ꝓp ꝕp \
    ꝗq ꝙq ꝟv ꝡvy ꝥth ꝧth ꝱd ꝲl ꝳm ꝴn ꝵr ꝶr ꝷt ꝺd ꝼf ꞇt ꞑn ꞓc ꞡg ꞣk ꞥn ꞧr ꞩs
    """

  /// Apostrophes and hyphens within words: U+2019, U+2018, U+02BC, U+02BB, U+2010, U+2011.
  private static let signs = "\u{2019}' \u{2018}' \u{2BC}' \u{2BB}' \u{2010}- \u{2011}-"
}

/// Katakana as hiragana, and small kana as large ones.
package struct PlainKana {
  /// The large hiragana.
  let base: Unicode.Scalar
  /// The original small hiragana, if the kana was small.
  private(set) var small: Unicode.Scalar?
  /// Whether a voicing mark follows, because there is no single hiragana for the voiced kana.
  private(set) var isVoiced = false

  static let voicingMark: Unicode.Scalar = "\u{3099}"

  /// - Returns: `nil` for large hiragana, and for characters other than kana.
  init?(_ scalar: Unicode.Scalar) {
    var value = scalar.value
    switch value {
    case 0x3041...0x3096: break
    case 0x30A1...0x30F6, 0x30FD, 0x30FE: value -= 0x60
    // ヷ to ヺ: わ, ゐ, ゑ, を.
    case 0x30F7...0x30FA:
      value = value - 0x30F7 + 0x308F
      isVoiced = true
    case 0x31F0...0x31FF: break
    default: return nil
    }
    guard let kana = Unicode.Scalar(value) else { return nil }
    let large = PlainKana.large[kana]
    if large == nil, kana == scalar { return nil }
    base = large ?? kana
    small = large == nil ? nil : kana
  }

  /// Each small hiragana with the large one.
  package static let pairs = "ぁあぃいぅうぇえぉおっつゃやゅゆょよゎわゕかゖけㇰくㇱしㇲすㇳとㇴぬㇵはㇶひㇷふㇸへㇹほㇺむㇻらㇼりㇽるㇾれㇿろ"

  private static let large: [Unicode.Scalar: Unicode.Scalar] = {
    let pairs = Array(PlainKana.pairs.unicodeScalars)
    return Dictionary(
      uniqueKeysWithValues: stride(from: 0, to: pairs.count, by: 2).map {
        (pairs[$0], pairs[$0 + 1])
      })
  }()
}
