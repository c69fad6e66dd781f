import Testing

@testable import ICUText

/// Names and the letters that a language's telephone books file them under.
struct FiledNames: Sendable, CustomStringConvertible {
  let locale: String
  /// Label and names, separated by spaces.
  let names: [(label: String, names: String)]

  var description: String { locale }

  static let all: [FiledNames] = [
    FiledNames(
      locale: "en",
      names: [
        ("A", "Adams ångström ÆON"), ("E", "Élan École"), ("L", "Łódź"),
        ("O", "O'Hara Øre"),
        ("S", "Smith ſmall ßa"), ("U", "Über"), ("Z", "Žižek zoo Ｚoo"), ("Δ", "Δέλτα δ"),
        ("Ж", "Жуков"), ("Г", "Гоголь Ґонта"), ("א", "אברהם"), ("ب", "بيروت"),
        ("پ", "پاریس"),
        ("ก", "กรุงเทพ"), ("ㄱ", "김 가"), ("か", "ガンダム かな"), ("अ", "अमर"), ("ქ", "ქუთაისი"),
        ("Ե", "Երևան"), ("#", "3M 長安 ☃ -x ①"),
      ]),
    FiledNames(
      locale: "de",
      names: [
        ("A", "Ärger Aachen Åsa"), ("O", "Öl Otto"), ("S", "Schmidt ßa Straße"), ("U", "Übel Ulm"),
        ("Z", "Zürich"), ("D", "Đorđe"), ("Π", "Πέτρος"), ("Ш", "Шмидт"), ("ㅎ", "한"),
        ("#", "1&1 大众"),
      ]),
    FiledNames(
      locale: "sv",
      names: [
        ("A", "Anna Áron"), ("E", "Édith"), ("U", "Ulla"), ("V", "Vera"), ("W", "Wera"),
        ("Y", "Ylva Übel"), ("Z", "Zorn"), ("Å", "Åsa ångström"), ("Ä", "Ängel Æsop"),
        ("Ö", "Öst Øst ö"), ("П", "Пётр"), ("#", "7-Eleven"),
      ]),
    FiledNames(
      locale: "cs",
      names: [
        ("C", "Cyril"), ("Č", "Čapek čáp"), ("D", "Ďáblice"), ("H", "Havel"),
        ("CH", "Chaloupka chléb CH"),
        ("I", "Ivan"), ("R", "Rudolf"), ("Ř", "Řehoř"), ("S", "Svoboda"), ("Š", "Škoda"),
        ("U", "Úterý"),
        ("Z", "Zdeněk"), ("Ž", "Žižka"), ("Я", "Янов"), ("#", "5"),
      ]),
    FiledNames(
      locale: "es",
      names: [
        ("A", "Álvarez"), ("C", "Chávez Cruz"), ("E", "Échele"), ("L", "Llorente Luna"),
        ("N", "Nadal"), ("Ñ", "Ñañez ñu"), ("O", "Óscar"), ("U", "Úrsula"), ("Z", "Zapata"),
        ("S", "Sánchez"), ("Σ", "Σοφία"), ("#", "¿Qué? 2M"),
      ]),
    FiledNames(
      locale: "ja",
      names: [
        ("あ", "あおき アベ ｱｲﾁ いとう ヴィ"), ("か", "かとう ガンダム ぎんざ"), ("さ", "さとう しみず ジロウ"),
        ("た", "たなか だいすけ つ"), ("な", "なかむら の"), ("は", "はやし バッハ パリ ふじ"), ("ま", "まつもと"),
        ("や", "やまだ よ"), ("ら", "ラーメン りん"), ("わ", "わたなべ を"), ("A", "Apple"), ("T", "Toyota"),
        ("ㄱ", "김"), ("Д", "Дом"), ("#", "123 本田 ー"),
      ]),
    FiledNames(
      locale: "ko",
      names: [
        ("ㄱ", "김 강 고양이 까치 金"), ("ㄴ", "나 노"), ("ㄷ", "동 또"), ("ㄹ", "라 李"), ("ㅁ", "문"),
        ("ㅂ", "박 朴 빵"), ("ㅅ", "서울 삼성 씨"), ("ㅇ", "이 안"), ("ㅈ", "정 鄭"), ("ㅊ", "최"), ("ㅋ", "카카오"),
        ("ㅌ", "토끼"), ("ㅍ", "표"), ("ㅎ", "현대 한"), ("H", "Hyundai"), ("か", "かな"), ("#", "63"),
      ]),
    FiledNames(
      locale: "zh",
      names: [
        ("A", "奥迪 Audi 阿"), ("B", "宝马 北京 bmw"), ("C", "陈 Cadillac"), ("D", "大众"), ("F", "福特"),
        ("H", "华"),
        ("L", "李 路"), ("M", "马"), ("S", "上海"), ("W", "王"), ("X", "徐"), ("Y", "杨"),
        ("Z", "张 赵 郑 长安"),
        ("ㅎ", "한국"), ("さ", "さくら"), ("Б", "Баку"), ("#", "360 ·"),
      ]),
    FiledNames(
      locale: "zh_TW",
      names: [
        ("1劃", "一"), ("2劃", "丁 八"), ("3劃", "大眾 三"), ("4劃", "王 方"), ("5劃", "台灣 白"), ("6劃", "朱 江"),
        ("7劃", "李 吳"), ("8劃", "林 周"), ("9劃", "洪"), ("10劃", "高 馬"), ("11劃", "陳 張"), ("12劃", "黃"),
        ("13劃", "楊"), ("15劃", "劉"), ("17劃", "謝"), ("19劃", "羅"), ("B", "BMW"), ("あ", "あい"),
        ("#", "7-11"),
      ]),
    FiledNames(
      locale: "ru",
      names: [
        ("А", "Анна а"), ("Б", "Борис"), ("В", "Вера"), ("Г", "Гоголь Ґонта"), ("Е", "Ева Ёлкин"),
        ("Ж", "Жуков"), ("И", "Иван Їжак"), ("Й", "Йошкар"), ("Щ", "Щукин"), ("Ы", "Ыйбён"),
        ("Э", "Эдик"),
        ("Ю", "Юрий"), ("Я", "Яна"), ("L", "Lada"), ("Ω", "Ωμέγα"), ("#", "1С 中"),
      ]),
    FiledNames(
      locale: "el",
      names: [
        ("Α", "Άννα αλφα"), ("Β", "Βασίλης"), ("Γ", "Γιώργος"), ("Ε", "Έλενα"), ("Η", "Ήρα"),
        ("Ι", "Ίων Ϊ"),
        ("Κ", "Κώστας"), ("Ο", "Όλγα"), ("Υ", "Ύδρα"), ("Φ", "Φώτης"), ("Ψ", "Ψαρός"),
        ("Ω", "Ώρα ᾠδή"),
        ("G", "Greece"), ("Ч", "Чехов"), ("#", "112"),
      ]),
    FiledNames(
      locale: "ar",
      names: [
        ("ا", "أحمد إبراهيم آمنة ا"), ("ب", "بيروت"), ("ت", "تونس"), ("ج", "جمال"), ("ح", "حسن"),
        ("خ", "خالد"),
        ("س", "سعيد"), ("ع", "علي"), ("ف", "فاطمة"), ("ك", "كريم"), ("م", "محمد مُحَمَّد"),
        ("ن", "نور"),
        ("ه", "هند"), ("و", "وليد"), ("ي", "يوسف"), ("N", "Nour"), ("א", "אב"), ("#", "٣ 3"),
      ]),
    FiledNames(
      locale: "he",
      names: [
        ("א", "אברהם"), ("ב", "בן"), ("ג", "גיל"), ("ד", "דוד"), ("ה", "הדר"), ("ח", "חנה"),
        ("י", "יוסף"),
        ("כ", "כהן"), ("ל", "לוי"), ("מ", "משה"), ("ש", "שָׂרָה שרה"), ("ת", "תמר"), ("C", "Cohen"),
        ("م", "محمد"),
        ("#", "10 !"),
      ]),
    FiledNames(
      locale: "th",
      names: [
        ("ก", "กรุงเทพ แก้ว ไก่ เกาะ"), ("ข", "ขอนแก่น เข"), ("ค", "โคราช"), ("จ", "ใจ"),
        ("ช", "เชียงใหม่"),
        ("ด", "ดาว"), ("น", "นคร"), ("บ", "บางกอก"), ("ป", "เป็น"), ("ม", "แม่"), ("ส", "สมชาย"),
        ("ห", "หาด"),
        ("อ", "อยุธยา"), ("T", "Thai"), ("ㄱ", "가"), ("#", "๑ 1"),
      ]),
    FiledNames(
      locale: "vi",
      names: [
        ("A", "An Ánh"), ("Â", "Ân"), ("D", "Dung"), ("Đ", "Đào"), ("E", "Em"), ("F", "Ford"),
        ("O", "Oanh"),
        ("Ô", "Ông"), ("Ơ", "Ơn"), ("V", "Vân"), ("W", "Walter"), ("Y", "Ý"), ("Z", "Zalo"),
        ("#", "4"),
      ]),
  ]
}

