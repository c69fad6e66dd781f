import Testing
import cardex_tables

@testable import Readings

/// Compares the table of readings with this machine's ICU.
@Suite struct HanLatinTableTests {
  /// Characters in common use, on which versions of Unicode and ICU agree. On rare ones they need
  /// not agree.
  private static let common = """
    一丁七三上下不与世丘业东丝两严丰串临丹主丽举久义之乌九乡买乱争事二五井亚交京亮人今介仓仙代令以仪价众优传伦伟佐佑余佳使依侠保信俊俄健元光克兔党入八公六兰共关兴兵具典养内冀冈写军农冯冰冷凉净准凌凤凯出击刀刘则创别利前剑力功加努动励劳北区医十千升午半华协卓南博卡卢卫印危原厨友双发变古另史叶司吉名向君吴味品哥唐商善喜嘉器四回因园固国图圆土圣在坚坛城基堂塔墨士声夏外多夜天太夫央头奇奔奖女好如妙姆姜威娱婚子字孔存孟季学宁宇守安宋完宏宗官定宜宝实客宣室宫家容富寒对寺寿小尔尚展山岛岭岳川州工左巨巴市布希帅师带常帝年广庄库店庙府康延建开弟张归录形彩影德心必志忠快思性恒恩悦情惠想意慧成我战房所手才托扬抗护拉招拜持指捷授探掌推握搜摄播操支改政教敏敬文斗斯新方施族旗无日旧早时昆昌明春星昭是晋普景晶智暴月有服朗望朝木本李材村来杨松林果枫架某柏染查柳树校株根格桂桃桥梁梅梦森棉植概模次欢欧歌武每比民气水永江池汽沃沈河油治法波泰洋洲活济浙浦海消深清港湖湘源滨潮瀚火灵炎炮热焦然煌照燕爱父牌牛物特犬狮猎率玉王玛环现班球理琴瑞璃瓜瓷生电男画界留番疆白百益盛目直真眼着知石矿码研砖硅碧磨示礼社祖神祥福科秋种秦移稳穆空立章童竹笔第等筑米粉精糖素红纯纳纽线组细终经绍维绿缘网罗美羊翔翠老者联股育胡脑腾臣自致舒航船良色艺艾芬花芝苏英范茂草莱莲菜菲营葡蒙蓝蔡薇虎虹蚁蛋血行衡衣表裕西见视觉言计讯许诚诗语调谊谢豪象贝财货贵费贺资赛赵越足跃路车轩轮轻辉达迅过运近进远连迪迷追逸道那邦郑部都郭酒里重野金钟钢铁银锋锐锦长门问间闻阳阿陈陶隆雄雅雨雪雷霞青静非面音顺风飞食首香马驰高魏鲁鲍鸿鹏麦黄黎黑鼎龙
    """

  /// The codes of common characters, and the syllables that they represent.
  private func load() -> (codes: [UInt16], syllables: [Syllable]) {
    var codes = [UInt16](repeating: 0, count: HanCharacters.common.count)
    let syllables = codes.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { HanLatinTable.load(into: $0, expected: 512).readings }
    }
    return (codes, syllables ?? [])
  }

  @Test("common characters are read as ICU reads them")
  func common() throws {
    let reader = try #require(Transliterator("Han-Latin; NFD; [[:Mn:]-[\\u0308]] Remove; NFC"))
    let (codes, syllables) = load()
    for scalar in Self.common.unicodeScalars where HanCharacters.areCommon(scalar.value) {
      let code = codes[Int(scalar.value - HanCharacters.common.lowerBound)]
      try #require(code >= ReadingCode.firstHan)
      let reading = syllables[Int(code - ReadingCode.firstHan)].text
      #expect(reading == reader.transliterate(String(Character(scalar))), "\(scalar)")
    }
  }

  @Test("names are read as ICU reads them, except where it is wrong")
  func names() throws {
    let reader = try #require(
      Transliterator("Han-Latin/Names; NFD; [[:Mn:]-[\\u0308]] Remove; NFC"))
    for name in [
      "令狐冲", "万俟卨", "澹台灭明", "长孙", "卜卦", "种师道", "干将", "葛亮", "盖聂", "过江", "华佗", "纪昀", "靓妹",
      "牟平", "粘罕", "区", "繁钦", "仇英", "任侠", "单", "召公", "折可适", "舍利", "沈万三", "隗嚣", "解缙", "莘",
      "燕青", "尉迟恭", "乐毅", "员半千", "查慎行", "翟让", "曾巩", "长安", "A曾", "王长", "秘",
    ] {
      #expect(filingKey(of: name).replacing("v", with: "ü") == spaced(reader.transliterate(name)))
    }
  }

  /// ICU puts two spaces where a name follows other text.
  private func spaced(_ text: String) -> String {
    text.split(separator: " ").joined(separator: " ")
  }

  @Test("the table has the characters that have readings in Unicode's database")
  func size() {
    let (codes, syllables) = load()
    #expect(syllables.count > 400)
    #expect(codes.count { $0 != 0 } > 26_000)
    #expect(HanLatinTable.rare.count > 17_000)
    #expect(
      HanLatinTable.rare.allSatisfy { Int($0.code) < Int(ReadingCode.firstHan) + syllables.count })
    #expect(
      zip(HanLatinTable.rare, HanLatinTable.rare.dropFirst()).allSatisfy { $0.scalar < $1.scalar })
  }

  @Test("syllables are sorted and unique")
  func order() {
    let lines = String(decoding: HanLatinTable.text, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let parts = lines.drop { $0.hasPrefix("#") }.split(separator: "")
    #expect(parts.count == 2)
    for part in parts {
      let syllables = part.compactMap { $0.split(separator: " ").first.map { Array($0.utf8) } }
      #expect(zip(syllables, syllables.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    }
  }
}
