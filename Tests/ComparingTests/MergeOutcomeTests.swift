import Comparing
import Foundation
import PropertyLists
import SeededRandom
import Testing

/// What holds for every merge, also with conflicts: each side's version of all of them is a list in which
/// nothing is missing that nobody has deleted, and nothing is twice.
struct MergeOutcomeTests {
  /// A marked text with one version of all conflicts.
  private func text(_ marked: String, with side: Side) -> String {
    var here: Side?
    return marked.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      switch line.prefix(7) {
      case "<<<<<<<": here = .ours
      case "=======": here = .theirs
      case ">>>>>>>": here = nil
      default: return here == nil || here == side
      }
      return false
    }.joined(separator: "\n")
  }

  private enum Side { case ours, theirs }

  /// How often texts are in a property list, as values.
  private func counts(_ text: String, _ isCounted: (String) -> Bool) -> [String: Int] {
    text.split { "<>".contains($0) }.map(String.init).filter(isCounted).reduce(into: [:]) {
      $0[$1, default: 0] += 1
    }
  }

  private func value(_ text: String) throws -> Value {
    let document = try document(text)
    return Value(document.root, document)
  }

  @Test(arguments: 0..<Rounds.of(UInt64(150)), EntryBranches.Likeness.allCases)
  func `every decision gives a list of both sides' values`(
    seed: UInt64, likeness: EntryBranches.Likeness
  ) throws {
    var random = EntryBranches(seed: seed, likeness)
    let base = random.lists()
    let ours = base.applying(random.edits(of: base, side: "ours"))
    let theirs = base.applying(random.edits(of: base, side: "theirs"))
    let marked = try merge(base.text, ours.text, theirs.text)
    let decided = try [MergeOptions.Resolution.ours, .theirs, .union].map { resolution in
      try merge(base.text, ours.text, theirs.text) { $0.resolution = resolution }.text
    }
    // Choosing one side at all markers is the same as asking for it.
    #expect(try value(text(marked.text, with: .ours)) == value(decided[0]))
    #expect(try value(text(marked.text, with: .theirs)) == value(decided[1]))
    _ = try value(decided[2])
    #expect(marked.text.contains("<<<<<<<") == !marked.conflicts.isEmpty)
    for (name, side, own) in [("ours", ours, decided[0]), ("theirs", theirs, decided[1])] {
      func isSet(_ text: String) -> Bool { text.hasPrefix(name) && text.hasSuffix(".") }
      let wanted = counts(side.text, isSet)
      #expect(counts(own, isSet) == wanted, "what \(name) has set")
      if marked.conflicts.isEmpty { #expect(counts(marked.text, isSet) == wanted) }
    }
    if likeness == .equal { return }
    // What a side has changed is in both versions of a conflict if it is no longer known.
    for (number, mark) in base.marks
    where ours.isSame(number, as: base) && theirs.isSame(number, as: base) {
      for text in decided {
        #expect(counts(text) { $0 == mark } == [mark: 1], "\(mark)\n\(text)")
      }
    }
  }

  @Test(arguments: 0..<Rounds.of(UInt64(400)))
  func `what both sides did alike is no conflict with a change elsewhere`(seed: UInt64) throws {
    var random = RandomValues(seed: seed)
    func text(_ version: Int, _ value: Value) -> String {
      Value.dict(["version": .scalar("<integer>\(version)</integer>"), "values": value])
        .text(indentedBy: "  ")
    }
    let base = random.value()
    let changed = random.changed(base, 1 + random.below(4))
    let sides = [text(1, changed), text(2, changed)]
    for (ours, theirs) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      let merged = try merge(text(1, base), ours, theirs)
      #expect(merged.conflicts.isEmpty)
      #expect(try value(merged.text) == value(sides[1]))
    }
  }

  @Test(arguments: 0..<Rounds.of(UInt64(400)))
  func `without a conflict, no change of an entry without a key is lost`(seed: UInt64) throws {
    var random = PairBranches(seed: seed)
    let base = random.list()
    let (ours, theirs) = (random.changed(base), random.changed(base))
    let merged = try merge(base.text, ours.text, theirs.text)
    guard merged.conflicts.isEmpty, case .array(let found) = try value(merged.text) else { return }
    let wanted = PairList.merged(base, ours, theirs)?.value.map(Value.dict)
    let sides = "\(base.value)\n\(ours.value)\n\(theirs.value)\n\(merged.text)"
    #expect(
      wanted.map { all in all.count == found.count && all.allSatisfy(found.contains) } == true,
      "\(sides)")
  }

  @Test(arguments: 0..<Rounds.of(UInt64(150)), ItemLists.Shape.allCases)
  func `items of other shapes are neither lost nor doubled`(
    seed: UInt64, shape: ItemLists.Shape
  ) throws {
    var random = ItemBranches(seed: seed)
    let base = random.lists(shape)
    let ours = random.changed(base, side: "ours")
    let theirs = random.changed(base, side: "theirs")
    let marked = try merge(base.text, ours.text, theirs.text)
    let outcomes = try [MergeOptions.Resolution.ours, .theirs, .union].map { resolution in
      try merge(base.text, ours.text, theirs.text) { $0.resolution = resolution }.text
    }
    #expect(try value(text(marked.text, with: .ours)) == value(outcomes[0]))
    #expect(try value(text(marked.text, with: .theirs)) == value(outcomes[1]))
    let (own, others) = (ours.items, theirs.items)
    let sides = "\(base.summary)\n\(ours.summary)\n\(theirs.summary)"
    func count(_ value: String, _ text: String) -> Int {
      counts(text) { $0 == value }.values.reduce(0, +)
    }
    for (number, (item, _)) in base.items {
      let isKept = [own, others].allSatisfy {
        $0[number]?.item.value == item.value && $0[number]?.item.key == item.key
      }
      for text in outcomes {
        let found = count(item.value, text)
        // A single value in a new list is not known to be one that is gone elsewhere.
        let mayBeTwice = shape == .members && !marked.conflicts.isEmpty
        if isKept {
          #expect(
            mayBeTwice ? found > 0 : found == 1, "\(item.value)\n\(sides)\n\(text)")
        }
      }
    }
    for (side, name, outcome) in [(ours, "ours", outcomes[0]), (theirs, "theirs", outcomes[1])] {
      for (item, _) in side.items.values where item.value.hasPrefix(name) {
        #expect(count(item.value, outcome) == 1, "\(item.value)\n\(sides)\n\(outcome)")
      }
    }
    // A list that only one side has kept may have gaps where the other one has put its items elsewhere.
    let lists = Set(ours.content.keys).intersection(theirs.content.keys)
    for text in outcomes.dropLast() {
      let found = ItemLists.content(of: try document(text), shape)
      let wrong = lists.flatMap { found[$0] ?? [] }.filter { $0.hasPrefix("wrong") }
      #expect(wrong == [], "\(sides)\n\(text)")
    }
    guard marked.conflicts.isEmpty else { return }
    let found = ItemLists.content(of: try document(marked.text), shape)
    #expect(found == ItemLists.merged(base, ours, theirs)?.content, "\(sides)\n\(marked.text)")
  }
}
