import Comparing
import Platform
import PropertyLists
import SeededRandom
import Testing

/// What no merge may lose or put elsewhere.
struct MergeLossTests {
  private func list(_ entries: [String]...) -> String {
    let lists = entries.enumerated().map { number, entries in
      "<dict>\n<key>heading</key><string>heading\(number)</string>\n<key>cars</key><array>\n"
        + entries.joined(separator: "\n") + "\n</array>\n</dict>\n"
    }
    return "<plist version=\"1.0\">\n<array>\n\(lists.joined())</array>\n</plist>\n"
  }

  private func car(_ name: String, _ founded: String, _ note: String? = nil) -> String {
    "<dict><key>name</key><string>\(name)</string><key>founded</key><string>\(founded)</string>"
      + "<key>country</key><string>DE</string>"
      + "<key>note</key><string>\(note ?? "of " + name)</string></dict>"
  }

  @Test(arguments: [MergeOptions.Resolution.marked, .ours, .theirs, .union])
  func `a change of an entry is kept that the other side moves into what is deleted`(
    resolution: MergeOptions.Resolution
  ) throws {
    let base = list([car("Audi", "1"), car("BMW", "2")], [car("Fiat", "3"), car("Kia", "4")])
    let moved = list([car("BMW", "2")], [car("Fiat", "3"), car("Audi", "1"), car("Kia", "4")])
    let deleted = list([car("Audi", "changed"), car("BMW", "2")])
    for (ours, theirs) in [(moved, deleted), (deleted, moved)] {
      let merged = try merge(base, ours, theirs) { $0.resolution = resolution }
      #expect(!merged.conflicts.isEmpty)
      #expect(merged.text.contains("changed"), "\(merged.text)")
      if resolution != .marked {
        let values = try document(merged.text)
        #expect(values.texts.count { $0 == "of Audi" } == 1, "\(merged.text)")
      }
    }
  }

  @Test(arguments: [MergeOptions.Resolution.marked, .ours, .theirs, .union])
  func `each side moves an element into the one that the other moves`(
    resolution: MergeOptions.Resolution
  ) throws {
    func section(_ title: String, _ rows: String...) -> String {
      "<dict><key>title</key><string>\(title)</string><key>items</key><array>"
        + rows.joined() + "</array></dict>"
    }
    func row(_ name: String, _ number: Int, _ inner: String = "") -> String {
      "<dict><key>name</key><string>\(name)</string><key>n</key><integer>\(number)</integer>"
        + "<key>l</key><array>\(inner)</array></dict>"
    }
    func list(_ sections: String...) -> String {
      "<plist version=\"1.0\"><array>\(sections.joined())</array></plist>\n"
    }
    let base = list(section("X", row("p", 1)), section("N", row("q", 2)))
    let ours = list(section("X", row("p", 1, section("N", row("q", 2)))))
    let theirs = list(
      section("X"),
      section("N", row("q", 2, row("p", 1)), "<dict><key>name</key><string>r</string></dict>"))
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      let merged = try merge(base, ours, theirs) { $0.resolution = resolution }
      #expect(!merged.conflicts.isEmpty)
      if resolution == .marked { continue }
      let texts = try document(merged.text).texts
      for name in ["p", "q"] { #expect(texts.contains(name), "\(merged.text)") }
    }
  }

  @Test func `a change does not go into an entry of another list that is only like it`() throws {
    let base = list([car("Golf", "1974", "VW"), car("Audi", "1")], [car("Fiat", "3")])
    let replaced = list([car("Audi", "1")], [car("Fiat", "3"), car("Polo", "1974", "VW")])
    let changed = list([car("Golf", "changed", "VW"), car("Audi", "1")], [car("Fiat", "3")])
    for (ours, theirs) in [(replaced, changed), (changed, replaced)] {
      let merged = try merge(base, ours, theirs)
      #expect(merged.conflicts.count == 1)
      #expect(merged.text.contains(car("Polo", "1974", "VW")), "\(merged.text)")
      #expect(merged.text.contains(car("Golf", "changed", "VW")), "\(merged.text)")
    }
  }

