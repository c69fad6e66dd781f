import Catalogues
import Editing
import Forms
import Platform
import PropertyLists

/// Performing edits.
extension CatalogueState {
  /// Performs an edit as a whole or not at all.
  func perform(_ edit: Edit) throws(CatalogueError) {
    let before = session.history.count
    do throws(CatalogueError) {
      for request in edit.requests { try perform(request) }
    } catch {
      if session.history.count > before {
        // Undoing may replace the catalogue, too.
        try? noting { () throws(SessionError) in try go(to: before) }
        redoable = []
      }
      throw error
    }
    let count = session.history.count
    if count == before { return }
    undoable.append(before)
    redoable = []
    noteSteps(before..<count)
  }

  private func perform(_ request: Edit.Request) throws(CatalogueError) {
    switch request {
    case .insert(let value, let name, let id, let place):
      let new = NewEntry(label: name, fields: try fields(of: value))
      let operation = Operation.insert(new, at: try destination(place))
      if let item = try perform(operation), case .entry(let entry) = item {
        entries.set(id.number, of: entry.rawValue)
      }
    case .insertSection(let title, let id, let place):
      if case .section(let section)? = try perform(
        .insertSection(title, at: try destination(place)))
      {
        sections.set(id.number, of: section.rawValue)
      }
    case .set(let id, let key, let value): try set(key, value, id)
    case .update(let id, let value): try update(id, value)
    case .rename(let id, let name):
      switch try item(id) {
      case .section(let section): try perform(.renameSection(section, to: name))
      case let entry: try perform(.rename(entry, to: name))
      }
    case .delete(let ids): try delete(ids)
    case .move(let id, let place):
      let item = try item(id)
      let destination = try destination(place, moving: item)
      switch item {
      case .entry: try perform(.move([item], to: destination))
      case .section(let section): try perform(.moveSection(section, to: destination))
      }
    case .fill(let id, let text?): try perform(.fill(try item(id), with: text, DateStyle()))
    case .fill(let id, nil): try perform(.choose(nil, at: try item(id), DateStyle()))
    }
  }

  /// - Returns: The item that was inserted, if one was.
  @discardableResult
  private func perform(_ operation: Operation) throws(CatalogueError) -> Item? {
    var inserted: Item?
    do throws(SessionError) {
      try noting { () throws(SessionError) in
        let effect = try session.perform(operation)
        if case .inserted(let item) = effect.report { inserted = item }
      }
    } catch {
      throw CatalogueError(error)
    }
    return inserted
  }

  private func delete(_ ids: [Row.ID]) throws(CatalogueError) {
    var (deleted, emptied): ([Item], [Catalogues.Section.ID]) = ([], [])
    for id in ids {
      switch try item(id) {
      case .section(let section): emptied.append(section)
      case let entry: deleted.append(entry)
      }
    }
    if !deleted.isEmpty { try perform(.delete(deleted)) }
    if !emptied.isEmpty { try perform(.deleteSections(emptied, isForced: true)) }
  }

  // MARK: Fields

  private func fields(of value: Value) throws(CatalogueError) -> [FieldAssignment] {
    let document = session.catalogue.document
    guard case .dictionary(let members) = value else {
      return [try value.assignment("", in: document)]
    }
    var fields: [FieldAssignment] = []
    for member in members {
      fields.append(try member.value.assignment(FieldPath.escaped(member.key), in: document))
    }
    return fields
  }

  private func set(_ key: String, _ value: Value?, _ id: Row.ID) throws(CatalogueError) {
    let item = try item(id)
    let old = try self.value(of: item)[key]
    let path = FieldPath.escaped(key)
    guard let value else {
      if old != nil { try perform(.unset([path], of: item)) }
      return
    }
    if old?.isSame(as: value) == true { return }
    try perform(.set([try value.assignment(path, in: session.catalogue.document)], of: item))
  }

  private func update(_ id: Row.ID, _ value: Value) throws(CatalogueError) {
    let item = try item(id)
    var changes: [FieldAssignment] = []
    try addChanges(from: try self.value(of: item), to: value, under: [], &changes)
    if !changes.isEmpty { try perform(.set(changes, of: item)) }
  }

  /// - Parameter path: The keys that lead to the values.
  private func addChanges(
    from old: Value, to new: Value, under path: [String], _ changes: inout [FieldAssignment]
  ) throws(CatalogueError) {
    if old.isSame(as: new) { return }
    if case .dictionary(let members) = new, case .dictionary = old {
      for member in members {
        guard let present = old[member.key] else {
          changes.append(try assignment(member.value, at: path + [member.key]))
          continue
        }
        try addChanges(from: present, to: member.value, under: path + [member.key], &changes)
      }
    } else {
      changes.append(try assignment(new, at: path))
    }
  }

  private func assignment(
    _ value: Value, at path: [String]
  ) throws(CatalogueError) -> FieldAssignment {
    let key = FieldPath(components: path).text
    return try value.assignment(path.isEmpty ? "" : key, in: session.catalogue.document)
  }

  private func value(of item: Item) throws(CatalogueError) -> Value {
    let catalogue = session.catalogue
    switch item {
    case .entry(let entry): return Value(catalogue.value(of: entry), in: catalogue.document)
    case .section(let section):
      return .dictionary(
        catalogue.fields(of: section).filter { $0.path.count == 1 }.map { field in
          Value.Member(
            key: field.path[0], value: Value(field.value, in: catalogue.document))
        })
    }
  }

  // MARK: Places

  private func destination(
    _ place: Edit.Target, moving item: Item? = nil
  ) throws(CatalogueError) -> Destination {
    guard case .section(let section) = try place.section.map(self.item) ?? .section(.root) else {
      throw .refused("an entry is not a place for others")
    }
    let whole = session.catalogue.sections[section]
    let own = item.flatMap { moved in
      session.catalogue.parent(of: moved) == section
        ? session.catalogue.position(of: moved) : nil
    }
    let count = whole.itemCount - (own == nil ? 0 : 1)
    guard let position = place.position, position != count else {
      return Destination(.section(section), .last)
    }
    guard (0..<count).contains(position) else {
      throw .notFound("there is no position \(position) among \(count) entries and sections")
    }
    let index = own.map { position >= $0 ? position + 1 : position } ?? position
    return Destination(whole.item(at: index), .before)
  }
}
