import Foundation
import Language
import SeededRandom
import TestHelpers
import Testing

@testable import Browser
@testable import Terminal

/// Screens that are too small for what they show.
@Suite("Small screens")
struct BrowserSizeTests {
  private static let form =
    (try? String(contentsOf: Screen.data.appending(path: "settings-form.plist"), encoding: .utf8))
    ?? ""

  /// Entries whose names begin with marks that have no width, in sections that are pinned.
  private static let marks = Contacts.text([
    ("\u{301}A", (0..<9).map { "\u{301}\u{302} \($0)" }), ("长", ["长长", "👨‍👩‍👧", "שלום", ""]),
  ])

  /// A way to a mode of the screen.
  private struct Way: Sendable {
    let name: String
    var text = Contacts.text
    let go: @Sendable (Screen) -> Void
  }

  private static let ways: [Way] = [
    Way(name: "list") { $0.press(.down, .down, .down, .end) },
    Way(name: "many", text: Contacts.many) { $0.press(.end, .up, .up, " ", .down) },
    Way(name: "marks", text: marks) { $0.press(.end, .up, .up) },
    Way(name: "form", text: form) { $0.press(.end, .up) },
    Way(name: "filter") {
      $0.press($0.key(of: .filter))
      $0.type("an")
    },
    Way(name: "nothing found") {
      $0.press($0.key(of: .filter))
      $0.type("xyz")
    },
    Way(name: "fields") { $0.press(.end, .enter) },
    Way(name: "fields of a form", text: form) { $0.press(.down, .down, $0.key(of: .edit)) },
    Way(name: "field") { $0.press(.end, .enter, .enter, "x", "长") },
    Way(name: "prompt") {
      $0.press(":")
      $0.type("info 长长")
    },
    Way(name: "question") { $0.press(.home, "d", "d") },
    Way(name: "page") { $0.press("?", .down) },
    Way(name: "choice") {
      $0.browser.chooseAction()
      $0.press(.down, .end)
    },
    Way(name: "message") { $0.browser.complain("a message that is 长 for a screen") },
    Way(name: "move") { $0.press(.end, $0.key(of: .take), .up) },
    Way(name: "conflicts") { screen in
      _ = try? screen.browser.session.run("set 'A/Ada' phoneNum=mine")
      screen.browser.follow()
      let others = Contacts.text.replacing("A 0", with: "other")
      try? others.write(to: screen.file, atomically: true, encoding: .utf8)
      screen.press("R", .right)
    },
  ]

  private static let small = (1...3).flatMap { columns in
    (1...3).map { Size(columns: columns, rows: $0) }
  }

  /// Shows a screen, and checks what can be said about any frame.
  private static func show(_ screen: Screen, _ size: Size, _ writer: inout FrameWriter) {
    screen.size = size
    writer.forget()
    let frame = screen.frame
    _ = writer.bytes(showing: frame)
    #expect(frame.isWhole)
    #expect(frame.size == size)
    if let cursor = frame.cursor {
      #expect((0..<size.rows).contains(cursor.row))
      #expect((0..<size.columns).contains(cursor.column))
    }
  }

  @Test("every mode is shown at every size", arguments: ways.map(\.name))
  func modes(_ name: String) throws {
    let way = try #require(BrowserSizeTests.ways.first { $0.name == name })
    let screen = try Screen(way.text)
    way.go(screen)
    var writer = FrameWriter()
    for size in BrowserSizeTests.small {
      BrowserSizeTests.show(screen, size, &writer)
      // There, the same is done, too.
      let there = try Screen(way.text, columns: size.columns, rows: size.rows)
      way.go(there)
      BrowserSizeTests.show(there, size, &writer)
      there.mouse(.press, row: size.rows - 1, column: size.columns - 1)
      there.mouse(.press, row: 0, column: 0)
      BrowserSizeTests.show(there, size, &writer)
    }
  }

  @Test("the ways lead to all modes")
  func waysLeadToAllModes() throws {
    var seen: Set<String> = []
    for way in BrowserSizeTests.ways {
      let screen = try Screen(way.text)
      way.go(screen)
      seen.insert(String("\(screen.browser.mode)".prefix { $0 != "(" }))
    }
    #expect(
      seen == [
        "list", "filter", "prompt", "question", "fields", "page", "choice", "conflicts",
      ])
  }

  @Test("any size may follow any other")
  func resizing() throws {
    var generator = SeededGenerator(seed: 62)
    var writer = FrameWriter()
    for way in BrowserSizeTests.ways {
      let screen = try Screen(way.text)
      way.go(screen)
      for _ in 0..<(2000 / BrowserSizeTests.ways.count + 1) {
        // Drawing large ones takes long.
        let most = Int.random(in: 0..<12, using: &generator) == 0 ? 70 : 8
        let size = Size(
          columns: Int.random(in: 1...most, using: &generator),
          rows: Int.random(in: 1...most / 2, using: &generator))
        BrowserSizeTests.show(screen, size, &writer)
      }
    }
  }
}
