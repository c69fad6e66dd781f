import Catalogues
import Grammar
import Platform
import Testing

@testable import Editing
@testable import Language

@Suite("Shortened names")
struct NameMatchTests {
  private let names = ["section", "sections", "set", "unset", "undo"]

  @Test(
    "a name matches itself, and a prefix the one name that has it",
    arguments: [
      ("section", .one("section")), ("sections", .one("sections")), ("und", .one("undo")),
      ("se", .several(["section", "sections", "set"])), ("un", .several(["unset", "undo"])),
      ("", .none(nearest: [])), ("x", .none(nearest: [])), ("Set", .none(nearest: ["set"])),
      ("usnet", .none(nearest: ["unset"])), ("undoo", .none(nearest: ["undo"])),
      ("sectionz", .none(nearest: ["section", "sections"])), ("xyz", .none(nearest: [])),
      ("sections2", .none(nearest: ["sections"])),
    ] as [(String, NameMatch)])
  func matching(_ word: String, _ expected: NameMatch) {
    #expect(NameMatch(word, among: names) == expected)
  }

  @Test(
    "inserting, deleting, replacing and swapping a character is one edit",
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "ab", 2), ("abc", "abc", 0), ("abc", "ac", 1),
      ("abc", "axc", 1), ("abcd", "acbd", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
    ])
  func distance(_ first: String, _ second: String, _ expected: Int) {
    #expect(editDistance(Array(first), Array(second)) == expected)
    #expect(editDistance(Array(second), Array(first)) == expected)
    for limit in 0...4 {
      let limited = editDistance(Array(first), Array(second), limit: limit)
      #expect(limited <= limit ? limited == expected : expected > limit)
    }
  }
}
