import Platform
import Testing

@testable import Readings

/// Tables of corrections: the program's and a user's.
@Suite struct ReadingCorrectionsTests {
  private func table(_ text: String) throws -> ReadingTable {
    ReadingTable(corrections: try ReadingCorrections(text))
  }

  @Test("a user's word is read as specified")
  func word() throws {
    let table = try table("比亚迪 bi ya du # not di\n弗迪 弗帝 fo di\r\n")
    #expect(filingKey(of: "比亚迪", table: table) == "bi ya du")
    #expect(filingKey(of: "比亚", table: table) == "bi ya")
    #expect(filingKey(of: "弗迪电池", table: table) == "fo di dian chi")
    #expect(filingKey(of: "弗帝", table: table) == "fo di")
    #expect(finds("fodi", "弗迪", table: table) && finds("fudi", "弗迪", table: table))
    #expect(finds("byd", "比亚迪", table: table))
    #expect(filingKey(of: "弗迪") == "fu di")
  }

  @Test("a user's entries override the program's")
  func stronger() throws {
    let own = try table("重庆 zhong qing\n长 zhang chang\n单 dan\n^曾 ceng\n")
    #expect(filingKey(of: "重庆", table: own) == "zhong qing")
    #expect(filingKey(of: "长天", table: own) == "zhang tian")
    #expect(filingKey(of: "长安", table: own) == "chang an")
    #expect(filingKey(of: "单晓", table: own) == "dan xiao")
    #expect(filingKey(of: "单车", table: own) == "dan che")
    #expect(filingKey(of: "曾", table: own) == "ceng")
    #expect(readings(of: "单", table: own) == [["dan"]])
  }

  @Test("ü may be typed in any way, and case does not matter")
  func umlaut() throws {
    for typed in ["lü", "lv", "lu:", "LÜ", "Lv", "LU:"] {
      #expect(readings(of: "一", table: try table("一 \(typed)")) == [["lü"]])
    }
  }

  @Test("characters beyond those in common use can be corrected, too")
  func rare() throws {
    let own = try table("\u{20000} xyz\n\u{20001}\u{20002} ab cd\n^〇 yuan\n〇七 dong qi")
    #expect(filingKey(of: "\u{20000}", table: own) == "xyz")
    #expect(filingKey(of: "\u{20001}\u{20002}", table: own) == "ab cd")
    #expect(filingKey(of: "\u{20001}", table: own) == filingKey(of: "\u{20001}"))
    #expect(filingKey(of: "〇", table: own) == "yuan")
    #expect(filingKey(of: "〇七", table: own) == "dong qi")
    #expect(filingKey(of: "一〇", table: own) == "yi ling")
    #expect(readings(of: "\u{20000}") == [["he"]])
  }

  @Test("a character has up to eight readings", arguments: [7, 8])
  func mostReadings(count: Int) throws {
    let own = ["a", "ba", "ca", "da", "fa", "ga", "ha", "ka"].prefix(count)
    let readings = readings(of: "兡", table: try table("兡 " + own.joined(separator: " ")))
    #expect(readings == [Array(own)])
  }

  @Test("a character without a reading can be given one")
  func unread() throws {
    #expect(readings(of: "兡", table: try table("兡 bai ke")) == [["bai", "ke"]])
    #expect(readings(of: "兡一", table: try table("兡一 bai yi")) == [["bai"], ["yi"]])
  }

  @Test(
    "comments, empty lines and a byte order mark are ignored",
    arguments: ["", "#", "\n\n", "\u{FEFF}", " \t# 长\r\n"])
  func nothing(_ text: String) throws {
    #expect(try ReadingCorrections(text).entries.isEmpty)
  }

