import Testing

@testable import PropertyLists

@Suite("Ranges of elements")
struct ElementRangeTests {
  /// Documents with their elements in brackets.
  private static let documents = [
    "<plist>⟦<string>a</string>⟧</plist>", "<plist>⟦<string/>⟧</plist>",
    "<plist>⟦<true />⟧</plist>",
    "<plist>⟦<dict/>⟧</plist>", "<plist>⟦<dict></dict>⟧</plist>", "<plist>⟦<array\n/>⟧ </plist>",
    "<plist>⟦<dict >\n\t</dict\n>⟧</plist>",
    "<plist a='>'>"
      + "⟦<dict\ta=\">/>\"\r\nb='/'>⟦<key >k</key\t>⟧⟦<string a='>'>v</string >⟧</dict >⟧</plist>",
    "<plist>⟦<array>⟦<array>⟦<array/>⟧</array>⟧⟦<array></array>⟧</array>⟧</plist>",
    "<plist>⟦<array>⟦<array>⟦<array>⟦<string>x</string>⟧ </array>⟧ </array>⟧ </array>⟧</plist>",
    "<plist>⟦<array><!-- > </array> -->⟦<true/>⟧"
      + "<!-- </array> --></array>⟧<!-- </array> --></plist>",
    "<plist>⟦<dict><?pi </dict> ?></dict>⟧</plist>",
    "<plist>⟦<dict><!-- <key>a</key> --></dict>⟧</plist>",
    "<plist>⟦<array><![CDATA[ ]]> <!-- - -> --> <?x > ?></array>⟧</plist>",
    "<plist>⟦<array>⟦<string>x</string>⟧<![CDATA[]]></array>⟧</plist>",
    "<plist>⟦<array>⟦<true/>⟧<!--></array>--></array>⟧</plist>",
    "<plist>⟦<string><!-- </string> --></string>⟧</plist>",
    "<plist>⟦<string><![CDATA[</string>]]></string\r\n>⟧</plist>",
    "<plist>⟦<string><?pi </string> ?>></string>⟧</plist>",
    "<plist>⟦<string>></string>⟧</plist>", "<plist>⟦<string>/&gt;</string>⟧</plist>",
    "<plist>⟦<array>⟦<string a='>'/>⟧⟦<string a='/>'></string>⟧⟦<true></true>⟧</array>⟧</plist>",
    "<plist>⟦<array>⟦<integer> 1 </integer >⟧⟦<real\n>1</real\n>⟧⟦<date>1234Z</date>⟧"
      + "⟦<data>\nZg==\n</data>⟧⟦<false a='b' />⟧</array>⟧</plist>",
    "<!-- <dict> --><plist>"
      + "⟦<dict a='é😀'>⟦<key>é</key>⟧<!--漢-->⟦<string>😀</string>⟧</dict>⟧</plist>",
    "<plist>⟦<dict>\r⟦<key>a</key>⟧"
      + "\r\r\n⟦<dict>⟦<key/>⟧⟦<dict>\r</dict>⟧</dict>⟧</dict>⟧\r</plist>",
  ]

  /// The bytes of a text without the brackets, and the ranges in brackets by their start.
  private static func expectation(_ marked: String) -> (bytes: [UInt8], ranges: [Range<Int>]) {
    var bytes: [UInt8] = []
    var ranges: [Range<Int>] = []
    var open: [Int] = []
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "⟦":
        open.append(ranges.count)
        ranges.append(bytes.count..<bytes.count)
      case "⟧":
        let index = open.removeLast()
        ranges[index] = ranges[index].lowerBound..<bytes.count
      default: bytes += Array(String(scalar).utf8)
      }
    }
    return (bytes, ranges)
  }

  @Test("an element reaches from its < to its last >", arguments: documents)
  func ranges(marked: String) throws {
    let (bytes, ranges) = Self.expectation(marked)
    let document = try parse(bytes)
    let found = document.allNodes.map(document.elementRange)
    #expect(found == ranges)
  }

  @Test("ranges are those of the text in UTF-8, after the byte-order mark")
  func markedFile() throws {
    let text = "<plist><array>\n<string>é</string ></array></plist>"
    let document = try parse([0xEF, 0xBB, 0xBF] + Array(text.utf8))
    #expect(document.element(document.root) == "<array>\n<string>é</string ></array>")
    #expect(document.allNodes.map(document.element).last == "<string>é</string >")
  }

  @Test("the last of many long values is found")
  func manyValues() throws {
    let values = (0..<20_000).map { "<string>\($0) é</string>" }
    let document = try parseValue("<array>\(values.joined(separator: "\n"))</array>")
    let elements = Array(document.elements(of: document.root))
    try #require(elements.count == values.count)
    for index in stride(from: 0, to: values.count, by: 1_999) {
      #expect(document.element(elements[index]) == values[index])
    }
    #expect(document.element(document.root).hasSuffix("19999 é</string></array>"))
  }
}
