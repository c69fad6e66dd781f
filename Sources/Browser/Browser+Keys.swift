import Catalogues
import Forms
import Presentation
package import Terminal

/// What keys do.
extension Browser {
  package func handle(_ key: Key) {
    message = nil
    switch mode {
    case .list: handleInList(key)
    case .filter: handleInFilter(key)
    case .prompt(let prompt): handle(key, in: prompt)
    case .question(let question): handle(key, in: question)
    case .fields(let form): handle(key, in: form)
    case .page(let page): handle(key, in: page)
    }
  }

  private func handleInList(_ key: Key) {
    if case .mouse(let mouse) = key { return handle(mouse) }
    if pending == [Browser.jumpKey] {
      pending = []
      if case .character(let letter) = key { jump(to: letter) }
      return
    }
    switch KeyTable.match(pending + [key]) {
    case .action(.jump):
      pending = [key]
      say("jump to the section of the next key")
    case .action(let action):
      pending = []
      perform(action)
    case .prefix: pending.append(key)
    case .none:
      let isSequence = !pending.isEmpty
      pending = []
      if isSequence { handleInList(key) }
    }
  }

  private static let jumpKey: Key = "'"

  private func perform(_ action: Action) {
    switch action {
    case .up: select(selection - 1)
    case .down: select(selection + 1)
    case .pageUp: page(-1)
    case .pageDown: page(1)
    case .first: select(0)
    case .last: select(rows.count - 1)
    case .left: left()
    case .right: right()
    case .open: open()
    case .fold, .foldToggle: foldAround()
    case .foldAll: foldAll(.collapse)
    case .unfoldAll: foldAll(.expand)
    case .accordion:
      all.setAccordion(!all.state.isAccordion)
      keepState()
      say(all.state.isAccordion ? "opening a section closes the others" : "sections stay open")
    case .jump: break
    case .filter: beginFilter()
    case .next: goToHit(forward: true)
    case .previous: goToHit(forward: false)
    case .bookmarks: toggleBookmark()
    case .letters: toggleLetters()
    case .preview: showsPreview.toggle()
    case .edit: editFields()
    case .insert: askForInsertion()
    case .delete: delete()
    case .mark: mark()
    case .take: takeOrPut()
    case .moveDown: moveSelected(down: true)
    case .moveUp: moveSelected(down: false)
    case .rename: askForName()
    case .undo: travel("undo")
    case .redo: travel("redo")
    case .difference: showDifference()
    case .save: save()
    case .refresh: refresh()
    case .command: askForCommand()
    case .help: mode = .page(TextPage(title: "Keys", lines: KeyTable.lines.map { StyledText($0) }))
    case .redraw: needsRedraw = true
    case .cancel: cancel()
    case .quit: quit()
    }
  }

  private func page(_ direction: Int) {
    let step = max(layout.listRows - 1, 1) * direction
    select(selection + step)
    top = max(min(top + step, rows.count - 1), 0)
  }

  private func cancel() {
    if !taken.isEmpty {
      taken = []
    } else if filter != nil {
      endFilter()
    } else {
      marked = []
    }
  }

  // MARK: Folding

  private func open() {
    if !taken.isEmpty { return takeOrPut() }
    if settings.isPicking { return pick() }
    switch selected {
    case .heading: foldAround()
    case .entry: operate()
    case .footer, nil: break
    }
  }

  private func left() {
    guard let selected else { return }
    if isSlider { return slide(-1) }
    if case .heading(let heading) = selected, canFold(heading), !rows.isClosed(heading) {
      return toggle(heading)
    }
    if let heading = rows.heading(around: selection), let index = rows.index(of: .heading(heading))
    {
      select(index)
    }
  }

  private func right() {
    if isSlider { return slide(1) }
    guard case .heading(let heading)? = selected, canFold(heading) else { return }
    if rows.isClosed(heading) { toggle(heading) } else { select(selection + 1) }
  }

  private func canFold(_ heading: Heading) -> Bool {
    filter?.found == nil && rows.sectioning.canClose(heading)
  }

  /// Opens or closes the selected section or the one around, or a row of a form.
  private func foldAround() {
    guard let selected else { return }
    if case .entry(let entry) = selected, disclose(entry) { return }
    let heading: Heading?
    if case .heading(let own) = selected {
      heading = own
    } else {
      heading = rows.heading(around: selection)
    }
    if let heading, heading != .top, canFold(heading) { toggle(heading) }
  }

  func toggle(_ heading: Heading) {
    rows.apply(.toggle, to: heading)
    keepState()
    guard let index = rows.index(of: .heading(heading)) else { return settle() }
    select(index)
    if !rows.isClosed(heading) { showRows(under: heading, at: index) }
  }

  /// Scrolls until the last row under a heading, at least the fifth, is seen, and the heading, too.
  private func showRows(under heading: Heading, at index: Int) {
    let last = min((rows.end(of: heading) ?? index + 1) - 1, index + 5)
    scroll(toShow: last)
    if top > index { top = index }
  }

  private func foldAll(_ disclosure: Disclosure) {
    guard filter?.found == nil else { return }
    let around = selected.flatMap { id -> Heading? in
      if case .heading = id { nil } else { rows.heading(around: selection) }
    }
    let path = around.map { rows.sectioning.path(to: $0) } ?? []
    rows.applyToAll(disclosure)
    keepState()
    // What was selected may now be inside a closed section.
    if disclosure == .collapse, let outermost = path.first {
      selected = .heading(outermost)
    }
    settle()
  }

  // MARK: Mouse

  private func handle(_ mouse: Key.Mouse) {
    switch mouse.action {
    case .wheelUp: scroll(by: -3)
    case .wheelDown: scroll(by: 3)
    case .press: press(mouse)
    case .drag: move(mouse)
    case .release: release(mouse)
    }
  }

  private func press(_ mouse: Key.Mouse) {
    if let title = stripTitle(at: mouse) {
      drag = .strip
      return go(to: title)
    }
    guard let index = rowIndex(at: mouse.row) else { return }
    // A second press opens what the first one has selected.
    let isSecond = index == selection
    select(index)
    if case .heading(let heading)? = selected, mouse.column < 4 || isSecond {
      if canFold(heading) { toggle(heading) }
      return
    }
    drag = .row(from: index, to: index)
  }

  private func move(_ mouse: Key.Mouse) {
    switch drag {
    case .strip: if let title = stripTitle(at: mouse, isDragging: true) { go(to: title) }
    case .row(let from, _):
      if mouse.row <= layout.list.lowerBound { scroll(by: -1) }
      if mouse.row >= layout.list.upperBound - 1 { scroll(by: 1) }
      if let index = rowIndex(at: mouse.row) { drag = .row(from: from, to: index) }
    case nil: break
    }
  }

  private func release(_ mouse: Key.Mouse) {
    defer { drag = nil }
    guard case .row(let from, let to)? = drag, from != to, from < rows.count,
      let item = item(rows.id(at: from))
    else { return }
    move([item], toRow: to)
  }

  /// What the mouse drags.
  enum Drag: Equatable {
    case strip
    case row(from: Int, to: Int)
  }
}
