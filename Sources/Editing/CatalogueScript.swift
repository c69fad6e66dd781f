import Catalogues
import Comparing
import PropertyLists

/// The operations that turn one catalogue into another, item by item. Changes that only paths of
/// keys can express, and elements that are added to or removed from the values of fields, are left
/// out.
struct CatalogueScript {
  typealias Performer = (Operation) throws(SessionError) -> Effect

  private let editing: EditingSession
  /// The catalogue that is being edited.
  private let catalogue: Catalogue
  private let new: Catalogue
  private var pairing: IdentityPairing
  private let items: ItemFinder
  /// The partners in the old catalogue of values of the new one.
  private var partners: [NodeIndex: NodeIndex] = [:]
  /// Values of the new catalogue that have another position in their container, or another
  /// container.
  private var moved: Set<NodeIndex> = []
  /// Items of the old catalogue that are in the new one, too.
  private var found: Set<Item> = []
  /// The items of the old catalogue in each section that was arranged.
  private var candidates: [[Item]] = []
  /// Keys that have a value of another type than text somewhere, so that texts under them are
  /// written with a type.
  private let mixedKeys: Set<String>

  init(
    _ editing: EditingSession, _ new: Catalogue, _ pairing: IdentityPairing, mixedKeys: Set<String>
  ) {
    (self.editing, self.new, self.pairing, self.mixedKeys) = (editing, new, pairing, mixedKeys)
    catalogue = editing.catalogue
    items = ItemFinder(catalogue)
    pair(.root, .root)
    for node in pairing.arrivals {
      guard let old = pairing.partner(ofNew: node) else { continue }
      moved.insert(node)
      pair(old, node)
    }
  }

  private var old: PropertyListDocument { pairing.oldTree.document }
  private var other: PropertyListDocument { pairing.newTree.document }

  /// Notes the partners inside of two paired values. Inside of equal items nothing is noted: it
  /// stays as it is.
  private mutating func pair(_ oldNode: NodeIndex, _ newNode: NodeIndex) {
    partners[newNode] = oldNode
    let kind = old.kind(of: oldNode)
    guard kind.isContainer, kind == other.kind(of: newNode) else { return }
    if pairing.areEqual(oldNode, newNode) {
      if items.item(of: oldNode) != nil { return }
      pairing.open(oldNode, newNode)
    }
    moved.formUnion(pairing.moved(in: newNode))
    for node in pairing.newTree.children(of: newNode) where !pairing.isElsewhere(node) {
      if let same = pairing.partner(ofNew: node) { pair(same, node) }
    }
  }

  mutating func make(_ perform: Performer) throws(SessionError) {
    try arrange(.root, isNew: false, like: .root, perform)
    for candidates in candidates {
      let gone = candidates.filter { !found.contains($0) && catalogue.contains($0) }
      let entries = gone.filter(\.isEntry)
      if !entries.isEmpty {
        try either(.delete(entries), .delete(entries, isForced: true), perform)
      }
      for case .section(let section) in gone where catalogue.contains(.section(section)) {
        let isEmpty = catalogue.sections[section].itemCount == 0
        _ = try perform(.deleteSections([section], isForced: !isEmpty))
      }
    }
  }

  /// Performs the first of two operations that is possible.
  private func either(
    _ first: Operation, _ second: Operation, _ perform: Performer
  ) throws(SessionError) {
    do throws(SessionError) { _ = try perform(first) } catch { _ = try perform(second) }
  }

  // MARK: Items

  /// Gives a section the items of a section of the new catalogue, in their order. Items that are
  /// only in the old catalogue stay for now.
  private mutating func arrange(
    _ section: Section.ID, isNew: Bool, like target: Section.ID, _ perform: Performer
  ) throws(SessionError) {
    candidates.append(Array(catalogue.sections[section].items))
    try setFields(of: section, isNew: isNew, like: target, perform)
    var last: Item?
    for item in new.sections[target].items {
      let destination =
        last.map { Destination($0, .after) }
        ?? Destination(.section(section), .first)
      last = try put(item, at: destination, in: section, perform)
    }
  }

