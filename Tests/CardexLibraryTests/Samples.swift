import Cardex
import Foundation

/// What several suites look at.
enum Samples {
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func path(_ name: String) -> String { package.appending(path: "Data/\(name)").path() }

  /// Brands in sections, with comments and white space as a person leaves them.
  static let brands = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <array>
      <dict>
        <key>title</key><string>A</string>
        <key>brands</key>
        <array>
          <dict>  <!-- four rings -->
            <key>name</key><string>Audi</string>
            <key>founded</key><integer>1909</integer>
            <key>note</key><string>Ingolstadt</string>
          </dict>
          <dict><key>name</key><string>Abarth</string><key>founded</key><integer>1949</integer></dict>
        </array>
      </dict>
      <dict>
        <key>title</key><string>B</string>
        <key>brands</key>
        <array>
          <dict><key>name</key><string>BMW</string><key>founded</key><integer>1916</integer></dict>
        </array>
      </dict>
    </array>
    </plist>

    """

  static func catalogue(_ text: String = brands) throws -> Catalogue {
    try Catalogue(bytes: Array(text.utf8))
  }

  /// Calls the closure with the path of a copy of a text, which is removed afterwards.
  static func withFile<Result>(
    _ text: String, isolation: isolated (any Actor)? = #isolation,
    _ body: (String) async throws -> Result
  ) async throws -> Result {
    let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "list.plist")
    try Data(text.utf8).write(to: file)
    return try await body(file.path())
  }
}

/// An entry as a program has it.
struct Brand: Codable, Equatable {
  var name: String
  var founded: Int?
}

extension Rows {
  /// All that a table shows: a line for each header, row and footer.
  var lines: [String] {
    (0..<numberOfSections).flatMap { section in
      let rows = (0..<numberOfRows(inSection: section)).map {
        row(at: Position(section: section, row: $0)).line
      }
      return [header(ofSection: section).map { "# " + $0.title }].compactMap(\.self) + rows
        + [footer(ofSection: section).map { "_ " + $0 }].compactMap(\.self)
    }
  }
}

extension Row {
  var line: String { String(repeating: "  ", count: depth) + title }
}

extension Catalogue {
  var text: String {
    get throws { String(decoding: try bytes(), as: UTF8.self) }
  }
}
