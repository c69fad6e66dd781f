import Comparing
import PropertyLists
import SeededRandom
import Testing

/// The rule of merging by identity on all small lists: the result of two edits is one that belongs to some
/// pair of edits that yields the same three texts, or there is a conflict.
struct MergeRuleTests {
  /// What the elements of a list are.
  enum Element: CaseIterable, Sendable {
    case scalar, oneField, list
    /// Both fields are digits of the value.
    case twoFields

    /// Those in a base.
    var values: [Int] { self == .twoFields ? [0, 1, 10, 11] : [0, 1] }

    func text(_ value: Int) -> String {
      switch self {
      case .twoFields: "{\"a\": \(value / 10), \"b\": \(value % 10)}"
      case .scalar: "\(value)"
      case .oneField: "{\"a\": \(value)}"
      case .list: "[\(value)]"
      }
    }

    func text(_ values: [Int]) -> String {
      "[\(values.map { text($0) }.joined(separator: ", "))]\n"
    }
  }

  /// The values in a list, or `nil` if there is a conflict.
  private func merged(_ element: Element, _ lists: [[Int]]) throws -> [Int]? {
    let documents = try lists.map { try document(element.text($0)) }
    let merge = TreeMerge(base: documents[0], ours: documents[1], theirs: documents[2])
    if !merge.conflicts.isEmpty { return nil }
    let result = try document(String(decoding: merge.bytes, as: UTF8.self))
    return result.children(of: .root).map { node in
      let scalars = element == .scalar ? [node] : result.children(of: node)
      return scalars.reduce(0) { value, scalar in
        10 * value + (result.integer(at: scalar).map { Int(truncatingIfNeeded: $0) } ?? -1)
      }
    }
  }

  /// Lists of up to this many elements in `make test`.
  private static let most = Rounds.areMany ? 4 : 3