  /// Moves an item to a place, or inserts it there, and changes it into an item of the new
  /// catalogue.
  private mutating func put(
    _ item: Item, at destination: Destination, in section: Section.ID, _ perform: Performer
  ) throws(SessionError) -> Item {
    // No command puts a section after an entry.
    let isPossible = item.isEntry || !destination.item.isEntry
    let node = new.node(of: item)
    let value = node.flatMap { partners[$0] }
    guard let node, let value, let own = items.item(of: value), own.isEntry == item.isEntry else {
      guard isPossible else { throw .noSections }
      return try insert(item, at: destination, perform)
    }
    found.insert(own)
    let isMoved = catalogue.parent(of: own) != section || moved.contains(node)
    guard isPossible || !isMoved else { throw .noSections }
    switch (own, item) {
    case (.entry, .entry(let target)):
      if isMoved {
        try either(
          .move([own], to: destination), .move([own], to: destination, isForced: true), perform)
      }
      try change(own, value, like: target, perform)
    case (.section(let inner), .section(let target)):
      if isMoved { _ = try perform(.moveSection(inner, to: destination)) }
      if !isSame(inner, target) {
        try arrange(inner, isNew: false, like: target, perform)
      }
    default: break
    }
    return own
  }

  /// Whether a section of the old catalogue holds the same values. Where a section begins with a
  /// header row, the value of the section does not contain its items.
  private func isSame(_ section: Section.ID, _ target: Section.ID) -> Bool {
    guard let own = catalogue.sections[section].node, let node = new.sections[target].node,
      pairing.oldTree.hashes[own] == pairing.newTree.hashes[node]
    else { return false }
    let items = catalogue.sections[section].items
    guard let first = items.first(where: { _ in true }).flatMap(catalogue.node) else {
      return new.sections[target].itemCount == 0
    }
    return own < first && first < old.end(of: own)
  }

  private mutating func insert(
    _ item: Item, at destination: Destination, _ perform: Performer
  ) throws(SessionError) -> Item {
    let effect: Effect
    switch item {
    case .section(let section):
      effect = try perform(.insertSection(new.fullTitle(of: section) ?? "", at: destination))
    case .entry(let entry):
      effect = try insert(entry, at: destination, perform)
    }
    // The first item of an empty list replaces the catalogue by another one.
    guard case .inserted(let inserted) = effect.report, editing.catalogue === catalogue else {
      throw .noSections
    }
    if case .section(let section) = inserted, case .section(let target) = item {
      try arrange(section, isNew: true, like: target, perform)
    }
    return inserted
  }

  private func insert(
    _ entry: Entry.ID, at destination: Destination, _ perform: Performer
  ) throws(SessionError) -> Effect {
    let name = new.key(of: entry).map(other.text)
    let value = new.value(of: entry)
    var plain = NewEntry()
    let isDict = other.kind(of: value) == .dict
    // In a command, the empty key means the whole entry.
    if isDict, other.value(of: "", in: value) != nil {
      return try insertWhole(entry, at: destination, perform)
    }
    if isDict {
      plain.label = name
      plain.fields = try other.members(of: value).map { member throws(SessionError) in
        try field([other.text(of: member.key)], member.value, insteadOf: nil, mayBeEmpty: true)
      }
    } else {
      plain.fields = [try field([name ?? ""], value, insteadOf: nil, mayBeEmpty: true)]
    }
    do throws(SessionError) { return try perform(.insert(plain, at: destination)) } catch {}
    return try insertWhole(entry, at: destination, perform)
  }

  private func insertWhole(
    _ entry: Entry.ID, at destination: Destination, _ perform: Performer
  ) throws(SessionError) -> Effect {
    let name = new.key(of: entry).map(other.text) ?? ""
    let whole = try attempt(
      FieldAssignment(name, wholeValue: new.value(of: entry), of: other))
    return try perform(.insert(NewEntry(fields: [whole]), at: destination))
  }

  // MARK: Fields

  /// Changes of the fields of an item.
  private struct Changes {
    var set: [FieldAssignment] = []
    var unset: [String] = []
  }

  private func perform(
    _ changes: Changes, of item: Item, _ perform: Performer
  ) throws(SessionError) {
    if !changes.set.isEmpty { _ = try perform(.set(changes.set, of: item)) }
    if !changes.unset.isEmpty { _ = try perform(.unset(changes.unset, of: item)) }
  }

  /// - Parameters:
  ///   - item: An entry.
  ///   - value: Its value in the old catalogue.
  private func change(
    _ item: Item, _ value: NodeIndex, like target: Entry.ID, _ perform: Performer
  ) throws(SessionError) {
    let wanted = new.value(of: target)
    if let key = new.key(of: target), pairing.hasRenamedKey(value, wanted) {
      _ = try perform(.rename(item, to: other.text(of: key)))
    }
    if pairing.areEqual(value, wanted) { return }
    let kinds = [old.kind(of: value), other.kind(of: wanted)]
    let isDeep = !isUnderKeys(value)
    var changes = Changes()
    if kinds == [.dict, .dict] {
      try compare(value, wanted, at: [], isDeep: isDeep, &changes)
    } else if isDeep, !kinds.contains(where: \.isContainer) {
      changes.set.append(try field([], wanted, insteadOf: kinds[0], mayBeEmpty: true))
    }
    try self.perform(changes, of: item, perform)
  }

