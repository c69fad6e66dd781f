/// The generator of `Data/han-variants` from ICU.
package enum HanVariantsTable {
  private static let heading = """
    # Han characters that are forms of each other, the simplified ones before the traditional ones, as
    # ICU \(HanLatinTable.icuVersion) has them in its transliterators between both, and the new and old forms of
    # Japanese names and words.
    #
    # Made by: cardex-tables han-variants >Data/han-variants

    """

  /// The file's text, or `nil` if ICU has no such transliterators.
  package static var text: String? {
    guard let simplifier = Transliterator("Traditional-Simplified"),
      let complicator = Transliterator("Simplified-Traditional")
    else { return nil }
    var groups: [String: Set<String>] = [:]
    for value in [0x3400...0x9FFF, 0x20000...0x2F7FF, 0x30000...0x3FFFF].joined() {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      let character = String(Character(scalar))
      let forms = [
        character, simplifier.transliterate(character), complicator.transliterate(character),
      ]
      .filter { $0.unicodeScalars.count == 1 }
      if Set(forms).count == 1 { continue }
      join(forms, in: &groups)
    }
    for forms in japanese.split(whereSeparator: \.isWhitespace) {
      join(forms.map { String($0) }, in: &groups)
    }
    let lines = Set(groups.values).map { group in
      let (simplified, traditional) = (
        group.filter { simplifier.transliterate($0) == $0 },
        group.filter { simplifier.transliterate($0) != $0 }
      )
      return (simplified.sorted() + traditional.sorted()).joined()
    }
    return heading + lines.sorted().map { $0 + "\n" }.joined()
  }

  private static func join(_ forms: [String], in groups: inout [String: Set<String>]) {
    let group = forms.reduce(into: Set(forms)) { $0.formUnion(groups[$1] ?? []) }
    for form in group { groups[form] = group }
  }

  /// The new forms of the lists of 1946 and 1949 (Tōyō kanji) with their older forms, and the forms
  /// of family names.
  private static let japanese = """
    亜亞 悪惡 圧壓 囲圍 医醫 壱壹 隠隱 栄榮 営營 衛衞 駅驛 円圓 塩鹽 縁緣 艶艷 応應 欧歐 殴毆 桜櫻 横橫 温溫
    穏穩 仮假 価價 画畫 会會 絵繪 壊壞 懐懷 概槪 拡擴 殻殼 覚覺 学學 岳嶽 楽樂 渇渴 缶罐 巻卷 陥陷 寛寬 関關
    歓歡 観觀 気氣 帰歸 亀龜 偽僞 戯戲 犠犧 旧舊 拠據 挙擧 峡峽 挟挾 狭狹 郷鄕 暁曉 区區 駆驅 勲勳 薫薰 径徑
    恵惠 掲揭 渓溪 経經 継繼 茎莖 蛍螢 軽輕 鶏鷄 芸藝 撃擊 県縣 倹儉 剣劍 圏圈 検檢 権權 献獻 研硏 険險 顕顯
    験驗 厳嚴 効效 広廣 恒恆 鉱鑛 号號 国國 黒黑 砕碎 済濟 斎齋 剤劑 雑雜 参參 惨慘 桟棧 蚕蠶 賛贊 残殘 糸絲
    歯齒 児兒 辞辭 湿濕 実實 写寫 舎舍 釈釋 寿壽 収收 従從 渋澁 獣獸 縦縱 粛肅 処處 緒緖 叙敍 将將 称稱 焼燒
    証證 奨奬 条條 状狀 乗乘 浄淨 剰剩 畳疊 縄繩 壌壤 嬢孃 譲讓 醸釀 触觸 嘱囑 真眞 寝寢 慎愼 尽盡 図圖 粋粹
    酔醉 穂穗 随隨 髄髓 枢樞 数數 瀬瀨 声聲 静靜 斉齊 摂攝 窃竊 専專 戦戰 浅淺 潜潛 繊纖 践踐 銭錢 禅禪 双雙
    壮壯 捜搜 挿插 争爭 総總 聡聰 荘莊 装裝 騒騷 臓臟 蔵藏 属屬 続續 堕墮 体體 対對 帯帶 滞滯 台臺 滝瀧 択擇
    沢澤 単單 担擔 胆膽 団團 弾彈 断斷 痴癡 遅遲 昼晝 虫蟲 鋳鑄 庁廳 徴徵 聴聽 鎮鎭 逓遞 鉄鐵 転轉 点點 伝傳
    灯燈 当當 党黨 盗盜 稲稻 闘鬪 徳德 独獨 読讀 届屆 弐貳 悩惱 脳腦 覇霸 拝拜 廃廢 売賣 麦麥 発發 髪髮 抜拔
    蛮蠻 秘祕 彦彥 浜濱 瓶甁 払拂 仏佛 並竝 変變 辺邊邉 弁辨瓣辯 舗舖 宝寶寳 豊豐 没沒 槙槇 万萬 満滿 弥彌
    訳譯 薬藥 与與 予豫 余餘 誉譽 揺搖 様樣 謡謠 来來 頼賴 乱亂 覧覽 竜龍 両兩 猟獵 緑綠 塁壘 励勵 礼禮 隷隸
    霊靈 齢齡 恋戀 炉爐 労勞 楼樓 郎郞 禄祿 録錄 湾灣 高髙 崎﨑 島嶋嶌 吉𠮷 富冨 館舘 渕淵 園薗 峰峯 岩巌巖
    桧檜 尭堯 遥遙 瑶瑤 亘亙 凛凜 穣穰 曽曾 祢禰 鴎鷗 薮藪 村邨 野埜 青靑 清淸 強强
    """
}
