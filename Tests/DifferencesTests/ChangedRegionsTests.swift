import Testing

@testable import Editing

@Suite("Changed regions")
struct ChangedRegionsTests {
  /// Each region as the old lines and the new ones.
  private static func regions(_ old: String, _ pieces: [TextPiece]) -> [[String]] {
    let old = Array(old.utf8)
    return old.withUnsafeBufferPointer { text in
      let changed = ChangedRegions(from: text, to: pieces)
      return changed.regions.map { region in
        [
          String(decoding: old[region.old], as: UTF8.self),
          String(decoding: changed.newBytes[region.new], as: UTF8.self),
        ]
      }
    }
  }

  private static func added(_ text: String) -> TextPiece { .added(Array(text.utf8)) }

  @Test("a text kept as a whole has none", arguments: ["", "a", "a\n", "a\nb\nc"])
  func kept(text: String) {
    #expect(Self.regions(text, [.kept(0..<text.utf8.count)]) == [])
  }

  @Test("pieces that stay adjacent count as one, wherever they are divided")
  func neighbours() {
    let pieces: [TextPiece] = [.kept(0..<1), .kept(1..<1), .added([]), .kept(1..<4), .kept(4..<6)]
    #expect(Self.regions("ab\ncd\n", pieces) == [])
  }

  @Test("they are the lines that an edit touches")
  func wholeLines() {
    let pieces = [.kept(0..<4), Self.added("X"), .kept(5..<9)]
    #expect(Self.regions("aa\nbb\ncc\n", pieces) == [["bb\n", "bX\n"]])
  }

  @Test("between whole lines, they contain only what was added or deleted")
  func exact() {
    let added = [.kept(0..<3), Self.added("X\n"), .kept(3..<6)]
    #expect(Self.regions("aa\nbb\n", added) == [["", "X\n"]])
    #expect(Self.regions("aa\nbb\ncc\n", [.kept(0..<3), .kept(6..<9)]) == [["bb\n", ""]])
  }

  @Test("a kept piece without a whole line does not separate them")
  func sharedLine() {
    let pieces = [.kept(0..<1), Self.added("X"), .kept(2..<3), Self.added("Y"), .kept(4..<10)]
    #expect(Self.regions("abcde\nfgh\n", pieces) == [["abcde\n", "aXcYe\n"]])
  }

  @Test("moved text is in two of them")
  func moved() {
    let pieces: [TextPiece] = [.kept(3..<9), .kept(0..<3)]
    #expect(Self.regions("aa\nbb\ncc\n", pieces) == [["aa\n", ""], ["", "aa\n"]])
  }

  @Test("a last line without LF is whole only if it stays last")
  func lastLine() {
    #expect(Self.regions("a\nb", [.added([0x58, 0x0A]), .kept(0..<3)]) == [["", "X\n"]])
    #expect(Self.regions("a\nb", [.kept(0..<3), Self.added("\n")]) == [["b", "b\n"]])
    #expect(Self.regions("a\nb\n", [.kept(0..<3)]) == [["b\n", "b"]])
  }

  @Test("text that follows an unfinished line does not begin one")
  func unfinishedLine() {
    let pieces = [Self.added("X"), .kept(0..<6)]
    #expect(Self.regions("aa\nbb\n", pieces) == [["aa\n", "Xaa\n"]])
  }
}