  @Test func `those that are most alike are the same, not those that are first`() throws {
    func entry(_ values: String...) -> String {
      "<dict>"
        + values.enumerated().map { "<key>k\($0)</key><string>\($1)</string>" }.joined() + "</dict>"
    }
    let (near, same) = (entry("a", "b", "c", "x", "y"), entry("a", "b", "c", "d", "new"))
    let base = list([near, entry("a", "b", "c", "d", "e"), entry("u", "v", "w", "z", "z")])
    let ours = list([
      entry("1", "2", "3", "4", "5"), same, entry("6", "7", "8", "9", "0"), "<true/>",
    ])
    let theirs = list([near, entry("a", "b", "c", "theirs", "e"), entry("u", "v", "w", "z", "z")])
    let merged = try merge(base, ours, theirs)
    #expect(merged.text.contains(entry("a", "b", "c", "theirs", "new")), "\(merged.text)")
  }

  @Test func `a field counts once, however much is inside it`() throws {
    func entry(_ year: String, rows: [String]) -> String {
      "<dict><key>a</key><string>x</string><key>b</key><string>y</string><key>c</key><string>z</string>"
        + "<key>year</key><string>\(year)</string><key>rows</key><array>"
        + rows.map { "<dict><key>row</key><string>\($0)</string></dict>" }.joined()
        + "</array></dict>"
    }
    let (old, new) = (["1", "2", "3", "4", "5", "6"], ["7", "8", "9", "10", "11", "12"])
    let base = list([car("Audi", "1"), entry("2000", rows: old), car("BMW", "2")])
    let ours = list([
      entry("2000", rows: new), car("Kia", "9", "K"), car("Audi", "1"), car("BMW", "2"),
    ])
    let theirs = list([car("Audi", "1"), entry("2001", rows: old), car("BMW", "2")])
    // What is moved and changed is another one, unless something identifies it.
    let merged = try merge(base, ours, theirs)
    #expect(merged.conflicts.map(\.kind) == [.deletedByOurs])
    #expect(merged.text.contains(entry("2000", rows: new)), "\(merged.text)")
  }

  /// What is wrong with the merges of two branches that a seed makes.
  private func problems(_ seed: UInt64) throws -> [String] {
    var random = AlikeBranches(seed: seed)
    let base = random.lists()
    let (a, b) = (1 + random.below(4), 1 + random.below(4))
    let (ours, theirs) = (
      random.changed(base, a, side: "ours"), random.changed(base, b, side: "theirs")
    )
    func values(_ text: String, of side: String) -> [String] {
      text.split { "<>".contains($0) }.map(String.init).filter {
        $0.hasPrefix(side) && $0.hasSuffix(".")
      }
      .sorted()
    }
    func lost(_ text: String, _ side: AlikeLists, _ name: String) -> Bool {
      var rest = values(text, of: name)
      return values(side.text, of: name).contains { value in
        guard let index = rest.firstIndex(of: value) else { return true }
        rest.remove(at: index)
        return false
      }
    }
    var problems: [String] = []
    let merged = try merge(base.text, ours.text, theirs.text)
    if lost(merged.text, ours, "ours") { problems.append("marked: ours") }
    if lost(merged.text, theirs, "theirs") { problems.append("marked: theirs") }
    if merged.conflicts.isEmpty {
      _ = try document(merged.text)
      for (side, name) in [(ours, "ours"), (theirs, "theirs")]
      where values(merged.text, of: name) != values(side.text, of: name) {
        problems.append("doubled: \(name)")
      }
    }
    for (resolution, side, name) in [
      (MergeOptions.Resolution.ours, ours, "ours"), (.theirs, theirs, "theirs"),
      (.union, ours, "ours"),
    ] {
      let decided = try merge(base.text, ours.text, theirs.text) { $0.resolution = resolution }
      _ = try document(decided.text)
      if lost(decided.text, side, name) { problems.append("\(resolution): \(name)") }
    }
    return problems
  }

  @Test(arguments: 0..<Rounds.of(UInt64(200)))
  func `no value that a side has set is lost or doubled`(seed: UInt64) throws {
    #expect(try problems(seed) == [])
  }

  // MARK: Renamed values

  private func values(_ members: [(key: String, value: String)]) -> String {
    let lines = members.map { "<key>\($0.key)</key>\($0.value)\n" }.joined()
    return "<plist version=\"1.0\">\n<dict>\n\(lines)</dict>\n</plist>\n"
  }

  static let scalars = [
    "<string>1</string>", "<integer>1</integer>", "<date>2026-11-25T00:00:00Z</date>",
  ]

