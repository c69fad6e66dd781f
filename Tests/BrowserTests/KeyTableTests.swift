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
      "\(browser.needsRedraw) \(browser.wantsSuspension)", "\(browser.state.pending)",
      "\(browser.list.all.rows.state)",
      "\(browser.mode)",
    ].joined(separator: "\n")
  }

  /// Makes a state in which a key has something to do.
  private func prepare(_ screen: Screen, for action: Action) {
    switch action {
    case .up, .first, .left, .moveUp, .pageUp: screen.press(.down, .down, .down)
    case .right: screen.press(.tab)
    case .unfoldAll: screen.press("z", "M")
    case .redo: screen.press(.down, .delete, screen.key(of: .undo))
    case .undo, .save, .difference: screen.press(.down, .delete)
    case .next, .previous:
      screen.press("/")
      screen.type("o")
      screen.press(.enter)
    case .cancel: screen.press(.down, " ")
    case .edit, .rename, .bookmark, .moveDown, .delete, .deleteBelow:
      screen.press(.down)
    default: break
    }
  }

  private static let bindings = KeyStyle.allCases.flatMap { style in
    KeyTable.of(style).bindings.flatMap { binding in
      binding.keys.map { (style, binding.action, $0) }
    }
  }

  @Test(arguments: bindings)
  func everyKeyDoesSomething(_ style: KeyStyle, _ action: Action, _ keys: [Key]) throws {
    let screen = try Screen(Contacts.text, rows: 24, keys: style)
    prepare(screen, for: action)
    let before = state(screen)
    for key in keys { screen.press(key) }
    if action == .jump { screen.press("z") }
    #expect(state(screen) != before, "\(keys)")
    #expect(screen.browser.state.keys.match(keys) == .action(action))
  }

  @Test(arguments: KeyStyle.allCases)
  func everyActionIsThere(_ style: KeyStyle) {
    let bound = KeyTable.of(style).bindings.map(\.action)
    #expect(Action.allCases.allSatisfy(bound.contains))
    #expect(Set(bound).count == bound.count)
  }

  @Test(arguments: KeyStyle.allCases)
  func noKeysMeanTwoThings(_ style: KeyStyle) {
    let table = KeyTable.of(style)
    let all = table.bindings.flatMap(\.keys)
    #expect(Set(all).count == all.count)
    for keys in all {
      for length in 1..<max(keys.count, 1) {
        #expect(table.match(Array(keys.prefix(length))) == .prefix)
      }
    }
  }

  @Test func whatIsTypedIsNoCommand() {
    let letters = KeyTable.search.bindings.flatMap(\.keys).flatMap(\.self).filter {
      if case .character(let character) = $0 {
        character.isLetter || character.isNumber
      } else {
        false
      }
    }
    #expect(letters.isEmpty)
  }

  @Test(arguments: KeyStyle.allCases)
  func theManualHasTheTable(_ style: KeyStyle) throws {
    let page = Screen.package.appending(path: "Man/cardex-browse.1")
    let text = try String(contentsOf: page, encoding: .utf8)
    let parts = text.components(
      separatedBy: ".\\\" The keys of \(style.rawValue): what KeyTableTests prints.\n")
    let table = parts.last?.components(separatedBy: ".\\\" The end of the keys.\n").first
    let wanted = KeyTable.of(style).manual
    #expect(table == wanted, "\(wanted)")
  }

  @Test(arguments: KeyStyle.allCases)
  func theTableIsShown(_ style: KeyStyle) throws {
    let screen = try Screen(Contacts.text, columns: 100, rows: 70, keys: style)
    screen.press("?")
    for binding in KeyTable.of(style).bindings {
      #expect(screen.lines.contains { $0.contains(binding.shown) && $0.contains(binding.help) })
    }
  }

  @Test(arguments: KeyStyle.allCases)
  func theMenuDoesWhatHasNoKey(_ style: KeyStyle) throws {
    let screen = try Screen(Contacts.text, keys: style)
    screen.press(.function(10))
    screen.type("close all")
    screen.press(.enter)
    #expect(screen.text.contains("+ A  (3)") && screen.text.contains("+ Z  (1)"))
    screen.press(.function(10))
    screen.type("nothing of this")
    #expect(screen.text.contains("nothing found"))
    screen.press(.enter, .escape, .escape)
    #expect(screen.text.contains("+ A  (3)"))
  }
}
