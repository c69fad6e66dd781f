import PropertyLists

extension Catalogue {
  /// What entries hold, a line a key: `phoneNum: string in 84, integer in 2`.
  ///
  /// - Complexity: O(*n*) in the number of entries' members.
  package func keySummaries() -> [String] {
    var order: [String] = []
    var counts: [String: [NodeKind: Int]] = [:]
    for entry in 0..<entryCount where document.kind(of: value(of: entry)) == .dict {
      for member in document.members(of: value(of: entry)) {
        let key = document.text(of: member.key)
        if counts[key] == nil { order.append(key) }
        let kind = document.kind(of: member.value)
        counts[key, default: [:]][kind == .false ? .true : kind, default: 0] += 1
      }
    }
    return order.map { key in
      let kinds = (counts[key] ?? [:]).sorted {
        ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
      }
      let list = kinds.map { kind, count in
        "\(kind.typeName) in \(count)"
      }
      return "\(key): \(list.joined(separator: ", "))"
    }
  }
}

extension NodeKind {
  /// What a person calls the type of a value.
  var typeName: String {
    switch self {
    case .true, .false: "boolean"
    case .dict: "dictionary"
    default: elementName
    }
  }
}
