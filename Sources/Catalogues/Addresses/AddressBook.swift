import ICUText
import Platform
import PropertyLists

/// Turns addresses into the items of a catalogue and back. Not safe for concurrent use.
package final class AddressBook {
  private let catalogue: Catalogue
  private let comparedNames: Int

  /// - Parameter comparedNames: The greatest number of names in a section that are compared with an
  ///   unknown name to find similar ones; 0 for no suggestions.
  package init(_ catalogue: Catalogue, comparedNames: Int = 20_000) {
    self.catalogue = catalogue
    self.comparedNames = comparedNames
  }

  /// The address of an item: names, with ordinals where they are not unique in their section, and
  /// positions for items without names.
  ///
  /// - Complexity: O(log *n*) in the items of the sections around it, but O(*n*) for the first item
  ///   in each; not so in a restored catalogue, which has stored which names are unique.
  package func address(of item: Item) -> String {
    AddressBook.joined(steps(to: item).map(component), of: item)
  }

  /// An address, with a leading slash where it would be ambiguous: an entry of the root might be
  /// taken for a section, a leading `-` for an option, and a leading dot for a path.
  private static func joined(_ path: [String], of item: Item) -> String {
    let address = path.joined(separator: "/")
    let isEntryOfRoot = path.count == 1 && item.isEntry
    let looksOtherwise = looksLikeOption(address) || ValuePath.isPath(address)
    return isEntryOfRoot || looksOtherwise ? "/" + address : address
  }

  /// Whether commands take a word for an option: it begins with a hyphen, maybe a full-width one.
  package static func looksLikeOption(_ word: String) -> Bool {
    word.unicodeScalars.first == "-" || word.unicodeScalars.first == "\u{FF0D}"
  }

  /// The address of an item, `/` for the root.
  package func fullAddress(of item: Item) -> String {
    item == .section(.root) ? "/" : address(of: item)
  }

  /// The address of an item, `/` for the root, without titles that are not in the file, so that it
  /// does not depend on the titles that are given.
  package func recordedAddress(of item: Item) -> String {
    if catalogue.givenTitles.titles.isEmpty { return fullAddress(of: item) }
    let path = steps(to: item).map { step in
      if case .section(let section) = step, catalogue.hasGivenTitle(section) {
        return "#\(catalogue.position(of: step) + 1)"
      }
      return component(of: step)
    }
    return path.isEmpty ? "/" : AddressBook.joined(path, of: item)
  }

  /// The position of an item: `2.16` is the sixteenth item of the second item of the root.
  package func position(of item: Item) -> String {
    catalogue.positions(of: item).map { String($0 + 1) }.joined(separator: ".")
  }

  /// The last component of an item's address.
  package func component(of item: Item) -> String {
    let name = name(of: item)
    var position: String { "#\(catalogue.position(of: item) + 1)" }
    if name.isEmpty { return position }
    let parent = catalogue.parent(of: item)
    // Stored marks are based on the titles in the file only.
    let stored = catalogue.givenTitles.titles.isEmpty ? catalogue.nameMark(of: item) : nil
    switch stored
      ?? catalogue.names.mark(of: item, named: name, in: parent, of: catalogue)
    {
    case .name: return Address.escaped(name)
    case .wholeName: return Address.escaped(name, isWhole: true)
    case .ordinal(let ordinal): return Address.escaped(name, isWhole: true) + "#\(ordinal)"
    case .position: return position
    }
  }

  private func steps(to item: Item) -> [Item] {
    switch item {
    case .section(let section): catalogue.path(to: section).map { .section($0) }
    case .entry(let entry):
      catalogue.path(to: catalogue.section(of: entry)).map { .section($0) } + [item]
    }
  }

  private func name(of item: Item) -> String {
    catalogue.names.reader.name(of: item, in: catalogue)
  }
}

// MARK: Resolving

/// How the names in an address are matched with names of items.
package enum NameMatching: Sendable {
  /// Exactly, where canonically equivalent text is the same.
  case exact
  /// Exactly, else ignoring case and accents, else by a beginning that only one name has.
  case lenient
  /// As `lenient`, but `#` and a number are part of the name, as in the oldest journals.
  case withoutOrdinals
}

extension AddressBook {
  /// The item at an address.
  ///
  /// A name is first looked up exactly. Unless the matching is exact, it is then looked up folded
  /// (ignoring case and accents), then as the beginning of exactly one name. A name with an ordinal
  /// is first looked up exactly as a whole.
  ///
  /// - Throws: `AddressError`, with candidates; for exact matching `inexact` if lenient matching
  ///   would find an item.
  /// - Complexity: O(log *n*) in the items of the sections on the way; O(*n*) the first few times
  ///   that a name is looked up in a section, or if no item has the name.
  package func item(
    at address: Address, _ matching: NameMatching = .lenient
  ) throws(AddressError) -> Item {
    do throws(AddressError) {
      return try find(address, matching)
    } catch {
      guard matching == .exact, case .notFound(let name, let inside, _) = error else { throw error }
      throw whyNotExact(address, name, inside) ?? error
    }
  }

