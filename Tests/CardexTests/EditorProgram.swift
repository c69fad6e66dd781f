import Foundation
import TestHelpers
import Testing

/// An editor in a terminal, set up with the files of `Packaging/editors` in the places that these name.
struct EditorProgram {
  /// The files of the setups.
  static let setups = Tool.package.appending(path: "Packaging/editors")

  let directory: TemporaryDirectory
  private let terminal: Tmux

  /// - Parameters:
  ///   - setup: The name of a file of setups, and the place at home that it is copied to.
  ///   - others: More files at home: the tests' own settings.
  ///   - file: The name of the file that is edited, and its text.
  init(
    _ command: [String], setup: (name: String, place: String), others: [String: String] = [:],
    file: (name: String, text: String)
  ) throws {
    directory = try TemporaryDirectory()
    let text = try Data(contentsOf: EditorProgram.setups.appending(path: setup.name))
    try directory.write(text, to: setup.place)
    for (place, text) in others { try directory.write(text, to: place) }
    let path = try directory.write(file.text, to: "files/" + file.name)
    terminal = try Tmux(command + [path], columns: 120, rows: 50, directory: directory)
  }

  /// Whether a command of the shell succeeds, such as one that looks for a program.
  static func isThere(_ command: String) -> Bool { (try? Tool.shell(command))?.status == 0 }

  /// What a file is now.
  func text(of name: String) throws -> String {
    try String(contentsOfFile: directory("files/" + name), encoding: .utf8)
  }

  /// Types characters, of which some may be keys, such as `\r` and `\u{1B}`.
  func type(_ text: String) throws { try terminal.type(text) }

  /// Presses keys that tmux has a name for.
  func press(_ keys: String...) throws { for key in keys { try terminal.press(key) } }

  /// Waits until all these texts are shown, and none of those.
  ///
  /// A machine with other work may take long until a program has started.
  func see(_ texts: String..., without others: [String] = []) throws {
    let expected = "\(texts)" + (others.isEmpty ? "" : " without \(others)")
    try terminal.wait(for: expected, timeout: .seconds(90)) { screen in
      texts.allSatisfy(screen.shows) && !others.contains(where: screen.shows)
    }
  }

  /// Types something again and again until a text is shown: an answer that it does not depend on whether
  /// another has come may change.
  func ask(_ question: String, until text: String) throws {
    let end = ContinuousClock.now + .seconds(90)
    while true {
      try type(question)
      let next = ContinuousClock.now + .milliseconds(500)
      while ContinuousClock.now < next {
        if try terminal.screen().shows(text) { return }
        Thread.sleep(forTimeInterval: 0.05)
      }
      if ContinuousClock.now > end { return try see(text) }
    }
  }

  /// Waits until a text is shown that many times.
  func see(_ count: Int, of text: String) throws {
    try terminal.wait(for: "\(count) × '\(text)'", timeout: .seconds(90)) {
      $0.count(of: text) == count
    }
  }

  func waitForEnd() throws -> Int32 { try terminal.waitForEnd() }
}

/// A list with mistakes, as editors show it.
enum EditedList {
  static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \t<key>A</key>
    \t<array>
    \t\t<dict>
    \t\t\t<key>name</key>
    \t\t\t<string>Åsa Lindqvist</string>
    \t\t\t<key>phone</key>
    \t\t\t<string>46 70</string>
    \t\t</dict>
    \t\t<dict>
    \t\t\t<key>name</key>
    \t\t\t<string>Ann Berg </string>
    \t\t\t<key>phone</key>
    \t\t\t<string>46 71</string>
    \t\t</dict>
    \t</array>
    \t<key>B</key>
    \t<array>
    \t\t<dict>
    \t\t\t<key>name</key>
    \t\t\t<string>Bo Ek</string>
    \t\t</dict>
    \t</array>
    </dict>
    </plist>

    """

  /// The same after its mistake was mended, a key and an entry were renamed, and a field was added.
  static let edited =
    xml.replacing("Ann Berg ", with: "Ann Berg").replacing("phone", with: "tel &amp; fax")
    .replacing(
      "Åsa Lindqvist", with: "Åse <Lind>".replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    )
    .replacing(
      "\t\t\t<string>Bo Ek</string>\n",
      with:
        "\t\t\t<string>Bo Ek</string>\n\t\t\t<key>tel &amp; fax</key>\n\t\t\t<string>46 71</string>\n"
    )

  static let json = """
    {
      "brands": [
        {
          "name": "Audi ",
          "country": "Germany"
        },
        {
          "name": "BMW",
          "country": "Germany"
        }
      ]
    }

    """

  static let strings = """
    /* The title */
    "title" = "Lists – \u{1F600}";
    "open " = "Open";
    close = Close;

    """
}
