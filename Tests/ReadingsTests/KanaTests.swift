import Testing

@testable import Readings

/// Japanese in Latin letters.
@Suite struct KanaTests {
  @Test(
    "names are found in Hepburn's spelling and as they are typed",
    arguments: [
      ("とうきょう", ["tokyo", "toukyou", "tookyoo", "tōkyō", "tokyou", "tk"]),
      ("トーキョー", ["tokyo", "toukyou", "tookyoo", "tōkyō", "TOKYO"]),
      ("ﾄｰｷｮｰ", ["tokyo", "toukyou"]),
      ("さっぽろ", ["sapporo", "spr", "saporo"]), ("マッチ", ["matchi", "macchi", "matti"]),
      ("ざっし", ["zasshi", "zassi"]), ("しんぶん", ["shimbun", "shinbun", "sinbun"]),
      ("さんま", ["samma", "sanma"]), ("きんいろ", ["kin'iro", "kiniro"]),
      ("ホンダ", ["honda", "hnd"]),
      ("じどうしゃ", ["jidosha", "jidousha", "zidousya", "jds", "jdsh"]),
      ("つなみ", ["tsunami", "tunami"]), ("ふじ", ["fuji", "huzi"]), ("おおさか", ["osaka", "oosaka"]),
      ("ゆうき", ["yuki", "yuuki", "yūki"]), ("おかあさん", ["okasan", "okaasan"]),
      ("にいがた", ["niigata"]), ("ケーキ", ["keki", "keeki", "keiki"]), ("えいが", ["eiga"]),
      ("ファミリー", ["famiri", "famirii"]), ("ティーダ", ["tida", "tiida"]), ("ヴィッツ", ["vittsu", "vitsu"]),
      ("チェロ", ["chero"]), ("ウィンドウ", ["windo", "windou"]), ("がっ", ["ga"]), ("ぎゃぁ", ["gya", "gyaa"]),
      ("か\u{3099}", ["ga"]), ("ガ", ["ga"]), ("を", ["o", "wo"]), ("ぢ", ["ji", "di"]),
    ])
  func found(_ name: String, _ typed: [String]) {
    for text in typed { #expect(finds(text, name), "\(text) \(name)") }
  }

  @Test(
    "other spellings find nothing",
    arguments: [
      ("とうきょう", ["toky", "kyoto", "tkoyo", "tokyor"]), ("さっぽろ", ["satporo", "sappooro"]),
      ("しんぶん", ["simbumm"]), ("かんじ", ["kamji"]), ("おさか", ["oosaka"]), ("えいが", ["ega"]),
    ])
  func notFound(_ name: String, _ typed: [String]) {
    for text in typed { #expect(!finds(text, name), "\(text) \(name)") }
  }

  @Test("Hepburn's spelling is the first reading")
  func first() {
    let name = "しゃちょうじゅつふ"
    #expect(readings(of: name).map { $0.first ?? "" } == ["sha", "cho", "u", "ju", "tsu", "fu"])
  }

  @Test("a long vowel belongs to the match")
  func highlighted() {
    #expect(ReadingsTests.found("to", "トーキョー") == ["トー"])
    #expect(ReadingsTests.found("tokyo", "高いトーキョー・タワー") == ["トーキョー"])
    #expect(ReadingsTests.found("kyo", "とうきょうと") == ["きょう"])
  }

  @Test("every kana has a reading, the same in both scripts")
  func all() {
    for value: UInt32 in 0x3041...0x3096 {
      guard let hiragana = Unicode.Scalar(value), let katakana = Unicode.Scalar(value + 0x60) else {
        continue
      }
      let readings = ReadingsTests.readings(of: String(Character(hiragana)))
      #expect(readings.count == 1)
      #expect(readings.first?.isEmpty == false)
      #expect(readings == ReadingsTests.readings(of: String(Character(katakana))))
    }
  }

  @Test("codes of kana stay in their range")
  func codes() {
    #expect(Kana.shared.lists.count <= ReadingCode.kana.count)
  }
}