  /// The error that says which items lenient matching would find; `nil` if there are none.
  private func whyNotExact(_ address: Address, _ name: String, _ inside: String?) -> AddressError? {
    do throws(AddressError) {
      let meant = try find(address, .lenient)
      return .inexact(name: name, inside: inside, meant: fullAddress(of: meant))
    } catch {
      if case .ambiguous = error { return error }
      return nil
    }
  }

  private func find(
    _ address: Address, _ matching: NameMatching
  ) throws(AddressError) -> Item {
    var item = Item.section(.root)
    for component in address.components {
      switch item {
      case .section(.root) where catalogue.shape.isForm || catalogue.shape.grouping == .headerRows:
        item = try self.item(component, inForm: catalogue.root, matching)
      case .section(let section): item = try self.item(component, in: section, matching)
      case .entry(let entry): item = try self.item(component, inRow: entry, matching)
      }
    }
    return item
  }

  /// The item whose value is at a path.
  ///
  /// - Precondition: The catalogue was not edited since it was read.
  package func item(atPath text: String) throws(AddressError) -> Item {
    let path: ValuePath
    let value: NodeIndex
    do {
      path = try ValuePath(text)
      value = try EditedTree(catalogue.document).value(at: path)
    } catch let error as ValuePathError {
      throw .path(.malformed(error))
    } catch let error as PathError {
      throw .path(error)
    } catch {
      preconditionFailure("paths throw nothing else")
    }
    guard let item = catalogue.item(of: value) else { throw .noItem(path) }
    return item
  }

  /// The item at an address that a user typed. If it is not found, full-width characters are read
  /// as ASCII; with exact matching the error names the item that is then found.
  package func item(
    at text: String, _ matching: NameMatching = .lenient
  ) throws(AddressError) -> Item {
    do throws(AddressError) {
      return try item(at: Address(text), matching)
    } catch {
      let narrow = text.halfWidth
      guard narrow != text, let address = try? Address(narrow),
        let item = try? find(address, .lenient)
      else { throw error }
      if matching == .exact {
        throw .inexact(name: text, inside: nil, meant: fullAddress(of: item))
      }
      return item
    }
  }

  /// An item of the outermost list of a form or a page of settings, or else a row in any section,
  /// since such sections often have no titles. A row with exactly the name takes precedence over a
  /// section that only matches leniently.
  private func item(
    _ component: Address.Component, inForm root: Section, _ matching: NameMatching
  ) throws(AddressError) -> Item {
    guard let name = component.name else { return try item(component, in: root.id, matching) }
    if let item = try find(component, in: .section(root.id), .exact) { return item }
    if let item = try find(.name(name), in: .everything, .exact) { return item }
    if matching != .exact, let item = try find(component, in: .section(root.id), matching) {
      return item
    }
    return try item(at: .name(name), in: .everything, matching)
  }

  /// One of the rows that a row of a form owns.
  private func item(
    _ component: Address.Component, inRow entry: Entry.ID, _ matching: NameMatching
  ) throws(AddressError) -> Item {
    let section = catalogue.section(of: entry)
    let form = catalogue.shape.isForm ? catalogue.formSection(section) : nil
    guard let form, let position = form.position(of: entry), !form.rows(of: position).isEmpty else {
      throw .notASection(address(of: .entry(entry)))
    }
    let rows = form.rows(of: position).map { Item.entry(form.entries[$0]) }
    switch component {
    case .name, .namesake:
      if let row = try find(component, in: .items(rows), section, matching) { return row }
      throw notFound(component, among: rows, in: section)
    case .position(let position):
      let index = position > 0 ? position - 1 : rows.count + position
      guard rows.indices.contains(index) else {
        throw .outOfRange(
          position: position, inside: address(of: .entry(entry)), count: rows.count)
      }
      return rows[index]
    }
  }

  private func item(
    _ component: Address.Component, in section: Section.ID, _ matching: NameMatching
  ) throws(AddressError) -> Item {
    switch component {
    case .position(let position):
      let count = catalogue.sections[section].itemCount
      let index = position > 0 ? position - 1 : count + position
      guard (0..<count).contains(index) else {
        throw .outOfRange(position: position, inside: shown(section), count: count)
      }
      return catalogue.sections[section].item(at: index)
    case .name, .namesake: return try item(at: component, in: .section(section), matching)
    }
  }

