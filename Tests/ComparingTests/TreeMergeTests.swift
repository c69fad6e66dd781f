import Comparing
import Platform
import PropertyLists
import SeededRandom
import Testing

func document(_ text: String) throws -> PropertyListDocument {
  try PropertyListDocument(FileBytes(text.utf8))
}

func merge(
  _ base: String?, _ ours: String, _ theirs: String,
  _ change: (inout MergeOptions) -> Void = { _ in }
) throws -> (text: String, conflicts: [MergeConflict]) {
  var options = MergeOptions()
  change(&options)
  let merge = TreeMerge(
    base: try base.map(document), ours: try document(ours), theirs: try document(theirs), options)
  return (String(decoding: merge.bytes, as: UTF8.self), merge.conflicts)
}

struct RandomMergeTests {
  @Test(arguments: 0..<Rounds.of(UInt64(400)))
  func `clean merges have what both sides did`(seed: UInt64) throws {
    var random = RandomBranches(seed: seed)
    let base = random.model()
    let kinds = RandomBranches.Kind.allCases
    let (a, b) = (random.below(4) + 1, random.below(4) + 1)
    let ours = random.edits(of: base, kinds: kinds, count: a)
    let theirs = random.edits(of: base, kinds: kinds, count: b)
    let text = base.text()
    let (own, other) = (base.applying(ours), base.applying(theirs))
    let merged = try merge(text, own.text(), other.text(indentedBy: "  "))
    let swapped = try merge(text, other.text(), own.text())
    #expect(
      merged.conflicts.map(\.kind.swapped.rawValue).sorted()
        == swapped.conflicts.map(\.kind.rawValue).sorted(),
      "\(ours) | \(theirs)\n\(merged.text)\n\(swapped.text)")
    guard merged.conflicts.isEmpty else {
      for resolution in [MergeOptions.Resolution.ours, .theirs, .union] {
        let resolved = try merge(text, own.text(), other.text()) { $0.resolution = resolution }.text
        let names = try document(resolved).content.flatMap(Model.names(in:))
        // One that was renamed may not be recognized in a section that was, too.
        for (number, possible) in Model.names(of: [base, own, other])
        where possible.count == 1 {
          let count = names.count { possible.contains($0) }
          let isInBoth = [own, other].allSatisfy { Model.names(of: [$0])[number] != nil }
          #expect(
            isInBoth ? count == 1 : count <= 1,
            "\(resolution): \(possible)\n\(ours) | \(theirs)\n\(resolved)")
        }
      }
      return
    }
    let found = try document(merged.text).content
    #expect(
      base.contents(ofMerged: ours, theirs).contains(found),
      "\(ours) | \(theirs)\n\(merged.text)")
  }

  @Test(arguments: 0..<Rounds.of(UInt64(400)))
  func `conflicts that are decided one by one`(seed: UInt64) throws {
    var random = RandomBranches(seed: seed)
    let base = random.model()
    let kinds = RandomBranches.Kind.allCases
    let ours = base.applying(random.edits(of: base, kinds: kinds, count: 4))
    let theirs = base.applying(random.edits(of: base, kinds: kinds, count: 4))
    func merged(_ resolution: MergeOptions.Resolution) throws -> String {
      try merge(base.text(), ours.text(), theirs.text()) { $0.resolution = resolution }.text
    }
    let count = try merge(base.text(), ours.text(), theirs.text()).conflicts.count
    #expect(try merged(.each(theirs: [])) == merged(.ours))
    #expect(try merged(.each(theirs: Set(0..<count))) == merged(.theirs))
    let some = Set((0..<count).filter { _ in random.below(2) == 0 })
    let text = try merged(.each(theirs: some))
    let decided = try document(text)
    #expect(!decided.content.joined().contains("<<<"))
    for dict in decided.dicts {
      let keys = decided.members(of: dict).map { decided.text(of: $0.key) }
      #expect(Set(keys).count == keys.count, "\(some): \(text)")
    }
    let names = decided.content.flatMap(Model.names(in:))
    for (number, possible) in Model.names(of: [base, ours, theirs]) where possible.count == 1 {
      let found = names.count { possible.contains($0) }
      let isInBoth = [ours, theirs].allSatisfy { Model.names(of: [$0])[number] != nil }
      #expect(isInBoth ? found == 1 : found <= 1, "\(some): \(possible)\n\(text)")
    }
  }

  @Test func `of two conflicts one is decided for each side`() throws {
    func people(_ ada: String, _ bo: String) -> String {
      let entries = [("Ada", ada), ("Bo", bo)].map {
        "<dict><key>name</key><string>\($0)</string><key>phone</key><string>\($1)</string></dict>"
      }
      return
        "<plist version=\"1.0\"><array>\n\(entries.joined(separator: "\n"))\n</array></plist>\n"
    }
    let merged = try merge(people("1", "2"), people("3", "4"), people("5", "6")) {
      $0.resolution = .each(theirs: [1])
    }
    #expect(merged.conflicts.count == 2)
    #expect(merged.text == people("3", "6"))
  }

  @Test(arguments: 0..<Rounds.of(UInt64(100)))
  func `one side alone`(seed: UInt64) throws {
    var random = RandomBranches(seed: seed)
    let base = random.model()
    let edits = random.edits(of: base, kinds: RandomBranches.Kind.allCases, count: 6)
    let (text, own) = (base.text(), base.applying(edits).text(indentedBy: " "))
    #expect(try merge(text, own, text).text == own)
    #expect(try merge(text, own, own).text == own)
    let merged = try merge(text, text, own)
    #expect(merged.conflicts.isEmpty)
    #expect(merged.text == base.applying(edits).text(), "\(edits)")
  }
}

