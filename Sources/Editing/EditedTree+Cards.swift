import Catalogues
import PropertyLists

extension TreeEdit {
  /// Whether the edit sets a value that may be the name of a card.
  var setsName: Bool {
    guard case .set(let assignments, _) = self else { return false }
    return assignments.contains { $0.path.steps.last == EditedTree.nameStep }
  }
}

/// Dependent edits of an edit by a path in a vCard: of the parts of a name, and of the head and the
/// label of a property whose key changes.
extension EditedTree {
  fileprivate static let nameStep = ValuePath.Step.name(VCardMapping.nameKey)

  /// An edit followed by its dependent edits, in the order in which they are made.
  func wholeEdit(of edit: TreeEdit) -> [TreeEdit] {
    guard document.holdsCards else { return [edit] }
    switch edit {
    case .set(let assignments, _): return [edit] + partsOfNames(assignments)
    case .rename(let path, let key):
      return [edit] + relabelling(path, to: path.parent.appending(.name(key)))
    case .move(let path, let target): return [edit] + relabelling(path, to: target)
    case .copy(let path, let target): return [edit] + relabelling(path, to: target, isCopy: true)
    case .revise(let revision): return [edit] + relabellings(revision)
    case .insert, .delete, .patch: return [edit]
    }
  }

  /// The text at a path, if exactly one value is there and it is a text.
  private func text(at path: ValuePath) -> String? {
    guard let value = try? value(at: path) else { return nil }
    return document.string(value).map(document.text)
  }

  private func isEmpty(at path: ValuePath) -> Bool {
    (try? find(path).values.isEmpty) ?? true
  }

  // MARK: Names

  /// Edits of the parts of each name that is set, unless one of its parts is set, too.
  private func partsOfNames(_ assignments: [PathAssignment]) -> [TreeEdit] {
    var set: [PathAssignment] = []
    var gone: [ValuePath] = []
    for assignment in assignments where assignment.path.steps.last == EditedTree.nameStep {
      let card = assignment.path.parent
      let paths = VCardMapping.nameKeys.map { card.appending(.name($0)) }
      guard heads(of: card) != nil, let name = text(at: assignment.path),
        !assignments.contains(where: { paths.contains($0.path) })
      else { continue }
      let texts = paths.map { path in
        (try? value(at: path)).map { value in
          members(ofArray: value).compactMap { document.string($0).map(document.text) }
            .joined(separator: " ")
        }
      }
      let old = PersonalName(
        Dictionary(uniqueKeysWithValues: zip(VCardMapping.nameKeys, texts.map { $0 ?? "" })))
      guard let new = old.renamed(from: name, to: assignment.value) else { continue }
      for (key, path) in zip(VCardMapping.nameKeys, paths) where new.parts[key] != old.parts[key] {
        if let part = new.parts[key] {
          set.append(PathAssignment(path, type: .string, value: part))
        } else {
          gone.append(path)
        }
      }
    }
    return (set.isEmpty ? [] : [.set(set)]) + (gone.isEmpty ? [] : [.delete(gone)])
  }

  /// The elements of an array; for another value, only that value.
  private func members(ofArray value: NodeIndex) -> [NodeIndex] {
    document.kind(of: value) == .array ? members(of: value).map(self.value) : [value]
  }

  // MARK: Heads

  /// The path of a card's heads; `nil` if `card` does not lead to a card.
  private func heads(of card: ValuePath) -> ValuePath? {
    let path = card.appending(.name(VCardMapping.headsKey))
    return (try? value(at: path)).flatMap { document.holdsHeads($0) ? path : nil }
  }

  /// The place of a property: its key and the paths of its card and of the card's heads.
  private struct CardProperty {
    let key: String
    let card: ValuePath
    let heads: ValuePath

    var head: ValuePath { heads.appending(.name(key)) }

    /// The place of the property's label.
    var label: CardProperty { CardProperty(key: key + "Label", card: card, heads: heads) }
    var path: ValuePath { card.appending(.name(key)) }
  }