  /// The item of a scope that a name means.
  private func item(
    at component: Address.Component, in scope: ItemNames.Scope, _ matching: NameMatching
  ) throws(AddressError) -> Item {
    if let item = try find(component, in: scope, matching) { return item }
    throw notFound(component, among: ItemNames.items(of: scope, in: catalogue), in: scope.section)
  }

  /// The item of a scope that a name means; `nil` if there is none.
  private func find(
    _ component: Address.Component, in scope: ItemNames.Scope, _ matching: NameMatching
  ) throws(AddressError) -> Item? {
    let names: Names
    switch component {
    case .position: return nil
    case .name(let name), .namesake(let name, _):
      if let (table, look) = catalogue.names.table(of: scope, in: catalogue) {
        names = .table(table, look)
      } else {
        names = .items(items(of: scope, mayBegin: name))
      }
    }
    return try find(component, in: names, scope.section, matching)
  }

  /// Candidates for the items whose folded names begin with a folded name, in outline order: all
  /// sections, and the entries whose labels may begin with the name. The scope of everything has
  /// only entries.
  ///
  /// - Complexity: O(*n*) in the number of items, of which only the labels of entries are touched.
  private func items(of scope: ItemNames.Scope, mayBegin name: String) -> [Item] {
    let folded = catalogue.names.reader.fold(name)
    let document = catalogue.document
    func mayBegin(_ entry: Entry.ID) -> Bool {
      guard let label = catalogue.labelNode(of: entry) else { return folded.isEmpty }
      switch document.kind(of: label.node) {
      case .key, .string:
        return document.verbatimText(of: label).map {
          CaseFolding.mayBegin($0, with: folded)
        } ?? true
      // Other kinds may be shown in a form that is not the written one.
      default: return true
      }
    }
    var items: [Item] = []
    switch scope {
    case .everything:
      var entries: [Entry.ID] = []
      catalogue.forEachEntry(in: .root) { entries.append($0) }
      // A restored catalogue reads elements on demand, which only one thread may do. Otherwise
      // nothing is changed by looking, so several threads can share the work.
      let count =
        catalogue.isRestored ? 1 : ParallelWork.pieces(entries.count, worthwhile: 20_000)
      let bounds = (0...count).map { entries.count * $0 / count }
      items = ParallelWork.map(count) { piece in
        entries[bounds[piece]..<bounds[piece + 1]].filter(mayBegin).map { Item.entry($0) }
      }.flatMap(\.self)
    case .section(let section):
      for run in catalogue.sections[section].runs {
        switch run.content {
        case .section(let inner): items.append(.section(inner))
        case .entries(let entries):
          for entry in entries where mayBegin(entry) { items.append(.entry(entry)) }
        }
      }
    }
    return items
  }

  private func find(
    _ component: Address.Component, in names: Names, _ section: Section.ID,
    _ matching: NameMatching
  ) throws(AddressError) -> Item? {
    guard let whole = component.name else { return nil }
    let loose = matching == .exact ? [] : NameLikeness.loose
    guard matching != .withoutOrdinals, case .namesake(let name, let ordinal) = component else {
      return try find(whole, [.exactly] + loose, in: names)
    }
    let same = exactly([whole, name], in: names)
    if let item = try find(whole, [.exactly], in: same) { return item }
    let (namesake, sameCount) = self.namesake(ordinal, named: name, in: same)
    if let namesake { return namesake }
    if let item = try find(whole, loose, in: names) { return item }
    var count = sameCount
    for likeness in loose where count == 0 {
      let found = items(named: name, likeness, in: names)
      guard let first = found.first.map(self.name) else { continue }
      guard found.allSatisfy({ self.name(of: $0) == first }) else { throw ambiguous(name, found) }
      if found.count >= ordinal { return found[ordinal - 1] }
      count = found.count
    }
    if count == 0 { return nil }
    throw .noNamesake(name: name, ordinal: ordinal, inside: shown(section), count: count)
  }

  /// The item with an ordinal, from 1, among those with exactly this name, and the number of these.
  private func namesake(
    _ ordinal: Int, named name: String, in names: Names
  ) -> (item: Item?, count: Int) {
    switch names {
    case .items:
      let found = items(named: name, .exactly, in: names)
      return (found.count < ordinal ? nil : found[ordinal - 1], found.count)
    case .table(let table, let look):
      let found = table.items(named: look.reader.name(name), look)
      let count = table.count(found)
      return (count < ordinal ? nil : table.item(found, at: ordinal - 1), count)
    }
  }

  /// The only item that a name matches by the first of these likenesses that matches any; `nil` if
  /// none does.
  private func find(
    _ name: String, _ likenesses: [NameLikeness], in names: Names
  ) throws(AddressError) -> Item? {
    for likeness in likenesses {
      let found = items(named: name, likeness, in: names)
      if found.count > 1 { throw ambiguous(name, found) }
      if let item = found.first { return item }
    }
    return nil
  }

