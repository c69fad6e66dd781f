import Editing
import Foundation
import Language
import Platform
import SeededRandom
import TestHelpers
import Testing

@testable import Browser
@testable import Terminal

/// Random keys, mouse and sizes.
@Suite("Random walks")
struct BrowserWalkTests {
  /// Which keys are pressed: all of the table, those of forms and lines, text, and the mouse.
  private struct Hand {
    var generator: SeededGenerator
    let style: KeyStyle

    init(seed: UInt64, _ style: KeyStyle) {
      (generator, self.style) = (SeededGenerator(seed: seed), style)
    }

    private var bound: [[Key]] {
      KeyTable.of(style).bindings.filter { $0.action != .quit }.flatMap(\.keys)
    }
    private static let others: [Key] = [
      .enter, .enter, .tab, .backTab, .escape, .backspace, .left, .right, .up, .down, .delete,
      .home, .end, .control("o"), .control("e"), .control("t"), .control("u"), .control("w"), "y",
      "n", " ", .paste("长\n\u{1B}[31m"), .keyboardReport,
    ]
    private static let texts = "aäAnoJ长白1=/.:#'é👍🏽א\u{301} "
    private static let commands = [
      "delete 1.1", "insert 1 New", "rename 1.1 Other", "set 1.1 phoneNum=7", "sort --all",
      "find n",
      "collapse --all", "set option accordion on", "move 1.1 to 2", "undo", "redo", "info",
      "section build",
    ]

    mutating func keys(in size: Size) -> [Key] {
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<11: return bound.randomElement(using: &generator) ?? []
      case 11..<15: return [Hand.others.randomElement(using: &generator) ?? .enter]
      case 15, 16: return [.character(Hand.texts.randomElement(using: &generator) ?? "x")]
      case 17:
        let command = Hand.commands.randomElement(using: &generator) ?? ""
        return [.escape, .escape, ":", .paste(command), .enter]
      default:
        let actions: [Key.Mouse.Action] = [.press, .drag, .release, .wheelUp, .wheelDown]
        return [
          .mouse(
            Key.Mouse(
              actions.randomElement(using: &generator) ?? .press,
              column: Int.random(in: 0..<size.columns, using: &generator),
              row: Int.random(in: 0..<size.rows, using: &generator)))
        ]
      }
    }

    mutating func size() -> Size {
      let sizes = [(1, 1), (20, 5), (40, 12), (80, 24), (200, 60), (7, 30), (33, 2)]
      let (columns, rows) = sizes.randomElement(using: &generator) ?? (80, 24)
      return Size(columns: columns, rows: rows)
    }
  }

  private static let names = [
    "Ada", "Anna Müller", "白静怡", "e\u{301}e", "👨‍👩‍👧 family", "שלום עולם", "😀 smile", "",
    "a\tb\u{7F}", "ada@example.net", "https://a.example/ä", "+49 30 23125 017",
    "long " + String(repeating: "word ", count: 30), "ｆｕｌｌ", "한국어",
  ]

  private static func text(_ generator: inout SeededGenerator) -> String {
    Contacts.text(
      (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        let some = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
          (names.randomElement(using: &generator) ?? "").replacing("\u{7F}", with: "")
        }
        return (["A", "B", "长", "A B C", "é"].randomElement(using: &generator) ?? "A", some)
      })
  }

  @Test(arguments: 0..<Rounds.of(4), KeyStyle.allCases)
  func theScreenIsThatOfAFullRedraw(_ seed: Int, _ style: KeyStyle) throws {
    var hand = Hand(seed: UInt64(seed), style)
    let screen = try Screen(
      BrowserWalkTests.text(&hand.generator), columns: 80, rows: 24, keys: style, showsLinks: true)
    var writer = FrameWriter()
    var steps: [Emulator.Step] = []
    var trace: [[Key]] = []
    for _ in 0..<120 {
      let keys = hand.keys(in: screen.size)
      trace.append(keys)
      for key in keys { screen.browser.handle(key) }
      if Int.random(in: 0..<40, using: &hand.generator) == 0 { try screen.changeByOthers() }
      if Int.random(in: 0..<25, using: &hand.generator) == 0 {
        screen.size = hand.size()
        writer.forget()
      }
      let frame = screen.frame
      #expect(frame.isWhole, "\(trace)")
      var fresh = FrameWriter()
      steps.append(
        Emulator.Step(
          size: screen.size, part: writer.bytes(showing: frame),
          whole: fresh.bytes(showing: frame), links: frame.links))
      screen.browser.outcome = nil
    }
    let problem = try Emulator.problem(steps)
    let place = problem.split(separator: "\n").first.flatMap { Int($0) } ?? 0
    #expect(problem.isEmpty, "\(trace.prefix(place + 1).suffix(4))\n\(problem)")
  }

  @Test(arguments: 0..<Rounds.of(12), KeyStyle.allCases)
  func editsAreThoseOfTheScriptAndCanBeUndone(_ seed: Int, _ style: KeyStyle) throws {
    var hand = Hand(seed: UInt64(1000 + seed), style)
    let text =
      seed % 3 == 0
      ? { () -> String in
        var outline = RandomOutline(seed: UInt64(seed))
        let made = seed % 2 == 0 ? outline.outline() : outline.expandableForm()
        return String(decoding: made, as: UTF8.self)
      }() : BrowserWalkTests.text(&hand.generator)
    let screen = try Screen(text, keys: style)
    var trace: [[Key]] = []
    for _ in 0..<150 {
      let keys = hand.keys(in: screen.size)
      trace.append(keys)
      for key in keys where !screen.wouldRefresh(by: key) { screen.press(key) }
      screen.browser.outcome = nil
    }
    let again = try Screen(text)
    for command in screen.browser.script {
      do { try again.browser.session.run(command, CommandMode(acceptsNewKeys: true)) } catch {
        Issue.record("\(command): \(error.message)\n\(trace)")
        return
      }
    }
    #expect(again.content == screen.content, "\(trace)")
    while (try? screen.browser.session.run("undo")) != nil {}
    #expect(screen.content == text, "\(trace)")
  }
}

extension Screen {
  /// Changes the file as another program would.
  fileprivate func changeByOthers() throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let other = text.contains("Ada") ? text.replacing("Ada", with: "Ida") : text + "\n"
    try other.write(to: file, atomically: true, encoding: .utf8)
  }

  /// Whether a key would begin the history of edits anew.
  fileprivate func wouldRefresh(by key: Key) -> Bool {
    guard case .list = browser.mode, browser.state.pending.isEmpty else { return false }
    return browser.state.keys.match([key]) == .action(.refresh)
  }
}
