package import PropertyLists

/// Changes a catalogue and its text together, each edit as a whole and reversibly.
///
/// Only the bytes that an edit concerns change. An element that moves takes along the white space
/// and comments before it; a new element is written like its neighbours.
package final class CatalogueEditor {
  package let catalogue: Catalogue
  /// The changes of the current edit so far.
  private var changes: [Change] = []
  /// Text replacements of rewritten entries, applied together at the end of `rewritingMany`.
  private var rewrites: [TextPieces.Replacement]?
  /// The kinds of the fields of some entries; known only during `rewritingMany`.
  var kindsOfSomeEntries: [[UInt8]: NodeKind]?
  /// The numberings of sections whose keys are known to count their items in order, without a gap.
  /// Only undo and redo can break that order, so they clear this.
  var numberings: [Section.ID: Numbering] = [:]

  /// The keys that are declared for the entries of an empty list.
  private(set) lazy var declaredKeys = DeclaredKeys.of(document)

  var document: PropertyListDocument { catalogue.document }
  var shape: Shape { catalogue.shape }

  /// - Precondition: The catalogue was read and not restored.
  package init(_ catalogue: Catalogue) {
    precondition(!catalogue.isRestored, "a restored catalogue is only looked at")
    self.catalogue = catalogue
  }

  /// The changes that an edit made, to undo and redo it.
  package struct Edit: Sendable {
    fileprivate let changes: [Change]

    /// The items that were added, moved, deleted or rewritten, and the sections that gained or lost
    /// items. An item may occur more than once.
    package var items: [Item] {
      changes.flatMap { change -> [Item] in
        switch change {
        case .text, .nodes: []
        case .items(let section, _, let old, let new):
          (old + new).flatMap(\.items) + [.section(section)]
        case .entryNode(let entry, _, _): [.entry(entry)]
        case .sectionNodes(let section, _, _): [.section(section)]
        }
      }
    }
  }

  /// Runs a closure as one edit; if it throws, the catalogue is left as it was.
  ///
  /// - Returns: The edit, to undo it, or `nil` if nothing has changed.
  package func edit<Problem>(_ body: () throws(Problem) -> Void) throws(Problem) -> Edit? {
    precondition(changes.isEmpty, "edits are not nested")
    defer { changes = [] }
    try part(body)
    return changes.isEmpty ? nil : Edit(changes: changes)
  }

  /// Runs a part of an edit that may fail without affecting the rest: if it throws, the edit is
  /// left as it was before.
  package func part<Problem>(_ body: () throws(Problem) -> Void) throws(Problem) {
    let count = changes.count
    do throws(Problem) {
      try body()
    } catch {
      while changes.count > count { catalogue.revert(changes.removeLast()) }
      numberings = [:]
      throw error
    }
  }

  /// The entries that the current edit has added, moved, deleted or rewritten so far, each with its
  /// node before the edit; `nil` for an added entry.
  package var entriesInEdit: [(entry: Entry.ID, before: NodeIndex?)] {
    var before: [Entry.ID: NodeIndex?] = [:]
    for change in changes {
      switch change {
      case .text, .nodes, .sectionNodes: break
      case .entryNode(let entry, let old, _): if before[entry] == nil { before[entry] = old }
      case .items(_, _, let old, let new):
        // An entry that moves is removed before it is inserted, so it is found as an old one first.
        for case .entry(let entry) in old.flatMap(\.items) where before[entry] == nil {
          before[entry] = catalogue.textNode(of: entry)
        }
        for case .entry(let entry) in new.flatMap(\.items) where before[entry] == nil {
          before[entry] = .some(nil)
        }
      }
    }
    return before.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Whether the current edit has changed anything so far.
  package var hasChanges: Bool { !changes.isEmpty }

  /// Undoes an edit, which must be the last one that is in effect.
  ///
  /// - Complexity: The same as for the edit itself.
  package func undo(_ edit: Edit) {
    for change in edit.changes.reversed() { catalogue.revert(change) }
    numberings = [:]
  }

  /// Redoes an edit, which must be the last one that was undone.
  package func redo(_ edit: Edit) {
    for change in edit.changes { catalogue.apply(change) }
    numberings = [:]
  }

  // MARK: Changes

  var changeCount: Int { changes.count }

  /// The positions of a section whose items may have been changed by the latest changes of the
  /// current edit; `nil` if none have. The items after them are those that followed the old items.
  ///
  /// - Parameter start: The number of changes of the edit before the latest ones.
  func changedPositions(of section: Section.ID, since start: Int) -> Range<Int>? {
    var changed: Range<Int>?
    for case .items(section, let position, _, let new) in changes[start...] {
      let (lower, upper) = (changed?.lowerBound ?? position, changed?.upperBound ?? position)
      let count = new.reduce(0) { $0 + $1.count }
      changed = min(lower, position)..<(max(upper, position) + count)
    }
    return changed
  }

  func replaceText(
    from start: TextPieces.Position, to end: TextPieces.Position, with new: [Range<Int>]
  ) {
    changes.append(.text(document.replaceText(from: start, to: end, with: new)))
  }

  func insertText(_ new: [Range<Int>], at position: TextPieces.Position) {
    replaceText(from: position, to: position, with: new)
  }

  /// Replaces ranges that each lie in one piece.
  func replaceText(_ replacements: [TextPieces.Replacement]) {
    let ascending = replacements.sorted { $0.old.lowerBound < $1.old.lowerBound }
    changes.append(.text(document.replaceText(ascending)))
  }

  /// Replaces the text of an entry: immediately or, in `rewritingMany`, together with other
  /// entries.
  func replaceEntryText(_ old: Range<Int>, by new: Range<Int>) {
    if rewrites == nil {
      replaceText(from: .before(old.lowerBound), to: .after(old.upperBound - 1), with: [new])
    } else {
      rewrites?.append(.init(old, by: new))
    }
  }

  var isRewritingMany: Bool { rewrites != nil }

  /// Runs a closure that rewrites many entries, each once, in one pass over the text.
  func rewritingMany(_ body: () throws(EditError) -> Void) throws(EditError) {
    precondition(rewrites == nil, "passes are not nested")
    rewrites = []
    defer { (rewrites, kindsOfSomeEntries) = (nil, nil) }
    try body()
    if let rewrites, !rewrites.isEmpty { replaceText(rewrites) }
  }

  func replaceItems(
    of section: Section.ID, at positions: Range<Int>, with new: [Section.Run.Content]
  ) {
    perform(
      .items(
        section: section, position: positions.lowerBound,
        old: catalogue.contents(of: section, at: positions), new: new))
  }

  func setNode(of entry: Entry.ID, to node: NodeIndex) {
    perform(.entryNode(entry: entry, old: catalogue.entryNodes[entry], new: node))
  }

  /// Replaces or removes the member of a dictionary that has this key, if it is still there.
  ///
  /// - Complexity: O(*m*) in the number of members.
  func replaceMember(
    _ key: ScalarIndex, of dict: NodeIndex, by new: PropertyListDocument.Member?
  ) {
    var position = 0
    for member in document.members(of: dict) {
      if member.key == key {
        return perform(
          .nodes(.members(of: dict, at: position, old: [member], new: new.map { [$0] } ?? [])))
      }
      position += 1
    }
  }

  /// Appends a member to those of a dictionary.
  ///
  /// - Complexity: O(*m*) in the number of members.
  func appendMember(_ new: PropertyListDocument.Member, of dict: NodeIndex) {
    let count = document.members(of: dict).reduce(0) { count, _ in count + 1 }
    perform(.nodes(.members(of: dict, at: count, old: [], new: [new])))
  }

  func setKey(of value: NodeIndex, to key: NodeIndex) {
    perform(.nodes(document.settingKey(of: value, to: key)))
  }

  func setNodes(of section: Section.ID, to nodes: Section.Nodes) {
    perform(.sectionNodes(section: section, old: catalogue.nodes(of: section), new: nodes))
  }

  private func perform(_ change: Change) {
    catalogue.apply(change)
    changes.append(change)
  }
}

/// A place for an item.
package enum Place: Equatable, Sendable {
  case before(Item)
  case after(Item)
  case first(in: Section.ID)
  case last(in: Section.ID)
  /// At a position, from 0, of a section.
  case position(Int, in: Section.ID)
}

extension CatalogueEditor {
  /// The section and position that a place refers to.
  func slot(_ place: Place) throws(EditError) -> (section: Section.ID, position: Int) {
    switch place {
    case .before(let item): (try parent(of: item), catalogue.position(of: item))
    case .after(let item): (try parent(of: item), catalogue.position(of: item) + 1)
    case .first(let section): (section, 0)
    case .last(let section): (section, catalogue.sections[section].itemCount)
    case .position(let position, let section): (section, position)
    }
  }

  func parent(of item: Item) throws(EditError) -> Section.ID {
    if item == .section(.root) { throw .theRoot }
    return catalogue.parent(of: item)
  }
}