  @Test(arguments: scalars, [MergeOptions.Resolution.marked, .ours, .theirs])
  func `both sides give the key of a single value another name`(
    value: String, resolution: MergeOptions.Resolution
  ) throws {
    let rest = [(key: "B", value: "<string>2</string>")]
    let base = values([("A", value)] + rest)
    let (ours, theirs) = (values([("X", value)] + rest), values(rest + [("Y", value)]))
    let merged = try merge(base, ours, theirs) { $0.resolution = resolution }
    #expect(merged.conflicts.map(\.kind) == [.renamed], "\(merged.text)")
    let expected =
      switch resolution {
      case .marked, .union: (true, true)
      case .ours: (true, false)
      case .theirs, .each: (false, true)
      }
    let found = (merged.text.contains("<key>X</key>"), merged.text.contains("<key>Y</key>"))
    #expect(found == expected, "\(merged.text)")
    #expect(!merged.text.contains("<key>A</key>"))
    #expect(merged.text.contains("<key>B</key>"))
  }

  @Test(arguments: scalars)
  func `one side renames the key of a single value and the other deletes it`(value: String) throws {
    let rest = [(key: "B", value: "<string>2</string>")]
    let base = values([("A", value)] + rest)
    let (renamed, deleted) = (values([("X", value)] + rest), values(rest))
    for (ours, theirs, kind) in [
      (renamed, deleted, MergeConflict.Kind.deletedByTheirs), (deleted, renamed, .deletedByOurs),
    ] {
      let merged = try merge(base, ours, theirs)
      #expect(merged.conflicts.map(\.kind) == [kind], "\(merged.text)")
      #expect(merged.text.contains("<key>X</key>"))
    }
  }

  @Test(arguments: ["<true/>", "<array/>", "<dict></dict>"])
  func `a value that says nothing is not followed to another key`(value: String) throws {
    for keys in [["A"], ["A", "B"]] {
      let base = values((keys + ["C"]).map { ($0, value) })
      let ours = values((keys.map { "V" + $0 } + ["C"]).map { ($0, value) })
      let theirs = values((["C"] + keys.map { "Y" + $0 }).map { ($0, value) })
      let merged = try merge(base, ours, theirs)
      #expect(merged.conflicts.isEmpty)
      for key in keys {
        #expect(merged.text.contains("<key>V\(key)</key>"), "\(merged.text)")
        #expect(merged.text.contains("<key>Y\(key)</key>"), "\(merged.text)")
      }
    }
  }

  @Test func `a single value whose key only one side renames, or both alike, is no conflict`()
    throws
  {
    let one = "<string>1</string>"
    let base = values([("A", one), ("B", one)])
    let renamed = values([("X", one), ("B", one)])
    let other = values([("A", one), ("B", one), ("N", one)])
    for (ours, theirs) in [(renamed, other), (other, renamed), (renamed, renamed)] {
      let merged = try merge(base, ours, theirs)
      #expect(merged.conflicts.isEmpty)
      #expect(merged.text.contains("<key>X</key>"))
      #expect(!merged.text.contains("<key>A</key>"))
    }
    // Another value under the new key is a conflict about that.
    let taken = values([("B", one), ("X", "<string>9</string>")])
    #expect(try merge(base, renamed, taken).conflicts.map(\.kind) == [.changed])
  }

  @Test(arguments: [MergeOptions.Resolution.theirs, .union])
  func `a section in a list whose key was renamed is there once`(
    resolution: MergeOptions.Resolution
  ) throws {
    func lists(_ key: String, _ sections: String...) -> String {
      "<plist><dict><key>\(key)</key><array>\(sections.joined())</array></dict></plist>"
    }
    func section(_ title: String, _ cars: String...) -> String {
      "<dict><key>title</key><string>\(title)</string><key>cars</key><array>\(cars.joined())</array></dict>"
    }
    let base = lists("A", section("x", car("Audi", "1")))
    let ours = lists("B", section("y", car("BMW", "2")), section("x", car("Audi", "1")))
    let theirs = lists("A", section("x", car("Audi", "1"), car("Kia", "3")))
    let merged = try merge(base, ours, theirs) { $0.resolution = resolution }
    let texts = try document(merged.text).texts
    #expect(texts.count { $0 == "x" } == 1)
  }