  /// Whether a value is not inside of an array, so that keys alone lead to it.
  private func isUnderKeys(_ value: NodeIndex) -> Bool {
    var node = value
    while let outer = pairing.oldTree.parent(of: node) {
      if old.kind(of: outer) == .array { return false }
      node = outer
    }
    return true
  }

  private func setFields(
    of section: Section.ID, isNew: Bool, like target: Section.ID, _ perform: Performer
  ) throws(SessionError) {
    var own = Dictionary(
      (isNew ? [] : catalogue.fields(of: section)).map { ($0.path, $0.value) },
      uniquingKeysWith: { first, _ in first })
    if section != .root, let title = new.fullTitle(of: target),
      catalogue.fullTitle(of: section) != title
    {
      _ = try perform(.renameSection(section, to: title))
    }
    var changes = Changes()
    for field in new.fields(of: target) {
      if let same = own.removeValue(forKey: field.path) {
        try change(
          same, like: field.value, at: field.path, isDeep: !isUnderKeys(same), &changes)
      } else {
        changes.set.append(try self.field(field.path, field.value, insteadOf: nil))
      }
    }
    changes.unset += own.sorted { $0.value < $1.value }.map {
      FieldPath(components: $0.key).text
    }
    try self.perform(changes, of: .section(section), perform)
  }

  /// Finds which members of two dictionaries differ.
  ///
  /// - Parameter isDeep: Whether values inside of their members are compared, too.
  private func compare(
    _ dict: NodeIndex, _ wanted: NodeIndex, at path: [String], isDeep: Bool,
    _ changes: inout Changes
  ) throws(SessionError) {
    var gone = Set(pairing.oldTree.children(of: dict))
    for node in pairing.newTree.children(of: wanted) {
      let inner = path + [name(of: node, in: other)]
      if let same = pairing.partner(ofNew: node), !pairing.hasRenamedKey(same, node) {
        gone.remove(same)
        try change(same, like: node, at: inner, isDeep: isDeep, &changes)
      } else {
        changes.set.append(try field(inner, node, insteadOf: nil))
      }
    }
    changes.unset += gone.sorted().map {
      FieldPath(components: path + [name(of: $0, in: old)]).text
    }
  }

  private func change(
    _ value: NodeIndex, like wanted: NodeIndex, at path: [String], isDeep: Bool,
    _ changes: inout Changes
  ) throws(SessionError) {
    if pairing.areEqual(value, wanted) { return }
    let kind = old.kind(of: value)
    guard kind.isContainer, kind == other.kind(of: wanted) else {
      changes.set.append(try field(path, wanted, insteadOf: kind))
      return
    }
    if !isDeep { return }
    if kind == .dict {
      return try compare(value, wanted, at: path, isDeep: true, &changes)
    }
    let (own, others) = (pairing.oldTree.children(of: value), pairing.newTree.children(of: wanted))
    if own.count != others.count { return }
    for (index, child) in own.enumerated() {
      try change(child, like: others[index], at: path + [String(index)], isDeep: true, &changes)
    }
  }

  private func name(of value: NodeIndex, in document: PropertyListDocument) -> String {
    document.key(before: value).flatMap(document.scalar).map(document.text) ?? ""
  }

  /// A field with a value of the new catalogue.
  ///
  /// - Parameters:
  ///   - kind: The kind of the old value; `nil` if there was none.
  ///   - mayBeEmpty: Whether an empty key means the whole item.
  private func field(
    _ path: [String], _ value: NodeIndex, insteadOf kind: NodeKind?, mayBeEmpty: Bool = false
  ) throws(SessionError) -> FieldAssignment {
    let key = FieldPath(components: path).text
    if !mayBeEmpty, key.isEmpty { throw .edit(.noSuchKey(key, keys: [])) }
    let new = other.kind(of: value)
    if new.isContainer || other.exactObject(of: value) != nil {
      return try attempt(FieldAssignment(key, wholeValue: value, of: other))
    }
    let isUsual =
      kind.map(new.isSameType) ?? (new == .string && !mixedKeys.contains(path.last ?? ""))
    let type = isUsual ? nil : FieldType(named: new.fieldTypeName)
    return FieldAssignment(key: key, type: type, value: other.writtenText(of: value))
  }
}

extension Catalogue {
  /// The value that represents an item; `nil` for a section that exists only as a value in its
  /// entries.
  fileprivate func node(of item: Item) -> NodeIndex? {
    switch item {
    case .entry(let entry): value(of: entry)
    case .section(let section): sections[section].node
    }
  }
}
