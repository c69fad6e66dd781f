import PropertyLists

extension Catalogue {
  /// Whether an entry has a field of this key.
  ///
  /// - Parameter followsPaths: Whether `key` may also be a path to a value inside a field.
  /// - Complexity: O(*n*) in the number of entries before the first that has it.
  package func hasField(_ key: String, followsPaths: Bool = false) -> Bool {
    ([.root] + sections(in: .root)).contains { section in
      sections[section].runs.contains { run in
        guard case .entries(let entries) = run.content else { return false }
        return entries.contains { entry in
          let value = value(of: entry)
          guard document.kind(of: value) == .dict else { return false }
          if shape.isStringCatalog { return !localizedFields(named: key, of: value).isEmpty }
          return followsPaths
            ? document.value(named: key, in: value) != nil
            : document.value(of: key, in: value) != nil
        }
      }
    }
  }

  /// The keys of fields that entries have or, in a catalogue without entries, are declared to have:
  /// the columns of a table.
  ///
  /// - Complexity: O(*n*) in the members of entries.
  package func usualFieldKeys() -> [String] {
    let keys = fieldKeys()
    return keys.isEmpty && entryCount == 0 ? DeclaredKeys.of(document) : keys
  }

  /// Whether new entries of a catalogue without entries and sections are stored under keys.
  package var namesNewEntries: Bool {
    isFlat && entryCount == 0 && document.kind(of: shape.root) == .dict
  }

  /// The keys of all fields that entries have, in order of first appearance; keys that are only
  /// canonically equivalent are listed separately.
  ///
  /// - Complexity: O(*n*) in the number of entries' members.
  package func fieldKeys() -> [String] {
    var keys: [String] = []
    var seen: Set<[UInt8]> = []
    forEachEntry(in: .root) { entry in
      let value = value(of: entry)
      guard document.kind(of: value) == .dict else { return }
      forEachNamedMember(of: value) { key, _ in
        if seen.insert(Array(key.utf8)).inserted { keys.append(key) }
      }
    }
    return keys
  }

  /// Summaries of the entries' fields, in order of first appearance.
  ///
  /// - Complexity: O(*n*) in the number of entries' members.
  package func keySummaries() -> [KeySummary] {
    var order: [String] = []
    var counts: [String: [NodeKind: Int]] = [:]
    for entry in entries where document.kind(of: value(of: entry)) == .dict {
      forEachNamedMember(of: value(of: entry)) { key, value in
        if counts[key] == nil { order.append(key) }
        let kind = document.kind(of: value)
        counts[key, default: [:]][kind == .false ? .true : kind, default: 0] += 1
      }
    }
    return order.map { key in
      let kinds = (counts[key] ?? [:]).sorted {
        ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
      }
      return KeySummary(key: key, types: kinds.map { ($0.typeName, $1) })
    }
  }
}

/// The types of the values that entries have under a key, and how many entries have each, the most
/// frequent first.
package struct KeySummary: CustomStringConvertible {
  package let key: String
  package let types: [(name: String, count: Int)]

  /// One line, such as `phoneNum: string in 84, integer in 2`.
  package var description: String {
    "\(key): " + types.map { "\($0.name) in \($0.count)" }.joined(separator: ", ")
  }
}

extension NodeKind {
  /// The name of a value's type for users.
  var typeName: String {
    switch self {
    case .true, .false: "boolean"
    case .dict: "dictionary"
    default: elementName
    }
  }
}
