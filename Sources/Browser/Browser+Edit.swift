import Catalogues
import Editing
import Forms
import Grammar
import Language
import Presentation
import Storage

/// Changing the catalogue, always by operations and commands of the session.
extension Browser {
  /// Does what may change something, and shows what has become of it.
  ///
  /// - Parameters:
  ///   - isEdit: Whether it changes the catalogue.
  ///   - body: Does it, and returns what is selected then.
  /// - Returns: Whether it was done.
  @discardableResult
  func change(
    isEdit: Bool = true, _ body: @escaping () throws(SessionError) -> Item?
  ) -> Bool {
    guard isEdit ? prepareForEditing() : open() else { return false }
    keepState()
    _ = output.takeLines()
    do throws(SessionError) {
      let item = try body()
      follow(selecting: item)
      show(output.takeLines(), title: "")
      return true
    } catch {
      follow()
      switch error {
      case .newKeys: askAboutKeys(error) { $0.change(body) }
      case .unsavedEdits: quit()
      default: report(error)
      }
      return false
    }
  }

  /// Whether edits are possible; says why they are not.
  func prepareForEditing() -> Bool {
    if let reason = settings.readOnly {
      complain("read-only: " + reason)
      return false
    }
    guard open() else { return false }
    if let known = session.file.identity,
      let now = try? FileIdentity(path: session.filePath), now != known
    {
      complain("another program has changed the file; R reads it again and keeps your edits")
      return false
    }
    return true
  }

  /// Continues with a session that can edit, if the one so far cannot.
  private func open() -> Bool {
    guard let openForEditing else { return true }
    progress.begin("reading the file …")
    do throws(SessionError) {
      let new = try openForEditing()
      self.openForEditing = nil
      keepState()
      new.continueLooking(like: session)
      session = new
      followProgress()
      follow(keepsItems: true)
      return true
    } catch {
      report(error)
      return false
    }
  }

  /// Asks whether keys are to be written that are probably misspelt, and if so does it.
  private func askAboutKeys(_ error: SessionError, _ body: @escaping (Browser) -> Void) {
    ask(
      Question("\(error.message.shown) Use it anyway? (y/n)") { browser in
        browser.session.acceptsNewKeys = true
        body(browser)
        browser.session.acceptsNewKeys = false
      })
  }

  @discardableResult
  func perform(_ operation: Operation) -> Bool {
    change { [self] () throws(SessionError) in
      let effect = try session.perform(operation)
      return effect.revealed ?? effect.current.map { .entry($0) }
    }
  }

  func runCommand(_ line: String) {
    guard line.contains(where: { $0 != " " }) else { return }
    settings.commands.append(line)
    keepCommand(line)
    var ends = false
    let mayEdit = ((try? session.commands.parse(line)) ?? nil)?.mayEdit == true
    let isDone = change(isEdit: mayEdit) { [self] () throws(SessionError) in
      ends = try session.run(line) == .ends
      return nil
    }
    if isDone, mayEdit { list.taken = [] }
    if ends { leave() }
  }

  // MARK: Entries

  func askForInsertion() {
    guard prepareForEditing() else { return }
    let destination = list.destination(list.selected)
    mode = .prompt(
      Prompt("new entry: ") { if !$1.isEmpty { $0.insert($1, at: destination) } })
  }

  private func insert(_ label: String, at destination: Destination) {
    guard perform(.insert(NewEntry(label: label), at: destination)) else { return }
    // What else its neighbours have is filled in at once.
    if let entry = list.selectedItem?.entry, destination.item.entry != entry {
      editFields(of: .entry(entry))
    }
  }

