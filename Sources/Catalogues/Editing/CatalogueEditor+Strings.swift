package import PropertyLists

/// Changing the strings of many entries.
extension CatalogueEditor {
  /// A string in an entry, and its new text.
  package typealias StringChange = (string: ScalarIndex, text: String)

  /// The strings in an entry's value, at any depth. Without given keys, the value that decides the
  /// entry's section is left out, and so are a vCard's bookkeeping and identifying properties.
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
  ///   - changes: The changes of each entry; no entry appears twice.
  ///   - willChange: Called before each entry with the number of entries done.
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

  /// - Throws: `EditError.decidesSection` if the value under the key decides which section an entry
  ///   is in.
  package func checkGrouping(_ key: String) throws(EditError) {
    if key == shape.groupingKey { throw .decidesSection(key: key) }
  }
}

extension PropertyListDocument {
  /// The strings that a value is or holds, in file order.
  fileprivate func strings(in value: NodeIndex) -> [ScalarIndex] {
    switch kind(of: value) {
    case .array: elements(of: value).flatMap(strings)
    case .dict: members(of: value).flatMap { strings(in: $0.value) }
    default: string(value).map { [$0] } ?? []
    }
  }
}
