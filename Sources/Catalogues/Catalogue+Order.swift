extension Catalogue {
  /// Some entries in the order of the outline, without those that were deleted.
  ///
  /// - Parameter entries: Their numbers, ascending.
  /// - Complexity: O(*k* log *k* + *r*) in how many there are and in the runs of edited sections that
  ///   hold some; O(*n*) in the number of all entries where they are many.
  package func inOutline(_ entries: [Int]) -> [Int] {
    // As read, numbers are in the order of the outline.
    guard hasNewOrder else { return entries }
    if entries.count <= entryCount / 16 { return OutlineOrder(entries, in: self).entries() }
    var isWanted = [Bool](repeating: false, count: entryCount)
    for entry in entries { isWanted[entry] = true }
    var ordered: [Int] = []
    ordered.reserveCapacity(entries.count)
    forEachEntry(in: 0) { if isWanted[$0] { ordered.append($0) } }
    return ordered
  }
}

/// Brings few entries into the order of the outline: only the sections are looked at that hold some.
struct OutlineOrder {
  private let catalogue: Catalogue
  /// The entries by the section that they stand in, or stood in when they were deleted; ascending.
  private var members: [Int: [Int]] = [:]
  /// The sections that lead to them, by the section around.
  private var inner: [Int: [Int]] = [:]

  init(_ entries: [Int], in catalogue: Catalogue) {
    self.catalogue = catalogue
    var start = 0
    while start < entries.count {
      let section = catalogue.section(of: entries[start])
      var end = start + 1
      while end < entries.count, catalogue.section(of: entries[end]) == section { end += 1 }
      members[section, default: []] += entries[start..<end]
      start = end
    }
    var known: Set<Int> = [0]
    for section in members.keys {
      var section = section
      while known.insert(section).inserted {
        let parent = catalogue.sections[section].parent
        inner[parent, default: []].append(section)
        section = parent
      }
    }
  }

  func entries() -> [Int] {
    var result: [Int] = []
    add(0, to: &result)
    return result
  }

  private func add(_ section: Int, to result: inout [Int]) {
    let whole = catalogue.sections[section]
    let positions = (inner[section] ?? []).compactMap { inner in
      position(ofSection: inner, in: whole).map { (position: $0, section: inner) }
    }
    var sections = positions.sorted { $0.position < $1.position }[...]
    for (position, entry) in places(of: members[section] ?? [], in: whole) {
      while let next = sections.first, next.position < position {
        add(next.section, to: &result)
        sections.removeFirst()
      }
      result.append(entry)
    }
    for next in sections { add(next.section, to: &result) }
  }

  /// - Returns: `nil` if it was deleted.
  private func position(ofSection inner: Int, in whole: Section) -> Int? {
    let position = catalogue.sections[inner].positionInParent
    guard position < whole.itemCount, whole.item(at: position) == .section(inner) else {
      return nil
    }
    return position
  }

  /// The entries that are still in a section, with their positions there, in order.
  private func places(
    of members: [Int], in whole: Section
  ) -> [(position: Int, entry: Int)] {
    whole.isRearranged
      ? placesInRearranged(of: members, whole)
      : members.compactMap { entry in
        let index = whole.runs.partitionPoint { $0.firstEntry > entry } - 1
        guard index >= 0, case .entries(let entries) = whole.runs[index].content,
          entries.contains(entry)
        else { return nil }
        return (whole.runs[index].position + entry - entries.lowerBound, entry)
      }
  }

  private func placesInRearranged(
    of members: [Int], _ whole: Section
  ) -> [(position: Int, entry: Int)] {
    var places: [(position: Int, entry: Int)] = []
    if members.isEmpty { return places }
    for run in whole.runs {
      guard case .entries(let entries) = run.content else { continue }
      var index = members.partitionPoint { $0 >= entries.lowerBound }
      while index < members.count, members[index] < entries.upperBound {
        places.append((run.position + members[index] - entries.lowerBound, members[index]))
        index += 1
      }
    }
    return places
  }
}
