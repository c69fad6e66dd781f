import Catalogues
import Forms
import Presentation
package import Terminal

/// What keys do.
extension Browser {
  package func handle(_ key: Key) {
    if case .mouse(let mouse) = key, mouse.action == .press,
      let button = progress.frame?.buttons.first(where: { $0.contains(mouse) })
    {
      for key in button.keys { handle(key) }
      return
    }
    // The message of a press stays when the button is released.
    if case .mouse(let mouse) = key, mouse.action == .release {} else { state.message = nil }
    switch mode {
    case .list: handleInList(key)
    case .filter: handleInFilter(key)
    case .prompt(let prompt): handle(key, in: prompt)
    case .fields(let form): handle(key, in: form)
    case .question(let question):
      guard let answer = question.answer(key) else { return }
      mode = .list
      answer(self)
    case .page(var page):
      if key == .control("l") { needsRedraw = true }
      if key == .tab, let other = page.other {
        mode = .list
        return other.show(self)
      }
      mode = page.take(key, state.size, settings) ? .page(page) : .list
    case .choice(let choice): handle(key, in: choice)
    case .conflicts(let page): handle(key, in: page)
    }
  }

  private func handleInList(_ key: Key) {
    if case .mouse(let mouse) = key { return handle(mouse) }
    let keys = state.keys
    if keys.match(state.pending) == .action(.jump) {
      state.pending = []
      if case .character(let letter) = key { jump(to: letter) }
      return
    }
    if state.pending.isEmpty, takeText(key) || takeDigit(key) { return }
    switch keys.match(state.pending + [key]) {
    case .action(.jump):
      state.pending = [key]
      say("jump to the section of the next key")
    case .action(let action):
      state.pending = []
      let count = state.count
      state.count = 0
      perform(action, times: count)
    case .prefix: state.pending.append(key)
    case .none:
      state.count = 0
      // A key after the beginning of a sequence does not act by itself.
      if !state.pending.isEmpty {
        let keys = (state.pending + [key]).map(\.name).joined(separator: " ")
        state.pending = []
        if key != .escape { say("\(keys) does nothing") }
        return
      }
      // Ctrl-D does not delete, as it does in other programs: some terminals send it twice, and the
      // second key would answer the question.
      if key == .control("d") { say("\(keys.hint(.delete)) deletes, \(keys.hint(.quit)) quits") }
    }
  }

  /// Takes a digit of the count before an action; only the keys of vi have counts.
  private func takeDigit(_ key: Key) -> Bool {
    guard state.keys.style == .vi, case .character(let character) = key, character.isASCII,
      let digit = character.wholeNumberValue, digit + state.count > 0
    else { return false }
    state.count = min(state.count * 10 + digit, 999)
    return true
  }

  private func perform(_ action: Action, times count: Int) {
    switch action {
    case .cancel where count > 0: break
    case .delete where count > 1: delete(rows: count)
    case .up, .down, .pageUp, .pageDown, .next, .previous, .mark, .moveUp, .moveDown, .undo, .redo:
      for _ in 0..<max(count, 1) { perform(action) }
    default: perform(action)
    }
  }

