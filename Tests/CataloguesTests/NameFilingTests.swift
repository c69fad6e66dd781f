import ICUText
import TestHelpers
import Testing

@testable import Catalogues

@Suite("How names are filed")
struct NameFilingTests {
  private static func sorted(_ names: [String], _ locale: String) throws -> [String] {
    let filing = NameFiling(try LocaleIdentifier(locale))
    var filed = FiledNames(filing)
    for name in names { filed.append(name) }
    return filed.order().map { names[$0] }
  }

  @Test(
    "a name in Han script is filed as a field says that it is read",
    arguments: [
      ["yomi"], ["Furigana"], ["phoneticName"], ["X-PHONETIC-LAST-NAME"], ["phonetic_last_name"],
      ["lastNameYomi"], ["phoneticLastName", "phoneticFirstName"],
    ])
  func said(_ keys: [String]) throws {
    func row(_ name: String, _ reading: String) -> Plist {
      .dict(
        [("name", Plist.text("string", name)), ("note", Plist.text("string", "x"))]
          + keys.map { ($0, Plist.text("string", reading)) })
    }
    let catalogue = try Catalogue([
      row("小林", "こばやし"), row("東", "あずま"), row("渡辺", "わたなべ"), row("Xu", "あ"),
    ])
    let filing = EntryFiling(NameFiling(try LocaleIdentifier("ja")))
    let listing = filing.listing(of: catalogue) { _, _ in }
    let names = listing.groups.map { group in group.entries.map(catalogue.label(of:)) }
    #expect(names == [["東"], ["小林"], ["渡辺"], ["Xu"]])
    #expect(
      filing.names.index[filing.letter(of: catalogue.entries.first!, in: catalogue)].text == "か")
    let fields = keys.map { FieldAssignment(key: $0, type: nil, value: "さ") }
    #expect(NewEntry(fields: fields).filedName("佐藤").hasPrefix("さ"))
  }

  @Test("other keys say nothing about names", arguments: ["kanal", "Bekanntheit", "phonetics"])
  func other(_ key: String) throws {
    let new = NewEntry(fields: [FieldAssignment(key: key, type: nil, value: "さ")])
    #expect(new.filedName("佐藤") == "佐藤")
  }

  @Test("names sorted at once and one by one have the same order, and the same labels")
  func agreement() throws {
    let names = ["b", "Ä", "a", "z", "ä", "", "7", "Ж", "長", "b", "Bär", "Chaloupka", "日本", "한"]
    for locale in ["en", "cs", "sv", "zh_TW", "ja", "ko"] {
      let filing = NameFiling(try LocaleIdentifier(locale))
      let positions = names.map(filing.position)
      let expected = names.indices.sorted {
        positions[$0] == positions[$1] ? $0 < $1 : positions[$0] < positions[$1]
      }
      #expect(try Self.sorted(names, locale) == expected.map { names[$0] })
      #expect(names.map(filing.letter(of:)) == positions.map(\.letter))
    }
  }

  @Test("long names that begin alike are told apart")
  func longNames() throws {
    let start = String(repeating: "Same beginning ", count: 20)
    let names = [start + "z", start + "a", start, start + "Ä", start + "m"]
    #expect(
      try Self.sorted(names, "en") == [start, start + "a", start + "Ä", start + "m", start + "z"])
  }

  @Test(
    "Han names are filed by what they sound like where the language has no place for them",
    arguments: [
      ("en", "Chrysler 重庆 长安 Zoo 长城 昌河 Chang", "Chang 长安 长城 昌河 重庆 Chrysler Zoo"),
      ("zh_CN", "西安 先 A4 奥迪A4 奥迪 单田芳", "A4 奥迪 奥迪A4 单田芳 西安 先"),
      ("sv", "奥迪 Åsa Zoo Adam", "Adam 奥迪 Zoo Åsa"),
    ])
  func readings(_ locale: String, _ names: String, _ expected: String) throws {
    let names = names.split(separator: " ").map(String.init)
    #expect(try Self.sorted(names, locale).joined(separator: " ") == expected)
  }

  @Test("a language with a place for Han names keeps them there")
  func ownPlaces() throws {
    for (locale, name, label) in [("zh_TW", "陳", "11劃"), ("ja", "山田", "#"), ("ko", "金", "ㄱ")] {
      let filing = NameFiling(try LocaleIdentifier(locale))
      #expect(filing.reading(of: name) == nil)
      #expect(filing.index[filing.letter(of: name)].text == label)
    }
    #expect(NameFiling(.english).reading(of: "长安") == "chang an")
    #expect(NameFiling(.english).reading(of: "Chang") == nil)
  }

  @Test("a typed name means the label that it is filed under")
  func named() throws {
    let filing = NameFiling(try LocaleIdentifier("zh"))
    for text in ["C", "c", "长", "长安", "Chang", "Č"] {
      #expect(filing.index[filing.letter(named: text)].text == "C", "\(text)")
    }
    let strokes = NameFiling(try LocaleIdentifier("zh_TW"))
    #expect(strokes.index[strokes.letter(named: "5画")].text == "5劃")
  }

  @Test("names that sound alike are in the language's order, whichever comes first")
  func alike() throws {
    let sorted = try Self.sorted(["奥迪", "傲迪", "奧迪"], "zh")
    #expect(try Self.sorted(["奧迪", "奥迪", "傲迪"], "zh") == sorted)
    #expect(try Self.sorted(["ao di", "奥迪"], "zh") == ["ao di", "奥迪"])
  }

  @Test("names without letters come last, as the index has it")
  func rest() throws {
    #expect(try Self.sorted(["7", "zoo", "", "!", "Ω"], "en") == ["zoo", "Ω", "", "!", "7"])
  }
}
