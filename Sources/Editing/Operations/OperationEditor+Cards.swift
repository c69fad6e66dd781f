import Catalogues
import Platform
import PropertyLists

/// Keeping the hidden parts of vCards, parts of names and heads, consistent with their values.
extension OperationEditor {
  /// Edits an item. If it is a vCard whose name changes, and the parts of the name do not, these
  /// follow. The heads of changed values lose parameters that describe only the old values.
  func keepingCard(
    of item: Item, _ edit: () throws(SessionError) -> Void
  ) throws(SessionError) {
    try keepingCards(of: item.entry.map { [$0] } ?? [], edit)
  }

  /// Edits entries, with the same consequences for each vCard among them.
  func keepingCards(
    of entries: [Entry.ID], _ edit: () throws(SessionError) -> Void
  ) throws(SessionError) {
    let before = entries.map(card)
    try edit()
    for (entry, before) in zip(entries, before) {
      try checkCard(.entry(entry))
      if let before, let after = card(of: entry) { try follow(.entry(entry), before, after) }
    }
  }

  /// Updates the parts of a card's name and its heads after an edit.
  private func follow(_ item: Item, _ before: Card, _ after: Card) throws(SessionError) {
    var fields: [FieldAssignment] = []
    func set(_ path: [String], _ value: String) {
      let key = FieldPath(components: path).text
      fields.append(FieldAssignment(key: key, type: .string, value: value))
    }
    var gone: [String] = []
    var hasNewParts = after.parts != before.parts
    if after.name != before.name, !hasNewParts,
      let parts = before.parts.renamed(
        from: before.name.isEmpty ? before.parts.whole : before.name, to: after.name)?.parts
    {
      let old = before.parts.parts
      for key in VCardMapping.nameKeys {
        if let part = parts[key], part != old[key] { set([key], part) }
        if parts[key] == nil, old[key] != nil { gone.append(key) }
      }
      hasNewParts = true
    }
    for (key, head) in after.heads.sorted(by: { $0.key < $1.key }) where before.heads[key] == head {
      guard key == "N" ? hasNewParts : before.values[key] != after.values[key] else { continue }
      let fitting = VCardMapping.head(head, withValue: after.values[key] ?? "")
      if fitting != head { set([VCardMapping.headsKey, key], fitting) }
    }
    if !fields.isEmpty { try attempt(editor.set(fields, of: item)) }
    if !gone.isEmpty { try attempt(editor.unset(gone, of: item)) }
  }

  /// Checks that an entry of a vCard file has only what a card can have.
  func checkCard(_ item: Item) throws(SessionError) {
    guard case .entry(let entry) = item else { return }
    do throws(UnwritableFile) {
      try catalogue.document.checkCard(catalogue.value(of: entry))
    } catch {
      throw .file(path: file.path, .unwritable(error))
    }
  }

  private struct Card {
    var name = ""
    var parts = PersonalName([:])
    /// The heads, by the keys of their values.
    var heads: [String: String] = [:]
    /// The values with heads, as text; lists and dictionaries as they are written.
    var values: [String: String] = [:]
  }

  /// - Returns: `nil` for anything but a vCard.
  private func card(of entry: Entry.ID) -> Card? {
    let document = catalogue.document
    let value = catalogue.value(of: entry)
    guard document.kind(of: value) == .dict else { return nil }
    let heads = document.value(of: VCardMapping.headsKey, in: value)
      .flatMap { document.holdsHeads($0) ? $0 : nil }
    // A card that was inserted has no heads before it is saved.
    guard heads != nil || document.holdsCards else { return nil }
    func text(_ node: NodeIndex) -> String {
      document.string(node).map(document.text)
        ?? String(decoding: document.text(at: document.elementRange(of: node)), as: UTF8.self)
    }
    var card = Card()
    for head in heads.map({ Array(document.members(of: $0)) }) ?? [] {
      card.heads[document.text(of: head.key)] = text(head.value)
    }
    var parts: [String: String] = [:]
    for member in document.members(of: value) {
      let key = document.text(of: member.key)
      if key == VCardMapping.nameKey { card.name = text(member.value) }
      if card.heads[key] != nil { card.values[key] = text(member.value) }
      if VCardMapping.nameKeys.contains(key) {
        let isList = document.kind(of: member.value) == .array
        let texts = isList ? Array(document.elements(of: member.value)) : [member.value]
        parts[key] = texts.map(text).joined(separator: " ")
      }
    }
    card.parts = PersonalName(parts)
    return card
  }
}

extension OperationEditor {
  /// Gives the first entry the fields that it lacks of the others, and deletes the others.
  func unite(_ items: [Item]) throws(SessionError) -> Effect {
    let items = items.uniqued()
    var entries: [Entry.ID] = []
    for item in items {
      guard case .entry(let entry) = item else { throw .edit(.notAnEntry) }
      entries.append(entry)
    }
    guard let kept = entries.first, entries.count > 1 else { throw .nothingToUnite }
    for other in entries.dropFirst() { try attempt(editor.checkMayDelete(.entry(other))) }
    let fields = try rethrowing(
      EntryUnion.fields(of: kept, with: Array(entries.dropFirst()), in: catalogue),
      as: SessionError.reported)
    if !fields.isEmpty {
      try keepingCard(of: .entry(kept)) { () throws(SessionError) in
        try attempt(editor.set(fields, of: .entry(kept)))
      }
    }
    try attempt(editor.delete(Array(items.dropFirst())))
    return Effect(on: .entry(kept), .united(.entry(kept), items.count))
  }
}