  /// Does an action that was chosen by its name, or by its key.
  func perform(_ action: Action) {
    switch action {
    case .up: list.select(list.selection - 1)
    case .down: list.select(list.selection + 1)
    case .pageUp: pageUp()
    case .pageDown: pageDown()
    case .first: list.select(0)
    case .last: list.select(list.rows.count - 1)
    case .left: left()
    case .right: right()
    case .open: open()
    case .fold where settings.isPicking: perform(.mark)
    case .fold: foldAround()
    case .foldAll: foldAll(.collapse)
    case .unfoldAll: foldAll(.expand)
    case .accordion:
      let rows = list.all.rows
      rows.setAccordion(!rows.state.isAccordion)
      keepState()
      say(rows.state.isAccordion ? "opening a section closes the others" : "sections stay open")
    case .jump:
      state.pending = state.keys.bindings.first { $0.action == .jump }?.keys.first ?? []
      say("jump to the section of the next key")
    case .filter: if state.keys.style == .vi { beginFilter() } else { say("type what to look for") }
    case .scope: changeTerms { $0.fields = self.scope(after: $0.fields) }
    case .expression: changeTerms { $0.isExpression.toggle() }
    case .accents: changeTerms { $0.isAccentSensitive.toggle() }
    case .readings: changeTerms { $0.findsReadings.toggle() }
    case .searches: chooseSearch()
    case .next: goToHit(forward: true)
    case .previous: goToHit(forward: false)
    case .bookmark: toggleBookmark()
    case .bookmarks: chooseBookmark()
    case .letters: toggleLetters()
    case .preview: state.showsFields.toggle()
    case .edit: editFields()
    case .editText: editAsText()
    case .insert: askForInsertion()
    case .delete: delete()
    case .deleteBelow: deleteBelow()
    case .mark: mark()
    case .take: takeOrPut()
    case .moveDown: moveSelected(down: true)
    case .moveUp: moveSelected(down: false)
    case .rename: askForName()
    case .undo: undoOrRedo("undo")
    case .redo: undoOrRedo("redo")
    case .difference: chooseDifference()
    case .save: save()
    case .refresh: refresh()
    case .command: askForCommand()
    case .help:
      mode = .page(TextPage(title: "Keys", lines: state.keys.lines.map { StyledText($0) }))
    case .menu: chooseAction()
    case .redraw: needsRedraw = true
    case .suspend: wantsSuspension = true
    case .cancel: cancel()
    case .quit: quit()
    }
  }

  /// Scrolls up by a page: the first row becomes the last one.
  private func pageUp() {
    let top = list.position.top
    let first = min(top, list.rows.count) > 0 ? view.listLines.first(seenTo: top) : 0
    scrollPage(by: top > 0 ? min(first - top, -1) : -list.selection)
  }

  /// Scrolls down by a page: the last row becomes the first one.
  private func pageDown() {
    let top = list.position.top
    scrollPage(by: max(view.listLines.last(seenFrom: top) - top, 1))
  }

  private func scrollPage(by distance: Int) {
    list.select(list.selection + distance)
    list.position.top = max(min(list.position.top + distance, list.rows.count - 1), 0)
  }

  private func cancel() {
    if !list.taken.isEmpty {
      list.taken = []
    } else if list.filter != nil {
      endFilter()
    } else if !list.marked.isEmpty {
      list.marked = []
    } else if state.keys.style == .search {
      quit()
    }
  }

  // MARK: Folding

  private func open() {
    if !list.taken.isEmpty { return takeOrPut() }
    keepFilter()
    if settings.isPicking { return pick() }
    switch list.selected {
    case .heading: foldAround()
    case .entry: operate()
    case .footer, nil: break
    }
  }

  private func left() {
    if case .slider? = list.control { return slide(-1) }
    if case .heading(let heading)? = list.selected, canFold(heading), !list.rows.isClosed(heading) {
      return toggle(heading)
    }
    if list.selected != nil, let heading = list.rows.heading(around: list.selection),
      let index = list.rows.index(of: .heading(heading))
    {
      list.select(index)
    }
  }

  private func right() {
    if case .slider? = list.control { return slide(1) }
    guard case .heading(let heading)? = list.selected, canFold(heading) else { return }
    if list.rows.isClosed(heading) { toggle(heading) } else { list.select(list.selection + 1) }
  }

  private func canFold(_ heading: Heading) -> Bool {
    list.filter?.found == nil && list.rows.sectioning.canClose(heading)
  }

  /// Opens or closes the selected section, the section around the selected row, or a row of a form.
  private func foldAround() {
    if case .entry(let entry)? = list.selected, disclose(entry) { return }
    if let heading = list.heading, heading != .top, canFold(heading) { toggle(heading) }
  }

