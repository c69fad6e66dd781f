import PropertyLists

/// Looks up the names of a catalogue's items, in tables that are made on demand and updated when
/// the catalogue changes.
///
/// At first a section is searched item by item. It gets a table once several names have been looked
/// up in it, so that a single lookup costs no more than a search. Not safe for concurrent use.
final class ItemNames {
  let reader = ItemNameReader()
  private var tables: [Scope: NameTable] = [:]
  private var scanCounts: [Scope: Int] = [:]
  /// The codes of marks by section, until the section changes; see `NameMarker.codes(in:)`.
  private var marks: [Section.ID: [UInt32]] = [:]
  /// The number of marks looked up in a section's table since the section last changed.
  private var markLookups: [Section.ID: Int] = [:]
  /// Whether the names in a section are in order, as far as the caller has found out. A result is
  /// forgotten when it may have become wrong, or when many items change.
  var orders: [Section.ID: Bool] = [:]

  var policy = Policy()

  /// A set of items that is searched together.
  enum Scope: Hashable {
    case section(Section.ID)
    /// All entries, in whatever section.
    case everything

    var section: Section.ID { if case .section(let section) = self { section } else { .root } }
  }

  /// The policy of when tables are made.
  struct Policy {
    /// The number of searches of a section before it gets a table: a single shell command makes
    /// two.
    var scansBefore = 2
    /// Sections with at most this many items get no table.
    var fewItems = 16
  }

  /// The table of a scope; `nil` as long as searching item by item is cheaper.
  func table(of scope: Scope, in catalogue: Catalogue) -> (NameTable, NameTable.Look)? {
    let look = NameTable.Look(catalogue: catalogue, reader: reader, scope: scope)
    if let table = tables[scope] { return (table, look) }
    if case .section(let section) = scope,
      catalogue.sections[section].itemCount <= policy.fewItems
    {
      return nil
    }
    let scans = scanCounts[scope, default: 0]
    scanCounts[scope] = scans + 1
    if scans < policy.scansBefore { return nil }
    var items = ItemNames.items(of: scope, in: catalogue)
    if scope == .everything { items.sort { look.order(of: $0) < look.order(of: $1) } }
    let table = NameTable(items, in: catalogue, reader)
    tables[scope] = table
    return (table, look)
  }

  static func items(of scope: Scope, in catalogue: Catalogue) -> [Item] {
    if case .section(let section) = scope { return Array(catalogue.sections[section].items) }
    var entries: [Item] = []
    catalogue.forEachEntry(in: .root) { entries.append(.entry($0)) }
    return entries
  }

  /// The mark of an item: how its address refers to it by its name.
  ///
  /// - Complexity: O(log *r*) in the number of the section's runs; O(*n*) in its items the first
  ///   time, and O(√*n*) the first times after it has changed.
  func mark(
    of item: Item, named name: String, in section: Section.ID, of catalogue: Catalogue
  ) -> NameMark {
    if let known = marks[section] { return mark(of: item, among: known, catalogue) }
    // Once lookups have cost as much as finding all marks would, all are found.
    let limit = max(policy.fewItems, catalogue.sections[section].itemCount / 64)
    let lookups = markLookups[section] ?? (tables[.section(section)] == nil ? .max : 0)
    if lookups < limit, let (table, look) = table(of: .section(section), in: catalogue) {
      markLookups[section] = lookups + 1
      return table.mark(of: item, named: name, look)
    }
    var marker = NameMarker(catalogue)
    let found = marker.codes(in: catalogue.sections[section])
    marks[section] = found
    return mark(of: item, among: found, catalogue)
  }

  private func mark(of item: Item, among codes: [UInt32], _ catalogue: Catalogue) -> NameMark {
    codes.isEmpty ? .name : NameMark(code: Int(codes[catalogue.position(of: item)]))
  }

  /// The items of a section that have exactly this name.
  func items(named name: String, in section: Section.ID, of catalogue: Catalogue) -> [Item] {
    if let (table, look) = table(of: .section(section), in: catalogue) {
      return table.items(table.items(named: reader.name(name), look))
    }
    return catalogue.sections[section].items.filter { reader.name(of: $0, in: catalogue) == name }
  }

  // MARK: Changes

  /// Updates the tables for an item that the closure may rename.
  func renaming(_ item: Item, in catalogue: Catalogue, _ change: () -> Void) {
    let section = catalogue.parent(of: item)
    let name = orders[section] == true ? reader.name(of: item, in: catalogue) : nil
    defer {
      if let name, name != reader.name(of: item, in: catalogue) { orders[section] = nil }
    }
    forgetMarks(in: section)
    let scopes = [.section(section)] + (item.isEntry ? [Scope.everything] : [])
    let known = scopes.filter { tables[$0] != nil }
    guard !known.isEmpty else { return change() }
    func look(_ scope: Scope) -> NameTable.Look {
      NameTable.Look(catalogue: catalogue, reader: reader, scope: scope)
    }
    let named = known.filter { tables[$0]?.remove(item, look($0)) ?? false }
    change()
    for scope in named { tables[scope]?.insert(item, look(scope)) }
  }

  /// Updates the tables for items of a section that the closure replaces.
  func replacing(
    _ old: [Section.Run.Content], by new: [Section.Run.Content], of section: Section.ID,
    in catalogue: Catalogue, _ change: () -> Void
  ) {
    let count = old.reduce(0) { $0 + $1.count } + new.reduce(0) { $0 + $1.count }
    let isMany = count > max(policy.fewItems, catalogue.sections[section].itemCount / 8)
    if isMany || orders[section] == true { orders[section] = nil }
    forgetMarks(in: section)
    // With a section, all its entries come or go.
    if (old + new).contains(where: \.isSection) { tables[.everything] = nil }
    let known = [Scope.section(section), .everything].filter { tables[$0] != nil }
    guard !known.isEmpty else { return change() }
    if isMany {
      // Making the table again when it is needed takes less time.
      for scope in known { tables[scope] = nil }
      return change()
    }
    let looks = known.map { NameTable.Look(catalogue: catalogue, reader: reader, scope: $0) }
    for item in old.lazy.flatMap(\.items) {
      for look in looks { _ = tables[look.scope]?.remove(item, look) }
    }
    change()
    for item in new.lazy.flatMap(\.items) {
      for look in looks { tables[look.scope]?.insert(item, look) }
    }
  }

  /// Forgets everything, since names of many items have changed.
  func forgetAll() {
    (tables, scanCounts, marks, markLookups, orders) = ([:], [:], [:], [:], [:])
  }

  private func forgetMarks(in section: Section.ID) {
    if marks.removeValue(forKey: section) != nil || markLookups[section] != nil {
      markLookups[section] = 0
    }
  }
}

extension Section.Run.Content {
  /// The section, or the entries one by one.
  var items: some Sequence<Item> { (0..<count).lazy.map(item(at:)) }
}

extension Catalogue {
  /// Whether another section beside a section has the same title.
  ///
  /// - Complexity: That of finding an item by its name.
  package func hasNamesake(_ section: Section.ID) -> Bool {
    guard let title = title(of: section) else { return false }
    return names.items(named: title, in: parent(of: .section(section)), of: self)
      .contains { !$0.isEntry && $0 != .section(section) }
  }
}
