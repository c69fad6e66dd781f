import ICUText
import Testing

@testable import Searching

@Suite("Searching records")
struct RecordSearchTests {
  private static let cars = Records([
    ["奥迪", "Audi"], ["Citroën", ""], [], ["Škoda", "Auto"], ["", ""], ["AUTO UNION"],
  ])

  @Test(
    "records are found by any of their fields, in order",
    arguments: [
      ("au", [0, 3, 5]), ("奥迪", [0]), ("citroen", [1]), ("skoda", [3]), ("audiauto", []),
      ("自", []), ("ö", []),
    ])
  func finding(pattern: String, expected: [Int]) throws {
    let matcher = try Matcher([pattern])
    #expect(try matcher.search(Self.cars) == expected)
    let others = Self.cars.records.indices.filter { !expected.contains($0) }
    #expect(try matcher.search(Self.cars, isInverted: true) == others)
  }

  @Test("no pattern is found across fields")
  func fieldBoundaries() throws {
    let records = Records([["ab", "cd"], ["ab"], ["cd"]])
    #expect(try Matcher(["bc"]).search(records).isEmpty)
  }

  @Test("the empty pattern finds every record that has a field")
  func emptyPattern() throws {
    #expect(try Matcher([""]).search(Self.cars) == [0, 1, 3, 4, 5])
    #expect(try Matcher([""]).search(Self.cars, isInverted: true) == [2])
  }

  @Test("without records nothing is found", arguments: [false, true])
  func noRecords(isInverted: Bool) throws {
    #expect(try Matcher(["a"]).search(Records([]), isInverted: isInverted).isEmpty)
  }

  @Test("a search stops when it is told to", arguments: [1, 2, 999, 1024, 1500])
  func stopping(limit: Int) throws {
    let records = Records(Array(repeating: ["aaaa"], count: 3000))
    #expect(try Matcher(["a"]).search(records, limit: limit) == Array(0..<limit))
    #expect(try Matcher(["b"]).search(records, isInverted: true, limit: limit) == Array(0..<limit))
    let expressions = SearchOptions { $0.syntax = .regularExpression }
    #expect(try Matcher(["a"], options: expressions).search(records, limit: limit).count == limit)
  }