  @Test(arguments: Element.allCases)
  func `two edits of a small list have a result that some edits explain`(
    element: Element
  ) throws {
    var counts: [String: Int] = [:]
    let hasFields = element == .twoFields
    let most = MergeRuleTests.most - (hasFields ? 1 : 0)
    for base in SmallEdits.lists(of: element.values, upTo: most) {
      var cases: [[[Int]]: (outcomes: Set<[Int]>, isConflict: Bool)] = [:]
      let sides = [8, 9].map { fresh in
        SmallEdits.all(of: base, element.values, fresh: fresh, hasFields: hasFields)
      }
      for own in sides[0] {
        for other in sides[1] {
          let key = [own.values, other.values]
          // A move may also be a deletion and an addition.
          for (ours, theirs) in [
            (own, other), (own.withoutMove, other), (own, other.withoutMove),
            (own.withoutMove, other.withoutMove),
          ] {
            switch SmallEdits.merged(base, ours, theirs, hasFields: hasFields) {
            case nil: cases[key, default: ([], false)].isConflict = true
            case let outcomes?: cases[key, default: ([], false)].outcomes.formUnion(outcomes)
            }
          }
        }
      }
      for (sides, wanted) in cases {
        let found = try merged(element, [base] + sides)
        counts[found == nil ? "conflicts" : "clean", default: 0] += 1
        if let found {
          #expect(wanted.outcomes.contains(found), "\(base) \(sides) \(found)")
        }
      }
    }
    // As many as the rule has on plain values, counted by texts.
    if hasFields {
      if most == 2 { #expect(counts == ["clean": 9_185, "conflicts": 472]) }
      return
    }
    if MergeRuleTests.most == 3 { #expect(counts == ["clean": 3_343, "conflicts": 230]) }
    if MergeRuleTests.most == 4 { #expect(counts == ["clean": 12_329, "conflicts": 810]) }
  }

  @Test(
    arguments: [
      // Elements that become equal.
      (
        "[{\"on\":true},{\"on\":true},{\"on\":true}]",
        "[{\"on\":false},{\"on\":true},{\"on\":true}]",
        "[{\"on\":true},{\"on\":true},{\"on\":false}]",
        "[{\"on\":false},{\"on\":true},{\"on\":false}]"
      ),
      // Both rename the first of two.
      (
        "[{\"name\":1},{\"name\":2}]", "[{\"name\":3},{\"name\":2}]", "[{\"name\":4},{\"name\":2}]",
        nil
      ),
      // A move beside a change of an element with one field.
      (
        "[{\"u\":1},{\"u\":2},{\"u\":3}]", "[{\"u\":2},{\"u\":1},{\"u\":3}]",
        "[{\"u\":1},{\"u\":4},{\"u\":3}]", "[{\"u\":4},{\"u\":1},{\"u\":3}]"
      ),
      // Two deletions.
      ("[1,2,3]", "[2,3]", "[1,2]", "[2]"),
      // What one has moved the other has deleted as it was.
      ("[1,2,3]", "[2,3,1]", "[2,3]", "[2,3]"),
      // The same addition of both, and one more.
      ("[1,2]", "[1,5,2]", "[1,6,5,2]", nil),
      ("[1,2]", "[1,5,2]", "[1,5,2]", "[1,5,2]"),
      // Each moves another element.
      ("[1,2,3,4]", "[2,1,3,4]", "[1,2,4,3]", "[2,1,4,3]"),
      // Orders that fit together, in either order of the sides.
      ("[1,2,3]", "[2,3,1]", "[1,3,2]", "[3,2,1]"),
      ("[1,2,3]", "[1,3,2]", "[2,3,1]", "[3,2,1]"),
      // Both add the same member, in different places.
      (
        "{\"b\":1,\"z\":1}", "{\"b\":1,\"z\":2,\"i\":5}", "{\"i\":5,\"b\":1,\"z\":1}",
        "{\"b\":1,\"z\":2,\"i\":5}"
      ),
      // Both move an element to other lists, which are equal then.
      (
        "{\"A\":[{\"id\":1,\"x\":1}],\"C\":[],\"D\":[]}",
        "{\"A\":[],\"C\":[{\"id\":1,\"x\":1}],\"D\":[]}",
        "{\"A\":[],\"C\":[],\"D\":[{\"id\":1,\"x\":1}]}", nil
      ),
      // Both move an element to the same list, from which one deletes the one before it.
      (
        "{\"A\":[{\"id\":1}],\"B\":[{\"id\":2},{\"id\":3}]}",
        "{\"A\":[],\"B\":[{\"id\":2},{\"id\":3},{\"id\":1}]}",
        "{\"A\":[],\"B\":[{\"id\":2},{\"id\":1}]}", "{\"A\":[],\"B\":[{\"id\":2},{\"id\":1}]}"
      ),
      // An element is moved within its list by one side, and to another list by the other.
      (
        "{\"A\":[{\"id\":1},{\"id\":2}],\"B\":[]}", "{\"A\":[{\"id\":2},{\"id\":1}],\"B\":[]}",
        "{\"A\":[{\"id\":2}],\"B\":[{\"id\":1}]}", "{\"A\":[{\"id\":2}],\"B\":[{\"id\":1}]}"
      ),
      // Both add elements with the same identifier.
      (
        "[{\"id\":1},{\"id\":2}]", "[{\"id\":1},{\"id\":9},{\"id\":2}]",
        "[{\"id\":1},{\"id\":2},{\"id\":9}]", "[{\"id\":1},{\"id\":9},{\"id\":2}]"
      ),
      ("[{\"id\":1}]", "[{\"id\":1},{\"id\":9,\"x\":1}]", "[{\"id\":1},{\"id\":9,\"x\":2}]", nil),
      (
        "[{\"id\":1}]", "[{\"id\":1},{\"id\":9,\"x\":1}]",
        "[{\"id\":1},{\"id\":9,\"y\":2},{\"id\":3}]",
        "[{\"id\":1},{\"id\":9,\"x\":1,\"y\":2},{\"id\":3}]"
      ),
      // Both add a dictionary under the same key.
      (
        "{\"z\":{\"s\":1}}", "{\"z\":{\"s\":1,\"l\":{\"fr\":1}}}",
        "{\"z\":{\"s\":1,\"l\":{\"es\":2}}}", "{\"z\":{\"s\":1,\"l\":{\"fr\":1,\"es\":2}}}"
      ),
      // An element without its identifier is still the same.
      (
        "[{\"id\":1,\"x\":1,\"y\":2},{\"id\":2}]", "[{\"x\":1,\"y\":2},{\"id\":2}]", "[{\"id\":2}]",
        nil
      ),
      // What was in an element is elsewhere when another one takes its place.
      (
        "{\"P\":[{\"q\":1,\"kids\":[{\"id\":7,\"v\":1}]}],\"Q\":[{\"m\":1,\"n\":2}],\"K\":[]}",
        "{\"P\":[{\"m\":1,\"n\":2}],\"Q\":[],\"K\":[{\"id\":7,\"v\":1}]}",
        "{\"P\":[{\"q\":1,\"kids\":[{\"id\":7,\"v\":5}]}],\"Q\":[{\"m\":1,\"n\":2}],\"K\":[]}",
        "{\"P\":[{\"m\":1,\"n\":2}],\"Q\":[],\"K\":[{\"id\":7,\"v\":5}]}"
      ),
    ] as [(String, String, String, String?)])
  func `cases that were wrong`(
    base: String, ours: String, theirs: String, result: String?
  ) throws {
    let documents = try [base, ours, theirs].map(document)
    let merge = TreeMerge(base: documents[0], ours: documents[1], theirs: documents[2])
    #expect(merge.conflicts.isEmpty == (result != nil))
    guard let result else { return }
    let (found, wanted) = try (
      document(String(decoding: merge.bytes, as: UTF8.self)), document(result)
    )
    #expect(Value(found.root, found) == Value(wanted.root, wanted))
  }

  @Test(arguments: [
    (MergeOptions.Resolution.ours, [2, 1, 3]), (.theirs, [1, 3, 2]), (.union, [2, 1, 3]),
  ])
  func `if only the order of a list is in conflict, nothing else is lost`(
    resolution: MergeOptions.Resolution, order: [Int]
  ) throws {
    func text(_ elements: [[Int]]) -> String {
      "[\(elements.map { "{\"id\": \($0[0]), \"x\": \($0[1])}" }.joined(separator: ", "))]\n"
    }
    // Ours deletes 4 and changes 1; theirs adds 9 and changes 2.
    let documents = try [
      text([[1, 0], [2, 0], [3, 0], [4, 0]]), text([[2, 0], [1, 5], [3, 0]]),
      text([[1, 0], [9, 0], [3, 0], [2, 7], [4, 0]]),
    ].map(document)
    var options = MergeOptions()
    options.resolution = resolution
    let merge = TreeMerge(
      base: documents[0], ours: documents[1], theirs: documents[2], options)
    #expect(merge.conflicts.map(\.kind) == [.moved])
    let result = try document(String(decoding: merge.bytes, as: UTF8.self))
    let found = result.children(of: .root).map { element in
      result.children(of: element).compactMap { result.integer(at: $0) }.map { Int($0) }
    }
    #expect(found.map { $0[0] }.filter { $0 != 9 } == order, "\(found)")
    #expect(found.sorted { $0[0] < $1[0] } == [[1, 5], [2, 7], [3, 0], [9, 0]], "\(found)")
  }
}

/// What a side has made of a list with one edit: each element with its place in the base.
struct SmallEdits {
  struct Side {
    /// The elements, with their places in the base; negative for those that were added.
    var elements: [(place: Int, value: Int)]
    var moved: Int?

