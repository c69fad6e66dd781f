import ICUText

/// The readings of single kana and of kana with a small one after them.
enum KanaTable {
  /// Adds the readings of each kana to lists: first the spelling of Hepburn, then those of Japanese
  /// keyboards and of the Kunrei system.
  ///
  /// - Parameter body: Receives each kana in hiragana, in order, with the small one after it or 0,
  ///   and the number of its list.
  static func forEach(
    in lists: inout ReadingLists, _ body: (_ kana: UInt32, _ small: UInt32, _ list: Int) -> Void
  ) {
    let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    var kana: (first: UInt32, second: UInt32) = (0, 0)
    var reading = SyllableBuilder()
    var offset = 0
    while offset < text.count {
      let byte = text[offset]
      if byte >= 0x80 {
        let (scalar, length) = text.scalarValue(at: offset)
        if kana.first == 0 { kana.first = scalar } else { kana.second = scalar }
        offset += length
        continue
      }
      offset += 1
      if byte >= UInt8(ascii: "a") {
        reading.append(byte)
      } else if !reading.isEmpty {
        lists.append(reading.take())
        if byte == UInt8(ascii: ",") { continue }
        body(kana.first, kana.second, lists.endList())
        kana = (0, 0)
      }
    }
  }

  private static let text: StaticString = """
    あ a い i う u え e お o か ka き ki く ku け ke こ ko
    さ sa し shi,si す su せ se そ so た ta ち chi,ti つ tsu,tu て te と to
    な na に ni ぬ nu ね ne の no は ha ひ hi ふ fu,hu へ he ほ ho
    ま ma み mi む mu め me も mo や ya ゆ yu よ yo ら ra り ri る ru れ re ろ ro
    わ wa ゐ i,wi ゑ e,we を o,wo
    が ga ぎ gi ぐ gu げ ge ご go ざ za じ ji,zi ず zu ぜ ze ぞ zo
    だ da ぢ ji,di づ zu,du で de ど do ば ba び bi ぶ bu べ be ぼ bo
    ぱ pa ぴ pi ぷ pu ぺ pe ぽ po ゔ vu
    ゃ ya ゅ yu ょ yo ゎ wa ゕ ka ゖ ke
    きゃ kya きゅ kyu きょ kyo ぎゃ gya ぎゅ gyu ぎょ gyo
    しゃ sha,sya しゅ shu,syu しょ sho,syo しぇ she,sye
    じゃ ja,jya,zya じゅ ju,jyu,zyu じょ jo,jyo,zyo じぇ je,zye
    ちゃ cha,tya ちゅ chu,tyu ちょ cho,tyo ちぇ che,tye ぢゃ ja,dya ぢゅ ju,dyu ぢょ jo,dyo
    にゃ nya にゅ nyu にょ nyo ひゃ hya ひゅ hyu ひょ hyo びゃ bya びゅ byu びょ byo
    ぴゃ pya ぴゅ pyu ぴょ pyo みゃ mya みゅ myu みょ myo りゃ rya りゅ ryu りょ ryo
    いぇ ye うぃ wi うぇ we うぉ wo くぁ kwa くぃ kwi くぇ kwe くぉ kwo くゎ kwa ぐぁ gwa ぐゎ gwa
    すぃ si つぁ tsa つぃ tsi つぇ tse つぉ tso てぃ ti,thi てゅ tyu とぅ tu
    でぃ di,dhi でゅ dyu どぅ du ふぁ fa ふぃ fi ふぇ fe ふぉ fo ふゅ fyu
    ゔぁ va,ba ゔぃ vi,bi ゔぇ ve,be ゔぉ vo,bo ゔゅ vyu,byu

    """
}
