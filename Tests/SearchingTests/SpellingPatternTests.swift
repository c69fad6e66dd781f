import Readings
import Testing

@testable import Searching

@Suite("Names that are spelled otherwise")
struct SpellingPatternTests {
  private static func finds(
    _ pattern: String, in text: String, _ options: SearchOptions = SearchOptions(),
    table: ReadingTable? = .shared
  ) throws -> Bool? {
    let matcher = try Matcher([pattern], options: options, readings: table)
    let matches = try matcher.matches(text)
    return try matcher.search(Records("", text, "-")).contains(1) == matches ? matches : nil
  }

  @Test(
    "with readings, other spellings are found",
    arguments: [
      ("東風", "东风"), ("东风", "東風"), ("东風", "東风汽车"), ("乾", "干"), ("幹", "乾"), ("mueller", "Müller"),
      ("Mueller", "MÜLLER"), ("Goethe", "Göthe"), ("maer", "Mär"), ("jueeh", "Jüeh"),
      ("阿斯顿马丁", "阿斯顿·马丁"), ("ジョンスミス", "ジョン・スミス"), ("阿斯顿馬丁", "阿斯顿·马丁"),
      ("じょんすみす", "ｼﾞｮﾝ･ｽﾐｽ"),
    ])
  func found(pattern: String, text: String) throws {
    #expect(try Self.finds(pattern, in: text) == true)
    #expect(try Self.finds(pattern, in: "x" + text + "x") == true)
    #expect(try Self.finds(pattern, in: text, table: nil) == false)
    let whole = SearchOptions { $0.matchesWholeField = true }
    let isWhole = pattern != "东風"
    #expect(try Self.finds(pattern, in: text, whole) == isWhole)
  }

  @Test(
    "other names are not found",
    arguments: [
      ("mueller", "Muller"), ("mueller", "Mûller"), ("müller", "Mueller"), ("東風", "东·凤"),
      ("ab", "a·b"), ("东风", "东··凤"), ("麵", "面儿x".dropLast(3).description),
    ])
  func notFound(pattern: String, text: String) throws {
    #expect(try Self.finds(pattern, in: text) == (text == "" ? false : pattern == "麵"))
  }

  @Test("if accents matter, ue is not ü, but characters have their forms")
  func strict() throws {
    let options = SearchOptions { $0.isAccentSensitive = true }
    #expect(try Self.finds("mueller", in: "Müller", options) == false)
    #expect(try Self.finds("東風", in: "东风", options) == true)
  }

  @Test("case matters in other spellings, too")
  func caseSensitive() throws {
    let options = SearchOptions { $0.caseSensitivity = .sensitive }
    #expect(try Self.finds("Mueller", in: "Müller", options) == true)
    #expect(try Self.finds("mueller", in: "Müller", options) == false)
  }

  @Test("whole words end where other words do")
  func words() throws {
    let options = SearchOptions { $0.matchesWholeWords = true }
    #expect(try Self.finds("muell", in: "Müller", options) == false)
    #expect(try Self.finds("mueller", in: "A. Müller!", options) == true)
  }

  @Test(
    "what is spelled otherwise is marked",
    arguments: [
      ("mueller", "Frau Müller, Mueller", ["Müller", "Mueller"]), ("东风", "東風·东风", ["東風", "东风"]),
      ("阿斯顿马丁", "阿斯顿·马丁!", ["阿斯顿·马丁"]),
    ])
  func marks(pattern: String, text: String, expected: [String]) throws {
    let matcher = try Matcher([pattern], readings: .shared)
    #expect(try matcher.highlights(in: text) == expected.map { Array($0.utf8) })
  }
}