  private func toggle(_ heading: Heading) {
    let rows = list.rows
    rows.apply(.toggle, to: heading)
    keepState()
    guard let index = rows.index(of: .heading(heading)) else { return list.settle() }
    list.select(index)
    if rows.isClosed(heading) { return }
    // The heading is to be seen, and the rows under it, up to the fifth.
    let last = min((rows.end(of: heading) ?? index + 1) - 1, index + 5)
    list.position.top = min(view.listLines.top(showing: last), index)
  }

  private func foldAll(_ disclosure: Disclosure) {
    guard list.filter?.found == nil else { return }
    let rows = list.rows
    let isHeading = if case .heading? = list.selected { true } else { false }
    let outermost = isHeading ? nil : list.heading.flatMap { rows.sectioning.path(to: $0).first }
    if disclosure == .expand, rows.state.isAccordion {
      rows.setAccordion(false)
      say("sections stay open")
    }
    rows.applyToAll(disclosure)
    keepState()
    // The selected row may now be inside a closed section.
    if disclosure == .collapse, let outermost { list.position.selected = .heading(outermost) }
    list.settle()
  }

  // MARK: Mouse

  private func handle(_ mouse: Key.Mouse) {
    switch mouse.action {
    case .wheelUp: scroll(by: -3)
    case .wheelDown: scroll(by: 3)
    case .press: press(mouse)
    case .drag: move(mouse)
    case .release: release()
    }
  }

  private func press(_ mouse: Key.Mouse) {
    if let title = view.strip?.title(at: mouse) {
      list.drag = .strip
      return go(to: title)
    }
    if let item = list.selectedItem, let index = view.field(at: mouse, picture(in: view)) {
      guard prepareForEditing() else { return }
      editFields(of: item, selecting: index)
      if case .fields(let form) = mode, form.selected?.isTyped == true { handle(.enter, in: form) }
      return
    }
    guard let index = rowIndex(at: mouse) else { return }
    let isSecond = isDoubleClick(on: index)
    list.select(index)
    if case .heading(let heading)? = list.selected, mouse.column < 4 || isSecond {
      if canFold(heading) { toggle(heading) }
      return
    }
    if operate(at: mouse) { return }
    list.drag = .row(from: index, to: index, opens: isSecond)
  }

  /// Whether a press follows another one on the same row so soon that it is a double click, which
  /// opens the row.
  private func isDoubleClick(on index: Int) -> Bool {
    let (row, time) = (list.rows.id(at: index), now())
    if let click, click.row == row, time - click.time <= Browser.doubleClickTime {
      self.click = nil
      return true
    }
    click = (row, time)
    return false
  }

  /// The most seconds between the presses of a double click.
  private static let doubleClickTime = 0.5

  private func move(_ mouse: Key.Mouse) {
    switch list.drag {
    case .slider(let edits): slide(toColumn: mouse.column, after: edits)
    case .strip: if let title = view.strip?.title(at: mouse, isDragging: true) { go(to: title) }
    case .row(let from, _, let opens):
      let rows = view.layout.list
      if mouse.row <= rows.lowerBound { scroll(by: -1) }
      if mouse.row >= rows.upperBound - 1 { scroll(by: 1) }
      if let index = rowIndex(at: mouse) { list.drag = .row(from: from, to: index, opens: opens) }
    case nil: break
    }
  }

  private func release() {
    defer { list.drag = nil }
    guard case .row(let from, let to, let opens)? = list.drag, from < list.rows.count,
      let item = list.rows.id(at: from).item
    else { return }
    if from != to { return move([item], toRow: to) }
    // In a row with a control, a click beside the control only selects the row.
    if opens, list.control.map({ $0 == .none }) ?? true { open() }
  }

  func rowIndex(at mouse: Key.Mouse) -> Int? { lines.first { $0.row == mouse.row }?.index }

  /// Scrolls the list. The selection moves only as far as it must to stay visible.
  private func scroll(by distance: Int) {
    let seen = view.listLines.scrolled(by: distance)
    list.position.top = seen.lowerBound
    if !seen.contains(list.selection) {
      list.select(max(seen.lowerBound, min(list.selection, seen.upperBound)))
    }
  }
}
