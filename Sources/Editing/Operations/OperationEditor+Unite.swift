import Catalogues
import Platform

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
