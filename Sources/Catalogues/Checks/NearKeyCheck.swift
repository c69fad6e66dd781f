import PropertyLists

/// Keys that few entries have in place of one that most have and that is nearly the same.
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
    let usual = counts.indices.filter { counts[$0] * 2 >= entryCount }
    var near: [Int: Int] = [:]
    for key in counts.indices {
      near[key] = usual.first {
        counts[key] * NearKeyCheck.part <= counts[$0]
          && NearKeys.areNear(fields.keys[key], fields.keys[$0])
      }
    }
    if !near.isEmpty { report(near, counts, &inspection) }
  }

  /// How many entries must have a usual key for one that has the other.
  private static let part = 4

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

/// A key that no entry has, and one that is nearly the same.
package struct NewKey: Equatable, Sendable {
  package let key: String
  package let near: String
}

extension CatalogueEditor {
  /// The keys of fields that no entry has, but that are nearly keys that an item's neighbours have.
  ///
  /// - Parameter item: An entry, or the section of a new entry.
  /// - Complexity: O(1); O(*n*) in the number of entries for keys that are nearly others.
  package func newKeys(of fields: [FieldAssignment], for item: Item) -> [NewKey] {
    let values =
      switch item {
      case .entry(let entry): neighbours(of: entry)
      case .section(let section):
        neighbours(around: catalogue.sections[section].itemCount, in: section)
      }
    var keys: [String] = []
    var seen: Set<[UInt8]> = []
    for value in values {
      for member in document.members(ofDict: value)
      where seen.insert(document.bytes(of: member.key)).inserted {
        keys.append(document.text(of: member.key))
      }
    }
    if values.isEmpty {
      keys = declaredKeys
      seen = Set(keys.map { Array($0.utf8) })
    }
    return fields.compactMap { field in
      // A path, or a key that is written as one, begins with a key that is there.
      if seen.contains(field.keyBytes) || FieldPath.mayBeMisread(field.key) { return nil }
      let near = keys.first { NearKeys.areNear(field.key, $0) }
      guard let near, !catalogue.hasField(field.key) else { return nil }
      return NewKey(key: field.key, near: near)
    }
  }
}
