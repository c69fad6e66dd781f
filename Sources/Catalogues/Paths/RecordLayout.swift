package import PropertyLists

/// Which values become records, and which become fields, when a catalogue is written as a recfile.
///
/// If an array holds entries, or sections that are dictionaries, all its elements are records. So
/// are the members of a dictionary that holds such items, if there are several and all are
/// dictionaries. All other values are fields of the record around them, named by the paths that
/// lead to them.
package struct RecordLayout {
  package let document: PropertyListDocument
  /// The values of entries, and of sections that are dictionaries.
  private let items: Set<NodeIndex>
  private let sections: Set<NodeIndex>
  private var titles: [NodeIndex: String] = [:]

  /// - Parameter catalogue: A catalogue that has not been edited.
  /// - Complexity: O(*n*) in the number of items.
  package init(_ catalogue: Catalogue) {
    document = catalogue.document
    var items: Set<NodeIndex> = []
    var sections: Set<NodeIndex> = []
    catalogue.forEachEntry(in: .root) { items.insert(catalogue.value(of: $0)) }
    for section in catalogue.sections {
      if let node = section.node, node != document.root, document.kind(of: node) == .dict {
        sections.insert(node)
      }
      guard let title = catalogue.fullTitle(of: section.id) else { continue }
      for case .entries(let range) in section.runs.map(\.content) {
        titles[catalogue.value(of: range.lowerBound)] = title
      }
    }
    self.sections = sections
    self.items = items.union(sections)
  }

  /// Whether the values directly in a container are records.
  package func isSet(_ container: NodeIndex) -> Bool {
    switch document.kind(of: container) {
    case .array: return document.elements(of: container).contains(where: items.contains)
    case .dict:
      var (hasItem, count) = (false, 0)
      for member in document.members(of: container) {
        guard document.kind(of: member.value) == .dict else { return false }
        hasItem = hasItem || items.contains(member.value)
        count += 1
      }
      return hasItem && count > 1
    default: return false
    }
  }

  /// The records in a container; in a dictionary with their keys.
  package func records(in container: NodeIndex) -> [(key: ScalarIndex?, value: NodeIndex)] {
    document.kind(of: container) == .dict
      ? document.members(of: container).map { ($0.key, $0.value) }
      : document.elements(of: container).map { (nil, $0) }
  }

  /// The title of the section whose entries are in a container.
  package func title(of container: NodeIndex) -> String? {
    records(in: container).first { titles[$0.value] != nil }.flatMap { titles[$0.value] }
  }

  /// Whether a container holds entries, not only sections.
  package func hasEntries(_ container: NodeIndex) -> Bool {
    records(in: container).contains { items.contains($0.value) && !sections.contains($0.value) }
  }

  /// Whether a value is one field: a single value, an empty container, or a container of records.
  package func isField(_ value: NodeIndex) -> Bool {
    !document.kind(of: value).isContainer
      || document.firstChild(of: value) == document.end(of: value) || isSet(value)
  }
}

extension PropertyListDocument {
  /// A value as the type and text of a field in a recfile; for a container only the type.
  package func recordField(_ value: NodeIndex) -> (type: RecordType, text: [UInt8]) {
    switch kind(of: value) {
    case .array: return (.array, [])
    case .dict: return (.dict, [])
    case .true: return (.boolean, Array("true".utf8))
    case .false: return (.boolean, Array("false".utf8))
    case .integer: return (.integer, Array((integer(at: value) ?? 0).description.utf8))
    case .real: return (.real, trimmedText(of: value))
    case .date: return (.date, trimmedText(of: value))
    case .data:
      var lines: [UInt8] = []
      for (index, byte) in Base64.encode(data(at: value) ?? []).utf8.enumerated() {
        if index > 0, index.isMultiple(of: 76) { lines.append(0x0A) }
        lines.append(byte)
      }
      return (.data, lines)
    case .string where isNull(value): return (.json, Array("null".utf8))
    case .string, .key:
      let text = scalar(value).map { withExactText(of: $0) { Array($0) } } ?? []
      return RecordText.canHold(text) ? (.string, text) : (.json, RecordText.json(of: text))
    }
  }

  private func trimmedText(of value: NodeIndex) -> [UInt8] {
    scalar(value).map { withText(of: $0) { text in text.filter { $0 > 0x20 } } } ?? []
  }
}
