import Comparing
import Platform
import PropertyLists
import SeededRandom
import Testing

struct TreeComparisonTests {
  private func kinds(
    _ old: String, _ new: String, keys: [String]? = nil, ignoresOrder: Bool = false
  ) throws -> [String] {
    let documents = try (document("<plist>\(old)</plist>"), document("<plist>\(new)</plist>"))
    return TreeComparison(
      from: documents.0, to: documents.1, keys: keys, ignoresOrder: ignoresOrder
    ).differences.map { $0.kind.rawValue + ($0.isElsewhere ? " elsewhere" : "") }
  }

  @Test(
    "the same value, written differently",
    arguments: [
      ("<integer>255</integer>", "<integer> 0xFF </integer>"),
      ("<real>1.50</real>", "<real>15e-1</real>"), ("<real>nan</real>", "<real> nan</real>"),
      ("<real>inf</real>", "<real>+infinity</real>"),
      ("<real>0.1</real>", "<real>0.10000000000000001</real>"),
      ("<real>1e22</real>", "<real>1e+22</real>"),
      ("<string>a&amp;b</string>", "<string><![CDATA[a&b]]></string>"),
      ("<array/>", "<array>\n</array>"),
      ("<date>2026-11-22T10:00:00Z</date>", "<date>\n2026-11-22T10:00:00Z</date>"),
      ("<data>AAEC</data>", "<data>A\n AEC</data>"),
      (
        "<dict><key>a</key><true/><key>b</key><false/></dict>",
        "<dict><!-- b --><key>b</key><false/><key>a</key><true/></dict>"
      ),
    ])
  func equal(_ old: String, _ new: String) throws {
    #expect(try kinds(old, new) == [])
  }

  @Test(
    "different values",
    arguments: [
      ("<integer>1</integer>", "<real>1</real>", ["changed"]), ("<true/>", "<false/>", ["changed"]),
      // Not to be told apart as a `Double`.
      (
        "<real>1267650600228229401496703205376</real>",
        "<real>1267650600228229401496703205377</real>", ["changed"]
      ),
      ("<real>9007199254740992</real>", "<real>9007199254740993</real>", ["changed"]),
      ("<real>1e400</real>", "<real>1e401</real>", ["changed"]),
      ("<real>1e400</real>", "<real>inf</real>", ["changed"]),
      ("<real>1e9999999998</real>", "<real>1e9999999999</real>", ["changed"]),
      ("<real>0.0</real>", "<real>-0.0</real>", ["changed"]),
      // Years beyond 64 bits.
      (
        "<date>99999999999999999999999-01-01T00:00:00Z</date>",
        "<date>99999999999999999999998-01-01T00:00:00Z</date>", ["changed"]
      ),
      (
        "<date>-99999999999999999999999-01-01T00:00:00Z</date>",
        "<date>-99999999999999999999998-01-01T00:00:00Z</date>", ["changed"]
      ),
      ("<string>a</string>", "<string>a </string>", ["changed"]),
      ("<array/>", "<dict/>", ["changed"]),
      ("<array><true/></array>", "<array/>", ["removed"]),
      (
        "<array><string>a</string><string>b</string><string>c</string></array>",
        "<array><string>c</string><string>a</string><string>b</string></array>", ["moved"]
      ),
      // Which of two members with the same key comes first.
      (
        "<dict><key>a</key><true/><key>a</key><false/></dict>",
        "<dict><key>a</key><false/><key>a</key><true/></dict>", ["changed", "changed"]
      ),
      (
        "<dict><key>a</key><array><true/></array></dict>",
        "<dict><key>b</key><array><true/></array></dict>", ["renamed"]
      ),
      (
        "<dict><key>a</key><string>x</string></dict>",
        "<dict><key>b</key><string>x</string></dict>", ["renamed"]
      ),
      (
        "<dict><key>a</key><true/></dict>", "<dict><key>b</key><true/></dict>",
        ["added", "removed"]
      ),
      // Beside a list that is written alike in part.
      (
        "<dict><key>a</key><array><true/><integer>2</integer></array><key>x</key><dict><key>k</key>"
          + "<true/><key>m</key><integer>2</integer></dict></dict>",
        "<dict><key>a</key><array><true/><integer>3</integer></array><key>y</key><dict><key>k</key>"
          + "<true/><key>m</key><integer>2</integer></dict></dict>", ["changed", "renamed"]
      ),
      // Which one was renamed is not known.
      (
        "<dict><key>a</key><string>x</string><key>b</key><string>x</string></dict>",
        "<dict><key>c</key><string>x</string></dict>", ["added", "removed", "removed"]
      ),
      (
        "<dict><key>a</key><array><string>x</string><string>y</string><string>z</string></array></dict>",
        "<dict><key>b</key><array><string>x</string><string>y</string><true/></array></dict>",
        ["renamed", "changed"]
      ),
      (
        "<array><array><string>x</string><true/></array><array><false/></array></array>",
        "<array><array><true/></array><array><false/><string>x</string></array></array>",
        ["moved elsewhere"]
      ),
    ])
  func different(_ old: String, _ new: String, _ expected: [String]) throws {
    #expect(try kinds(old, new) == expected)
  }

