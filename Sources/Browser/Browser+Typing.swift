import Catalogues
import Editing
import Grammar
import Language
import Presentation
import Terminal

/// What is typed into prompts and fields.
extension Browser {
  // MARK: Prompts

  func askForCommand(_ text: String? = nil) {
    var prompt = Prompt(":", text ?? beginningOfMove) { $0.runCommand($1) }
    prompt.isCommand = true
    prompt.earlier = settings.commands.reversed()
    mode = .prompt(prompt)
  }

  /// The beginning of the command that moves the taken items, up to the destination; empty if no
  /// command moves them.
  private var beginningOfMove: String {
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

  func handle(_ key: Key, in prompt: Prompt) {
    var prompt = prompt
    let step = prompt.take(key, state.keys)
    mode = .prompt(prompt)
    switch step {
    case .stay: break
    case .leave:
      mode = .list
      prompt.leave(self)
    case .finish:
      mode = .list
      prompt.leave(self)
      prompt.finish(self, prompt.line.text)
    case .complain(let text): complain(text)
    case .complete:
      complete(&prompt)
      mode = .prompt(prompt)
    case .redraw: needsRedraw = true
    }
  }

  /// Completes the word before the cursor, or says what it may become.
  private func complete(_ prompt: inout Prompt) {
    let line = prompt.line
    let result = CommandCompletion(session, line: line.text, cursor: line.cursor).result
    if case .insert(let text) = result.step(in: line.text, isRepeated: true) {
      prompt.line.replace(result.range, with: text)
    } else if !result.candidates.isEmpty {
      say(result.candidates.prefix(50).map(\.display).joined(separator: "  "))
    }
  }

  // MARK: Fields

  func editFields() {
    if let item = list.selectedItem, prepareForEditing() { editFields(of: item) }
  }

  /// - Parameters:
  ///   - index: The field that is selected, unless there is one with the path.
  ///   - path: The path of a field.
  func editFields(
    of item: Item, selecting index: Int = 0, _ path: String? = nil, isNew: Bool = false
  ) {
    mode = .fields(
      FieldsForm(item, in: session, list.all.builder, selecting: index, path, isNew: isNew))
  }

  /// Goes on to the next field of a new item.
  func advance() {
    guard case .fields(var form) = mode else { return }
    if case .leave = form.advance() { mode = .list } else { mode = .fields(form) }
  }

  func handle(_ key: Key, in old: FieldsForm) {
    if case .mouse(let mouse) = key, mouse.action == .press, mouse.column < view.layout.listWidth,
      let index = rowIndex(at: mouse)
    {
      return leave(old, forRow: list.rows.id(at: index))
    }
    if case .mouse(let mouse) = key, mouse.action == .press, old.line != nil,
      let path = old.path(at: mouse.row, view.layout.fields), path != old.selected?.path
    {
      return leave(old, forField: path)
    }
    var form = old
    let step = form.take(key, state.keys, in: view.layout.fields)
    mode = .fields(form)
    switch step {
    case .stay: break
    case .leave: mode = .list
    case .askForField: askForField(of: form.item)
    case .complain(let text): complain(text)
    case .act(let action): keepEditing(form.item, form.selection) { perform(action) }
    case .change(let operation):
      var isDone = false
      // A missing field that is filled in moves up to the existing fields; a field that is removed
      // disappears.
      let path = if case .set = operation { form.selected?.path } else { nil as String? }
      keepEditing(form.item, form.selection, path) { isDone = perform(operation) }
      guard old.line != nil, case .fields = mode else { return }
      // What was typed can be corrected.
      if !isDone {
        mode = .fields(old)
      } else if old.isNew {
        editFields(of: form.item, selecting: form.selection, path, isNew: true)
        advance()
      }
    }
  }

  /// Selects a row of the list.
  ///
  /// A value that is being typed is set first; if it is refused, it can be corrected.
  private func leave(_ form: FieldsForm, forRow row: Row.ID) {
    if form.line != nil { handle(.enter, in: form) }
    switch mode {
    case .list, .fields:
      if state.message?.isError == true { return }
      mode = .list
      if let index = list.rows.index(of: row) { list.select(index) }
    default: break
    }
  }

  /// Selects another field.
  ///
  /// A value that is being typed is set first; if it is refused, it can be corrected.
  private func leave(_ form: FieldsForm, forField path: String) {
    handle(.enter, in: form)
    guard case .fields(var next) = mode, state.message?.isError != true else { return }
    next.select(path)
    mode = .fields(next)
  }

  private func askForField(of item: Item) {
    var prompt = Prompt("KEY=VALUE: ") { $0.addField($1, to: item) }
    prompt.leave = { $0.editFields(of: item) }
    mode = .prompt(prompt)
  }

  private func addField(_ text: String, to item: Item) {
    guard let sign = text.firstIndex(of: "=") else {
      if !text.isEmpty { complain("KEY=VALUE is wanted, such as phone=030 123") }
      return
    }
    let field = FieldAssignment(
      key: String(text[..<sign]), type: nil, value: String(text[text.index(after: sign)...]))
    keepEditing(item, .max) { perform(.set([field], of: item)) }
  }

  /// Makes a change, and shows the form of an item with its new fields.
  private func keepEditing(
    _ item: Item, _ index: Int, _ path: String? = nil, _ body: () -> Void
  ) {
    mode = .list
    let before = catalogue
    body()
    // A question, or a page, comes first.
    guard case .list = mode, catalogue === before, catalogue.contains(item) else { return }
    editFields(of: item, selecting: index, path)
  }
}
