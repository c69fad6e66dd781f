import Catalogues
import PropertyLists
import TestHelpers
import Testing

@testable import Exchange

/// Writing a part of a file, which the user has named.
@Suite struct RequestedRootTests {
  private static let text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- before -->
    <plist version="1.0">
    <dict>
    \t<key>other</key>
    \t<string>x</string>
    \t<key>people</key>
    \t<dict>
    \t\t<!-- inside -->
    \t\t<key>name</key>
    \t\t<string>a
    \t\tb</string>
    \t\t<key>data</key>
    \t\t<data>
    \t\tAAEC
    \t\t</data>
    \t\t<key>none</key>
    \t\t<array/>
    \t</dict>
    </dict>
    </plist>

    """

  private func catalogue(_ root: String?) throws -> Catalogue {
    var options = ShapeOptions()
    options.root = root
    return try Catalogue(
      PropertyListDocument(FileBytes(RequestedRootTests.text.utf8)), options: options)
  }

  @Test("XML has the value as its root, indented as that, with its texts as they are")
  func xml() throws {
    #expect(
      try Exported(catalogue("people"), as: .xml).text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- before -->
        <plist version="1.0">
        <dict>
        \t<!-- inside -->
        \t<key>name</key>
        \t<string>a
        \t\tb</string>
        \t<key>data</key>
        \t<data>
        \tAAEC
        \t</data>
        \t<key>none</key>
        \t<array/>
        </dict>
        </plist>

        """)
    #expect(try Exported(catalogue(nil), as: .xml).text == RequestedRootTests.text)
    #expect(
      try Exported(catalogue("people.none"), as: .xml).text.hasSuffix(
        "<plist version=\"1.0\">\n<array/>\n</plist>\n"))
  }

  @Test(
    "other formats have what XML has",
    arguments: [ExportFormat.binary, .json, .openstep, .strings, .csv, .text, .html])
  func others(_ format: ExportFormat) throws {
    let part = try Catalogue(
      PropertyListDocument(FileBytes(try Exported(catalogue("people"), as: .xml).text.utf8)))
    #expect(part.document.members(of: part.document.root).count { _ in true } == 3)
    var (one, other): ([UInt8], [UInt8]) = ([], [])
    let losses = try Export(catalogue("people"), as: format, options: ExportOptions()).write {
      one.append(contentsOf: $0)
    }
    // The comment before the root is not one of the part.
    let text = Self.withoutFirstComment(try Exported(catalogue("people"), as: .xml).text)
    let expected = try Export(
      Catalogue(PropertyListDocument(FileBytes(text.utf8))), as: format, options: ExportOptions()
    ).write { other.append(contentsOf: $0) }
    if format != .html {
      #expect(String(decoding: one, as: UTF8.self) == String(decoding: other, as: UTF8.self))
    }
    // A page has a script, too.
    if format != .html { #expect(!String(decoding: one, as: UTF8.self).contains("other")) }
    #expect(losses.messages(of: format) == expected.messages(of: format))
  }

  private static func withoutFirstComment(_ text: String) -> String {
    text.replacing("<!-- before -->\n", with: "")
  }

  @Test("what XML cannot say of a part of a binary file is in the part")
  func originals() throws {
    let json = #"{"a": {"b": "x\u0001"}, "c": 1}"#
    var options = ShapeOptions()
    options.root = "a"
    let document = try PropertyListDocument(FileBytes(json.utf8), format: .json)
    let catalogue = try Catalogue(document, options: options)
    #expect(try Exported(catalogue, as: .json).text == "{\n  \"b\": \"x\\u0001\"\n}\n")
    #expect(try !Exported(catalogue, as: .xml).text.contains("bplist"))
    #expect(try Exported(catalogue, as: .binary).text.contains("x\u{1}"))
  }
}
