import Comparing
import PropertyLists
import Testing

/// What becomes of single facts that both sides have changed.
struct MergeFactTests {
  private func dict(_ members: (key: String, value: String)...) -> String {
    let text = members.map { "<key>\($0.key)</key>\n\($0.value)\n" }
    return "<dict>\n\(text.joined())</dict>"
  }

  private func array(_ elements: String...) -> String {
    "<array>\n" + elements.map { $0 + "\n" }.joined() + "</array>"
  }

  private func string(_ text: String) -> String { "<string>\(text)</string>" }

  private func plist(_ root: String) -> String { "<plist version=\"1.0\">\n\(root)\n</plist>\n" }

  private func car(_ name: String, _ note: String, rows: String...) -> String {
    let list = rows.isEmpty ? "" : "<key>rows</key>\n<array>\n\(rows.joined())</array>\n"
    return "<dict>\n<key>car</key>\n<string>\(name)</string>\n<key>note</key>\n"
      + "<string>\(note)</string>\n<key>of</key>\n<string>of \(name)</string>\n\(list)</dict>"
  }

  private func section(_ title: String, _ cars: String...) -> String {
    dict(("title", string(title)), ("cars", "<array>\n\(cars.joined(separator: "\n"))\n</array>"))
  }

  /// Checks which conflicts there are, whichever side is ours, and how often texts are in each decision.
  private func check(
    _ base: String, _ ours: String, _ theirs: String, _ kinds: [MergeConflict.Kind],
    _ counts: [MergeOptions.Resolution: [String: Int]],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let merged = try merge(plist(base), plist(ours), plist(theirs))
    #expect(merged.conflicts.map(\.kind) == kinds, "\(merged.text)", sourceLocation: sourceLocation)
    let swapped = try merge(plist(base), plist(theirs), plist(ours))
    #expect(swapped.conflicts.count == kinds.count, sourceLocation: sourceLocation)
    for (resolution, counts) in counts {
      let text = try merge(plist(base), plist(ours), plist(theirs)) { $0.resolution = resolution }
        .text
      _ = try document(text)
      for (word, count) in counts {
        #expect(
          text.split(separator: ">\(word)<").count - 1 == count, "\(resolution): \(word)\n\(text)",
          sourceLocation: sourceLocation)
      }
    }
  }

  @Test func `a text whose key both rename is there once`() throws {
    let (a, b) = (("a", string("x")), ("z", string("y")))
    try check(
      dict(a, b), dict(("b", string("x")), b), dict(("c", string("x")), b), [.renamed],
      [
        .ours: ["x": 1, "b": 1, "c": 0], .theirs: ["x": 1, "b": 0, "c": 1],
        .union: ["x": 1, "b": 1, "c": 0],
      ])
    try check(
      dict(a, b), dict(("b", string("x")), b), dict(("b", string("x")), b), [],
      [.ours: ["x": 1, "b": 1]])
  }

  @Test func `a text whose key one side renames and that the other deletes is a conflict`() throws {
    let (a, b) = (("a", string("x")), ("z", string("y")))
    try check(
      dict(a, b), dict(("b", string("x")), b), dict(b), [.deletedByTheirs],
      [.ours: ["x": 1, "b": 1], .theirs: ["x": 0, "b": 0], .union: ["x": 1, "b": 1]])
  }

  @Test func `what one side has renamed does not take the key of what the other has added`() throws
  {
    let list = array(string("1"), string("2"), string("3"))
    let other = array(string("7"), string("8"))
    try check(
      dict(("a", list), ("z", string("y"))), dict(("b", list), ("z", string("y"))),
      dict(("a", list), ("z", string("y")), ("b", dict(("n", other)))),
      [.changed, .deletedByOurs],
      [
        .ours: ["a": 0, "b": 1, "1": 1, "7": 0], .theirs: ["a": 1, "b": 1, "1": 1, "7": 1],
        .union: ["a": 1, "b": 1, "1": 2],
      ])
  }

  @Test func `a list that one side renames and the other replaces is under the new key`() throws {
    let list = array(string("1"), string("2"), string("3"))
    let merged = try merge(
      plist(dict(("a", list))), plist(dict(("b", array(string("1"), string("2"))))),
      plist(dict(("a", "<false/>"))))
    #expect(merged.conflicts.map(\.kind) == [.changed])
    #expect(!merged.text.contains("<key>a</key>"), "\(merged.text)")
    #expect(merged.text.split(separator: "<key>b</key>").count == 3, "\(merged.text)")
  }

  @Test func `what one side deletes and the other moves into something new is a conflict`() throws {
    let row = dict(("n", string("1")), ("m", string("2")))
    try check(
      dict(("y", "<dict/>"), ("z", array(row, string("s")))),
      dict(("y", "<dict/>"), ("z", array(string("s")))),
      dict(("y", array(row)), ("z", array(string("s")))), [.deletedByOurs],
      [.ours: ["1": 0], .theirs: ["1": 1], .union: ["1": 1]])
  }

  @Test func `an entry that one side moves and changes, and the other deletes, is a conflict`()
    throws
  {
    func list(_ key: String, _ numbers: [String: String]) -> (key: String, value: String) {
      let entries = numbers.sorted { $0.key < $1.key }.map { name, number in
        (key: name, value: dict(("name", string(name)), ("tel", string(number))))
      }
      return (
        key, "<dict>\n\(entries.map { "<key>\($0.key)</key>\n\($0.value)\n" }.joined())</dict>"
      )
    }
    try check(
      dict(list("x", ["Ada": "1", "Bo": "2"]), list("y", ["Cy": "3"])),
      dict(list("x", ["Ada": "1", "Bo": "2", "Cy": "4"]), list("y", [:])),
      dict(list("x", ["Ada": "1", "Bo": "2"]), list("y", [:])), [.deletedByTheirs],
      [.ours: ["4": 1, "3": 0], .theirs: ["4": 0, "3": 0], .union: ["4": 1, "3": 0]])
  }

  @Test func `an entry with rows moves and is changed in its new place`() throws {
    let row = dict(("row", string("r")), ("n", string("1")))
    let (fiat, kia) = (car("Fiat", "f"), car("Kia", "k"))
    try check(
      array(section("x", car("Audi", "a", rows: row), fiat), section("y", kia)),
      array(section("x", fiat), section("y", kia, car("Audi", "a", rows: row))),
      array(section("x", car("Audi", "changed", rows: row), fiat), section("y", kia)), [],
      [.ours: ["Audi": 1, "changed": 1, "r": 1]])
  }

  @Test func `an entry goes back if the section is deleted into which it was moved`() throws {
    let (audi, fiat, kia) = (car("Audi", "a"), car("Fiat", "f"), car("Kia", "k"))
    try check(
      array(section("x", audi, fiat), section("y", kia)),
      array(section("x", fiat), section("y", kia, audi)), array(section("x", audi, fiat)),
      [.deletedByTheirs],
      [
        .ours: ["Audi": 1, "Kia": 1], .theirs: ["Audi": 1, "Kia": 0],
        .union: ["Audi": 1, "Kia": 1],
      ])
  }

  @Test func `a section stays if an entry of it has no other place`() throws {
    let (audi, fiat, kia) = (car("Audi", "a"), car("Fiat", "f"), car("Kia", "k"))
    try check(
      array(section("x", audi), section("y", fiat), section("z", kia)),
      array(section("x", audi), section("z", kia)),
      array(section("y", fiat, audi), section("z", kia)), [.deletedByTheirs, .deletedByOurs],
      [
        .ours: ["Audi": 1, "x": 1, "y": 0], .theirs: ["Audi": 1, "x": 0, "y": 1],
        .union: ["Audi": 1, "Fiat": 1],
      ])
  }

  @Test func `an entry that one side deletes and the other has taken fields from is a conflict`()
    throws
  {
    let (audi, fiat) = (car("Audi", "a"), car("Fiat", "f"))
    let less = audi.replacing("<key>note</key>\n<string>a</string>\n", with: "")
    try check(
      array(section("x", audi, fiat)), array(section("x", less, fiat)), array(section("x", fiat)),
      [.deletedByTheirs], [.ours: ["Audi": 1, "Fiat": 1], .theirs: ["Audi": 0, "Fiat": 1]])
  }

  @Test func `both move an entry to different sections`() throws {
    let (audi, fiat, kia) = (car("Audi", "a"), car("Fiat", "f"), car("Kia", "k"))
    try check(
      array(section("x", audi, fiat), section("y", kia), section("z", fiat)),
      array(section("x", fiat), section("y", kia, audi), section("z", fiat)),
      array(section("x", fiat), section("y", kia), section("z", fiat, audi)), [.moved],
      [.ours: ["Audi": 1], .theirs: ["Audi": 1], .union: ["Audi": 1]])
  }
}