  @Test(arguments: 0..<Rounds.of(UInt64(200)))
  func `elements in another order are the same, however often each is there`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let kinds = ["<string>a</string>", "<true/>", "<dict><key>k</key><true/></dict>", "<array/>"]
    let elements = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
      kinds.randomElement(using: &generator) ?? ""
    }
    let other = elements.shuffled(using: &generator)
    let (old, new) = ("<array>\(elements.joined())</array>", "<array>\(other.joined())</array>")
    #expect(try self.kinds(old, new, ignoresOrder: true) == [])
    #expect(try self.kinds(old, new).allSatisfy { $0 == "moved" })
  }

  /// Dictionaries of which most is the same.
  private enum Like: String {
    case a = "<true/>"
    case b = "<false/>"
    case c = "<string>c</string>"

    var text: String {
      "<dict><key>a</key><true/><key>b</key><true/><key>c</key>\(rawValue)</dict>"
    }
  }

  private func array(_ elements: String...) -> String { "<array>\(elements.joined())</array>" }

  @Test func `a dictionary moves, and one like it takes its place`() throws {
    let (x, y, none) = ("<string>x</string>", "<string>y</string>", "<false/>")
    let (a, b, c) = (Like.a.text, Like.b.text, Like.c.text)
    let old = array(array(x, a), array(none))
    #expect(try kinds(old, array(array(x, b), array(none, a))) == ["added", "moved elsewhere"])
    // What stays has not moved, though it is beside another one.
    #expect(try kinds(old, array(array(b, x), array(none, a))) == ["added", "moved elsewhere"])
    let swapped = (array(array(x, a), array(y, b)), array(array(x, b), array(y, a)))
    #expect(try kinds(swapped.0, swapped.1) == ["moved elsewhere", "moved elsewhere"])
    // Another one that was there is still paired with the one in its place.
    let two = (array(array(x, x, y, a, c), array(none)), array(array(x, x, y, b), array(none, a)))
    #expect(try kinds(two.0, two.1) == ["changed", "moved elsewhere"])
  }

  @Test func `which one of equal dictionaries has moved is not guessed`() throws {
    let (x, y, none) = ("<string>x</string>", "<string>y</string>", "<false/>")
    let (a, b, c) = (Like.a.text, Like.b.text, Like.c.text)
    let copied = (
      array(array(x, a), array(y, a), array(none)), array(array(x, b), array(y, c), array(none, a))
    )
    #expect(try kinds(copied.0, copied.1) == ["changed", "changed", "added"])
    #expect(try kinds(copied.1, copied.0) == ["changed", "changed", "removed"])
    // A value that was there is where an equal one is now, whatever has become of the one in its place.
    let single = "<dict><key>a</key><true/></dict>"
    let more = "<dict><key>a</key><true/><key>b</key><true/></dict>"
    let grown = (array(array(x, single), array(none)), array(array(x, more), array(none, single)))
    #expect(try kinds(grown.0, grown.1) == ["added", "moved elsewhere"])
  }

  @Test func `a section whose only row has changed has not moved, nor has the row`() throws {
    func section(_ title: String, _ rows: String...) -> String {
      "<dict><key>rows</key><array>\(rows.joined())</array><key>header</key><string>\(title)</string></dict>"
    }
    func row(_ label: String, _ value: String) -> String {
      "<dict><key>label2</key><string>\(label)</string><key>kind</key><string>switch</string>"
        + "<key>value</key><string>\(value)</string></dict>"
    }
    let old = array(section("x", row("a", "on")), section("y", row("b", "on"), row("c", "on")))
    let new = array(section("x", row("a", "off")), section("y", row("b", "on"), row("c", "on")))
    #expect(try kinds(old, new) == ["changed"])
    let other = array(section("z", row("a", "off")), section("y", row("b", "on"), row("c", "on")))
    #expect(try kinds(old, other) == ["changed", "changed"])
  }

  @Test func `a section is known by its title under any key, though all rows in it are others`()
    throws
  {
    func section(_ title: String, _ rows: String...) -> String {
      let all = rows.map { "<dict><key>label</key><string>\($0)</string></dict>" }
      return
        "<dict><key>header</key><string>\(title)</string><key>rows</key>\(array(all.joined()))</dict>"
    }
    let old = array(section("x", "a", "b"), section("y", "c"))
    let new = array(section("z", "f"), section("x", "d", "e"), section("y", "c"))
    #expect(try kinds(old, new) == ["added", "added", "added", "removed", "removed"])
  }

  @Test func `elements are known by a key`() throws {
    func entry(_ fields: String...) -> String {
      "<dict>"
        + fields.map { "<key>\($0.prefix(1))</key><string>\($0.dropFirst())</string>" }.joined()
        + "</dict>"
    }
    let (old, new) = (
      "<array>\(entry("a1", "b1", "c1"))\(entry("a2", "b2", "c2"))</array>",
      "<array>\(entry("a2", "b1", "c1"))\(entry("a1", "b2", "c2"))</array>"
    )
    #expect(try kinds(old, new) == ["changed", "changed"])
    #expect(try kinds(old, new, keys: ["a"], ignoresOrder: true).count == 4)
    #expect(try kinds(old, new, keys: ["a"]).filter { $0 == "moved" }.count == 1)
  }

  @Test(arguments: 0..<Rounds.of(UInt64(300)))
  func `values are equal if and only if nothing differs`(seed: UInt64) throws {
    var random = RandomValues(seed: seed)
    let old = random.value()
    let new = random.changed(old, random.below(3))
    let texts = (old.text(indentedBy: "\t"), new.text(indentedBy: nil))
    let documents = try (document(texts.0), document(texts.1))
    let forth = TreeComparison(from: documents.0, to: documents.1).differences
    let back = TreeComparison(from: documents.1, to: documents.0).differences
    #expect(forth.isEmpty == (old == new), "\(texts.0)\n\(texts.1)")
    #expect(back.isEmpty == forth.isEmpty)
    for difference in forth {
      #expect((difference.old == nil) == (difference.kind == .added))
      #expect((difference.new == nil) == (difference.kind == .removed))
    }
  }
}
