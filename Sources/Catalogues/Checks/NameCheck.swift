import ICUText
import Platform
import PropertyLists

/// Entries of a section, and sibling sections, whose names are the same or similar.
struct NameCheck: Check {
  func run(_ inspection: inout Inspection) {
    let folding = CaseFolding()
    for section in [.root] + inspection.catalogue.sections(in: .root) {
      let catalogue = inspection.catalogue
      let form = catalogue.shape.isForm ? catalogue.formSection(section) : nil
      // Rows of a form are only compared with rows of the same owner: several rows may own a choice
      // "No".
      var names: [Int?: NamesOfSection] = [:]
      for item in catalogue.sections[section].items {
        var owner: Int?
        if let form, case .entry(let entry) = item, let position = form.position(of: entry) {
          owner = form.owner(of: position)
        }
        guard
          let finding = names[owner, default: NamesOfSection(folding: folding)].add(
            item, of: catalogue)
        else { continue }
        let other = inspection.book.address(of: finding.other)
        inspection.add(
          finding.code, at: finding.node, of: item,
          finding.code == .duplicateEntry
            ? "the same entry as \(other)"
            : "'\(finding.name.excerpt())' is \(finding.code.relation) \(other)",
          fix: finding.code == .duplicateEntry ? .delete(item) : nil)
      }
    }
  }
}

extension Finding.Code {
  fileprivate var relation: String {
    switch self {
    case .duplicateLabel: "also the label of"
    case .duplicateTitle: "also the title of"
    default: "similar to"
    }
  }
}

/// The names of a section's items seen so far.
private struct NamesOfSection {
  let folding: CaseFolding
  private var firstWithName: [String: Item] = [:]
  private var firstAlike: [[UInt8]: Item] = [:]
  /// The contents of entries whose names appear more than once.
  private var contents: [String: [[UInt8]: Item]] = [:]

  init(folding: CaseFolding) { self.folding = folding }

  struct Match {
    let code: Finding.Code
    let name: String
    let node: NodeIndex
    let other: Item
  }

  /// Adds an item.
  ///
  /// - Returns: The match with a previous item, if there is one.
  mutating func add(_ item: Item, of catalogue: Catalogue) -> Match? {
    let (name, node) = nameAndNode(of: item, in: catalogue)
    guard !name.isEmpty, let node else { return nil }
    if let first = firstWithName[name] {
      if let same = same(as: item, first, name, in: catalogue) {
        return Match(code: .duplicateEntry, name: name, node: node, other: same)
      }
      let code: Finding.Code = item.isEntry ? .duplicateLabel : .duplicateTitle
      return Match(code: code, name: name, node: node, other: first)
    }
    firstWithName[name] = item
    // Folding turns all non-ASCII white space into blanks. A name of only white space is missing.
    let key = folding.fold(name).filter { $0 > 0x20 }
    guard !key.isEmpty else { return nil }
    if let first = firstAlike[key] {
      // As sections of an index, Ö and O may be different letters.
      if !item.isEntry, name.count == 1, areOtherLetters(name, catalogue.name(of: first)) {
        return nil
      }
      let code: Finding.Code = item.isEntry ? .similarLabel : .similarTitle
      return Match(code: code, name: name, node: node, other: first)
    }
    firstAlike[key] = item
    return nil
  }

  private func areOtherLetters(_ name: String, _ other: String) -> Bool {
    let folding = CaseFolding(keepsAccents: true)
    return folding.fold(name) != folding.fold(other)
  }

  /// The first entry that has the same name and contents as an item.
  private mutating func same(
    as item: Item, _ first: Item, _ name: String, in catalogue: Catalogue
  ) -> Item? {
    guard case .entry(let entry) = item else { return nil }
    if contents[name] == nil, case .entry(let first) = first {
      contents[name] = [content(of: first, in: catalogue): .entry(first)]
    }
    let content = content(of: entry, in: catalogue)
    // The set is changed in place: with many equal names, a copy each time would be slow.
    if let same = contents[name, default: [:]][content] { return same }
    contents[name, default: [:]][content] = item
    return nil
  }

  private func content(of entry: Entry.ID, in catalogue: Catalogue) -> [UInt8] {
    catalogue.document.content(of: catalogue.value(of: entry))
  }

  private func nameAndNode(
    of item: Item, in catalogue: Catalogue
  ) -> (name: String, node: NodeIndex?) {
    switch item {
    case .entry(let entry):
      let node = catalogue.labelNode(of: entry)
      return (node.flatMap(catalogue.document.shownText) ?? "", node?.node)
    case .section(let section):
      return (catalogue.title(of: section) ?? "", catalogue.sections[section].titleNode)
    }
  }
}

extension PropertyListDocument {
  /// Bytes that are the same for equal values, regardless of how these are written and of the order
  /// of keys in dictionaries.
  fileprivate func content(of value: NodeIndex) -> [UInt8] {
    let kind = kind(of: value)
    var result = [kind.rawValue]
    func append(_ part: [UInt8]) {
      // The length prefix ensures that different lists of parts do not yield the same bytes.
      result.append(littleEndian: part.count)
      result.append(contentsOf: part)
    }
    var written: String { scalar(value).map(text) ?? "" }
    switch kind {
    case .array: for element in elements(of: value) { append(content(of: element)) }
    case .dict:
      let members = members(of: value).map { (Array(text(of: $0.key).utf8), content(of: $0.value)) }
      for (key, content) in members.sorted(by: { $0.0.lexicographicallyPrecedes($1.0) }) {
        append(key)
        append(content)
      }
    case .data: append(data(at: value) ?? [])
    case .integer: append(Array((integer(at: value).map { "\($0)" } ?? written).utf8))
    case .real: append(Array((real(at: value).map { "\($0)" } ?? written).utf8))
    case .string, .date, .key, .true, .false: append(Array(written.utf8))
    }
    return result
  }
}