  func delete() {
    let items = list.chosenItems
    if items.isEmpty { return }
    let entries = items.filter(\.isEntry)
    let sections = items.compactMap { $0.heading?.section }
    let isDone =
      (entries.isEmpty || perform(.delete(entries)))
      && (sections.isEmpty || perform(.deleteSections(sections, isForced: false)))
    if isDone { list.marked = [] }
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
      // A filter hides most places where they can be put.
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

  /// The command that moves what was taken, up to where that goes; empty if there is none for it.
  var beginningOfMove: String {
    let taken = list.taken
    let command: String
    if !taken.isEmpty, taken.allSatisfy(\.isEntry) {
      command = "move"
    } else if taken.count == 1 {
      command = "section move"
    } else {
      return ""
    }
    let addresses = taken.map { Quoting.quoted(session.book.fullAddress(of: $0)) }
    return ([command] + addresses + ["to "]).joined(separator: " ")
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
    complain("entries are under letters, not in sections; b shows the sections")
    return false
  }

  func moveSelected(down: Bool) {
    guard let item = list.selectedItem, isInSections else { return }
    if list.filter?.found != nil { return complain("the filter hides other rows; Esc ends it") }
    switch item {
    case .section(let section):
      let siblings = Array(catalogue.sections[catalogue.parent(of: item)].sections)
      guard let place = siblings.firstIndex(of: section) else { return }
      let other = place + (down ? 1 : -1)
      if siblings.indices.contains(other) { move(section, past: siblings[other]) }
    case .entry:
      if let destination = list.neighbouringDestination(down: down) {
        perform(.move([item], to: destination))
      }
    }
  }

  // MARK: The session

  func travel(_ command: String) {
    change { [self] () throws(SessionError) in
      try session.run(command)
      return nil
    }
  }

  func showDifference() {
    _ = output.takeLines()
    do throws(SessionError) {
      try session.diff()
      let lines = output.takeLines()
      if lines.isEmpty {
        say("nothing has changed")
      } else {
        mode = .page(TextPage(title: "What saving would change", lines: lines))
      }
    } catch {
      report(error)
    }
  }

  @discardableResult
  func save() -> Bool {
    if !session.isDirty {
      say("nothing to save")
      return true
    }
    return change { [self] () throws(SessionError) in
      try session.save()
      return nil
    }
  }

  func refresh() {
    if openForEditing != nil, !prepareForEditing() { return }
    let saved = session.editing.history.savedCommands
    _ = output.takeLines()
    keepState()
    do throws(SessionError) {
      try session.readAgain()
      recorded += saved
    } catch {
      report(error)
    }
    follow()
    let lines = output.takeLines()
    if state.message == nil { show(lines, title: "What others have changed") }
  }

  func toggleLetters() {
    keepState()
    _ = output.takeLines()
    endFilter()
    progress.begin("filing under letters …  Esc cancels")
    do throws(SessionError) {
      let isOn = list.all.rows.sectioning.letters != nil
      try session.showByLetter(!isOn)
      do throws(SessionError) {
        _ = try session.sectioning()
      } catch {
        try session.showByLetter(isOn)
        throw error
      }
    } catch {
      report(error)
    }
    follow()
    list.select(list.selection)
  }

  func toggleBookmark() {
    guard let item = list.selectedItem else { return }
    let address = session.book.fullAddress(of: item)
    if let place = session.bookmarks.firstIndex(of: address) {
      session.bookmarks.remove(at: place)
      say("removed the bookmark \(address)")
    } else {
      session.bookmarks.append(address)
      say("bookmarked \(address); ':bookmarks' lists them")
    }
  }

  // MARK: Ending

  func pick() { outcome = .picked(list.chosenItems) }

  func quit() {
    guard session.isDirty else { return leave() }
    ask(
      Question(
        "Save the edits? y saves, n drops them, Esc stays",
        yes: { if $0.save() { $0.leave() } }, no: { $0.leave() }))
  }

  package func leave() {
    outcome = settings.printsAtEnd ? .picked(list.chosenItems) : .quit
  }

  /// Leaves without a decision about what an earlier session left.
  package func abandon() { outcome = .abandoned }

  /// Everything that was done and not undone, as commands.
  package var script: [String] { recorded + session.editing.history.commands }
}