  @Test func `an entry that was moved and renamed, and changed on the other side, is in conflict`()
    throws
  {
    let base = list([car("Golf", "1974", "VW"), car("Audi", "1")], [car("Fiat", "3")])
    let moved = list([car("Audi", "1")], [car("Fiat", "3"), car("Rabbit", "1974", "VW")])
    let changed = list([car("Golf", "changed", "VW"), car("Audi", "1")], [car("Fiat", "3")])
    let merged = try merge(base, moved, changed) { $0.resolution = .union }
    // Nothing says that the one with another name is the same.
    let texts = try document(merged.text).texts
    #expect(merged.conflicts.map(\.kind) == [.deletedByOurs])
    #expect(texts.contains("Rabbit") && texts.contains("changed"))
  }

  // MARK: What both sides did alike

  /// A property list, written briefly: `[a,{k:v}]`.
  private func plist(_ text: String) -> String {
    var rest = Substring(text)
    func value() -> String {
      let first = rest.first
      if first == "[" || first == "{" { rest.removeFirst() }
      if first == "[" {
        var inner = ""
        while rest.first != "]" {
          if rest.first == "," { rest.removeFirst() }
          inner += value()
        }
        rest.removeFirst()
        return "<array>\(inner)</array>\n"
      }
      if first == "{" {
        var inner = ""
        while rest.first != "}" {
          if rest.first == "," { rest.removeFirst() }
          let key = rest.prefix { $0 != ":" }
          rest = rest.dropFirst(key.count + 1)
          inner += "<key>\(key)</key>" + value()
        }
        rest.removeFirst()
        return "<dict>\(inner)</dict>\n"
      }
      let word = rest.prefix { !",]}".contains($0) }
      rest = rest.dropFirst(word.count)
      return "<string>\(word)</string>\n"
    }
    return "<plist version=\"1.0\">\n\(value())</plist>\n"
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let (base, ours, theirs): (String, String, String)
    /// What must be in all outcomes, how often each.
    let texts: String
    /// The result, if there is no conflict.
    var merged: String?

    init(_ base: String, _ ours: String, _ theirs: String, _ texts: String, _ merged: String? = nil)
    {
      (self.base, self.ours, self.theirs) = (base, ours, theirs)
      (self.texts, self.merged) = (texts, merged)
    }

    var testDescription: String { "\(base) \(ours) \(theirs)" }
  }