extension RandomMergeTests {
  @Test(arguments: 0..<Rounds.of(UInt64(150)))
  func `the order is that of the side that changes it`(seed: UInt64) throws {
    var random = RandomBranches(seed: seed)
    let base = random.model()
    let fields = random.edits(of: base, kinds: [.change, .rename], count: 3)
    let others = random.edits(of: base, kinds: RandomBranches.Kind.allCases, count: 3)
    for (ours, theirs) in [(fields, others), (others, fields)] {
      let merged = try merge(
        base.text(), base.applying(ours).text(), base.applying(theirs).text())
      guard merged.conflicts.isEmpty else { continue }
      // Removing a field that is not there changes nothing, unless the other side has added it before.
      #expect(
        [others + fields, fields + others].contains { base.applying($0).text() == merged.text },
        "\(ours) | \(theirs)")
    }
  }
}

extension MergeConflict.Kind {
  /// The kind that it has if the sides are swapped.
  fileprivate var swapped: Self {
    switch self {
    case .deletedByOurs: .deletedByTheirs
    case .deletedByTheirs: .deletedByOurs
    default: self
    }
  }
}

/// Merges of sections 1, 2 and 3, with entries 11 and 12, 21 and 22, and so on.
struct EntangledMergeTests {
  private let base = Model(
    sections: (1...3).map { section in
      Model.Section(
        number: section, title: "section\(section)",
        entries: (1...4).map { entry in
          let name = "entry" + String(UnicodeScalar(UInt8(96 + section * 4 + entry)))
          return Model.Entry(
            number: section * 10 + entry, fields: ["name": name, "note": name + "note"])
        })
    })

  private func merged(
    _ ours: [Model.Edit], _ theirs: [Model.Edit], _ resolution: MergeOptions.Resolution
  ) throws -> (content: [String], conflicts: [MergeConflict]) {
    let merged = try merge(
      base.text(), base.applying(ours).text(), base.applying(theirs).text()
    ) { $0.resolution = resolution }
    return (try document(merged.text).content, merged.conflicts)
  }

  @Test func `a section with another title and another entry is the same section`() throws {
    let ours: [Model.Edit] = [.retitle(1, "other"), .setField(11, key: "note", value: "x")]
    let theirs: [Model.Edit] = [.setField(12, key: "note", value: "y"), .deleteEntry(13)]
    let merged = try merged(ours, theirs, .marked)
    #expect(merged.conflicts.isEmpty)
    #expect(merged.content == base.applying(ours + theirs).content)
  }

  @Test(arguments: [MergeOptions.Resolution.ours, .theirs, .union])
  func `an entry stays whose old and new sections were deleted`(
    resolution: MergeOptions.Resolution
  ) throws {
    let ours: [Model.Edit] = [.deleteSection(2)]
    let theirs: [Model.Edit] = [.moveEntry(11, section: 2, after: nil), .deleteSection(1)]
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      let content = try merged(ours, theirs, resolution).content
      #expect(content.flatMap(Model.names).count { $0 == "entrye" } == 1, "\(content)")
    }
  }

  @Test(arguments: [MergeOptions.Resolution.ours, .theirs, .union])
  func `an entry that both have moved is there once, though one deletes its new section`(
    resolution: MergeOptions.Resolution
  ) throws {
    let ours: [Model.Edit] = [.deleteSection(2), .moveEntry(11, section: 3, after: nil)]
    let theirs: [Model.Edit] = [.moveEntry(11, section: 2, after: nil)]
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      let content = try merged(ours, theirs, resolution).content
      #expect(content.flatMap(Model.names).count { $0 == "entrye" } == 1, "\(content)")
    }
  }
}

struct AnyValuesMergeTests {
  @Test(arguments: 0..<Rounds.of(UInt64(400)))
  func `what holds for all property lists`(seed: UInt64) throws {
    var random = RandomValues(seed: seed)
    let base = random.value()
    let (own, other) = (
      random.changed(base, 1 + random.below(4)), random.changed(base, 1 + random.below(4))
    )
    let layouts: [String?] = ["\t", "  ", nil]
    let b = base.text(indentedBy: layouts[random.below(3)])
    let o = own.text(indentedBy: layouts[random.below(3)])
    let t = other.text(indentedBy: layouts[random.below(3)])
    func values(_ text: String) throws -> Value {
      let document = try document(text)
      return Value(document.root, document)
    }
    #expect(try merge(b, o, b).text == o)
    #expect(try merge(b, o, o).text == o)
    let forward = try merge(b, b, t)
    #expect(forward.conflicts.isEmpty)
    #expect(try values(forward.text) == values(t), "\(b)\n\(t)\n\(forward.text)")
    let (merged, swapped) = (try merge(b, o, t), try merge(b, t, o))
    #expect(
      merged.conflicts.map(\.kind.swapped.rawValue).sorted()
        == swapped.conflicts.map(\.kind.rawValue).sorted(), "\(b)\n\(o)\n\(t)")
    #expect((merged.text.contains("<<<<<<<")) == !merged.conflicts.isEmpty)
    for resolution in [MergeOptions.Resolution.ours, .theirs, .union] {
      _ = try values(merge(b, o, t) { $0.resolution = resolution }.text)
    }
    if merged.conflicts.isEmpty { _ = try values(merged.text) }
    let added = try merge(nil, o, t) { $0.resolution = .theirs }
    _ = try values(added.text)
  }
}

extension PropertyListDocument {
  /// All dictionaries.
  fileprivate var dicts: [NodeIndex] {
    var (found, rest): ([NodeIndex], [NodeIndex]) = ([], [.root])
    while let node = rest.popLast() {
      if kind(of: node) == .dict { found.append(node) }
      if kind(of: node).isContainer { rest += children(of: node) }
    }
    return found
  }
}
