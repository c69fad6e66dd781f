import Browser
import CPlatform
import Editing
import Platform
import PropertyLists
import Storage
import Terminal

/// Handles keys and signals, and shows the screen after each, until the browser ends.
final class BrowserLoop {
  enum End {
    case left(Browser.Outcome)
    /// By a signal, or since the terminal is gone: unsaved edits stay in the journal.
    case terminated

    var outcome: Browser.Outcome? { if case .left(let outcome) = self { outcome } else { nil } }
  }

  private let browser: Browser
  private let terminal: BrowserTerminal
  private let keeper: SessionKeeper
  private let pictures: PictureFinder
  private var searches: LineHistory

  init(
    _ browser: Browser, _ terminal: BrowserTerminal, _ keeper: SessionKeeper,
    _ pictures: PictureFinder
  ) {
    (self.browser, self.terminal, self.keeper) = (browser, terminal, keeper)
    self.pictures = pictures
    let directory = UserDirectory.state.path()
    searches = LineHistory(path: directory?.appending("searches"))
    browser.settings.searches = searches.lines
    var commands = LineHistory(path: directory?.appending("history"))
    browser.settings.commands = commands.lines
    browser.hasKeysWaiting = { terminal.hasKeys }
    browser.now = { MonotonicClock.now }
    browser.output.isCancelled = { terminal.takeCancelling() }
    browser.keepSearch = { [unowned self] in _ = searches.add($0) }
    browser.keepCommand = { _ = commands.add($0) }
    browser.progress.show = { terminal.show($0) }
    browser.editText = { [unowned browser] text, take throws(SessionError) in
      let editor = PersonsEditor { (body) throws(SessionError) in
        terminal.leave()
        body()
        browser.needsRedraw = true
        do throws(Failure) {
          try terminal.enter()
        } catch {
          throw SessionError.editor(error.message, hint: error.hint)
        }
      }
      try editor.edit(text, take)
      editor.discard()
    }
  }

  /// Shows the screen until the browser ends, and restores the terminal.
  func run() throws(Failure) -> End {
    // The screen itself shows progress.
    Progress.isOn = false
    // Signals are noted from before the terminal is switched until after it is restored.
    cardex_signals_begin()
    let result = Result { () throws(Failure) in
      try terminal.enter()
      return try followKeys()
    }
    terminal.leave()
    cardex_signals_end()
    return try result.get()
  }

  private func followKeys() throws(Failure) -> End {
    while true {
      if !terminal.hasKeys {
        try show()
        browser.prepareFilter()
      }
      if let outcome = browser.outcome { return .left(outcome) }
      switch try terminal.wait() {
      case .terminated: return .terminated
      case .resized: terminal.forget()
      case .pictures: browser.pictures.find = { [pictures] in pictures.file(named: $0) }
      case .keys:
        guard var key = browser.isTyping ? terminal.nextText() : terminal.nextKey() else {
          continue
        }
        if key == .control("z"), browser.settings.keys == .vi {
          try terminal.suspend()
          continue
        }
        if key == .enter, browser.mayPasteLines, terminal.hasText { key = .paste("\n") }
        browser.handle(key)
        if browser.wantsSuspension {
          browser.wantsSuspension = false
          try terminal.suspend()
        }
        followFile()
      }
    }
  }

  private func show() throws(Failure) {
    browser.catchUp()
    if browser.needsRedraw { terminal.forget() }
    browser.needsRedraw = false
    browser.pictures.cellShape = terminal.cellShape
    terminal.show(browser.frame(terminal.size))
  }

  /// Keeps the journal of another file, after `save as`.
  private func followFile() {
    do throws(StorageError) {
      try keeper.follow()
    } catch {
      browser.complain("no journal is kept, so a crash would lose unsaved edits: \(error)")
    }
  }
}
