import Testing

@testable import Readings

/// Finding names by how they are read.
@Suite struct ReadingMatcherTests {
  @Test(
    "whole readings and initials, mixed, from any unit on",
    arguments: [
      ("奥迪", ["aodi", "ad", "aod", "adi", "ao", "di", "d", "a"]),
      ("长安", ["changan", "ca", "chan", "cha", "changa", "zhangan", "zhan", "an"]),
      ("上海", ["shanghai", "sh", "shh", "shhai", "shai"]),
      ("中华", ["zhonghua", "zh", "zhh", "zhhua"]),
      ("雷克萨斯", ["lkss", "leikss", "kesasi", "ss"]), ("Jeep牧马人", ["jeepmmr", "pmmr", "jeepmuma"]),
      ("奥迪A4L", ["aodia4l", "ada4", "dia"]), ("阿尔法·罗密欧", ["fal", "aefl", "aerfalmo"]),
    ])
  func found(_ name: String, _ typed: [String]) {
    for text in typed { #expect(finds(text, name), "\(text) \(name)") }
  }

  @Test(
    "not from the middle of a reading, nor by part of one",
    arguments: [
      ("奥迪", ["odi", "o", "i", "aoi", "da", "aodix", "aa", "audi"]),
      ("长安", ["hang", "hangan", "changn", "chn", "caa", "an ca"]),
      ("Jeep牧马人", ["jeep", "eep", "je", "jmmr"]), ("比亚迪", ["biyadid", "yi", "bd"]),
    ])
  func notFound(_ name: String, _ typed: [String]) {
    for text in typed { #expect(!finds(text, name), "\(text) \(name)") }
  }

  @Test("Latin letters alone are not a match; they are found as text")
  func latin() {
    #expect(!finds("cs", "Music Store 长安"))
    #expect(finds("store chang", "Store 长安"))
    #expect(ReadingsTests.found("store", "store 长安").isEmpty)
  }

  @Test(
    "matches are the leftmost and longest and do not overlap",
    arguments: [
      ("a", "奥阿安", ["奥", "阿", "安"]), ("ad", "奥迪奥迪", ["奥迪", "奥迪"]), ("aa", "奥阿安", ["奥阿"]),
      ("an", "阿安", ["安"]), ("shi", "十一", ["十"]), ("xian", "西安先", ["西安", "先"]),
      ("luo", "罗·罗", ["罗", "罗"]), ("fal", "阿尔法·罗密欧", ["法·罗"]), ("ada4", "新奥迪 A4L", ["奥迪 A4"]),
      ("z", "奥迪", []), ("gong", "Ürümqi 公司", ["公"]), ("han", "한국 汉", ["한", "汉"]),
    ])
  func ranges(_ typed: String, _ name: String, _ expected: [String]) {
    #expect(ReadingsTests.found(typed, name) == expected)
  }

  @Test("records are distinguished and each is reported once")
  func records() throws {
    let names = ["奥迪", "", "宝马", "长安", "Audi", "安德奥迪奥迪", "奥", "迪"]
    var all: [UInt16] = []
    for name in names { all += codes(of: name) + [ReadingCode.separator] }
    for (typed, expected) in [
      ("ad", [0, 5]), ("bm", [2]), ("a", [0, 3, 5, 6]), ("x", []), ("mc", []),
    ] {
      let matcher = ReadingMatcher(try #require(ReadingPattern(typed)))
      #expect(records(of: matcher, in: all) == expected, "\(typed)")
    }
    let matcher = ReadingMatcher(try #require(ReadingPattern("a")))
    var first: [Int] = []
    all.withUnsafeBufferPointer { codes in
      matcher.forEachMatch(in: codes) { record, _ in
        first.append(record)
        return first.count < 2
      }
    }
    #expect(first == [0, 3])
  }

  @Test(
    "numbers that are not codes match nothing", arguments: ["a", String(repeating: "a", count: 70)])
  func foreignCodes(_ typed: String) throws {
    let matcher = ReadingMatcher(try #require(ReadingPattern(typed)))
    let known = ReadingTable.shared.lists.count
    let foreign = (Int(ReadingCode.firstHan) + known)..<(1 << 16)
    #expect(!matcher.matches(foreign.map { UInt16($0) }))
    #expect(!matcher.matches([]))
  }

  @Test("patterns of 63 letters and of more", arguments: [62, 63, 64, 65, 200])
  func long(_ length: Int) {
    let name = String(repeating: "安", count: length)
    let typed = String(repeating: "a", count: length)
    #expect(finds(typed, name))
    #expect(finds(typed, "x迪" + name))
    #expect(!finds(typed + "a", name))
    #expect(!finds(typed, String(name.dropLast())))
    #expect(finds(String(repeating: "an", count: length / 2), name))
    #expect(ReadingsTests.found(typed, "迪" + name + "迪") == [name])
  }

  @Test(
    "each record found comes with its end, whether or not another follows", arguments: [2, 70])
  func ends(length: Int) throws {
    let name = codes(of: String(repeating: "安", count: length))
    let typed = String(repeating: "a", count: length)
    let matcher = ReadingMatcher(try #require(ReadingPattern(typed)))
    let all = name + [0, 0] + name + codes(of: "奥迪") + [0] + codes(of: "奥迪") + [0] + name
    var found: [Int] = []
    all.withUnsafeBufferPointer {
      matcher.forEachMatch(in: $0) { record, end in
        found += [record, end]
        return true
      }
    }
    let second = length * 2 + 5
    #expect(found == [0, length + 1, 2, second, 4, second + 3 + length])
  }

  @Test("a match may be required to end at certain places", arguments: [1, 70])
  func placesOfEnds(length: Int) throws {
    let name = codes(of: String(repeating: "安", count: length) + "西安先")
    let typed = String(repeating: "a", count: length) + "xian"
    let matcher = ReadingMatcher(try #require(ReadingPattern(typed)))
    #expect(matcher.matchEnd(in: name, from: 0) == length + 2)
    #expect(matcher.matchEnd(in: name, from: 0) { $0 > length + 2 } == nil)
    // The long vowel may be left out.
    let vowel = codes(of: String(repeating: "安", count: length) + "とう")
    let short = ReadingMatcher(
      try #require(ReadingPattern(String(repeating: "a", count: length) + "to")))
    #expect(short.matchEnd(in: vowel, from: 0) == length + 2)
    #expect(short.matchEnd(in: vowel, from: 0) { $0 < length + 2 } == length + 1)
  }

  private func records(of matcher: ReadingMatcher, in codes: [UInt16]) -> [Int] {
    var result: [Int] = []
    codes.withUnsafeBufferPointer {
      matcher.forEachMatch(in: $0) { record, _ in
        result.append(record)
        return true
      }
    }
    return result
  }
}
