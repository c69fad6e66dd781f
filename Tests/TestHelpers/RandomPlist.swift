package import SeededRandom

/// Property lists of any shape: all shapes of catalogues, and mixtures of these.
package struct RandomPlist: RandomSource {
  package var generator: SeededGenerator
  private var number = 0

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A whole property list.
  package mutating func catalogue() -> Plist {
    var list = self.list()
    for _ in 0..<one(of: [0, 0, 1, 1, 2]) {
      list = .dict(
        fields(below(4)) + [(one(of: ["items", "root", "a.b", "data"]), list)] + fields(below(3)))
    }
    return list
  }

  private mutating func list() -> Plist {
    switch below(10) {
    case 0: value(depth: 3)
    case 1: .array(some { $0.section(members: "items", depth: 2) })
    case 2: .dict(named { $0.list(of: 0) })
    case 3: .dict(named { .dict($0.fields($0.below(2)) + $0.named { $0.list(of: 0) }) })
    case 4: .array(some { .dict([($0.name(), $0.list(of: 0))] + $0.fields($0.below(2))) })
    case 5:
      .array(
        some { random in
          .dict(
            random.fields(random.below(2)) + [("title", random.scalar())]
              + random.numbered("Site") { .dict($0.fields(2)) })
        })
    case 6: .array(some { $0.below(3) == 0 ? $0.header() : .dict($0.fields(2)) })
    case 7:
      .array(
        some { .dict([("category", .text("string", ["X", "Y"][$0.below(2)]))] + $0.fields(2)) })
    case 8: .array(some { .array($0.some { $0.formRow() }) })
    default: .dict(named { $0.below(3) == 0 ? $0.scalar() : .dict($0.fields(3)) })
    }
  }

  private mutating func some(_ element: (inout Self) -> Plist) -> [Plist] {
    (0..<below(5)).map { _ in element(&self) }
  }

  private mutating func named(_ element: (inout Self) -> Plist) -> [(key: String, value: Plist)] {
    some(element).map { (name(), $0) } + (below(3) == 0 ? fields(below(3)) : [])
  }

  private mutating func numbered(
    _ word: String, _ element: (inout Self) -> Plist
  ) -> [(key: String, value: Plist)] {
    some(element).enumerated().map { (word + String($0.offset), $0.element) }
  }

  private mutating func list(of depth: Int) -> Plist {
    switch below(4) {
    case 0: .array(some { $0.scalar() })
    case 1: .dict(named { $0.scalar() })
    default: .array(some { .dict($0.fields(1 + $0.below(3))) })
    }
  }

  private mutating func section(members key: String, depth: Int) -> Plist {
    let inner: Plist? =
      below(6) == 0
      ? nil
      : depth > 0 && below(2) == 0
        ? .array(some { $0.section(members: "cities", depth: depth - 1) }) : list(of: depth)
    let title: [(key: String, value: Plist)] = below(5) == 0 ? [] : [("title", scalar())]
    return .dict(fields(below(3)) + title + (inner.map { [(key, $0)] } ?? []) + fields(below(2)))
  }

  private mutating func header() -> Plist {
    .dict(
      [("Type", "PSGroupSpecifier")] + (below(2) == 0 ? [("Title", scalar())] : [])
        + (below(2) == 0 ? [("FooterText", scalar())] : []) + fields(below(2)))
  }

  private mutating func formRow() -> Plist {
    .dict(
      [
        ("isVisible", .element(below(2) == 0 ? "<true/>" : "<false/>")), ("additionalRows", 0),
        ("title", scalar()),
      ] + fields(below(2)))
  }

  /// Members with different keys.
  private mutating func fields(_ count: Int) -> [(key: String, value: Plist)] {
    var keys = [
      "id", "pid", "footer", "header", "name", "attr", "version", "Info.plist", "note", "c\\d", "",
      "a", "a.b", "a\\.b", "b", "note.0", "0",
    ]
    return (0..<count).map { _ in
      (keys.remove(at: below(keys.count)), below(5) == 0 ? value(depth: 2) : scalar())
    }
  }

  private mutating func value(depth: Int) -> Plist {
    if depth == 0 || below(3) == 0 { return scalar() }
    return below(2) == 0 ? .array(some { $0.value(depth: depth - 1) }) : .dict(fields(below(4)))
  }

  private mutating func scalar() -> Plist {
    number += 1
    switch below(10) {
    case 0: return .text("integer", String(number))
    case 1: return .text("real", "\(number).5")
    case 2: return .element(below(2) == 0 ? "<true/>" : "<false/>")
    case 3: return .date("2026-11-22T10:00:00Z")
    case 4: return .data
    case 5: return ""
    default: return .text("string", name())
    }
  }

  private mutating func name() -> String {
    number += 1
    return one(of: ["a", "b & c", "ä|x", "M", "中", "d.e"]) + String(number)
  }
}
