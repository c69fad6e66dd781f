import SeededRandom
import Testing

@testable import Editing
@testable import Language

@Suite("What a session remembers of its catalogue")
struct SessionMemoryTests {
  /// Lists whose items are ordered or numbered in some way.
  enum List: String, CaseIterable {
    case ordered, unordered, numbered, padded, gaps, shuffled

    var text: [UInt8] {
      let entries = (0..<40).map { index in
        let number = self == .unordered ? index * 7 % 40 : index
        let entry =
          "<dict><key>name</key><string>ex \(100 + 5 * number)</string>"
          + "<key>note</key><string>n</string></dict>"
        return (key.map { "<key>\($0(index))</key>" } ?? "") + entry + "\n"
      }
      let element = key == nil ? "array" : "dict"
      return Array("<plist><\(element)>\n\(entries.joined())</\(element)></plist>".utf8)
    }

    /// The key of an item, if it has one.
    private var key: ((Int) -> String)? {
      switch self {
      case .ordered, .unordered: nil
      case .numbered: { "Item\($0)" }
      case .padded: { "Item00\($0 + 10)" }
      case .gaps: { "Item \(3 * $0 + 1)" }
      case .shuffled: { "Item\($0 * 7 % 40)" }
      }
    }
  }

  /// A command on a list of the given number of items, which may fail.
  private static func line(_ count: Int, _ random: inout SeededGenerator) -> String {
    func item() -> String { "/#\(Int.random(in: 1...count, using: &random))" }
    func name() -> String { "'ex \(Int.random(in: 90...310, using: &random))'" }
    switch Int.random(in: 0..<16, using: &random) {
    case 0, 1, 2: return "insert / \(name()) --sorted"
    case 3: return "insert / \(name())"
    case 4: return "insert \(item()) \(name())"
    case 5: return "delete \(item())"
    case 6: return "delete " + (1...18).map { "/#\($0)" }.joined(separator: " ")
    case 7: return "move \(item()) to \(item())"
    case 8: return "move \(item()) \(item()) to / --sorted"
    case 9: return "copy \(item()) \(item()) to / --sorted"
    case 10: return "copy \(item()) to \(item())"
    case 11: return "rename \(item()) \(name())"
    case 12: return "set \(item()) note=new"
    case 13: return "section sort /"
    case 14: return "move /#1 /#2 / to /#-1"
    default: return Bool.random(using: &random) ? "undo" : "redo"
    }
  }

  @Test(
    "commands do the same as in a new session",
    arguments: List.allCases, 1...Rounds.of(1) as ClosedRange<UInt64>)
  func nothingElse(_ list: List, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let edited = try EditedCatalogue(list.text)
    let session = try edited.session(RecordingOutput())
    for _ in 0..<80 {
      let before = session.text
      let line = Self.line(session.entryCount, &random)
      if session.entryCount < 30, line.hasPrefix("delete") { continue }
      let isDone = (try? session.run(line)) != nil
      if ["undo", "redo"].contains(line) { continue }
      let other = try EditedCatalogue(before)
      let fresh = try other.session(RecordingOutput())
      #expect(((try? fresh.run(line)) != nil) == isDone, "\(line)")
      #expect(
        String(decoding: fresh.text, as: UTF8.self)
          == String(decoding: session.text, as: UTF8.self), "\(line)")
    }
  }
}
