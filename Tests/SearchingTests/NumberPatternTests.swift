import Testing

@testable import Searching

@Suite("Numbers however they are grouped")
struct NumberPatternTests {
  @Test(
    "a number finds its digits in any groups",
    arguments: [
      ("4930", "+49 30 23125"), ("030 23125", "+49 30 23125"), ("03023125", "+493023125"),
      ("030-23125", "030/23125"), ("03023125", "(030) 23125"), ("+49 30", "+49 (30) 1"),
      ("+4930", "+49\u{A0}30"), ("(030) 23125", "03023125"), ("23125", "2-3.1/2 5"),
      ("030 23125", "+1 30 23125"), ("030 23125", "+423 3023125"), ("2024-01-02", "20240102"),
      ("4930", "Tel. ４９ ３０"), ("4930", "49\u{2011}30"), ("4930", "49\u{2013}30"),
      ("123", "1 - 2 - 3"),
      ("123", "1\u{AD}2\u{202A} 3"),
    ])
  func found(pattern: String, text: String) throws {
    #expect(try finds(pattern, in: text) == true)
    let options = SearchOptions { $0.findsGroupedDigits = false }
    #expect(try finds(pattern, in: text, options: options) == false)
  }

  @Test(
    "other digits are not found",
    arguments: [
      ("49", "4 9"), ("4930", "49    30"), ("4930", "49, 30"), ("4930", "49a30"), ("49.30", "4930"),
      ("49/30", "4930"), ("+4930", "4930 1"), ("+4930", "0049 30"), ("+4930", "+1 49 30"),
      ("030 23125", "+4930 2312"), ("030 23125", "30 23125"), ("030 23125", "+4912 30 23125"),
      ("a4930", "a49 30"), ("4930", "49+30"), ("4 + 930", "49 30"),
    ])
  func notFound(pattern: String, text: String) throws {
    #expect(try finds(pattern, in: text) == false)
  }

  @Test(
    "digits are those of the field in numbers and dates, whole words, whole fields, expressions")
  func elsewhere() throws {
    let matcher = try Matcher(["4930"])
    var text = "49 30"
    text.withUTF8 { text in
      #expect((try? matcher.matches(text, isString: true)) == true)
      #expect((try? matcher.matches(text, isString: false)) == false)
    }
    #expect(try matcher.ranges(in: text, isString: false).isEmpty)
    for change: (inout SearchOptions) -> Void in [
      { $0.matchesWholeWords = true }, { $0.matchesWholeField = true },
      { $0.syntax = .regularExpression },
    ] {
      #expect(try finds("4930", in: "49 30", options: SearchOptions(change)) == false)
    }
  }

  @Test(
    "matches are marked over the separators",
    arguments: [
      ("4930", "Tel. +49 30 23125", ["49 30"]), ("+4930", "+49 (30)", ["+49 (30"]),
      ("030 23125", "+49 30 23125, 030/23125", ["30 23125", "030/23125"]),
      ("123", "1 2 3 123", ["1 2 3", "123"]), ("121", "12 12 1", ["12 1"]),
    ])
  func marks(pattern: String, text: String, expected: [String]) throws {
    #expect(try Matcher([pattern]).highlights(in: text) == expected.map { Array($0.utf8) })
  }

  @Test("only numbers that are grouped or have a plus sign are stored")
  func stored() {
    func stored(_ text: String) -> String? {
      var run = NumberRun()
      var result: [UInt8] = []
      let isFound = Array(text.utf8).withUnsafeBufferPointer {
        run.appendGrouped(in: $0, to: &result, after: nil)
      }
      return isFound ? String(decoding: result, as: UTF8.self) : nil
    }
    #expect(stored("+49 30, 12345; 1-2-3 and 1.5") == "+4930 123")
    #expect(stored("12345") == nil)
    #expect(stored("1.5") == nil)
    #expect(stored("+12") == nil)
  }
}
