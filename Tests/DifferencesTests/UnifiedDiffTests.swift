import Testing

@testable import Editing

@Suite("Unified diffs")
struct UnifiedDiffTests {
  @Test(
    "they are as GNU diff writes them",
    arguments: [
      ("", "", ""),
      ("", "a\n", "@@ -0,0 +1 @@\n+a\n"),
      ("", "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b\n"),
      ("a\n", "", "@@ -1 +0,0 @@\n-a\n"),
      ("a\n", "b\n", "@@ -1 +1 @@\n-a\n+b\n"),
      ("b\n", "a\nb\n", "@@ -1 +1,2 @@\n+a\n b\n"),
      ("a\n", "a\nb\n", "@@ -1 +1,2 @@\n a\n+b\n"),
      ("a\nb\n", "a\n", "@@ -1,2 +1 @@\n a\n-b\n"),
      (
        "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n",
        "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n"
      ),
      ("a\r\nb\r\n", "a\r\nc\r\n", "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n"),
      ("a\r\n", "a\n", "@@ -1 +1 @@\n-a\r\n+a\n"),
      ("\n\n", "\n", "@@ -1,2 +1 @@\n \n-\n"),
    ])
  func golden(old: String, new: String, expected: String) {
    #expect(hunks(from: old, to: new) == expected)
  }

  @Test(
    "a note follows each line without LF",
    arguments: [
      ("a", "b", "@@ -1 +1 @@\n-a\n$+b\n$"),
      ("a", "a\n", "@@ -1 +1 @@\n-a\n$+a\n"),
      ("a\n", "a", "@@ -1 +1 @@\n-a\n+a\n$"),
      ("a\nb", "x\nb", "@@ -1,2 +1,2 @@\n-a\n+x\n b\n$"),
      ("a", "a\nb", "@@ -1 +1,2 @@\n-a\n$+a\n+b\n$"),
      ("", "\r", "@@ -0,0 +1 @@\n+\r\n$"),
      ("a\rb", "a\rc", "@@ -1 +1 @@\n-a\rb\n$+a\rc\n$"),
    ])
  func noLineFeed(old: String, new: String, expected: String) {
    let note = "\\ No newline at end of file\n"
    #expect(hunks(from: old, to: new) == expected.replacing("$", with: note))
  }

  @Test("bytes that are not UTF-8 are written unchanged")
  func bytes() {
    let diff = unifiedDiff(from: [0xFF, 0x0A], to: [.added([0xC3, 0x00, 0x0A])])
    #expect(diff.suffix(7) == [0x2D, 0xFF, 0x0A, 0x2B, 0xC3, 0x00, 0x0A])
  }

  @Test(
    "a long line is passed whole, between what comes before and after it",
    arguments: [65_530, 65_535, 65_536, 65_537, 300_000])
  func longLine(length: Int) throws {
    let line = [UInt8](repeating: 0x61, count: length) + [0x0A]
    let old = [0x62, 0x0A] + line + [0x63, 0x0A]
    let new = [0x64, 0x0A] + line + [0x65, 0x0A]
    let diff = unifiedDiff(from: old, to: [.added(new)])
    #expect(try StrictPatch.apply(diff, to: old) == new)
  }

  @Test(
    "names are written so that their ends are clear",
    arguments: [
      ("contacts.plist", "contacts.plist"),
      ("/a/É ä.plist", "/a/É ä.plist\t"),
      (" a", "\" a\""),
      ("a ", "\"a \""),
      ("a\"b", "\"a\\\"b\""),
      ("a\\b", "\"a\\\\b\""),
      ("a\tb\nc\r", "\"a\\tb\\nc\\r\""),
      ("\u{1}\u{1B}\u{7F}", "\"\\001\\033\\177\""),
    ])
  func names(name: String, written: String) {
    let diff = unifiedDiff(from: [], to: [.added([0x61, 0x0A])], oldName: name, newName: name)
    let heading = lines(of: diff).prefix(2).map { String(decoding: $0, as: UTF8.self) }
    #expect(heading == ["--- \(written)\n", "+++ \(written)\n"])
  }

  private struct Stop: Error {}

  @Test("an error of the output ends the writing")
  func failure() {
    Array("a\n".utf8).withUnsafeBufferPointer { text in
      let diff = UnifiedDiff(
        TextDifference(from: text, to: []), oldName: Array("old".utf8), newName: Array("new".utf8))
      #expect(throws: Stop.self) { try diff.write { _ throws(Stop) in throw Stop() } }
    }
  }
}
