import Catalogues
import Editing
import Forms
import Grammar
import ICUText
import Language
import Terminal

/// A line at the bottom of the screen that asks for a text.
struct Prompt {
  enum Purpose: Equatable {
    case command
    /// The name of a new entry at a place.
    case insertion(Destination)
    case name(Item)
    /// What is entered in a row of a form or of settings.
    case filling(Entry.ID)
    /// A key and its value, to be added to an item.
    case field(Item)
  }

  let purpose: Purpose
  var line: InputLine
  /// What is to be typed is not shown.
  var isMasked = false
  /// Texts that up and down put into the line: choices, or earlier commands with the latest first.
  var choices: [String] = []
  private var chosen = EarlierLines()

  init(_ purpose: Purpose, _ text: String = "") {
    self.purpose = purpose
    line = InputLine(text)
  }

  /// What is before the line.
  var label: String {
    switch purpose {
    case .command: ":"
    case .insertion: "new entry: "
    case .name: "name: "
    case .filling: "value: "
    case .field: "KEY=VALUE: "
    }
  }

  /// Puts the next or the last choice into the line.
  mutating func choose(_ step: Int) { _ = chosen.step(step, in: choices, &line) }
}

extension Browser {
  func handle(_ key: Key, in prompt: Prompt) {
    var prompt = prompt
    switch key {
    case _ where prompt.line.isQuoting: prompt.line.take(key)
    case .escape, .control("c"): return leavePrompt(prompt)
    case .enter:
      leavePrompt(prompt)
      return finish(prompt)
    case .up: prompt.choose(1)
    case .down: prompt.choose(-1)
    case .tab where prompt.purpose == .command:
      complete(&prompt)
    case .tab: prompt.choose(1)
    case .backspace where prompt.purpose == .command && prompt.line.isEmpty:
      return leavePrompt(prompt)
    case .control("l"): needsRedraw = true
    default: prompt.line.take(key)
    }
    mode = .prompt(prompt)
  }

  func askForCommand() {
    var prompt = Prompt(.command, beginningOfMove)
    prompt.choices = settings.commands.reversed()
    mode = .prompt(prompt)
  }

  /// Completes the word before the cursor, or says what it may become.
  private func complete(_ prompt: inout Prompt) {
    let line = prompt.line
    let result = CommandCompletion(
      session, line: line.text, cursor: line.cursor
    ).result
    if case .insert(let text) = result.step(in: line.text, isRepeated: true) {
      prompt.line.replace(result.range, with: text)
    } else if !result.candidates.isEmpty {
      say(result.candidates.prefix(50).map(\.display).joined(separator: "  "))
    }
  }

  private func leavePrompt(_ prompt: Prompt) {
    mode = .list
    if case .field(let item) = prompt.purpose { editFields(of: item) }
  }

  private func finish(_ prompt: Prompt) {
    let text = prompt.line.text
    switch prompt.purpose {
    case .command: runCommand(text)
    case .insertion(let destination): if !text.isEmpty { insert(text, at: destination) }
    case .name(let item): rename(item, to: text)
    case .filling(let entry): fill(entry, with: text)
    case .field(let item): addField(text, to: item)
    }
  }

  func draw(_ prompt: Prompt, in frame: inout Frame, row: Int) {
    frame.clear(row: row)
    let start = frame.write(prompt.label, row: row, column: 0, style: CellStyle(.bold))
    var end = size.columns
    if prompt.purpose != .command, !prompt.choices.isEmpty {
      let shown = VisibleText.shown("↑↓ " + prompt.choices.joined(separator: ", "))
      let width = DisplayWidth.of(shown)
      if start + width + 12 < size.columns {
        end = size.columns - width - 1
        frame.write(shown, row: row, column: end + 1, style: CellStyle(.dimmed))
      }
    } else if prompt.purpose == .command, let message {
      let width = DisplayWidth.of(message.text)
      end = max(size.columns - width - 1, size.columns / 2)
      frame.write(
        VisibleText.shown(message.text), row: row, column: end + 1, style: CellStyle(.dimmed))
    }
    prompt.line.draw(
      in: &frame, row: row, column: min(start, size.columns - 1), end: end,
      isMasked: prompt.isMasked)
  }
}

/// A question that is answered by yes or no; Esc leaves everything as it is.
package struct Question {
  let text: String
  let yes: (Browser) -> Void
  let no: (Browser) -> Void
  let cancel: (Browser) -> Void

  package init(
    _ text: String, yes: @escaping (Browser) -> Void, no: @escaping (Browser) -> Void = { _ in },
    cancel: @escaping (Browser) -> Void = { _ in }
  ) {
    (self.text, self.yes, self.no, self.cancel) = (text, yes, no, cancel)
  }
}

extension Browser {
  /// Asks a question before anything else is done.
  package func ask(_ question: Question) { mode = .question(question) }

  func handle(_ key: Key, in question: Question) {
    let answer: (Browser) -> Void
    switch key {
    case "y", "Y", .enter: answer = question.yes
    case "n", "N": answer = question.no
    case .escape, .control("c"): answer = question.cancel
    default: return
    }
    mode = .list
    answer(self)
  }
}
