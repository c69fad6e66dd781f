import Catalogues
import Editing
import Language
import Presentation

/// Inserting, deleting, marking, renaming and moving items.
extension Browser {
  func askForInsertion() {
    guard prepareForEditing() else { return }
    let destination = list.destination(list.selected)
    mode = .prompt(Prompt("new entry: ") { if !$1.isEmpty { $0.insert($1, at: destination) } })
  }

  /// Inserts an entry where it belongs: under its letter, if sections are letters.
  private func insert(_ label: String, at destination: Destination) {
    let locale =
      catalogue.root.itemCount > 0 ? try? session.editing.operations.letterLocale() : nil
    guard
      perform(
        locale.map { .insertByLetter(label: label, fields: [], $0) }
          ?? .insert(NewEntry(label: label), at: destination))
    else { return }
    // The other fields that its neighbours have are filled in at once.
    if let entry = list.selectedItem?.entry, destination.item.entry != entry {
      editFields(of: .entry(entry), isNew: true)
      advance()
    }
  }

  /// Lets the person edit the chosen items in an editor of their own.
  func editAsText() {
    let items = list.chosenItems
    guard !items.isEmpty else { return }
    let names = names(of: items)
    var hasChanged = false
    let isDone = change { [self] _ throws(SessionError) in
      session.editText = editText
      let count = session.editing.history.commands.count
      try session.edit(items)
      hasChanged = session.editing.history.commands.count > count
      // The printed commands are dropped: they name values by their paths.
      if hasChanged { _ = output.takeLines() }
      return nil
    }
    guard isDone else { return }
    list.marked = []
    if hasChanged { say("changed \(names) · \(state.keys.hint(.undo)) undoes") }
  }

  /// Items by the name of the first one: `Anna and 2 more`.
  private func names(of items: [Item]) -> String {
    let name = catalogue.name(of: items[0])
    let shown = name.isEmpty ? session.book.fullAddress(of: items[0]) : name
    return shown + (items.count == 1 ? "" : " and \(items.count - 1) more")
  }

  func delete() {
    let items = list.chosenItems
    guard !items.isEmpty, prepareForEditing() else { return }
    let sections = items.compactMap { $0.heading?.section }
    let count = sections.reduce(0) { $0 + catalogue.entryCount(of: $1) }
    guard let section = sections.first, count > 0 else { return delete(items) }
    // More is deleted than the chosen items and, while a filter hides rows, more than is visible.
    let name = catalogue.name(of: .section(section))
    let what =
      sections.count > 1
      ? "\(sections.count) sections" : name.isEmpty ? "the section" : "section \(name)"
    let entries = count == 1 ? "its entry" : "all of \(count) entries"
    let hidden = list.filter?.found == nil ? "" : ", also those that were not found"
    let others = items.count - sections.count
    let rest = others == 0 ? "" : " and \(others) marked \(others == 1 ? "entry" : "entries")"
    ask(
      Question("Delete \(what) with \(entries)\(hidden)\(rest)? (y/n)", yes: { $0.delete(items) }))
  }

  /// Deletes the marked items or, if there are none, the entries from the selected one on, up to
  /// the first row that is not an entry.
  func delete(rows count: Int) {
    guard list.marked.isEmpty, case .entry? = list.selected else { return delete() }
    let rows = list.selection..<min(list.selection + count, list.rows.count)
    let items = rows.lazy.map { self.list.rows.id(at: $0).item }.prefix { $0?.isEntry == true }
    delete(items.compactMap(\.self))
  }

  /// Deletes the entries from the selected one to the end of its section.
  func deleteBelow() {
    guard case .entry(let entry)? = list.selected, isInSections else { return }
    if list.filter?.found != nil { return complain("the filter hides other rows; Esc ends it") }
    let section = catalogue.sections[catalogue.section(of: entry)]
    let first = catalogue.position(of: .entry(entry))
    delete(
      (first..<section.itemCount).compactMap { position in
        if case .entry(let entry) = section.item(at: position) { .entry(entry) } else { nil }
      })
  }

  private func delete(_ items: [Item]) {
    let entries = items.filter(\.isEntry)
    let sections = items.compactMap { $0.heading?.section }
    let names = names(of: items)
    let count = session.editing.history.commands.count
    let isDone =
      (entries.isEmpty || perform(.delete(entries)))
      && (sections.isEmpty || perform(.deleteSections(sections, isForced: true)))
    guard isDone else { return }
    deleted[count] = items[0]
    list.marked = []
    say("deleted \(names) · \(state.keys.hint(.undo)) undoes")
  }

  func mark() {
    guard let item = list.selectedItem else { return }
    if case .entry(let entry) = item, list.isSwitch { return operate(entry) }
    if list.marked.remove(item) == nil { list.marked.insert(item) }
    list.select(list.selection + 1)
  }

  func askForName() {
    guard let item = list.selectedItem, prepareForEditing() else { return }
    mode = .prompt(Prompt("name: ", catalogue.name(of: item)) { $0.rename(item, to: $1) })
  }

  private func rename(_ item: Item, to name: String) {
    switch item {
    case .entry: perform(.rename(item, to: name))
    case .section(let section): perform(.renameSection(section, to: name))
    }
  }

  // MARK: Moving

  func takeOrPut() {
    if list.taken.isEmpty {
      guard prepareForEditing() else { return }
      list.taken = list.chosenItems
      list.marked = []
      // A filter hides most places where the items can be put down.
      if list.filter != nil, let item = list.selectedItem {
        endFilter()
        select(item)
      }
    } else {
      let items = list.taken
      list.taken = []
      move(items, toRow: list.selection)
    }
  }

  /// Moves items to the place of a row, or into the section of a heading.
  func move(_ items: [Item], toRow index: Int) {
    guard index < list.rows.count, isInSections else { return }
    let target = list.rows.id(at: index)
    if let item = target.item, items.contains(item) { return }
    guard items.count == 1, case .section(let section) = items[0] else {
      perform(.move(items, to: list.destination(target)))
      return
    }
    switch target {
    case .heading(.section(let other)): move(section, past: other)
    case .entry(let entry): move(section, past: catalogue.section(of: entry))
    case .heading, .footer: break
    }
  }

  private func move(_ section: Section.ID, past other: Section.ID) {
    if other == section || other == .root { return }
    let isDown = catalogue.isInOrder(.section(section), .section(other))
    perform(.moveSection(section, to: Destination(.section(other), isDown ? .after : .before)))
  }

  /// Whether rows are in the file's own sections, where they can be moved.
  private var isInSections: Bool {
    if list.all.rows.sectioning.isOwn { return true }
    complain("entries are under letters, not in sections; \(state.keys.offer(.letters))")
    return false
  }

  func moveSelected(down: Bool) {
    guard let item = list.selectedItem, isInSections else { return }
    if list.filter?.found != nil { return complain("the filter hides other rows; Esc ends it") }
    switch item {
    case .section(let section):
      let siblings = Array(catalogue.sections[catalogue.parent(of: item)].sections)
      guard let index = siblings.firstIndex(of: section) else { return }
      let other = index + (down ? 1 : -1)
      if siblings.indices.contains(other) { move(section, past: siblings[other]) }
    case .entry:
      if let destination = list.neighbouringDestination(down: down) {
        perform(.move([item], to: destination))
      }
    }
  }
}