  @Test("no more candidates are verified than it takes, and none after the search is ended")
  func verifying() throws {
    let search = RecordSearch(try Matcher(["a"]))
    let records = Records([["ab"], ["b"], ["ab"], ["ab"], ["b"], ["ab"]])
    for (limit, found, examined) in [
      (0, [], 0), (1, [0], 1), (2, [0, 2], 3), (4, [0, 2, 3, 5], 6), (.max, [0, 2, 3, 5], 6),
    ] {
      let result = try #require(
        search.matches(among: .all(of: 6), of: records, limit: limit, undecided: { _ in }))
      #expect(result.records.records == found && result.examined == examined)
    }
    for (count, questions) in [(31, 1), (32, 0), (64, 1), (64, 2)] {
      var left = questions
      let result = search.matches(
        among: .all(of: count), of: Records(Array(repeating: ["a"], count: count)),
        while: {
          left -= 1
          return left >= 0
        }, undecided: { _ in })
      #expect((result == nil) == (count / 32 > questions))
    }
  }

  @Test(
    "where looking at a record may take long, a search may be ended after each 32",
    arguments: [1, 31, 32, 33, 64, 65, 100])
  func ending(count: Int) throws {
    let options = SearchOptions { $0.syntax = .regularExpression }
    let records = Records(Array(repeating: ["a"], count: count))
    for limit in 1...3 {
      var (asked, hits) = (0, 0)
      RecordSearch(try Matcher(["[ab]"], options: options)).search(
        records,
        while: {
          asked += 1
          return asked <= limit
        }, undecided: { _ in },
        hit: { _ in
          hits += 1
          return true
        })
      // The last of each 32 records is not examined if the search ends there.
      #expect(hits == count || hits < count && hits >= (limit - 1) / 2 * 32)
      #expect(hits <= limit * 32)
      #expect(asked >= min(limit, (count + 31) / 32))
    }
  }

  @Test("a search that has stopped examines no more records")
  func lookingNoFurther() throws {
    var asked: [Int] = []
    let search = RecordSearch(try Matcher(["a"]))
    search.search(
      Records("a", "b", "a", "a"), undecided: { _ in },
      hit: { record in
        asked.append(record)
        return record < 2
      })
    #expect(asked == [0, 2])
  }

  @Test("records without text end a block, too")
  func emptyRecords() throws {
    var records = Array(repeating: [String](), count: 1 << 17 + 2)
    let places = [0, 1 << 16 - 1, 1 << 16, 1 << 16 + 1, 1 << 17, 1 << 17 + 1]
    for place in places { records[place] = ["a"] }
    #expect(try Matcher(["a"]).search(Records(records)) == places)
    #expect(
      try Matcher(["a"]).search(Records(records), isInverted: true).count
        == records.count - places.count)
  }

  @Test("records are found in every block, and one may be longer than a block")
  func blocks() throws {
    let filler = String(repeating: "lorem ipsum ", count: 500)
    let long = String(repeating: filler, count: 30) + "needle"
    let records = Records(
      (0..<200).map { number in
        [number == 120 ? long : filler, number % 7 == 0 ? "Nadel" : "", "№\(number)."]
      })
    let sevenths = Array(stride(from: 0, to: 200, by: 7))
    #expect(try Matcher(["nadel"]).search(records) == sevenths)
    #expect(try Matcher(["needle"]).search(records) == [120])
    #expect(try Matcher(["needle"]).search(records, isInverted: true).count == 199)
    #expect(try Matcher(["no199."]).search(records) == [199])
    #expect(try Matcher(["no0.", "needle", "no199."]).search(records) == [0, 120, 199])
  }

  @Test(
    "a record is undecided if no field matches and an expression is too expensive for one",
    arguments: [false, true])
  func undecided(isInverted: Bool) throws {
    let hard = String(repeating: "a", count: 200_000)
    let records = Records([
      ["abc"], ["x", hard + "bcd"], [hard + "bcd", "bc"], [hard], ["no"], [hard + "bcd"], [],
      // The other pattern matches.
      [hard + "bcd end"],
    ])
    let options = SearchOptions { $0.syntax = .regularExpression }
    let matcher = try Matcher(["^(a|x)*bc$", "end$"], options: options)
    var (found, undecided): ([Int], [Int]) = ([], [])
    RecordSearch(matcher, isInverted: isInverted).search(
      records, undecided: { undecided.append($0.record) },
      hit: { record in
        found.append(record)
        return true
      })
    #expect(found == (isInverted ? [3, 4, 6] : [0, 2, 7]))
    #expect(undecided == [1, 5])
    // Each field by itself gives the same result.
    for (record, fields) in records.records.enumerated() {
      let results = fields.map { field in Result { try matcher.matches(field) } }
      let isMatch = results.contains { (try? $0.get()) == true }
      let isHard = results.contains { (try? $0.get()) == nil }
      #expect(found.contains(record) == (isMatch != isInverted && (isMatch || !isHard)))
      #expect(undecided.contains(record) == (!isMatch && isHard))
    }
  }

  @Test("of an address of more than 100 characters the beginning is said", arguments: 99...101)
  func longAddresses(length: Int) throws {
    let failure = try #require(throws: RegularExpression.Failure.self) {
      try RegularExpression("(", isCaseSensitive: true)
    }
    let address = String(repeating: "x", count: length)
    let message = failure.message(at: address, others: 0)
    let shown = length <= 100 ? address : address.prefix(99) + "…"
    #expect(message.hasPrefix("\(shown): the expression failed: "))
  }

  @Test("an expression that takes too long for many records is given up", .timeLimit(.minutes(1)))
  func manyHardRecords() throws {
    let hard = (0..<300).map { [String(repeating: "a", count: 40 + $0 % 5) + "!"] }
    let options = SearchOptions { $0.syntax = .regularExpression }
    for isInverted in [false, true] {
      for words in [["(a+)+$"], ["(a+)+$", "!"]] {
        let matcher = try Matcher(words: [words], options: options)
        var undecided: [UndecidedRecord] = []
        var found: [Int] = []
        RecordSearch(matcher, isInverted: isInverted).search(
          Records([["aaa!aaa"]] + hard), undecided: { undecided.append($0) },
          hit: { record in
            found.append(record)
            return true
          })
        #expect(undecided.map(\.record) == Array(1...300))
        #expect(found == (isInverted ? [] : [0]))
        #expect(undecided.allSatisfy { $0.failure.pattern == "(a+)+$" })
      }
    }
  }

  @Test("a search is ended within a record that takes long")
  func endingWithinRecord() throws {
    let options = SearchOptions { $0.syntax = .regularExpression }
    let search = RecordSearch(try Matcher(["(a+)+$"], options: options))
    let hard = Records([[String(repeating: "a", count: 40) + "!"], ["a"]])
    var asked = 0
    let isWanted = {
      asked += 1
      return asked < 5
    }
    search.search(
      hard, while: isWanted, undecided: { _ in },
      hit: { _ in
        Issue.record("the search should have ended")
        return true
      })
    #expect(asked == 5)
    asked = 0
    let ended = search.matches(among: .all(of: 2), of: hard, while: isWanted, undecided: { _ in })
    #expect(ended == nil)
  }

  @Test("a search may be ended at each record that is undecided")
  func endingAtUndecided() throws {
    let hard = Records(Array(repeating: [String(repeating: "a", count: 200_000) + "bcd"], count: 9))
    let options = SearchOptions { $0.syntax = .regularExpression }
    let search = RecordSearch(try Matcher(["^(a|x)*bc$"], options: options))
    var undecided = 0
    search.search(
      hard, while: { undecided < 2 }, undecided: { _ in undecided += 1 }, hit: { _ in true })
    #expect(undecided == 2)
  }
}
