package import PropertyLists

/// Catalogues whose entries are rows of a form.
extension Catalogue {
  /// The rows of a section, without those of sections inside it.
  ///
  /// - Complexity: O(*n*) in the number of rows.
  package func formSection(_ section: Section.ID) -> FormSection {
    var entries: [Entry.ID] = []
    for run in sections[section].runs {
      if case .entries(let more) = run.content { entries += more }
    }
    return FormSection(
      entries: entries, counts: entries.map { max(additionalRows(of: $0) ?? 0, 0) })
  }

  /// The rows of a form that belong to other rows; empty if the catalogue is no form.
  ///
  /// - Complexity: O(*n*) in the number of rows.
  func ownedRows() -> Set<Entry.ID> {
    guard shape.isForm else { return [] }
    var owned: Set<Entry.ID> = []
    for section in [.root] + sections(in: .root) {
      let rows = formSection(section)
      for (position, entry) in rows.entries.enumerated() where rows.owner(of: position) != nil {
        owned.insert(entry)
      }
    }
    return owned
  }

  /// The `additionalRows` of an entry: the number of following rows that it claims to own; `nil` if
  /// it is missing or not a number.
  package func additionalRows(of entry: Entry.ID) -> Int? {
    guard let node = formField(.additionalRows, of: entry) else { return nil }
    if let integer = document.integer(at: node) { return Int(clamping: integer) }
    if let real = document.real(at: node) { return Int(exactly: real.rounded()) }
    return document.scalar(node).flatMap { Int(document.text(of: $0)) }
  }

  /// The node of the value under one of a form's keys.
  package func formField(_ key: FormKey, of entry: Entry.ID) -> NodeIndex? {
    let value = value(of: entry)
    guard document.kind(of: value) == .dict else { return nil }
    return document.value(of: key.rawValue, in: value)
  }

  /// Whether the entry is a row of a form that is currently hidden.
  package func isHidden(_ entry: Entry.ID) -> Bool {
    guard shape.isForm, let node = formField(.isVisible, of: entry) else { return false }
    return document.flag(at: node) == false
  }

  /// Whether a row of a form shows the rows that belong to it.
  package func isExpanded(_ entry: Entry.ID) -> Bool {
    formField(.isExpanded, of: entry).flatMap(document.flag) ?? false
  }
}

extension PropertyListDocument {
  /// The value of a boolean, or of a number or text that means true or false; `nil` for anything
  /// else.
  package func flag(at node: NodeIndex) -> Bool? {
    switch kind(of: node) {
    case .true: true
    case .false: false
    case .integer: integer(at: node).map { $0 != 0 }
    case .real: real(at: node).map { $0 != 0 }
    case .string: scalar(node).flatMap { Flag.value(of: text(of: $0)) }
    default: nil
    }
  }
}

/// Words for true and false.
package enum Flag {
  /// - Returns: `nil` if the text is none of these words.
  package static func value(of text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "on", "1": true
    case "false", "no", "off", "0": false
    default: nil
    }
  }
}
