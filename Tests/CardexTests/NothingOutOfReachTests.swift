import Foundation
import SeededRandom
import TestHelpers
import Testing

/// Whatever is in a property list, a search of all fields finds it.
@Suite struct NothingOutOfReachTests {
  /// A random property list in which no two scalars are equal.
  private struct Generator {
    var random: SeededGenerator
    /// What the scalars are, as they are searched.
    var texts: [String] = []

    private static let keys = [
      "title", "name", "items", "members", "cities", "id", "note", "attr", "Item0", "Item1",
      "Grade 1", "Type", "header", "footer", "Title", "a.b", "icon", "category",
    ]

    mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    mutating func scalar() -> String {
      let number = texts.count + 100
      switch self.number(8) {
      case 0:
        texts.append("\(number)")
        return "<integer>\(number)</integer>"
      case 1:
        texts.append("\(number).5")
        return "<real>\(number).5</real>"
      case 2:
        texts.append("\(number + 1900)-01-02T03:04:05Z")
        return "<date>\(number + 1900)-01-02T03:04:05Z</date>"
      case 3:
        let data = Data("data \(number)".utf8).base64EncodedString()
        texts.append(data)
        return "<data>\(data)</data>"
      default:
        texts.append("text \(number) é")
        return "<string>text \(number) é</string>"
      }
    }

    mutating func value(depth: Int) -> String {
      switch number(depth > 0 ? 5 : 2) {
      case 0, 1: return scalar()
      case 2: return "<array>\(values(depth))</array>"
      default: return dict(depth: depth)
      }
    }

    private mutating func values(_ depth: Int) -> String {
      (0..<number(5)).map { _ in value(depth: depth - 1) }.joined()
    }

    mutating func dict(depth: Int) -> String {
      let keys = Generator.keys.shuffled(using: &random).prefix(number(6))
      return "<dict>\(keys.map { "<key>\($0)</key>\(value(depth: depth - 1))" }.joined())</dict>"
    }
  }

  @Test(
    "every scalar is found, with an index and without",
    arguments: 0..<UInt64(Rounds.of(12)))
  func found(seed: UInt64) throws {
    var generator = Generator(random: SeededGenerator(seed: seed))
    let list = seed % 2 == 0 ? generator.dict(depth: 5) : generator.value(depth: 5)
    let example = try SearchedExample("<plist version=\"1.0\">\(list)</plist>")
    #expect(try example.run(["index", "build", example.file]).status == 0)
    for text in generator.texts {
      let search = ["search", "--all-fields", "-x", "-q", "-e", text, example.file]
      #expect(try example.run(search).status == 0, "\(text) in \(list)")
      #expect(try example.run(search + ["--no-index"]).status == 0, "\(text) in \(list)")
    }
  }
}
