import Foundation
import Presentation
import Testing

@testable import Browser
@testable import Terminal

/// The table of keys.
@Suite("Key table")
struct KeyTableTests {
  /// Everything that a key may change.
  private func state(_ screen: Screen) -> String {
    let browser = screen.browser
    return [
      screen.text, screen.content, "\(screen.frame)", "\(browser.outcome as Any)",
      "\(browser.needsRedraw)", "\(browser.state.pending)", "\(browser.list.all.rows.state)",
      "\(browser.mode)",
    ].joined(separator: "\n")
  }

  /// Makes a state in which a key has something to do.
  private func prepare(_ screen: Screen, for action: Action) {
    switch action {
    case .up, .first, .left, .moveUp, .pageUp: screen.press(.down, .down, .down)
    case .right: screen.press(.tab)
    case .unfoldAll: screen.press("z", "M")
    case .redo: screen.press(.down, "d", "u")
    case .undo, .save, .difference: screen.press(.down, "d")
    case .next, .previous:
      screen.press("/")
      screen.type("o")
      screen.press(.enter)
    case .cancel: screen.press(.down, " ")
    case .edit, .rename, .bookmarks, .moveDown, .delete: screen.press(.down)
    default: break
    }
  }

  @Test(
    arguments: KeyTable.bindings.flatMap { binding in binding.keys.map { (binding.action, $0) } })
  func everyKeyDoesSomething(_ action: Action, _ keys: [Key]) throws {
    let screen = try Screen(Contacts.text, rows: 24)
    prepare(screen, for: action)
    let before = state(screen)
    for key in keys { screen.press(key) }
    if action == .jump { screen.press("z") }
    #expect(state(screen) != before, "\(keys)")
    #expect(KeyTable.match(keys) == .action(action))
  }

  @Test func everyActionHasAKey() {
    let bound = Set(KeyTable.bindings.map(\.action))
    #expect(Action.allCases.allSatisfy(bound.contains))
  }

  @Test func noKeysMeanTwoThings() {
    let all = KeyTable.bindings.flatMap(\.keys)
    #expect(Set(all).count == all.count)
    for keys in all {
      for length in 1..<max(keys.count, 1) {
        #expect(KeyTable.match(Array(keys.prefix(length))) == .prefix)
      }
    }
  }

  @Test func theManualHasTheTable() throws {
    let page = Screen.package.appending(path: "Man/cardex-browse.1")
    let text = try String(contentsOf: page, encoding: .utf8)
    let parts = text.components(separatedBy: ".\\\" The keys: what KeyTableTests prints.\n")
    let table = parts.last?.components(separatedBy: ".\\\" The end of the keys.\n").first
    #expect(table == KeyTable.manual, "\(KeyTable.manual)")
  }

  @Test func theTableIsShown() throws {
    let screen = try Screen(Contacts.text, columns: 80, rows: 60)
    screen.press("?")
    for binding in KeyTable.bindings {
      #expect(screen.lines.contains { $0.contains(binding.shown) && $0.contains(binding.help) })
    }
  }
}
