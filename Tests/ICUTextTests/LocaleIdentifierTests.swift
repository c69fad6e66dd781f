import Testing

@testable import ICUText

/// Names of locales.
@Suite struct LocaleIdentifierTests {
  @Test(
    "BCP 47 tags, POSIX names and ICU names are read",
    arguments: [
      ("sv", "sv"), ("zh-TW", "zh_TW"), ("zh_TW", "zh_TW"), ("zh_TW.UTF-8", "zh_TW"),
      ("zh-Hant-HK", "zh_Hant_HK"), ("ZH_tw.utf8", "zh_TW"), ("pt_BR.ISO8859-1", "pt_BR"),
      ("zh_TW.UTF-8@stroke", "zh_TW@collation=stroke"),
      ("zh_CN@pinyin", "zh_CN@collation=pinyin"),
      ("zh_CN.UTF-8@radical", "zh_CN@collation=unihan"),
      ("zh@collation=stroke", "zh@collation=stroke"), ("zh-u-co-zhuyin", "zh@collation=zhuyin"),
      ("de-u-co-phonebk", "de@collation=phonebook"), ("de_DE@euro", "de_DE"),
      ("sr_RS.UTF-8@latin", "sr_Latn_RS"), ("iw", "he"), ("iw_IL", "he_IL"), ("en-150", "en_150"),
      ("es-419", "es_419"), ("C", "en"), ("POSIX", "en"), ("C.UTF-8", "en"),
    ])
  func reading(_ text: String, _ name: String) throws {
    #expect(try LocaleIdentifier(text).name == name)
  }

  @Test(
    "a text that is not a locale is an error",
    arguments: [
      "", " ", "xx", "x", "qq_QQ", "english", "de_XX", "de-DE-", "de--DE", "-de", "_DE", ".UTF-8",
      "@stroke", "de DE", "dé", "de-Xxxx", "de-foobar", "zh_TW.UTF-8@=", "1", "\u{0}",
      String(repeating: "a", count: 10_000), "de-" + String(repeating: "a", count: 8),
    ])
  func unknown(_ text: String) {
    #expect(throws: LocaleError.self) { try LocaleIdentifier(text) }
  }

  @Test("a locale's name may have 150 bytes", arguments: [149, 150, 151])
  func lengths(length: Int) {
    let start = "de_DE."
    let text = start + String(repeating: "x", count: length - start.utf8.count)
    #expect((try? LocaleIdentifier(text))?.name == (length <= 150 ? "de_DE" : nil))
  }

  @Test("a collation that the locale does not have is an error that names those it has")
  func unknownCollation() {
    #expect {
      try LocaleIdentifier("de_DE@stroke")
    } throws: { error in
      guard case .unknownCollation("stroke", of: "de_DE@stroke", let known) = error as? LocaleError
      else { return false }
      return known.contains("phonebook")
    }
  }

  @Test(
    "the environment's locale",
    arguments: [
      ([:], "en"), (["LANG": "sv_SE.UTF-8"], "sv_SE"),
      (["LANG": "sv_SE.UTF-8", "LC_COLLATE": "de_DE.UTF-8"], "de_DE"),
      (["LANG": "sv_SE", "LC_COLLATE": "de_DE", "LC_ALL": "ja_JP.eucJP"], "ja_JP"),
      (["LANG": "sv_SE", "LC_ALL": ""], "sv_SE"), (["LANG": "sv_SE", "LC_ALL": "C"], "en"),
      (["LANG": "sv_SE", "LC_ALL": "nonsense"], "en"), (["LANG": "de_DE@stroke"], "de_DE"),
    ] as [([String: String], String)])
  func environment(_ variables: [String: String], _ name: String) {
    #expect(LocaleIdentifier { variables[$0] }.name == name)
  }

  @Test(
    "the collation is the one asked for, or the locale's default",
    arguments: [
      ("zh", "pinyin"), ("zh_SG", "pinyin"), ("zh_TW", "stroke"), ("zh-Hant", "stroke"),
      ("zh_HK", "stroke"), ("zh_TW@pinyin", "pinyin"), ("zh-u-co-zhuyin", "zhuyin"),
      ("sv", "standard"),
    ])
  func collation(_ text: String, _ collation: String) throws {
    #expect(try LocaleIdentifier(text).collation == collation)
  }

  @Test(
    "the names of folders for a language",
    arguments: [
      ("de_AT", ["de-AT", "de_AT", "de", "German", "Base", "en", "English"]),
      ("en_GB", ["en-GB", "en_GB", "en", "English", "Base"]),
      ("de@collation=phonebook", ["de", "German", "Base", "en", "English"]),
      (
        "zh_TW",
        [
          "zh-Hant-TW", "zh_Hant_TW", "zh-TW", "zh_TW", "zh-Hant", "zh_Hant", "zh", "Base", "en",
          "English",
        ]
      ),
      ("zh", ["zh-Hans", "zh_Hans", "zh", "Base", "en", "English"]),
      ("es_MX", ["es-MX", "es_MX", "es-419", "es", "Spanish", "Base", "en", "English"]),
      ("C", ["en", "English", "Base"]),
    ])
  func bundleNames(_ text: String, _ names: [String]) throws {
    #expect(try LocaleIdentifier(text).bundleNames == names)
  }

  @Test("the locale of a category")
  func category() {
    let variables = ["LANG": "sv_SE", "LC_COLLATE": "de_DE", "LC_MESSAGES": "fr_FR"]
    #expect(LocaleIdentifier("LC_MESSAGES", environment: { variables[$0] }).name == "fr_FR")
  }
}
