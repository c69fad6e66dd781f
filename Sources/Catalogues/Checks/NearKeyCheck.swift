import PropertyLists

/// Rare keys that are probably misspellings of a key that most entries have.
struct NearKeyCheck: Check {
  func run(_ inspection: inout Inspection) {
    if inspection.catalogue.shape.isForm { return }
    let fields = inspection.fields
    var counts: [Int] = []
    var entryCount = 0
    fields.forEachEntry { _, dict in
      entryCount += 1
      fields.forEachField(of: dict) { key, _ in
        while counts.count <= key { counts.append(0) }
        counts[key] += 1
      }
    }
    let near = NearKeyCheck.near(fields.keys, counts, entryCount)
    if !near.isEmpty { report(near, counts, &inspection) }
  }

  /// For each rare key, the first usual key that it is near to; both by number.
  ///
  /// - Parameter counts: The number of entries that have each key.
  static func near(_ keys: [String], _ counts: [Int], _ entryCount: Int) -> [Int: Int] {
    let usual = counts.indices.filter { counts[$0] * 2 >= entryCount }
    let most = usual.lazy.map { counts[$0] }.max() ?? 0
    let rare = counts.indices.filter { counts[$0] * part <= most }
    if rare.isEmpty { return [:] }
    // Keys can only be near each other if they have the same numbers.
    var candidates: [[Substring]: [(number: Int, key: NearKeys.Key)]] = [:]
    for number in usual {
      let key = NearKeys.Key(keys[number])
      candidates[key.numbers, default: []].append((number, key))
    }
    var near: [Int: Int] = [:]
    var comparisonsLeft = mostComparisons
    for number in rare {
      let key = NearKeys.Key(keys[number])
      near[number] =
        candidates[key.numbers]?.first {
          guard counts[number] * part <= counts[$0.number], comparisonsLeft > 0 else {
            return false
          }
          comparisonsLeft -= 1
          return NearKeys.areNear(key, $0.key)
        }?.number
    }
    return near
  }

  /// A usual key must occur at least this many times as often as a rare key near it.
  private static let part = 4
  /// The most pairs of keys that are compared. Beyond that, keys are data, not words to misspell.
  private static let mostComparisons = 1 << 18

  /// Reports the first entry with each key, unless an entry has both keys.
  private func report(_ near: [Int: Int], _ counts: [Int], _ inspection: inout Inspection) {
    let (fields, document) = (inspection.fields, inspection.document)
    var first: [Int: (entry: Entry.ID, value: NodeIndex)] = [:]
    var related: Set<Int> = []
    fields.forEachEntry { entry, dict in
      var own: [(key: Int, value: NodeIndex)] = []
      var keys: Set<Int> = []
      fields.forEachField(of: dict) { key, value in
        keys.insert(key)
        if near[key] != nil { own.append((key, value)) }
      }
      for (key, value) in own {
        if near[key].map(keys.contains) ?? false { related.insert(key) }
        if first[key] == nil { first[key] = (entry, value) }
      }
    }
    for (key, usual) in near {
      guard !related.contains(key), let (entry, value) = first[key],
        let node = document.key(before: value)
      else { continue }
      let others = counts[key] == 1 ? "" : ", in \(counts[key]) entries,"
      inspection.add(
        .nearKey, at: node, of: .entry(entry),
        "the key '\(fields.keys[key].excerpt())'\(others) is nearly "
          + "'\(fields.keys[usual].excerpt())', which most entries have")
    }
  }
}

// MARK: New keys

/// A key that no entry has, and that is probably a mistake.
package struct NewKey: Equatable, Sendable {
  package let key: String
  /// An existing key that was probably meant; `nil` if the key is suspicious because it looks like
  /// a path.
  package let near: String?
  /// Whether the key is for a String Catalog, whose fields are texts by language and a few others.
  package var isOfStringCatalog = false
}

extension CatalogueEditor {
  /// The keys that no entry has and that are probably mistakes: they are near to a key of an item's
  /// neighbours, or look like paths although no other key has dots.
  ///
  /// - Parameters:
  ///   - item: An entry, or the section of a new entry.
  ///   - followsPaths: Whether keys may be paths to values inside values.
  /// - Complexity: O(1); O(*n*) in the number of entries if a key looks like a mistake.
  package func newKeys(
    of fields: [FieldAssignment], for item: Item, followsPaths: Bool = false
  ) -> [NewKey] {
    if shape.isStringCatalog { return newLocalizedKeys(of: fields) }
    let values =
      switch item {
      case .entry(let entry): neighbours(of: entry)
      case .section(let section):
        neighbours(around: catalogue.sections[section].itemCount, in: section)
      }
    let dicts = values.filter { document.kind(of: $0) == .dict }
    let names = dicts.isEmpty ? declaredKeys : keys(of: dicts)
    let known = Set(names.map { Array($0.utf8) })
    let new = fields.filter { !known.contains($0.keyBytes) }
    if new.isEmpty { return [] }
    let given = Set(fields.map(\.key))
    let nearNames = names.map(NearKeys.Key.init)
    let arePlain = !names.contains(where: FieldPath.hasDotsOrBackslashes)
    var comparisonsLeft = CatalogueEditor.mostComparisons
    return new.compactMap { field in
      if isCards, VCardMapping.isComponent(FieldPath(field.key).components) { return nil }
      var near: String?
      if comparisonsLeft > 0 {
        comparisonsLeft -= nearNames.count
        if !FieldPath.hasDotsOrBackslashes(field.key) {
          let key = NearKeys.Key(field.key)
          near = nearNames.first { NearKeys.isProbably(key, meaning: $0) }?.text
        } else if followsPaths {
          near = nearPath(FieldPath(field.key), in: dicts)
        }
      }
      let isProbablyWrong =
        near != nil
        || arePlain && isLikePath(field)
          && !(followsPaths && isBegun(FieldPath(field.key), by: given, item, dicts))
      guard isProbablyWrong, !catalogue.hasField(field.key, followsPaths: followsPaths) else {
        return nil
      }
      return NewKey(key: field.key, near: near)
    }
  }

