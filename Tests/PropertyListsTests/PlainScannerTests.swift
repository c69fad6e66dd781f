import Foundation
import SeededRandom
import Testing

@testable import PropertyLists

@Suite("Plain text")
struct PlainScannerTests {
  private static func takes(_ text: String) -> Bool { BothReaders.takePlain(Array(text.utf8)) }

  private static func list(_ elements: String) -> String {
    "<plist version=\"1.0\">\n<array>\(elements)</array>\n</plist>\n"
  }

  private static let elements = [
    "", "\n", "<string>a</string>", "<string>é漢😀</string>", "<string/>", "<string />",
    "<string></string>", "<dict/>", "<dict />", "<dict></dict>", "<array/>", "<array> </array>",
    "\n\t<dict>\n<key>a</key><string>\"'>/=</string>\n</dict>\n", "<integer>-1</integer>",
    "<integer>\n 0x1F\t</integer>", "<real>1.5</real><real>nan</real>", "<true/><false />",
    "<true></true>", "<true> \r\n</true>", "<date>2024-02-29T12:00:00Z</date>", "<data/>",
    "<data>\n\tZg==\n\t</data>", "<dict><key/><string/></dict>",
    "<dict><key>a</key><dict><key>b</key><array><true/></array></dict></dict>",
    "<string>&amp;&lt;&gt;&quot;&apos;</string>", "<string>&#65;&#x41;&#x1F600;&#10;</string>",
    "<string>&#0000009;&#xd7fF;&#xE000;&#xFFFD;</string>", "<integer>&#49;</integer>",
    "<string>a\r\nb</string>", "<string>a\rb</string>", "\r\n<true/>\r\n<false/>\r",
    "<string>\r</string>",
    "<dict>\r\n<key>a\r\n</key>\r\n<string>&lt;\r\n</string>\r\n</dict>",
    "<!-- <key>&b;</key> \r - -->", "<!----><true/><!--->a-->",
    "<dict><!--a--><key>k</key><!-- -->\n<true/></dict>",
    "<string><![CDATA[]]></string>", "<string>a<![CDATA[</string>&\r<![CDATA[]]]]>b</string>",
    "<string><!-- </string> --></string>", "<integer><!----> 1</integer>", "<!-- ]]> -->",
    "<data><![CDATA[Zg==]]></data>", "<string><![CDATA[a]]>é<!-- ]]> -->&lt;<![CDATA[b]]></string>",
    "<string>]] > ]&gt;</string>", "<string>a]]</string>", "<string>]</string>",
    "<string>\u{7F}\u{80}\u{FFFD}</string>",
    "<string>\u{D7FF}\u{E000}\u{10FFFF}\u{800}\u{7FF}\u{10000}</string>",
  ]