  @Test(arguments: [
    // One renames a member, the other moves it out of a dictionary that it deletes.
    Case("{A:{k:s,l:m},B:{z:g}}", "{A:{f:s,l:m},B:{z:g}}", "{B:{k:s,z:g}}", "g"),
    Case(
      "{p:{Item0:{id:rup},Item1:{id:beb}},q:{Item0:{id:sah}}}",
      "{p:{Item0:{id:rup}},q:{Item0:{id:beb},Item1:{id:sah}}}",
      "{p:{Item0:{id:rup},Item1:{id:teh}},q:{Item0:{id:beb},Item1:{id:sah}}}", "rup beb sah"),
    Case("[{n:Ada},{n:Bo}]", "[{n:Cy},{n:Bo}]", "[{n:Ada},{n:Bo},{n:Cy}]", "Bo"),
    Case("[{n:Ada},{n:Bo},{n:Di}]", "[{n:Cy},{n:Bo},{n:Di}]", "[{n:Bo},{n:Di},{n:Cy}]", "Bo Di"),
    // Both have come to the same, by ways that look different.
    Case(
      "{LS:[http],P:[{T:a,R:[C617,1C8F]}]}", "{LS:[1C8F,http],P:[{T:a,R:[C617]}]}",
      "{LS:[1C8F,http],P:[]}", "1C8F http"),
    Case(
      "[{rows:[]},{rows:[Ada,Bo]}]", "[{rows:[Ada]},{rows:[Di,Bo]}]", "[{rows:[Ada]},{rows:[Bo]}]",
      "Ada Bo"),
    Case(
      "[{rows:[]},{rows:[{n:Ada,tel:1,note:2},{n:Bo,tel:3,note:4}]}]",
      "[{rows:[{n:Bo,tel:3,note:4}]},{rows:[{n:Ada,note:2}]}]",
      "[{rows:[]},{rows:[{n:Ada,note:2}]}]", ""),
    Case(
      // One has changed what the other has added another one beside.
      "[http,mailto,tel]", "[http,sms,tel]", "[http,sms,mailto,tel]", "http tel",
      "[http,sms,sms,tel]"),
    Case(
      "[{n:a,u:[r]},{n:a,u:[r]}]", "[{n:a,u:[r]},{u:[r]}]", "[{u:[r]},{n:a,u:[r]}]", "",
      "[{u:[r]},{u:[r]}]"),
    // Both have moved, changed or kept the same, and one has changed something elsewhere.
    Case(
      "{v:1,d:{H:[A,B]}}", "{v:1,d:{H:[B],W:[A]}}", "{v:2,d:{H:[B],W:[A]}}", "A B 2",
      "{v:2,d:{H:[B],W:[A]}}"),
    Case(
      "{a:{},b:{z:{g:r,n:v}},k:1}", "{a:{z:{g:m,n:v}},b:{},k:1}", "{a:{z:{g:m,n:v}},b:{},k:2}",
      "m v 2", "{a:{z:{g:m,n:v}},b:{},k:2}"),
    Case("{v:1,d:[[a,b],[c]]}", "{v:1,d:[[a]]}", "{v:2,d:[[a]]}", "a 2", "{v:2,d:[[a]]}"),
    // Arrays of arrays.
    Case(
      "[[f,hak],[g,sag,pef],[gov]]", "[[f,hak],[g,sag],[pef,gov]]", "[[f],[g,sag,hak],[gov]]",
      "f hak g sag gov"),
    Case("[[Ada],[Bo]]", "[[Bo,Ada],[]]", "[[Bo]]", "Bo"),
    // Numbered single values.
    Case(
      "{Item0:a,Item1:b,Item2:c}", "{Item0:a,Item1:c}", "{Item0:a,Item1:b,Item2:c,Item3:d}", "a c"),
    Case("{Item0:p,Item1:k,Item2:h}", "{Item0:k,Item1:p,Item2:h}", "{Item0:p,Item1:h}", "p h"),
    // What was empty, filled by both.
    Case("[{rows:[]}]", "[{rows:[Ada]}]", "[{rows:[Bo]}]", "Ada Bo", "[{rows:[Ada,Bo]}]"),
    Case("[[]]", "[[a]]", "[[b]]", "a b", "[[a,b]]"),
    // What is added at the end stays there.
    Case("[a,b,c,d]", "[d,a,b,c]", "[a,b,c,d,z]", "a b c d z", "[d,a,b,c,z]"),
    Case("[d,c,b,a]", "[a,b,c,d]", "[d,c,b,a,z]", "a b c d z", "[a,b,c,d,z]"),
    Case("[a,b,c,d,e,f,g]", "[g,a,b,c,d,e,f]", "[a,c,d,e,f,g,b]", "a b c", "[g,a,c,d,e,f,b]"),
    // One removes a field of an entry that the other one changes and adds others beside.
    Case(
      "[{city:Ada,tel:1}]", "[{tel:1}]", "[{city:Ada,tel:2},{city:Bo}]", "2 Bo",
      "[{tel:2},{city:Bo}]"),
    Case(
      "[{city:Ada,tel:1}]", "[{tel:1},{city:Cy}]", "[{city:Ada,tel:2},{city:Bo}]", "2 Bo Cy",
      "[{tel:2},{city:Cy},{city:Bo}]"),
    Case(
      "[{city:Ada,tel:1},{city:Cy,tel:3}]", "[{tel:1},{city:Cy,tel:3}]",
      "[{city:Ada,tel:2,note:n},{city:Cy,tel:3}]", "2 n Cy", "[{tel:2,note:n},{city:Cy,tel:3}]"),
  ])
  func `what both sides have is in all outcomes once`(_ test: Case) throws {
    let sides = [(test.ours, test.theirs), (test.theirs, test.ours)]
    for (ours, theirs) in test.merged == nil ? sides : Array(sides.prefix(1)) {
      for resolution in [MergeOptions.Resolution.ours, .theirs, .union] {
        let merged = try merge(plist(test.base), plist(ours), plist(theirs)) {
          $0.resolution = resolution
        }
        let document = try document(merged.text)
        for text in test.texts.split(separator: " ") {
          let count = document.texts.count { $0 == text }
          #expect(count == 1, "\(resolution) \(text)\n\(merged.text)")
        }
        if let wanted = test.merged {
          #expect(merged.conflicts.isEmpty)
          let (found, expected) = (document, try self.document(plist(wanted)))
          #expect(Value(found.root, found) == Value(expected.root, expected), "\(merged.text)")
        }
      }
    }
  }

