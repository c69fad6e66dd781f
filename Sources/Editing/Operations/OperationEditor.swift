package import Catalogues
import Forms
import Platform
import PropertyLists
import Readings
import Searching

/// Makes the changes of operations in a session's catalogue, without history, journal and file.
///
/// It has no state of its own.
package struct OperationEditor {
  let loaded: LoadedCatalogue
  /// The file as whose text an edited catalogue is read again.
  let file: CatalogueFile
  let usualFiling: UsualFiling
  /// Whether the current work should stop; asked now and then.
  let isInterrupted: () -> Bool
  /// Called now and then during long work, with the number of steps done and of all steps.
  let didAdvance: (_ done: Int, _ all: Int) -> Void

  var catalogue: Catalogue { loaded.catalogue }
  var book: AddressBook { loaded.book }
  var editor: CatalogueEditor { loaded.editor }
  var form: Form? { loaded.form }

  func checkInterrupt() throws(SessionError) {
    if isInterrupted() { throw .interrupted }
  }

  /// The change that an operation has made.
  enum Outcome {
    case nothing
    case edit(CatalogueEditor.Edit)
    /// The text was rewritten and read as another catalogue.
    case replacement(Catalogue)
  }

  /// Makes the changes of an operation, as a whole or not at all.
  func perform(_ operation: Operation) throws(SessionError) -> (Effect, Outcome) {
    switch operation {
    case .build(let order, let keys, let isForced) where catalogue.isFlat:
      return try buildSections(order, keys, isForced: isForced)
    case .insertSection(let title, let destination)
    where destination.item == .section(.root) && catalogue.root.itemCount == 0:
      return try insertFirstSection(title)
    case .insertByLetter(let label, let fields, let locale) where catalogue.root.itemCount == 0:
      return try insertFirst(NewEntry(label: label, fields: fields), byLetterOf: locale)
    default: break
    }
    if let field = operation.newRoot { return try replaceRoot(with: field) }
    var made: Effect?
    let edit = try editor.edit { () throws(SessionError) in
      try keepingForm(of: operation) { () throws(SessionError) in made = try make(operation) }
      try checkFormValues(after: operation)
    }
    guard let effect = made else { preconditionFailure("\(operation) was not performed") }
    return (effect, edit.map(Outcome.edit) ?? .nothing)
  }

  /// Replaces the whole property list, which is then read again.
  private func replaceRoot(with field: FieldAssignment) throws(SessionError) -> (Effect, Outcome) {
    let editor = CatalogueEditor(try reparsed(catalogue))
    let new = try catalogue(of: editor) { () throws(SessionError) in
      try attempt(editor.replaceRoot(with: field))
    }
    let isSame = new.document.hasText(of: editor.catalogue.document)
    return (
      Effect(on: .section(.root), .changed(.section(.root))),
      isSame ? .nothing : .replacement(new)
    )
  }

  /// A catalogue as it would be read from the file if it were saved.
  func reparsed(_ catalogue: Catalogue) throws(SessionError) -> Catalogue {
    try rethrowing(file.reparse(catalogue), as: SessionError.of(file))
  }

  /// The present property list, to look values up in.
  ///
  /// - Complexity: O(*n*) if the property list was edited, other than by paths, since it was read.
  func treeToRead() throws(SessionError) -> EditedTree {
    if catalogue.document.hasSourceText, let paths = loaded.paths { return paths.tree }
    return EditedTree(try reparsed(catalogue).document)
  }

  /// Makes the changes of an operation in the current edit. Nothing but the catalogue changes
  /// before the edit is complete.
  func make(_ operation: Operation) throws(SessionError) -> Effect {
    switch operation {
    case .insert(let new, let destination): return try insert(new, at: destination)
    case .insertByLetter(let label, let fields, let locale):
      return try insert(label, fields, byLetterOf: locale)
    case .delete(let items, let isForced): return try delete(items, isForced: isForced)
    case .move(let items, let destination, let isForced):
      return try move(items, to: destination, isForced: isForced)
    case .copy(let items, let destination): return try copy(items, to: destination)
    case .unite(let items): return try unite(items)
    case .set(let fields, let item):
      try keepingCard(of: item) { () throws(SessionError) in
        try attempt(editor.set(fields, of: item))
      }
      return Effect(on: item, .changed(item))
    case .unset(let keys, let item):
      try attempt(editor.unset(keys, of: item))
      return Effect(on: item, .changed(item))
    case .rename(let item, let name):
      return try rename(item, to: name)
    case .replace(let replacement, let keys, let isEverywhere):
      return try replace(replacement, in: keys, isEverywhere: isEverywhere)
    case .merge(let source, let options): return try merge(source, options)
    case .fill(let item, let text, let style): return try fill(item, with: text, style)
    case .choose(let title, let item, let style): return try choose(title, at: item, style)
    case .disclose(let rows, let disclosure): return try disclose(rows, disclosure)
    case .insertSection(let title, let destination):
      return try insertSection(title, at: destination)
    case .deleteSections(let sections, let isForced):
      return try deleteSections(sections, isForced: isForced)
    case .moveSection(let section, let destination):
      return try moveSection(section, to: destination)
    case .copySection(let section, let destination):
      return try copySection(section, to: destination)
    case .renameSection(let section, let title): return try renameSection(section, to: title)
    case .sort(let part, let order, let isReversed):
      return try sort(part, order, isReversed: isReversed)
    case .build(let order, _, let isForced): return try refile(order, isForced: isForced)
    case .editTree: preconditionFailure("the session edits the tree, which is read again")
    case .fix(let scope, let codes, let locale): return try fix(scope, codes, in: locale)
    }
  }

  // MARK: Entries

  /// The operation that inserting at an item means if no placement is given. Fields at the root
  /// that no entry has are fields of the catalogue itself.
  ///
  /// - Throws: `SessionError` if the place is ambiguous: in a container or after it.
  package func insertion(of new: NewEntry, at item: Item) throws(SessionError) -> Operation {
    let insertion = Operation.insert(new, at: Destination(item))
    if case .entry(let entry) = item { try attempt(editor.checkIsMeant(new, after: entry)) }
    guard item == .section(.root), new.label == nil, editor.belongToRoot(new.fields),
      newKeys(in: insertion).allSatisfy({ $0.near == nil })
    else { return insertion }
    let names = Set(catalogue.namedFields(of: .root).map(\.name))
    if let field = new.fields.first(where: { names.contains($0.key) }) {
      throw .edit(.nameTaken(field.key))
    }
    return .set(new.fields, of: .section(.root))
  }

  private func insert(_ new: NewEntry, at destination: Destination) throws(SessionError) -> Effect {
    let place = try attempt(editor.place(of: new, at: place(at: destination)))
    let new = try completed(new, at: destination)
    let item = try putting(at: place, destination.placement) { () throws(EditError) in
      try editor.insert(new, at: place)
    }
    try checkCard(item)
    return Effect(on: item, .inserted(item))
  }

  private func rename(_ item: Item, to name: String) throws(SessionError) -> Effect {
    let old = catalogue.name(of: item)
    if let changes = try formRenaming(item, to: name) {
      try make(changes)
    } else {
      try keepingCard(of: item) { () throws(SessionError) in
        try attempt(editor.rename(item, to: name))
      }
    }
    return Effect(.renamed(item, from: old), current: item.entry)
  }

  private func delete(_ items: [Item], isForced: Bool) throws(SessionError) -> Effect {
    let items = items.uniqued()
    if items.contains(where: { !$0.isEntry }) { throw .edit(.notAnEntry) }
    if !isForced { for item in items { try attempt(editor.checkMayDelete(item)) } }
    let name = items.count == 1 ? catalogue.name(of: items[0]) : ""
    try attempt(editor.delete(items))
    return Effect(.deleted(items.count, name: name))
  }

  /// Moves entries one after another; the first goes to the destination.
  private func move(
    _ items: [Item], to destination: Destination, isForced: Bool
  ) throws(SessionError) -> Effect {
    let items = items.uniqued()
    if !isForced { for item in items { try attempt(editor.checkMayMove(item)) } }
    var place = placeOfMoved(to: destination)
    for item in items {
      if !item.isEntry { throw .edit(.notAnEntry) }
      try checkInterrupt()
      _ = try putting(at: place, destination.placement) { () throws(EditError) in
        try editor.move(item, to: place)
        return item
      }
      if destination.placement != .sorted { place = .after(item) }
    }
    return items.count == 1 ? Effect(on: items[0], .moved(items)) : Effect(.moved(items))
  }

  private func copy(_ items: [Item], to destination: Destination) throws(SessionError) -> Effect {
    var place = place(at: destination)
    var copies: [Item] = []
    for item in items {
      if !item.isEntry { throw .edit(.notAnEntry) }
      try checkInterrupt()
      let copy = try putting(at: place, destination.placement) { () throws(EditError) in
        try editor.copy(item, to: place)
      }
      copies.append(copy)
      if destination.placement != .sorted { place = .after(copy) }
    }
    return copies.count == 1 ? Effect(on: copies[0], .copied(copies)) : Effect(.copied(copies))
  }

  // MARK: Places

  /// The place of an insertion: by default, after an entry or at the end of a section.
  func place(at destination: Destination) -> Place {
    let item = destination.item
    switch destination.placement {
    case .before: return .before(item)
    case .after: return .after(lastRow(of: item))
    case .first: return .first(in: sectionAround(item))
    case .last, .sorted: return .last(in: sectionAround(item))
    case nil:
      if case .section(let section) = item { return .last(in: section) }
      return .after(lastRow(of: item))
    }
  }

  /// The place of moved entries: by default, the position of an entry, counted after the moved ones
  /// are removed, or the end of a section.
  private func placeOfMoved(to destination: Destination) -> Place {
    let item = destination.item
    guard destination.placement == nil, item.isEntry else { return place(at: destination) }
    return .position(catalogue.position(of: item), in: sectionAround(item))
  }

  func sectionAround(_ item: Item) -> Section.ID {
    switch item {
    case .entry(let entry): catalogue.section(of: entry)
    case .section(let section): section
    }
  }
}