  /// How closely a typed name matches that of an item.
  private enum NameLikeness {
    case exactly, folded, beginning

    static let loose = [folded, beginning]
  }

  /// The items to search: in a table, or one by one.
  private enum Names {
    case table(NameTable, NameTable.Look)
    case items([Item])
  }

  /// The items whose name is exactly one of these, found in one pass.
  private func exactly(_ wanted: [String], in names: Names) -> Names {
    guard case .items(let items) = names else { return names }
    return .items(items.filter { wanted.contains(name(of: $0)) })
  }

  /// The items that a name matches by a likeness, in outline order.
  private func items(named name: String, _ likeness: NameLikeness, in names: Names) -> [Item] {
    let reader = catalogue.names.reader
    switch (names, likeness) {
    case (.items(let items), .exactly): return items.filter { self.name(of: $0) == name }
    case (.items(let items), .folded):
      let folded = reader.fold(name)
      return items.filter { reader.fold(self.name(of: $0)) == folded }
    case (.items(let items), .beginning):
      let folded = reader.fold(name)
      return items.filter { reader.fold(self.name(of: $0)).starts(with: folded) }
    case (.table(let table, let look), _):
      let wanted = reader.name(name)
      let found =
        switch likeness {
        case .exactly: table.items(named: wanted, look)
        case .folded: table.items(folded: wanted, look)
        case .beginning: table.items(beginning: wanted, look)
        }
      return inOrder(table.items(found))
    }
  }

  /// Items of a section, or some entries, in outline order.
  private func inOrder(_ items: [Item]) -> [Item] {
    if items.count < 2 { return items }
    let parents = Set(items.map(catalogue.parent))
    if parents.count == 1 {
      let positioned = items.map { (item: $0, position: catalogue.position(of: $0)) }
      return positioned.sorted { $0.position < $1.position }.map(\.item)
    }
    let entries = items.compactMap { if case .entry(let entry) = $0 { entry } else { nil } }
    return catalogue.inOutline(entries.sorted()).map { .entry($0) }
  }

  private func ambiguous(_ name: String, _ found: [Item]) -> AddressError {
    let candidates = found.prefix(10).map {
      AddressError.Candidate(address(of: $0), detail: shortDetail(of: $0))
    }
    return .ambiguous(name: name, candidates: candidates, count: found.count)
  }

  /// The beginning of an item's detail, on one line.
  private func shortDetail(of item: Item) -> String? {
    let detail =
      switch item {
      case .entry(let entry): catalogue.detail(of: entry)
      case .section(let section): catalogue.titleDetail(of: section)
      }
    guard let detail = detail?.excerpt(), !detail.isEmpty else { return nil }
    let line = detail.prefix { !$0.isNewline }
    return line.endIndex < detail.endIndex ? line + "…" : detail
  }

  private func notFound(
    _ component: Address.Component, among items: [Item], in section: Section.ID
  ) -> AddressError {
    let name = component.name ?? ""
    var nearest = nearest(to: name, among: items)
    if section == .root, nearest.isEmpty, comparedNames > 0 {
      nearest = entries(beginning: name)
    }
    return .notFound(name: name, inside: shown(section), nearest: nearest)
  }

  private func shown(_ section: Section.ID) -> String? {
    section == .root ? nil : address(of: .section(section))
  }

  /// The addresses of up to three entries in any section whose names begin with a name; entries
  /// with just that name come first.
  private func entries(beginning name: String) -> [String] {
    let reader = catalogue.names.reader
    let folded = reader.fold(name)
    var (equal, longer): ([Item], [Item]) = ([], [])
    for item in items(of: .everything, mayBegin: name) {
      let other = reader.fold(self.name(of: item))
      guard other.starts(with: folded) else { continue }
      if other.count == folded.count { equal.append(item) } else { longer.append(item) }
      if equal.count == 3 { break }
    }
    return (equal + longer).prefix(3).map(address)
  }

  /// The addresses of up to three items with the most similar names, at most three edits away.
  private func nearest(to name: String, among items: [Item]) -> [String] {
    let folded: (String) -> [Character] = {
      Array(String(decoding: self.catalogue.names.reader.fold($0), as: UTF8.self))
    }
    let wanted = folded(name)
    let limit = min(3, wanted.count / 2)
    return items.prefix(comparedNames)
      .map { ($0, editDistance(wanted, folded(self.name(of: $0)), limit: limit)) }
      .filter { $0.1 <= limit }
      .sorted { $0.1 < $1.1 }
      .prefix(3)
      .map { address(of: $0.0) }
  }
}