  private func place(of path: ValuePath) -> CardProperty? {
    guard case .name(let key) = path.steps.last, let heads = heads(of: path.parent) else {
      return nil
    }
    return CardProperty(key: key, card: path.parent, heads: heads)
  }

  /// Dependent edits for properties that a revision moves to other keys.
  private func relabellings(_ revision: TreeRevision) -> [TreeEdit] {
    let touched = Set(revision.assignments.map(\.path) + revision.removed)
    return revision.removed.flatMap { path in
      let new = revision.assignments.first {
        $0.path.parent == path.parent && $0.value == text(at: path) && isEmpty(at: $0.path)
      }
      guard let new else { return [TreeEdit]() }
      let places = [path, new.path].compactMap(place)
      if !touched.isDisjoint(with: places.flatMap { [$0.head, $0.label.head] }) { return [] }
      let movesLabel = touched.isDisjoint(with: places.map(\.label.path))
      return relabelling(path, to: new.path, movesLabel: movesLabel)
    }
  }

  /// Edits by which a property keeps its group, its parameters and its label under a new key.
  private func relabelling(
    _ path: ValuePath, to target: ValuePath, isCopy: Bool = false, movesLabel: Bool = true
  ) -> [TreeEdit] {
    guard let old = place(of: path), let new = place(of: target), old.path != new.path else {
      return []
    }
    let head = text(at: old.head)
    var edits: [TreeEdit] = []
    if !isEmpty(at: new.head) { edits.append(.delete([new.head])) }
    if head != nil, !isCopy { edits.append(.delete([old.head])) }
    guard let head else { return edits }
    let group = VCardMapping.group(ofHead: head)
    // A label (`X-ABLabel`) stays with the property that its key names.
    if head.dropFirst(group.count).uppercased() == "X-ABLABEL", new.key.hasSuffix("Label") {
      return edits
    }
    let (version, newVersion) = (self.version(at: old), self.version(at: new))
    let usual = VCardMapping.defaultHead(ofKey: new.key, version: newVersion)
    let fitted =
      version == newVersion
      ? String(VCardMapping.head(head, forKey: new.key, version: version).dropFirst(group.count))
      : usual
    let newGroup = isCopy ? "" : old.card == new.card ? group : freeGroup(group, in: new.heads)
    if newGroup + fitted != usual { edits.append(set(new.head, to: newGroup + fitted)) }
    guard movesLabel, !group.isEmpty, !isCopy, !isEmpty(at: old.label.path),
      isEmpty(at: new.label.path),
      let label = text(at: old.label.head), VCardMapping.group(ofHead: label) == group
    else { return edits }
    edits.append(.move(old.label.path, to: new.label.path))
    edits.append(.delete([old.label.head]))
    if !isEmpty(at: new.label.head) { edits.append(.delete([new.label.head])) }
    edits.append(set(new.label.head, to: newGroup + label.dropFirst(group.count)))
    return edits
  }

  private func set(_ path: ValuePath, to value: String) -> TreeEdit {
    .set([PathAssignment(path, type: .string, value: value)])
  }

  private func version(at place: CardProperty) -> String {
    let version = text(at: place.heads.appending(.name("VERSION"))) ?? ""
    return (VCardMapping.Version(rawValue: version) ?? .old).rawValue
  }

  /// The group itself, or a free one if a property of the card has it already.
  private func freeGroup(_ group: String, in heads: ValuePath) -> String {
    guard !group.isEmpty, let dict = try? value(at: heads) else { return group }
    let groups = Set(
      members(of: dict).compactMap { member in
        document.string(value(of: member)).map {
          VCardMapping.group(ofHead: document.text(of: $0)).lowercased()
        }
      })
    let numbered = (1...).lazy.map { "item\($0)." }
    return groups.contains(group.lowercased())
      ? numbered.first { !groups.contains($0) } ?? group : group
  }
}
