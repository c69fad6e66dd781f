import Catalogues
import Editing
import Language
import Presentation
import Storage

/// Changes to the session, always by its operations and commands.
extension Browser {
  /// Makes a change to the session, and shows the result.
  ///
  /// - Parameters:
  ///   - isEdit: Whether the change may edit the catalogue.
  ///   - mode: How the body is to run a command.
  ///   - body: Makes the change, and returns the item to select then.
  /// - Returns: Whether the change was made.
  @discardableResult
  func change(
    isEdit: Bool = true, _ mode: CommandMode = CommandMode(),
    _ body: @escaping (CommandMode) throws(SessionError) -> Item?
  ) -> Bool {
    guard isEdit ? prepareForEditing() : open() else { return false }
    keepState()
    _ = output.takeLines()
    do throws(SessionError) {
      let item = try body(mode)
      follow(selecting: item)
      show(output.takeLines(), title: "")
      return true
    } catch {
      follow()
      switch error {
      case .newKeys:
        ask(
          Question("\(error.message.shown) Use it anyway? (y/n)") { browser in
            browser.change(CommandMode(acceptsNewKeys: true), body)
          })
      case .unsavedEdits: quit()
      case .conflicts:
        _ = output.takeLines()
        resolveConflicts { $0.sayThatChoiceIsSaved() }
      default: report(error)
      }
      return false
    }
  }

  func sayThatChoiceIsSaved() { say("\(state.keys.hint(.save)) saves what was chosen") }

  /// Whether edits are possible; if they are not, shows why.
  func prepareForEditing() -> Bool {
    if let reason = settings.readOnly {
      complain("read-only: " + reason)
      return false
    }
    guard open() else { return false }
    if let known = session.file.identity,
      let now = try? FileIdentity(path: session.filePath), now != known
    {
      complain("another program has changed the file; \(state.keys.offer(.refresh))")
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
      new.state = session.state
      session = new
      followProgress()
      follow(keepsItems: true)
      return true
    } catch {
      report(error)
      return false
    }
  }

  @discardableResult
  func perform(_ operation: Operation) -> Bool {
    change { [self] _ throws(SessionError) in
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
    let isDone = change(isEdit: mayEdit) { [self] mode throws(SessionError) in
      session.editText = editText
      ends = try session.run(line, mode) == .ends
      return nil
    }
    if isDone, mayEdit { list.taken = [] }
    if ends { leave() }
  }

  // MARK: Commands

  func undoOrRedo(_ command: String) {
    change { [self] _ throws(SessionError) in
      try session.run(command)
      let item = command == "undo" ? deleted[session.editing.history.commands.count] : nil
      return item.flatMap { catalogue.contains($0) ? $0 : nil }
    }
  }

  func showDifference() {
    _ = output.takeLines()
    do throws(SessionError) {
      try session.differences.printText()
      let lines = output.takeLines()
      if lines.isEmpty { return say("nothing has changed") }
      var page = TextPage(title: "What saving would change", lines: lines)
      page.other = ("words", { $0.chooseDifference() })
      mode = .page(page)
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
    return change { [self] _ throws(SessionError) in
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
    // Conflicts are asked about, so that lines about them are left out.
    let lines = output.takeLines().dropFirst(session.conflicts?.all.count ?? 0)
    if state.message != nil { return }
    resolveConflicts { $0.show(Array(lines), title: "What others have changed") }
  }

  func toggleLetters() {
    keepState()
    _ = output.takeLines()
    endFilter()
    // A heading has no row in the other outline.
    var index = list.selection
    while index < list.rows.count, list.rows.id(at: index).item?.entry == nil { index += 1 }
    let entry = index < list.rows.count ? list.rows.id(at: index).item?.entry : nil
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
    follow(selecting: entry.map { .entry($0) })
  }

  func toggleBookmark() {
    guard let item = list.selectedItem else { return }
    let address = session.book.fullAddress(of: item)
    if let index = session.state.bookmarks.firstIndex(of: address) {
      session.state.bookmarks.remove(at: index)
      say("removed the bookmark \(address)")
    } else {
      session.state.bookmarks.append(address)
      say("bookmarked \(address)")
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

  /// Leaves without a decision about the edits that an earlier session left.
  package func abandon() { outcome = .abandoned }

  /// Everything that was done and not undone, as commands.
  package var script: [String] { recorded + session.editing.history.commands }
}