  /// The most pairs of keys that are compared. Beyond that, keys are data, not words to misspell.
  private static let mostComparisons = 1 << 16

  /// Whether the first component of a path exists: in the entry, as the key of another new field,
  /// or as that of a container in a neighbour.
  private func isBegun(
    _ path: FieldPath, by keys: Set<String>, _ item: Item, _ neighbours: [NodeIndex]
  ) -> Bool {
    let start = path.components[0]
    if let own = item.entry.map(catalogue.value),
      document.kind(of: own) != .dict || document.value(of: start, in: own) != nil
    {
      return true
    }
    return keys.contains(start)
      || neighbours.contains { dict in
        document.value(of: start, in: dict).map { document.kind(of: $0).isContainer } ?? false
      }
  }

  /// The keys that a section does not have and that are probably mistakes: they are near to a key
  /// of the section or of a section beside it, or look like paths.
  ///
  /// - Complexity: O(*n*) in the numbers of fields and of members of these sections.
  package func newKeys(of fields: [FieldAssignment], ofSection section: Section.ID) -> [NewKey] {
    var names = catalogue.namedFields(of: section).map(\.name)
    if section != .root {
      let parent = catalogue.sections[catalogue.parent(of: .section(section))]
      let position = catalogue.position(of: .section(section))
      for near in [parent.section(before: position), parent.section(from: position + 1)] {
        names += near.map { catalogue.namedFields(of: $0.section).map(\.name) } ?? []
      }
    }
    guard let dict = SectionMembers(of: section, in: catalogue).dicts.first else { return [] }
    let known = Set(names.map { Array($0.utf8) })
    let new = fields.filter { field in
      // A key is also known if it is a path that begins with the name of a known field.
      let bytes = field.keyBytes
      let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") } + [bytes.count]
      return !ends.contains { known.contains(Array(bytes[..<$0])) }
    }
    if new.isEmpty { return [] }
    let keys = self.keys(of: [dict.node])
    let arePlain = !keys.contains(where: FieldPath.hasDotsOrBackslashes)
    let starts = Set(keys).union(fields.map(\.key))
    let nearNames = names.map(NearKeys.Key.init)
    var comparisonsLeft = CatalogueEditor.mostComparisons
    return new.compactMap { field in
      var near: String?
      if comparisonsLeft > 0 {
        comparisonsLeft -= nearNames.count
        let key = NearKeys.Key(field.key)
        near = nearNames.first { NearKeys.isProbably(key, meaning: $0) }?.text
      }
      let isPath = FieldPath(field.key).components.first.map(starts.contains) ?? false
      return near != nil || !isPath && arePlain && isLikePath(field)
        ? NewKey(key: field.key, near: near) : nil
    }
  }

  /// The key that names a new entry, if it looks like a path although no other name in the list has
  /// dots.
  ///
  /// - Complexity: O(*n*) in the number of names for a key with dots.
  package func newName(of new: NewEntry, in section: Section.ID) -> NewKey? {
    guard new.label == nil, new.fields.count == 1, listKind(of: section) == .named,
      FieldPath.hasDotsOrBackslashes(new.fields[0].key)
    else { return nil }
    let names = catalogue.sections[section].items.lazy.map { self.catalogue.name(of: $0) }
    return isLikePath(new.fields[0], beside: names)
      ? NewKey(key: new.fields[0].key, near: nil) : nil
  }

  /// Whether a key has dots that are not escaped, although no other name has dots.
  private func isLikePath(_ field: FieldAssignment, beside names: some Sequence<String>) -> Bool {
    isLikePath(field) && !names.contains(where: FieldPath.hasDotsOrBackslashes)
  }

  private func isLikePath(_ field: FieldAssignment) -> Bool {
    FieldPath(field.key).components.count > 1 && !FieldPath.isEscaped(field.key)
  }

  /// For a path that leads nowhere, the path with its first missing key replaced by an existing key
  /// near it; `nil` if there is none.
  private func nearPath(_ path: FieldPath, in dicts: [NodeIndex]) -> String? {
    var nodes = dicts
    for (index, name) in path.components.enumerated() {
      let next = nodes.compactMap { document.child(name, of: $0) }
      if next.isEmpty {
        let names = keys(of: nodes.filter { document.kind(of: $0) == .dict })
        guard let near = names.first(where: { NearKeys.isProbably(name, meaning: $0) }) else {
          return nil
        }
        var components = path.components
        components[index] = near
        return FieldPath(components: components).text
      }
      nodes = next
    }
    return nil
  }

  /// The keys of dictionaries, each once, in order of first appearance.
  private func keys(of dicts: [NodeIndex]) -> [String] {
    var seen: Set<[UInt8]> = []
    return dicts.flatMap { document.members(ofDict: $0) }
      .filter { seen.insert(document.bytes(of: $0.key)).inserted }
      .map { document.text(of: $0.key) }
  }
}