  @Test(
    "errors are reported with their position",
    arguments: [
      ("长安 chang", "a word of 2 characters has 1 reading", 1, 9),
      ("# x\n  长 ", "the reading is missing", 2, 5),
      ("chang 长", "a Han character or word must come first", 1, 1),
      ("长安 長 chang an", "the spellings of a word must have the same number of characters", 1, 4),
      ("长 chang 長", "Han characters must come before the readings", 1, 9),
      ("长 chang!", "'!' is neither a Han character nor a letter of a reading", 1, 8),
      ("长x chang", "'x' is neither a Han character nor a letter of a reading", 1, 2),
      ("か ka", "'か' is neither a Han character nor a letter of a reading", 1, 1),
      ("^ chang", "a Han character or word must come first", 1, 2),
      ("^长^安 a b", "'^' is neither a Han character nor a letter of a reading", 1, 3),
      ("长 cháng", "'á' is neither a Han character nor a letter of a reading", 1, 5),
      ("长 abcdefgh", "a reading has at most 7 letters", 1, 3),
      ("长 1", "'1' is neither a Han character nor a letter of a reading", 1, 3),
      ("长 a b c d e f g h i", "a character has at most 8 readings", 1, 20),
      ("一\n", "the reading is missing", 1, 2),
      ("长 a\u{301}", "'\u{301}' is neither a Han character nor a letter of a reading", 1, 4),
    ] as [(String, String, Int, Int)])
  func errors(
    _ text: String, _ message: String, _ line: Int, _ column: Int
  ) {
    let expected = LocatedError(message, line: line, column: column)
    #expect(throws: expected) { try ReadingCorrections(text) }
  }

  @Test(
    "bytes that are not UTF-8 are an error",
    arguments: [[0xE9, 0x95], [0xFF], [0xE9, 0x95, 0xBF, 0x20, 0xE9]] as [[UInt8]])
  func notUTF8(_ bytes: [UInt8]) {
    var error: LocatedError?
    bytes.withUnsafeBufferPointer { buffer in
      do throws(LocatedError) { _ = try ReadingCorrections(buffer) } catch let thrown {
        error = thrown
      }
    }
    #expect(error?.message == "the text is not UTF-8")
  }

  @Test("tables and words may be too large")
  func tooLarge() {
    let long = String(repeating: "长", count: 33) + String(repeating: " a", count: 33)
    #expect(throws: LocatedError("a word has at most 32 characters", line: 1, column: 1)) {
      try ReadingCorrections(long)
    }
    #expect(
      throws: LocatedError("the beginning of a name has at most 4 characters", line: 2, column: 1)
    ) {
      try ReadingCorrections("^奥迪宝马 a b c d\n^奥迪宝马车 a b c d e")
    }
    let many = String(repeating: "长 a\n", count: 16_385)
    #expect(
      throws: LocatedError("the table has more than 16384 characters", line: 16_385, column: 1)
    ) {
      try ReadingCorrections(many)
    }
  }

  @Test("the maximum number of entries, all different, get their codes")
  func full() throws {
    var text = ""
    for index in 0..<16_384 {
      let scalar = try #require(Unicode.Scalar(UInt32(0x4E00 + index)))
      let letters = [index / 676, index / 26 % 26, index % 26].compactMap {
        Unicode.Scalar(UInt32(97 + $0))
      }
      text += "\(scalar) \(String(String.UnicodeScalarView(letters)))qq\n"
    }
    let own = try table(text)
    #expect(readings(of: "一", table: own) == [["aaaqq"]])
    #expect(finds("aaaqq", "一", table: own))
  }

  @Test("the program's table has no duplicate and no redundant entries")
  func ownTable() throws {
    let own = try ReadingCorrections(ReadingTable.ownCorrectionsText)
    var seen: Set<String> = []
    for entry in own.entries {
      let text = String(
        String.UnicodeScalarView(own.characters[entry.characters].compactMap { Unicode.Scalar($0) })
      )
      #expect(seen.insert((entry.isAtStart ? "^" : "") + text).inserted, "\(text)")
      let list = own.readings[entry.readings].map(\.text)
      #expect(Set(list).count == list.count || entry.characters.count > 1, "\(text)")
    }
    #expect(own.entries.filter { $0.isCharacter && $0.readings.count > 1 }.count >= 250)
  }

  @Test("the version changes with the corrections, and only with them")
  func version() throws {
    let version = ReadingTable.shared.version
    #expect(try table("").version == version)
    #expect(try table("# nothing").version == version)
    var versions: Set<UInt64> = [version]
    for text in ["长 zhang", "长 chang", "^长 zhang", "长 zhang chang", "长安 zhang an", "长 zhang\n安 an"]
    {
      #expect(try versions.insert(table(text).version).inserted, "\(text)")
    }
    #expect(try table("长 zhang # 1").version == table("长 zhang").version)
  }

  @Test("the same tables give the same codes")
  func codesAreStable() throws {
    let text = "长 zhang chang\n弗迪 fo di\n"
    let (one, other) = (try table(text), try table(text))
    for name in ["弗迪", "长安", "重庆", "とうきょう", "한국", "A长"] {
      #expect(codes(of: name, table: one) == codes(of: name, table: other))
    }
  }
}
