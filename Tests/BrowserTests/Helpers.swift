import Catalogues
import Editing
import Foundation
import Language
import Outlines
import Platform
import Presentation
import PropertyLists
import TestHelpers
import Testing

@testable import Browser
@testable import Terminal

/// A full screen on a catalogue in a file of its own.
final class Screen {
  let directory: TemporaryDirectory
  let file: URL
  let browser: Browser
  var size: Size

  /// The sources of the program.
  static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  /// The files that come with the program.
  static let data = package.appending(path: "Data")

  convenience init(
    _ text: String, columns: Int = 60, rows: Int = 20, keys: KeyStyle = .vi,
    showsLinks: Bool = false
  ) throws {
    try self.init(
      Data(text.utf8), named: "list.plist", columns: columns, rows: rows, keys: keys,
      showsLinks: showsLinks)
  }

  init(
    _ data: Data, named name: String, columns: Int, rows: Int, keys: KeyStyle = .vi,
    showsLinks: Bool = false
  ) throws {
    directory = try TemporaryDirectory()
    file = directory.url.appending(path: name)
    try data.write(to: file)
    size = Size(columns: columns, rows: rows)
    var style = OutlineStyle()
    style.showsLinks = showsLinks
    let output = BrowserOutput(style: style)
    var settings = Browser.Settings()
    settings.keys = keys
    browser = Browser(try Screen.session(on: file, output), output: output, settings: settings)
    _ = frame
  }

  convenience init(_ text: [UInt8], columns: Int = 60, rows: Int = 20) throws {
    try self.init(String(decoding: text, as: UTF8.self), columns: columns, rows: rows)
  }

  static func session(on file: URL, _ output: any SessionOutput) throws -> Session {
    var catalogueFile = CatalogueFile(path: .init(file.path(percentEncoded: false)))
    let catalogue = try catalogueFile.read()
    return Session(EditingSession(catalogue, file: catalogueFile), output: output)
  }

  var frame: Frame { browser.frame(size) }
  var lines: [String] { frame.lines }
  var text: String { lines.joined(separator: "\n") }

  /// The text as it would be saved.
  var content: String {
    var bytes: [UInt8] = []
    browser.session.catalogue.document.forEachPiece { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Presses keys, with a frame after each as at a terminal.
  func press(_ keys: Key...) {
    for key in keys {
      browser.handle(key)
      _ = frame
    }
  }

  /// The first key that does something.
  func key(of action: Action) -> Key {
    browser.state.keys.bindings.first { $0.action == action }?.keys.first?.first ?? .escape
  }

  func type(_ text: String) { for character in text { press(.character(character)) } }

  func mouse(_ action: Key.Mouse.Action, row: Int, column: Int) {
    press(.mouse(Key.Mouse(action, column: column, row: row)))
  }

  /// Clicks the first line that contains a text.
  func click(_ text: String) throws {
    let row = try #require(self.row(of: text))
    mouse(.press, row: row, column: 5)
    mouse(.release, row: row, column: 5)
  }

  /// The line that begins with the mark of the selected row, or of the selected field below it.
  var selected: String { lines.last { $0.hasPrefix("▸") }?.trimmed ?? "" }

  /// The number of the first line that contains a text.
  func row(of text: String) -> Int? { lines.firstIndex { $0.contains(text) } }
}

extension String {
  /// Without the mark of the selected row, and with single blanks.
  var trimmed: String {
    split { $0 == " " || $0 == "▸" }.joined(separator: " ")
  }
}

/// Contacts in sections by letter.
enum Contacts {
  static let names = [
    "A": ["Ada", "Anna Müller", "Åsa"], "B": ["白静怡", "Björn"], "J": ["Jonas Müller", "Jo"],
    "Z": ["Zoë"],
  ]

  static func text(_ groups: [(String, [String])]) -> String {
    let sections = groups.map { title, names in
      let entries = names.enumerated().map { entry($1, $0, in: title) }
      return "<dict><key>title</key><string>\(title)</string><key>contacts</key>\n"
        + "<array>\n\(entries.joined())</array></dict>\n"
    }
    return
      "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><array>\n\(sections.joined())</array></plist>\n"
  }

  static func entry(_ name: String, _ number: Int, in title: String) -> String {
    "<dict><key>name</key><string>\(name)</string>"
      + "<key>phoneNum</key><string>\(title) \(number)</string>"
      + "<key>age</key><integer>\(20 + number)</integer></dict>\n"
  }

  static let groups = names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  static let text = text(groups)

  /// The contacts that come with the program.
  static let own =
    (try? String(contentsOf: Screen.data.appending(path: "contacts.plist"), encoding: .utf8)) ?? ""

  /// Many sections of many entries.
  static let many = text(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { letter in
      (String(letter), (0..<8).map { "\(letter) name \($0)" })
    })
}