/// The letters that names are filed under.
@Suite struct AlphabeticIndexTests {
  @Test("names are filed under letters of the locale's telephone book", arguments: FiledNames.all)
  func names(_ filed: FiledNames) throws {
    let index = AlphabeticIndex(try LocaleIdentifier(filed.locale))
    for (label, names) in filed.names {
      for name in names.split(separator: " ") {
        #expect(index[index.letter(of: name)].text == label, "\(name)")
      }
    }
  }

  @Test(
    "the locale's own labels",
    arguments: [
      ("en", "ABCDEFGHIJKLMNOPQRSTUVWXYZ#"), ("sv", "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ#"),
      ("es", "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ#"), ("zh", "ABCDEFGHIJKLMNOPQRSTUVWXYZ#"),
      ("ja", "あかさたなはまやらわ#"), ("ko", "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ#"), ("el", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ#"),
      ("he", "אבגדהוזחטיכלמנסעפצקרשת#"),
    ])
  func ownLabels(_ locale: String, _ labels: String) throws {
    let index = AlphabeticIndex(try LocaleIdentifier(locale))
    #expect(index.labels.filter(\.isOwn).map(\.text).joined() == labels)
  }

  @Test(
    "the locale's script comes first, '#' last, and each label is unique and found",
    arguments: FiledNames.all.map(\.locale) + [
      "zh_HK", "uk", "fa", "hi", "ka", "am", "zh@collation=zhuyin",
    ])
  func order(_ locale: String) throws {
    let index = AlphabeticIndex(try LocaleIdentifier(locale))
    #expect(index.labels.first?.isOwn == true)
    #expect(index.labels.last == AlphabeticIndex.Label(text: "#", isOwn: true))
    #expect(Set(index.labels.map(\.text)).count == index.labels.count)
    #expect(index[index.rest].text == "#")
    // Only letters of its own script may come between them, such as F in Vietnamese.
    let own = index.labels.dropLast().lastIndex(where: \.isOwn) ?? 0
    let between = index.labels[...own].filter { !$0.isOwn }
    #expect(between.allSatisfy { $0.text.utf8.allSatisfy { $0 < 0x80 } })
    #expect(between.isEmpty || locale == "vi")
    for letter in index.letters {
      #expect(index.letter(named: index[letter].text) == letter, "\(index[letter].text)")
    }
  }

  @Test("texts without letters are filed under '#'")
  func rest() {
    let index = AlphabeticIndex(.english)
    for text in ["", " ", "1", "½", "☃", "😀", "中", "\u{FFFD}", "\u{0}", "𒀀", "\u{301}", "#"] {
      #expect(index.letter(of: text) == index.rest, "\(codes(text))")
    }
    #expect(index.letter(of: " \t\u{A0}b") == Letter(rawValue: 1))
    #expect(
      index.letter(of: "b" + String(repeating: "\u{301}", count: 100_000)) == Letter(rawValue: 1))
    #expect(index.letter(of: String(repeating: " ", count: 1000) + "c") == Letter(rawValue: 2))
  }