  private func document(_ text: String) throws -> PropertyListDocument {
    try PropertyListDocument(FileBytes(text.utf8))
  }

  // MARK: Items of other shapes

  private func lists(_ members: KeyValuePairs<String, [String]>) -> String {
    let lists = members.map { key, texts in
      "<key>\(key)</key><array>\n\(texts.map { "<string>\($0)</string>\n" }.joined())</array>\n"
    }
    return "<plist version=\"1.0\">\n<dict>\n\(lists.joined())</dict>\n</plist>\n"
  }

  /// Dictionaries of dictionaries, whose texts are those that are given.
  private func dicts(_ members: KeyValuePairs<String, KeyValuePairs<String, String>>) -> String {
    let dicts = members.map { key, texts in
      let inner = texts.map { "<key>\($0)</key><string>\($1)</string>\n" }.joined()
      return "<key>\(key)</key><dict>\n\(inner)</dict>\n"
    }
    return "<plist version=\"1.0\">\n<dict>\n\(dicts.joined())</dict>\n</plist>\n"
  }

  private func count(
    of text: String, _ base: String, _ ours: String, _ theirs: String,
    _ resolution: MergeOptions.Resolution
  ) throws -> Int {
    let merged = try merge(base, ours, theirs) { $0.resolution = resolution }
    return try document(merged.text).texts.count { $0 == text }
  }

  @Test(arguments: [MergeOptions.Resolution.ours, .theirs, .union])
  func `a member that both sides move to different dictionaries is there once`(
    resolution: MergeOptions.Resolution
  ) throws {
    let base = dicts(["S": ["z": "0"], "T": ["Ada": "1", "Bo": "2"], "U": ["y": "9"]])
    let ours = dicts(["S": ["z": "0", "Ada": "1"], "T": ["Bo": "2"], "U": ["y": "9"]])
    let theirs = dicts(["S": ["z": "0"], "T": ["Bo": "2"], "U": ["y": "9", "Ada": "1"]])
    let count = try count(of: "1", base, ours, theirs, resolution)
    #expect(count == 1)
  }

  @Test func `a member is kept that the other side moves into a dictionary that was deleted`()
    throws
  {
    let base = dicts(["S": ["Ada": "1", "Bo": "3"], "T": ["Cy": "5"]])
    let ours = dicts(["S": ["Ada": "1", "Bo": "3"]])
    let theirs = dicts(["S": ["Bo": "3"], "T": ["Cy": "5", "Ada": "1"]])
    let count = try count(of: "1", base, ours, theirs, .ours)
    #expect(count == 1)
  }

  @Test func `a string that took the place of a deleted one is not lost with it`() throws {
    let base = lists(["S": ["Ada", "Kim", "Lee"], "T": ["Bo", "Max"]])
    let ours = lists(["S": ["Bo", "Kim", "Lee"], "T": ["Max"]])
    let theirs = lists(["S": ["Eve", "Kim", "Lee"], "T": ["Bo", "Max"]])
    let count = try count(of: "Bo", base, ours, theirs, .theirs)
    #expect(count == 1)
  }