  @Test("what programs write is read without libxml2", arguments: elements)
  func plain(elements: String) { #expect(Self.takes(Self.list(elements))) }

  @Test(
    "all programs write what is around the root",
    arguments: [
      "<plist><array/></plist>", "<plist><string>a</string></plist>", "<plist><dict /></plist>",
      "<plist version='1.0'>\n<true/></plist>\r\n", "<!-- a --><plist><array/></plist><!-- b -->",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\n<plist><array/>\n\n</plist>",
      "<?xml version='1.0' encoding='utf-8'?><plist version=\"1.0\"><array/></plist>",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- made by a program -->
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!-- and again -->
      <plist version="1.0">
      <!-- and again --> <dict/> <!-- and again -->
      </plist>
      <!-- and again -->
      """,
      """
      <?xml version="1.0"?>
      <!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd"><plist><dict/></plist>
      """,
    ])
  func around(text: String) { #expect(Self.takes(text)) }

  @Test(
    "other text, be it right or wrong, is left to libxml2",
    arguments: [
      "<string a='b'/>", "<string ></string>", "<string></string >", "<string/ >", "<string  />",
      "<string\n/>", "<string><![CDATA[a</string>", "<![CDATA[ ]]>",
      "<string><![cdata[a]]></string>",
      "<string><!-- </string>", "<string><!-- -- --></string>", "<string><![CDATA[a]]>]]></string>",
      "<?x?>",
      "&#10;",
      "<string><?x?></string>", "<String/>", "<strings/>", "<x:string/>", "<integer2>1</integer2>",
      "<string>\u{0}</string>", "<string>\u{1}</string>", "<string>\u{1F}</string>", "\u{B}",
      "<string>\u{FFFE}</string>", "<string>\u{FFFF}</string>", "<!-- \u{FFFF} -->",
      "<string>]]></string>", "]]>", "a", "<true/>a<true/>", "<!-- -- -->",
      "<!-- --->",
      "&true/>", "<array>&/array>", "<!-- <true/>", "<!-->", "<!- a -->", "<string>&</string>",
      "<string>&amp</string>",
      "<string>&amp ;</string>", "<string>&AMP;</string>", "<string>&b;</string>",
      "<string>&#;</string>", "<string>&#x;</string>", "<string>&#X41;</string>",
      "<string>&#0;</string>", "<string>&#8;</string>", "<string>&#x1F;</string>",
      "<string>&#xD800;</string>", "<string>&#xFFFE;</string>", "<string>&#x110000;</string>",
      "<string>&#65</string>", "<string>&#-1;</string>", "<string>&#+1;</string>",
      "<string>&#a;</string>", "<string>&#99999999999999999999;</string>", "<integer>x</integer>",
      "<integer>&lt;</integer>", "<integer/>", "<date>today</date>", "<data>Z</data>",
      "<true>a</true>", "<key>a</key>", "<dict><key>a</key></dict>", "<dict><true/></dict>",
      "<dict><key>a</key><key>b</key></dict>", "<dict><key>a</key><true/><true/></dict>",
      "<string><true/></string>", "<string>a</key>", "</array><array>", "<array>", "</array>",
      "<true>", "<array></dict>", "<dict></array>", "<", "<>", "< true/>", "</>", "<true/",
    ])
  func other(elements: String) { #expect(!Self.takes(Self.list(elements))) }

  @Test(
    "so are files that are not written like property lists",
    arguments: [
      "", "a", " <plist><array/></plist>", "<plist/>", "<plist></plist>", "<plist><array/>",
      "<plist><array/><array/></plist>", "<plist><key>a</key></plist>", "<plist><array/></plist>a",
      "<plist><array/></plist><plist/>", "<plist><array/></plist><!--", "<plist><array/></plist >",
      "<array/>", "<plist a='b'><array/></plist>", "<plist><array/></plist>\0",
      "<!-- a --><?xml version=\"1.0\"?><plist><array/></plist>",
      "<?xml version=\"1.0\" standalone=\"yes\"?><plist><array/></plist>",
      "<?xml version=\"1.0\" encoding=\"Shift_JIS\"?><plist><array/></plist>",
      "<!DOCTYPE plist><plist><array/></plist>",
      "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist><array/></plist>",
      "<plist>\n<!DOCTYPE plist><array/></plist>",
    ])
  func otherFiles(text: String) { #expect(!Self.takes(text)) }

  @Test("a text that is cut off is not plain", arguments: elements)
  func cutOff(elements: String) {
    let bytes = Array(Self.list(elements).utf8.dropLast())
    for count in bytes.indices { #expect(!BothReaders.takePlain(Array(bytes.prefix(count)))) }
  }

  @Test("plain text is as deep as the parser reads it", arguments: [-1, 0, 1])
  func depth(more: Int) {
    let depth = PropertyListDocument.depthLimit + more
    let text =
      "<plist>" + String(repeating: "<array>", count: depth)
      + String(repeating: "</array>", count: depth) + "</plist>"
    #expect(Self.takes(text) == (more <= 0))
    #expect(Self.takes(text.replacing("<array></array>", with: "<dict/>")) == (more <= 0))
  }

  @Test(
    "values may be longer than a node has bits for", arguments: [1 << 20 - 2, 1 << 20, 1 << 21])
  func long(length: Int) {
    let value = String(repeating: "é", count: length / 2)
    #expect(
      Self.takes(Self.list("<string>\(value)</string><data>\n</data><string>\(value)</string>")))
  }

  @Test("elements may be anywhere in what is read at once", arguments: 0..<64)
  func offsets(offset: Int) {
    let gap = String(repeating: " ", count: (1 << 14) - 300 + offset)
    let comment = "<!--" + String(repeating: "x<", count: 1 << 13) + "-->"
    for elements in Self.elements.dropFirst(Rounds.areMany ? 0 : offset % 4) {
      #expect(Self.takes(Self.list(gap + elements)))
      #expect(Self.takes(Self.list(comment.dropLast(offset + 3) + "-->" + elements)))
    }
  }

  @Test("a large text is sampled, wherever it is not plain")
  func samples() {
    let entry = "\t<dict>\r\n\t\t<key>name</key><!-- -->\n\t\t<string>&lt;é</string>\n\t</dict>\n"
    let half = String(repeating: entry, count: PropertyListParser.scannedLength / entry.utf8.count)
    #expect(Self.takes(Self.list(half + half)))
    for other in [
      "<string><![CDATA[a</string>", "<string ></string>", "<string a='b'/>", "</array>", "\u{1}",
      "<",
    ] {
      #expect(!Self.takes(Self.list(half + other + half)))
    }
  }
}