    var values: [Int] { elements.map(\.value) }

    /// The same with the moved element as another one.
    var withoutMove: Side {
      Side(
        elements: elements.map { $0.place == moved ? (place: -1, value: $0.value) : $0 }, moved: nil
      )
    }

    /// What precedes each element of those that were added and moved: a place of the base, or -1.
    var gaps: [Int: [(place: Int, value: Int)]] {
      var (result, last) = ([Int: [(place: Int, value: Int)]](), -1)
      for element in elements {
        if element.place >= 0, element.place != moved {
          last = element.place
        } else {
          result[last, default: []].append(element)
        }
      }
      return result
    }
  }

  static func lists(of values: [Int], upTo most: Int) -> [[Int]] {
    var (result, last) = ([[Int]](), [[Int]()])
    for _ in 0...most {
      result += last
      last = last.flatMap { list in values.map { list + [$0] } }
    }
    return result
  }

  /// All that one edit can make of a list, but for those that change nothing.
  ///
  /// - Parameter hasFields: Whether the digits of a value are set one by one.
  static func all(of base: [Int], _ values: [Int], fresh: Int, hasFields: Bool) -> [Side] {
    let elements = base.enumerated().map { (place: $0, value: $1) }
    var result: [Side] = []
    func add(_ moved: Int? = nil, _ change: (inout [(place: Int, value: Int)]) -> Void) {
      var side = Side(elements: elements, moved: moved)
      change(&side.elements)
      if side.values != base { result.append(side) }
    }
    let new = values + [hasFields ? 11 * fresh : fresh]
    for place in base.indices {
      let (first, second) = (base[place] / 10, base[place] % 10)
      let changed =
        hasFields
        ? [1 - first, fresh].map { 10 * $0 + second } + [1 - second, fresh].map { 10 * first + $0 }
        : new
      for value in changed where value != base[place] { add { $0[place].value = value } }
      add { $0.remove(at: place) }
      for other in base.indices where other != place {
        add(place) { $0.insert($0.remove(at: place), at: other) }
      }
    }
    for place in 0...base.count {
      for value in new { add { $0.insert((place: -1, value: value), at: place) } }
    }
    return result
  }