  @Test(arguments: [MergeOptions.Resolution.marked, .ours, .theirs, .union])
  func `a section that is moved to another level, and added to by both, is there once`(
    resolution: MergeOptions.Resolution
  ) throws {
    func section(_ title: String, _ inner: String...) -> String {
      "<dict><key>title</key><string>\(title)</string><key>items</key><array>"
        + inner.joined() + "</array></dict>"
    }
    func root(_ inner: String...) -> String {
      "<plist version=\"1.0\"><array>\(inner.joined())</array></plist>\n"
    }
    let own = "<dict><key>name</key><string>own</string></dict>"
    let other = "<string>other</string>"
    let base = root(section("S1", section("S2", section("S3"))))
    let added = root(section("S1", section("S2", section("S3", own))))
    for moved in [
      root(section("S1"), section("S2", section("S3"), other)),
      root(section("S1"), section("S2", section("S3", other))),
      root(section("S1"), section("S2", other, section("S3"))),
    ] {
      for (ours, theirs) in [(added, moved), (moved, added)] {
        let merged = try merge(base, ours, theirs) { $0.resolution = resolution }
        if resolution == .marked { continue }
        let texts = try document(merged.text).texts
        for title in ["S1", "S2", "S3"] {
          #expect(texts.count { $0 == title } == 1, "\(title)\n\(merged.text)")
        }
        if merged.conflicts.isEmpty { #expect(texts.contains("own") && texts.contains("other")) }
      }
    }
  }

  @Test func `what theirs says of a numbered item is not said of another one`() throws {
    func items(_ items: String...) -> String {
      let members = items.enumerated().map { "<key>Item\($0)</key><dict>\($1)</dict>\n" }
      return "<plist version=\"1.0\">\n<dict>\n\(members.joined())</dict>\n</plist>\n"
    }
    func item(_ name: String, _ more: String = "") -> String {
      "<key>name</key><string>\(name)</string><key>tel</key><string>of \(name)</string>\(more)"
    }
    let note = "<key>note</key><string>about Ada</string>"
    let base = items(item("Ada"), item("Bo"))
    let ours = items(item("Cy"), item("Ada"), item("Bo"))
    let theirs = items(item("Ada", note), item("Bo"))
    let merged = try merge(base, ours, theirs)
    let isRight = !merged.conflicts.isEmpty || merged.text.contains(item("Ada", note))
    #expect(isRight)
  }

  @Test func `a removed field is not back where the other side replaces most of the entry`() throws
  {
    let (base, removed) = (plist("[{a:1,b:gone,c:3}]"), plist("[{a:1,c:3}]"))
    let replaced = plist("[{a:4,b:gone,c:5}]")
    let wanted = try document(plist("[{a:4,c:5}]"))
    for (ours, theirs) in [(removed, replaced), (replaced, removed)] {
      let merged = try merge(base, ours, theirs)
      let found = try document(merged.text)
      #expect(merged.conflicts.isEmpty, "\(merged.text)")
      #expect(Value(found.root, found) == Value(wanted.root, wanted))
    }
  }

  @Test(arguments: [
    // Both move a member to the same dictionary, where one of them renames its key.
    Case(
      "{g1:{a:it,b:2},g2:{c:3,d:4}}", "{g1:{b:2},g2:{c:3,a:it,d:4}}",
      "{g1:{b:2},g2:{c:3,e:it,d:4}}", "2 3 4"),
    // One moves a text between entries of which the other moves one.
    Case(
      "{g1:[],g2:[{name:8,phone:9,tags:[it]},{name:11,phone:12,tags:[]}]}",
      "{g1:[],g2:[{name:8,phone:9,tags:[]},{name:11,phone:12,tags:[it]}]}",
      "{g1:[{name:11,phone:12,tags:[it]}],g2:[{name:8,phone:9,tags:[]}]}", "it 8 11",
      "{g1:[{name:11,phone:12,tags:[it]}],g2:[{name:8,phone:9,tags:[]}]}"),
    // An entry is moved and changed, into what the other side deletes.
    Case(
      "[{title:A,rows:[{name:it,x:1},{name:m,x:3}]},{title:B,rows:[{name:p,x:4}]}]",
      "[{title:A,rows:[{name:m,x:3}]},{title:B,rows:[{name:p,x:4},{name:it,x:9}]}]",
      "[{title:A,rows:[{name:it,x:1},{name:m,x:3}]}]", "it m"),
    // An entry is moved and changed by both, and by one in what is inside it.
    Case(
      "{g1:[{name:4,phone:5,tags:[]},{name:6,phone:7,tags:[t]}],g2:[{name:10,phone:11,tags:[s]}]}",
      "{g1:[{name:4,phone:5,tags:[]}],g2:[{name:10,phone:11,tags:[s]},{name:6,phone:13,tags:[t]}]}",
      "{g1:[{name:4,phone:5,tags:[]}],g2:[{name:10,phone:11,tags:[s,t]},{name:6,phone:13,tags:[]}]}",
      "6 13 t",
      "{g1:[{name:4,phone:5,tags:[]}],g2:[{name:10,phone:11,tags:[s,t]},{name:6,phone:13,tags:[]}]}"
    ),
  ])
  func `what was moved is there once`(_ test: Case) throws {
    try `what both sides have is in all outcomes once`(test)
  }
}

extension PropertyListDocument {
  /// All texts that are values.
  fileprivate var texts: [String] {
    var result: [String] = []
    var rest = [root]
    while let node = rest.popLast() {
      switch kind(of: node) {
      case .array: rest += elements(of: node)
      case .dict: rest += members(of: node).map(\.value)
      default: if let scalar = scalar(node) { result.append(text(of: scalar)) }
      }
    }
    return result
  }
}
