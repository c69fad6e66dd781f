import Testing

@testable import Outlines

@Suite("Strips of titles")
struct TitleStripTests {
  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ#".map(String.init)

  /// The strip as a line, a letter for each column that a title takes.
  private static func line(_ titles: [String], _ sizes: [Int]? = nil, room: Int?) -> String {
    let sizes = sizes ?? titles.map { _ in 1 }
    return TitleStrip(sizes: sizes, room: room, separation: 1).parts.map { part in
      switch part {
      case .title(let index, let room):
        String(repeating: titles[index], count: room ?? sizes[index])
      case .mark: "•"
      }
    }.joined(separator: " ")
  }

  @Test(
    "titles are left out evenly",
    arguments: [
      (nil, "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z #"),
      (53, "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z #"),
      (52, "A • C • E • H • J • L • N • P • R • U • W • Y • #"),
      (20, "A • H • N • U • #"), (13, "A • J • R • #"), (9, "A • N • #"), (8, "A • #"),
      (5, "A • #"), (4, "A #"), (3, "A #"), (1, "A #"), (0, "A #"), (-1, "A #"),
    ])
  func letters(_ room: Int?, _ expected: String) {
    #expect(Self.line(Self.letters, room: room) == expected)
  }

  @Test("a strip is never wider than its room, and keeps its ends and its order")
  func widths() {
    let sets: [[Int]] = [
      Self.letters.map { _ in 1 }, [2, 2, 2, 2, 2, 2, 2], [1, 2, 9, 1, 2, 30, 4, 1, 1],
      [40, 1, 40],
      [7, 8], [0, 1, 0, 1], [3],
    ]
    for sizes in sets {
      for separation in 0...1 {
        var previous = 0
        for room in (2 + separation)...100 {
          let parts = TitleStrip(sizes: sizes, room: room, separation: separation).parts
          var used = separation * (parts.count - 1)
          var indices: [Int] = []
          for part in parts {
            switch part {
            case .title(let index, let cut):
              used += cut ?? sizes[index]
              indices.append(index)
            case .mark: used += 1
            }
          }
          #expect(used <= room, "\(sizes) in \(room)")
          #expect(indices.first == 0 && indices.last == sizes.count - 1)
          #expect(indices == indices.sorted() && Set(indices).count == indices.count)
          // More room never shows fewer titles if all have the same size.
          if Set(sizes).count == 1 { #expect(indices.count >= previous) }
          previous = indices.count
          for (one, other) in zip(parts, parts.dropFirst()) where one == .mark {
            #expect(other != .mark)
          }
        }
      }
    }
  }

  @Test("two titles that are too long are truncated")
  func ends() {
    #expect(Self.line(["a", "b", "c"], [10, 10, 10], room: 13) == "aaaaa • ccccc")
    #expect(Self.line(["a", "b", "c"], [2, 10, 10], room: 13) == "aa • cccccccc")
    #expect(Self.line(["a", "b", "c"], [10, 10, 2], room: 13) == "aaaaaaaa • cc")
    #expect(Self.line(["a", "b"], [10, 10], room: 9) == "aaaa bbbb")
    #expect(Self.line(["a"], [10], room: 9) == "aaaaaaaaa")
    #expect(Self.line([], [], room: 9) == "")
  }

  @Test("lines are fitted like columns")
  func lines() {
    let parts = TitleStrip(sizes: [1, 1, 1, 1, 1, 1], room: 5, separation: 0).parts
    #expect(
      parts == [.title(0, room: nil), .mark, .title(3, room: nil), .mark, .title(5, room: nil)])
  }
}
