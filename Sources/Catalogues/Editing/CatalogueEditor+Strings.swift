package import PropertyLists

/// Changing the strings of many entries.
extension CatalogueEditor {
  /// A string in an entry, and the text that it is to have.
  package typealias StringChange = (string: ScalarIndex, text: String)

  /// The strings in an entry: its value, or those in it, however deep; not the one that decides
  /// which section the entry is in, nor what a vCard keeps besides its values.
  ///
  /// - Parameter keys: The keys, or paths, of the fields whose strings are wanted; `nil` for all.
  package func strings(of entry: Entry.ID, under keys: [String]? = nil) -> [ScalarIndex] {
    let value = catalogue.value(of: entry)
    guard document.kind(of: value) == .dict else {
      return keys == nil ? document.strings(in: value) : []
    }
    var seen: Set<NodeIndex> = []
    if let texts = catalogue.texts(of: value, named: keys) {
      return texts.flatMap(document.strings).filter { seen.insert($0.node).inserted }
    }
    guard let keys else {
      return document.members(of: value).flatMap { member in
        document.isBookkeeping(member) || document.isIdentifying(member)
          || shape.groupingKey.map { document.hasText(member.key, $0) } ?? false
          ? [] : document.strings(in: member.value)
      }
    }
    return keys.compactMap { document.value(named: $0, in: value) }
      .flatMap(document.strings).filter { seen.insert($0.node).inserted }
  }

  /// Gives strings other texts.
  ///
  /// - Parameters:
  ///   - changes: The strings of each entry, which appears once.
  ///   - willChange: Called with the number of entries done before each.
  /// - Complexity: O(*n* log *n*) in the number of entries.
  package func change(
    _ changes: [(entry: Entry.ID, strings: [StringChange])],
    _ willChange: (_ done: Int) -> Void = { _ in }
  ) throws(EditError) {
    try rewritingMany { () throws(EditError) in
      for (number, change) in changes.enumerated() {
        willChange(number)
        var edits: [(range: Range<Int>, text: [UInt8])] = []
        for (string, text) in change.strings {
          let field = FieldAssignment(key: "", type: .string, value: text)
          edits.append(
            try document.replacement(of: string.node, by: element(for: field, insteadOf: .string)))
        }
        try rewrite(change.entry, replacing: edits)
      }
    }
  }

  /// - Throws: `EditError.decidesSection` if the value under the key does.
  package func checkGrouping(_ key: String) throws(EditError) {
    if key == shape.groupingKey { throw .decidesSection(key: key) }
  }
}

extension PropertyListDocument {
  /// The strings that a value is or holds, in their order.
  fileprivate func strings(in value: NodeIndex) -> [ScalarIndex] {
    switch kind(of: value) {
    case .array: elements(of: value).flatMap(strings)
    case .dict: members(of: value).flatMap { strings(in: $0.value) }
    default: string(value).map { [$0] } ?? []
    }
  }
}
