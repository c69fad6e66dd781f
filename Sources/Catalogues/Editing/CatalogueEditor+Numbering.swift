import PropertyLists

/// Dictionaries whose keys count their items: `Item0`, `Item1`, ….
extension CatalogueEditor {
  /// Runs a closure that changes the items of sections, then renumbers the items with numbered
  /// keys.
  ///
  /// If the numbers ascended in the file, they ascend afterwards. Otherwise each item keeps its
  /// rank among the numbers, and new items get the highest ones.
  func renumbering<Result>(
    _ sections: [Section.ID], _ body: () throws(EditError) -> Result
  ) throws(EditError) -> Result {
    let start = changeCount
    var known: [Numbering] = []
    var new: [Numbering] = []
    for section in sections {
      if let numbering = numberings[section], catalogue.sections[section].itemCount > 0 {
        known.append(numbering)
      } else {
        numberings[section] = nil
        if let numbering = Numbering(of: section, in: self) { new.append(numbering) }
      }
    }
    let result = try body()
    for numbering in known {
      guard let changed = changedPositions(of: numbering.section, since: start) else { continue }
      try numbering.restore(changed, in: self)
    }
    for numbering in new {
      let count = catalogue.sections[numbering.section].itemCount
      try numbering.restore(0..<count, in: self)
      if numbering.isAscending { numberings[numbering.section] = numbering }
    }
    return result
  }
}

/// How the items of a section are numbered. Numbers in the keys of the section's own fields are
/// skipped.
struct Numbering {
  fileprivate let section: Section.ID
  private let prefix: String
  private let first: Int
  /// The numbers in the keys of the section's own fields, ascending.
  private let taken: [Int]
  /// The minimum number of digits.
  private let width: Int
  /// Whether the numbers ascend in the order of the file.
  fileprivate let isAscending: Bool

  /// `nil` if the section's items are not numbered.
  fileprivate init?(of section: Section.ID, in editor: CatalogueEditor) {
    guard editor.listKind(of: section) == .numbered else { return nil }
    var names = Numbering.names(in: section, of: editor)
    if names.isEmpty {
      // Empty sections are numbered like other sections of the same depth.
      let depth = editor.catalogue.sections[section].depth
      names =
        editor.catalogue.firstSection {
          $0 != .root && editor.catalogue.sections[$0].depth == depth
            && !Numbering.names(in: $0, of: editor).isEmpty
        }.map { Numbering.names(in: $0, of: editor) }
        ?? [Name(prefix: "Item", number: 0, width: 1)]
    }
    guard let some = names.first, let least = names.min(by: { $0.number < $1.number }) else {
      return nil
    }
    self.section = section
    let fields = SectionMembers(of: section, in: editor.catalogue).fields.compactMap {
      $0.path.last.flatMap(Numbering.name)
    }
    taken = fields.filter { $0.prefix == some.prefix }.map(\.number).sorted()
    prefix = some.prefix
    first = least.number
    width = names.map(\.width).min() ?? 1
    isAscending = zip(names, names.dropFirst()).allSatisfy { $0.number < $1.number }
  }

  /// Renumbers the items.
  ///
  /// - Parameter changed: The positions that may have other items than before. All other items are
  ///   in the same order and were numbered without a gap.
  fileprivate func restore(
    _ changed: Range<Int>, in editor: CatalogueEditor
  ) throws(EditError) {
    let whole = editor.catalogue.sections[section]
    let ranks = isAscending ? [] : whole.items.map { rank(Numbering.name(of: $0, in: editor)) }
    let order = ranks.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    try editor.rewritingMany { () throws(EditError) in
      for offset in changed.lowerBound..<whole.itemCount {
        let item = whole.item(at: isAscending ? offset : order[offset])
        let digits = String(number(at: offset))
        let wanted =
          prefix + String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
        if editor.keyText(of: item) != wanted {
          try editor.rewriteKey(of: item, as: wanted)
        } else if offset >= changed.upperBound {
          // All later items have the right numbers, too.
          break
        }
      }
    }
  }

  /// The number of the item at an offset.
  private func number(at offset: Int) -> Int {
    taken.reduce(first + offset) { number, taken in
      first...number ~= taken ? number + 1 : number
    }
  }

  private func rank(_ name: Name?) -> Int {
    guard let name, name.prefix == prefix else { return .max }
    return name.number
  }

  private struct Name {
    let prefix: String
    let number: Int
    let width: Int
  }

  private static func names(in section: Section.ID, of editor: CatalogueEditor) -> [Name] {
    editor.catalogue.sections[section].items.compactMap { name(of: $0, in: editor) }
  }

  private static func name(of item: Item, in editor: CatalogueEditor) -> Name? {
    editor.keyText(of: item).flatMap(name)
  }

  private static func name(_ text: String) -> Name? {
    let digits = text.utf8.reversed().prefix { (0x30...0x39).contains($0) }
    // With more digits the next number might overflow an `Int`.
    guard !digits.isEmpty, digits.count < 19,
      let number = Int(String(decoding: digits.reversed(), as: UTF8.self))
    else { return nil }
    let prefix = String(decoding: text.utf8.dropLast(digits.count), as: UTF8.self)
    return Name(prefix: prefix, number: number, width: digits.count)
  }
}

extension CatalogueEditor {
  /// The current text of the key that an item is stored under.
  func keyText(of item: Item) -> String? {
    firstNode(of: item).flatMap(document.key).map(document.text)
  }

  fileprivate func rewriteKey(of item: Item, as name: String) throws(EditError) {
    guard let key = firstNode(of: item), document.kind(of: key) == .key else { return }
    switch item {
    case .entry(let entry):
      // An entry's text stays in one piece.
      try rewrite(
        entry, replacing: [document.replacement(of: key, by: document.element(ofKey: name))])
    case .section(let section):
      guard let node = catalogue.sections[section].node else { return }
      _ = try rewriteKey(of: node, as: name)
    }
  }
}