  /// What may come of two sides; `nil` if they are in conflict.
  static func merged(
    _ base: [Int], _ ours: Side, _ theirs: Side, hasFields: Bool
  ) -> [[Int]]? {
    var kept: [Int: Int] = [:]
    for (place, value) in base.enumerated() {
      let (own, other) = (
        ours.elements.first { $0.place == place }?.value,
        theirs.elements.first { $0.place == place }?.value
      )
      switch (own, other) {
      case (let own?, let other?):
        var both = 0
        for digit in hasFields ? [10, 1] : [1] {
          let all = [value, own, other].map { hasFields ? $0 / digit % 10 : $0 }
          if all[1] != all[0], all[2] != all[0], all[1] != all[2] { return nil }
          both += digit * (all[1] == all[0] ? all[2] : all[1])
        }
        kept[place] = both
      case (let one?, nil), (nil, let one?): if one != value { return nil }
      case (nil, nil): break
      }
    }
    let gaps = (ours.gaps, theirs.gaps)
    if let moved = ours.moved, moved == theirs.moved {
      let found = [gaps.0, gaps.1].map { $0.first { $1.contains { $0.place == moved } }?.key }
      if found[0] != found[1] { return nil }
    }
    return [false, true].map { isOnce in
      var result: [Int] = []
      for place in -1..<base.count {
        if let value = kept[place], place != ours.moved, place != theirs.moved {
          result.append(value)
        }
        let own = (gaps.0[place] ?? []).filter { $0.place < 0 || kept[$0.place] != nil }
        var other = (gaps.1[place] ?? []).filter {
          $0.place < 0 || kept[$0.place] != nil && $0.place != ours.moved
        }
        if isOnce, let first = own.first, first.place < 0, let same = other.first, same.place < 0,
          first.value == same.value
        {
          other.removeFirst()
        }
        result += (own + other).map { kept[$0.place] ?? $0.value }
      }
      return result
    }
  }
}