  @Test("the first 256 units of a text determine its label", arguments: [(255, 1), (256, nil)])
  func longBeginning(count: Int, position: Int?) {
    let index = AlphabeticIndex(.english)
    let text = String(repeating: "\u{AD}", count: count) + "b"
    #expect(index.letter(of: text) == position.map(Letter.init) ?? index.rest)
  }

  @Test(
    "a typed label is found, or the one that the typed text is filed under",
    arguments: [
      ("en", "C", "C"), ("en", "c", "C"), ("en", "å", "A"), ("sv", "å", "Å"),
      ("sv", "a\u{30A}", "Å"),
      ("en", "#", "#"), ("en", "5", "#"), ("cs", "ch", "CH"), ("cs", "Ch", "CH"), ("en", "Ж", "Ж"),
      ("ja", "あ", "あ"), ("ja", "ぐ", "か"), ("ja", "ｸﾞ", "か"), ("ko", "ㄱ", "ㄱ"), ("ko", "가", "ㄱ"),
      ("ko", "ㄲ", "ㄱ"), ("zh_TW", "5劃", "5劃"), ("zh_TW", "5", "5劃"), ("zh_TW", "5画", "5劃"),
      ("zh_TW", "34劃", "33劃"), ("zh_TW", "99999", "48劃"), ("zh_TW", "0", "1劃"),
      ("zh_TW", "5th Avenue", "#"), ("zh_TW", "99999999999999999999", "#"), ("en", "Mercedes", "M"),
      ("en", "", "#"), ("zh", "ｍ", "M"),
    ])
  func typedLabels(_ locale: String, _ typed: String, _ label: String) throws {
    let index = AlphabeticIndex(try LocaleIdentifier(locale))
    #expect(index[index.letter(named: typed)].text == label)
  }

  @Test(
    "Han is filed by reading unless the collation places it elsewhere",
    arguments: [
      ("en", true), ("sv", true), ("ru", true), ("zh", true), ("zh_CN", true), ("zh-SG", true),
      ("zh_TW@pinyin", true), ("C", true), ("zh_TW", false), ("zh_HK", false), ("zh-Hant", false),
      ("zh@collation=stroke", false), ("zh-u-co-zhuyin", false), ("ja", false), ("ko", false),
      ("zh@collation=unihan", false),
    ])
  func hanByReading(_ locale: String, _ isByReading: Bool) throws {
    #expect(AlphabeticIndex(try LocaleIdentifier(locale)).filesHanByReading == isByReading)
  }

  @Test("an index may be used by several threads")
  func threads() async {
    let index = AlphabeticIndex(.english)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask {
          (0..<2000).allSatisfy { _ in index.letter(of: "Mercedes") == Letter(rawValue: 12) }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
