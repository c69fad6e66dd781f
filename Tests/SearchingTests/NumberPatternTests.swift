import SeededRandom
import TestHelpers
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
      ("49/30", "4930"), ("0.17123456", "017123456"), ("01/71/23456", "017123456"),
      ("+4930", "4930 1"), ("+4930", "0049 30"), ("+4930", "+1 49 30"),
      ("030 23125", "+4930 2312"), ("030 23125", "30 23125"), ("030 23125", "+4912 30 23125"),
      ("a4930", "a49 30"), ("020 7946 0958", "+420 794609580"),
      ("06-12345678", "+36 123456789"), ("0212345678", "+421 2345678"), ("4930", "49+30"),
      ("4 + 930", "49 30"),
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
      ("030 23125", "+49 30 23125, 030/23125", ["+49 30 23125", "030/23125"]),
      ("030 23125", "+49 30 23125 7", ["30 23125"]),
      ("0049 30 23125", "T 030/23125", ["030/23125"]),
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

  // MARK: Telephones

  @Test(
    "a telephone number finds itself with and without the code of its country",
    arguments: [
      ("0171 2345678", "00491712345678"), ("+49 171 2345678", "01712345678"),
      ("00491712345678", "+49 (0)171/2345678"), ("+49 (0)171 2345678", "0049-171-2345678"),
      ("+390612345678", "06 12345678"), ("06 12345678", "0039 06 12345678"),
      ("+1 212 5550123", "001 212-555-0123"), ("0171/2345678", "+491712345678"),
      ("+1 650 555 1212", "(650) 555-1212"),
      ("+39 347 1234567", "347 1234567"), ("+34 612 345 678", "612345678"),
      ("+85223456789", "00852 2345 6789"),
    ])
  func telephones(pattern: String, text: String) throws {
    #expect(try finds(pattern, in: text) == true)
    #expect(try finds(text, in: pattern) == true)
  }

  @Test(
    "other telephone numbers are not found",
    arguments: [
      ("+49 171 2345678", "+44 171 2345678"), ("+49 171 2345678", "0044 171 2345678"),
      ("+390612345678", "+39612345678"), ("+49 171 2345678", "0171 23456789"),
      ("+49 171 2345678", "10171 2345678"), ("+210 171 2345678", "0171 2345678"),
      ("+49 12345", "012345"), ("0049 171 2345678", "+0171 2345678"),
    ])
  func otherTelephones(pattern: String, text: String) throws {
    #expect(try finds(pattern, in: text) == false)
  }

  @Test("however they are written, the same numbers are found and no others")
  func writtenTelephones() throws {
    var generator = SeededGenerator(seed: 64)
    let numbers = (0..<Rounds.of(80)).map { _ in WrittenTelephone(using: &generator) }
    for pattern in numbers {
      let matcher = try Matcher([pattern.text])
      for number in numbers {
        #expect(
          try matches(matcher, number.text) == pattern.isPossibly(number),
          "\(pattern.text) in \(number.text)")
      }
    }
  }

  @Test("no other number is found among numbers of orders, dates and telephones")
  func otherNumbers() throws {
    var generator = SeededGenerator(seed: 9)
    let numbers = (0..<10_000).map { _ in WrittenTelephone.other(using: &generator) }
    func digits(_ text: String) -> String { text.filter(\.isNumber) }
    for pattern in numbers.prefix(Rounds.of(100)) {
      let matcher = try Matcher([pattern])
      for number in numbers where try matches(matcher, number) {
        let known = [digits(pattern), String(digits(pattern).drop { $0 == "0" })]
        #expect(known.contains(where: digits(number).contains), "\(pattern) in \(number)")
      }
    }
  }

  private func matches(_ matcher: Matcher, _ text: String) throws -> Bool {
    var text = text
    return try text.withUTF8 { bytes throws in try matcher.matches(bytes) }
  }
}
