import Catalogues
import Presentation
import PropertyLists
import Readings
import SeededRandom
import TestHelpers
import Testing

@testable import Exchange

@Suite("Pages")
struct PageTests {
  private func page(_ plist: Plist, _ change: (inout Page) -> Void = { _ in }) throws -> String {
    var page = Page(try Catalogue(plist), title: "T")
    change(&page)
    var bytes: [UInt8] = []
    _ = try Export(page).write { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What is in the page's body besides its search form and its script.
  private func body(_ page: String) throws -> Substring {
    let start = try #require(page.firstRange(of: "</form>")).upperBound
    return page[start..<(try #require(page.firstRange(of: "</main>")).lowerBound)]
  }

  @Test("sections fold, rows have a label, a detail and a table of the other fields")
  func structure() throws {
    let body = try body(page(people))
    for part in [
      "<nav aria-label=\"Sections\"><a href=\"#A\">A</a><a href=\"#section-2\">B, C</a></nav>",
      "<section id=\"A\"><details open><summary><h2 class=\"title\">A</h2>"
        + "<span class=\"count\">2</span></summary>",
      "<li><details><summary><p><b>Anna</b><i>0123</i></summary><table>"
        + "<tr><th>phone<td><a href=\"tel:0123\">0123</a>"
        + "<tr><th>born<td data-n=\"\">1970-01-02T03:04:05Z<tr><th>age<td data-n=\"\">30",
      "<tr><th>photo<td data-t=\"AAEC\" data-n=\"\">&lt;3 bytes&gt;<tr><th>tags<td>",
      "<tr><th class=\"level-1\">0<td>x<tr><th class=\"level-1\">1<td>"
        + "<tr><th class=\"level-2\">a<td data-n=\"\">1.5",
    ] { #expect(body.contains(part), "\(part)") }
  }

  @Test("what is only for programs is under 'All fields', and nothing else makes a row unfold")
  func innerFields() throws {
    let inner = "<details class=\"all\"><summary>All fields</summary><table>"
    let page = try page([
      ["name": "A", "phone": "1", "icon": "a.png", "town": "Ulm", "cellIdentifier": "x"],
      ["name": "B", "icon": "b.png"], ["name": "C"],
    ])
    for row in [
      "<li><details><summary><p><b>A</b><i>1</i></summary><table><tr><th>town<td>Ulm</table>\(inner)"
        + "<tr><th>icon<td>a.png<tr><th>cellIdentifier<td>x</table></details></details>\n",
      "<li><p><b>B</b>\(inner)<tr><th>icon<td>b.png</table></details>\n", "<li><p><b>C</b>\n",
    ] { #expect(page.contains(row), "\(row)") }
  }

  @Test("a section without anything does not fold; what it says of folding is not for people")
  func emptySections() throws {
    let page = try page([
      ["title": "Full", "isCollapsible": .element("<true/>"), "items": [["name": "A"]]],
      ["title": "Empty", "items": []], ["title": "Said", "items": [], "footer": "Nothing yet"],
    ])
    for part in [
      "<section id=\"Full\"><details open><summary><h2 class=\"title\">Full</h2><span class=\"count\">1</span>"
        + "</summary>\n<details class=\"all\"><summary>All fields</summary><table>"
        + "<tr><th>isCollapsible<td data-n=\"\">true</table></details>\n",
      "<section id=\"Empty\"><div class=\"heading\"><h2 class=\"title\">Empty</h2><span class=\"count\"></span>"
        + "</div>\n</section>",
      "<section id=\"Said\"><details open>",
    ] { #expect(page.contains(part), "\(part)") }
  }

  @Test("a row of a form opens those that it owns")
  func ownedRows() throws {
    func row(_ title: String, _ rows: Int, isExpanded: Bool = false) -> Plist {
      [
        "isExpandable": .element(rows > 0 ? "<true/>" : "<false/>"),
        "isExpanded": .element(isExpanded ? "<true/>" : "<false/>"),
        "isVisible": .element("<true/>"), "value": "", "primaryTitle": .text("string", title),
        "secondaryTitle": "", "cellIdentifier": rows > 0 ? "idCellNormal" : "idCellTextfield",
        "additionalRows": .element("<integer>\(rows)</integer>"),
      ]
    }
    let page = try page([[row("A", 2, isExpanded: true), row("B", 1), row("C", 0), row("D", 0)]])
    for start in [
      "\n<li data-rows=\"2\"><details open><summary><p><b>A</b>",
      "\n<li class=\"level-1\" data-rows=\"1\"><details><summary><p><b>B</b>",
      "\n<li class=\"typed level-2\"><p><b>C</b><i></i></p><details class=\"all\">",
      "\n<li class=\"typed\"><p><b>D</b>",
    ] { #expect(page.contains(start), "\(start)") }
  }

  @Test("nothing of a catalogue becomes markup")
  func hostile() throws {
    let seeds = [
      "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\" onclick=\"x", "'",
      "</noscript><b>", "]] >", "&lt;", "&#60;b&#62;", "<!--", "-->", "\u{2028}\u{202E}",
      "{{title}}",
      "javascript:x", "</title>", "</style>", "line\nbreak\r\n",
      String(Unicode.Scalar(0xFDD2).map { String($0) } ?? ""), "\\u003cb>",
      "${x}`", "<svg/onload=x>",
    ]
    var generator = SeededGenerator(seed: 23)
    let texts = (0..<200).map { number in
      (0..<Int.random(in: 1...4, using: &generator))
        .map { _ in seeds.randomElement(using: &generator) ?? "" }.joined() + "\(number)"
    }
    let plist = Plist.array(
      texts.map { text in
        [
          "title": .text("string", text),
          "items": [
            .dict([
              ("name", .text("string", text)), ("phone", .text("string", text)),
              (text, .text("string", text)),
            ])
          ],
        ]
      })
    let page = try page(plist) { $0.title = texts.joined() }
    let tag = /<\/?([a-z0-9]+)((?: [a-z-]+(?:="[^"]*")?)*)>/
    let known: Set = [
      "nav", "a", "main", "section", "details", "summary", "h2", "span", "div", "ul", "li", "p",
      "b", "i", "table", "tr", "th", "td",
    ]
    let body = try body(page)
    var rest = body
    while let start = rest.firstIndex(of: "<") {
      let match = try #require(
        rest[start...].prefixMatch(of: tag), "\(rest[start...].prefix(60))")
      #expect(known.contains(String(match.output.1)))
      rest = rest[match.range.upperBound...]
    }
    #expect(!page.contains("alert(1)</script>"))
    #expect(page.ranges(of: "<script").count == 2)
    let title = try #require(page.firstMatch(of: /<title>([^<]*)<\/title>/)).output.1
    let shown = texts.map { $0.replacing("\u{2028}\u{202E}", with: #"\u{2028}\u{202E}"#) }
    #expect(unescaped(title).utf8.elementsEqual(shown.joined().utf8))
    let labels = body.matches(of: /<b[^>]*>([^<]*)<\/b>/).map { unescaped($0.output.1) }
    #expect(labels == shown)
  }

  @Test(
    "what would turn the text around it is an escape wherever it is seen, and is found as it is")
  func bidirectionalControls() throws {
    for control in ["\u{202E}", "\u{202D}", "\u{2066}", "\u{2069}", "\u{9B}"] {
      let text = "a\(control)b\tc"
      let escape =
        "a\\u{\(String(control.unicodeScalars.first!.value, radix: 16, uppercase: true))}b\tc"
      let page = try page([
        "title": .text("string", text),
        "list": [
          [
            "title": .text("string", text), "header": .text("string", text),
            "footer": .text("string", text),
            "items": [["name": .text("string", text), "phone": .text("string", text)]],
          ]
        ],
      ]) { $0.title = text }
      #expect(page.contains("<title>\(escape)</title>"))
      let body = try body(page)
      #expect(
        body.contains("<b data-t=\"\(text)\">\(escape)</b><i data-t=\"\(text)\">\(escape)</i>"))
      #expect(body.contains("<h2 class=\"title\" data-t=\"\(text)\">\(escape)</h2>"))
      let seen = body.replacing(/<[^>]*>/, with: "")
      #expect(!seen.contains(control), "\(seen)")
    }
  }

  private func unescaped(_ text: Substring) -> String {
    var text = String(text)
    for (name, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#10;", "\n"), ("&#13;", "\r"),
      ("&amp;", "&"),
    ] { text = text.replacing(name, with: character) }
    return text
  }

  @Test("the policy has the hashes of the page's own styles and script, and lets nothing load")
  func policy() throws {
    let page = try page(people) { $0.styleSheet = Array("b { color: red }\n".utf8) }
    let policy = try #require(page.firstMatch(of: /Security-Policy" content="([^"]*)"/)).output.1
    #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
    #expect(policy.hasSuffix("img-src data:; base-uri 'none'; form-action 'none'"))
    let parts =
      page.matches(of: /<style>([^<]*)<\/style>/).map(\.output.1)
      + page.matches(of: /<script type="module">((?s:.*))<\/script>/).map(\.output.1)
    #expect(parts.count == 3)
    for part in parts {
      #expect(policy.contains("'sha256-\(Base64.encode(SHA256.hash(Array(part.utf8))))'"))
    }
    #expect(!page.contains("style=\""))
  }

  @Test(
    "SHA-256 of the examples of FIPS 180-4",
    arguments: [
      ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
      ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE="
      ),
    ])
  func sha256(_ message: String, _ hash: String) {
    #expect(Base64.encode(SHA256.hash(Array(message.utf8))) == hash)
  }

  @Test("above 5,000 entries, rows are where they take no time")
  func large() throws {
    let entries = Plist.array((0...5000).map { ["name": "E\($0)", "phone": "<\($0)>"] })
    let page = try page(entries)
    #expect(page.contains("<div class=\"rows\"><noscript><ul>\n<li><p><b>E0</b><i>&lt;0&gt;</i>\n"))
    #expect(page.ranges(of: "\n<li>").count == 5001)
    let pictures = try self.page(
      .array((0...5000).map { ["name": "E\($0)", "icon": "\($0).png"] }))
    #expect(
      pictures.contains("\n<li><p><b>E0</b><table class=\"all\"><tr><th>icon<td>0.png</table>\n"))
    #expect(try !self.page(.array([["name": "E", "phone": "1"]])).contains("<noscript>"))
  }

  private let settings: Plist = [
    "PreferenceSpecifiers": [
      ["Type": "PSToggleSwitchSpecifier", "Title": "Sound", "DefaultValue": .element("<true/>")],
      [
        "Type": "PSTextFieldSpecifier", "Title": "Password", "IsSecure": .element("<true/>"),
        "DefaultValue": "hunter2",
      ],
      [
        "Type": "PSSliderSpecifier", "Title": "Size", "DefaultValue": 3, "MinimumValue": 1,
        "MaximumValue": 9,
      ],
    ]
  ]

  @Test("the text of a setting is in a box, even if it is empty")
  func boxes() throws {
    let text: Plist = "PSTextFieldSpecifier"
    let page = try page([
      "PreferenceSpecifiers": [
        ["Type": text, "Title": "Name"], ["Type": text, "Title": "City", "DefaultValue": "Bonn"],
      ]
    ])
    #expect(page.contains("\n<li class=\"typed\"><p><b>Name</b><i></i></p>"))
    #expect(page.contains("\n<li class=\"typed\"><p><b>City</b><i>Bonn</i></p>"))
  }

  @Test("telephone numbers and addresses are links, where nothing else is opened")
  func links() throws {
    let page = try page([
      [
        "name": "Anna", "phone": "0171/23", "mail": "a@b.de", "site": "https://b.de/?a&b",
        "phones": ["112", "x"], "numbers": ["0171"], "bad": "javascript:alert(1)",
        "age": .element("<integer>1234567</integer>"),
        "mobile": .element("<integer>4930</integer>"),
      ], ["name": "https://b.de"], ["name": "https://c.de", "x": "1"],
    ])
    for part in [
      "<i>0171/23</i></summary><table><tr><th>phone<td><a href=\"tel:017123\">0171/23</a>",
      "<td><a href=\"mailto:a@b.de\">a@b.de</a>",
      "<td><a href=\"https://b.de/?a&amp;b\">https://b.de/?a&amp;b</a>",
      "<th class=\"level-1\">0<td><a href=\"tel:112\">112</a>",
      "<td data-n=\"\"><a href=\"tel:4930\">4930</a>",
      "<b><a href=\"https://b.de\">https://b.de</a></b>",
      "<summary><p><b>https://c.de</b>",
    ] { #expect(page.contains(part), "\(part)") }
    #expect(page.ranges(of: "<a href").count == 6)
  }

  @Test("what is secret is no link")
  func secretLinks() throws {
    let page = try page([
      "PreferenceSpecifiers": [
        [
          "Type": "PSTextFieldSpecifier", "Title": "P", "IsSecure": .element("<true/>"),
          "DefaultValue": "a@example.com",
        ]
      ]
    ])
    #expect(!page.contains("<a href") && !page.contains("example.com"))
  }

  @Test(
    "a page without a title is called what its file is called, in words",
    arguments: [
      ("cars_total", "Cars total"), ("CellDescriptor", "Cell descriptor"), ("contacts", "Contacts"),
      ("settings-form", "Settings form"), ("HTTPServer2", "HTTP server2"), ("myCARS", "My CARS"),
      ("iPhone", "iPhone"), ("report-2024-05-01", "Report 2024-05-01"), ("a b_c", "a b_c"),
      ("Cars_Total", "Cars Total"), ("_", "_"), ("", ""), ("élan_vital", "Élan vital"),
      ("汽车_品牌", "汽车 品牌"),
    ])
  func titles(_ name: String, _ title: String) {
    #expect(PageTitle.words(of: name) == title)
  }

  @Test("what is secret is written only if it is asked for")
  func secrets() throws {
    #expect(try !page(settings).contains("hunter2"))
    #expect(try page(settings).contains("********"))
    let open = try page(settings) { $0.contents.showsSecrets = true }
    #expect(open.contains("hunter2"))
    #expect(!open.contains("********"))
  }

  @Test(
    "a secret of any kind is not written, nor where a search looks for it",
    arguments: [
      ["a": ["hunter2"]], .text("string", "奥迪hunter2"),
      .element("<data>aHVudGVyMg==</data>"), .element("<integer>77712</integer>"),
    ] as [Plist])
  func secretsOfAnyKind(_ value: Plist) throws {
    let settings: Plist = [
      "PreferenceSpecifiers": [
        ["Type": "PSToggleSwitchSpecifier", "Title": "Sound", "DefaultValue": .element("<true/>")],
        [
          "Type": "PSTextFieldSpecifier", "Title": "P", "IsSecure": .element("<true/>"),
          "DefaultValue": value, "Key": "k",
        ],
      ]
    ]
    let page = try page(settings) { $0.readings = .shared }
    #expect(page.contains("<th>DefaultValue<td data-t=\"\">********"))
    for secret in ["hunter2", "奥迪", "aHVudGVyMg", "7 bytes", "77712"] {
      #expect(!page.contains(secret))
    }
  }

  @Test("controls are shown as such, and cannot be operated")
  func controls() throws {
    let page = try page(settings)
    for control in [
      "<input type=\"checkbox\" role=\"switch\" checked disabled aria-label=\"Sound\">",
      "<input type=\"range\" step=\"any\" min=\"1.0\" max=\"9.0\" value=\"3.0\" disabled"
        + " aria-label=\"Size\">",
    ] { #expect(page.contains(control)) }
  }

  @Test("names have the units that Latin letters find them by")
  func readings() throws {
    let cars: Plist = [["name": "奥迪A4", "note": "x"], ["name": "Audi", "note": "y"]]
    let page = try page(cars) { $0.readings = .shared }
    #expect(page.contains("<b data-r=\"\u{100}\u{101}a4\" lang=\"zh\">奥迪A4</b>"))
    #expect(page.contains("\"readings\":[\"ao\",\"di\"]"))
    #expect(page.contains("<b>Audi</b>"))
    #expect(try !self.page(cars).contains("\"readings\""))
  }

  private let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 3, 0, 0, 1, 2]

  @Test("pictures know their sizes in each format")
  func pictureSizes() throws {
    let vp8 = Array("RIFF0000WEBP".utf8)
    let files: [(bytes: [UInt8], format: Picture.Format, width: Int, height: Int)] = [
      (png, .png, 3, 258), (Array("GIF89a".utf8) + [5, 0, 2, 1], .gif, 5, 258),
      (
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 3, 0, 0xFF, 0xC2, 0, 17, 8, 0, 7, 1, 0], .jpeg, 256, 7
      ),
      (vp8 + Array("VP8X0000".utf8) + [0, 0, 0, 0, 9, 0, 0, 1, 1, 0], .webp, 10, 258),
      (vp8 + Array("VP8L0000".utf8) + [0x2F, 0x09, 0x40, 0, 0], .webp, 10, 2),
      (
        vp8 + Array("VP8 0000".utf8) + [0, 0, 0, 0x9D, 1, 0x2A, 10, 0x40, 2, 0], .webp, 10, 2
      ),
    ]
    for file in files {
      let picture = try #require(Picture(file.bytes), "\(file.format)")
      #expect(picture.format == file.format)
      #expect(picture.width == file.width && picture.height == file.height, "\(file.format)")
      for count in 0..<file.bytes.count {
        #expect(Picture(Array(file.bytes.prefix(count))) == nil, "\(file.format) \(count)")
      }
    }
    #expect(Picture(Array("<svg width='1' height='1'/>".utf8)) == nil)
  }

  @Test("pictures are embedded with their sizes; those without a file are said")
  func pictures() throws {
    var page = Page(
      try Catalogue([["name": "A", "icon": "a.png"], ["name": "B", "icon": "b.png"]]), title: "")
    page.picture = { $0 == "a.png" ? Picture(png) : nil }
    var bytes: [UInt8] = []
    let losses = try Export(page).write { bytes.append(contentsOf: $0) }
    #expect(
      String(decoding: bytes, as: UTF8.self).contains(
        "<img alt=\"\" width=\"3\" height=\"258\" src=\"data:image/png;base64,iVBORw0K"))
    #expect(
      losses.messages(of: .html) == ["html has no such pictures: 1 value of 'icon' left out"])
  }

  @Test("languages are known by their script, and the main one is said once")
  func languages() throws {
    let page = try page([["name": "奥迪"], ["name": "本田"], ["name": "ひらがな"], ["name": "Opel"]])
    #expect(page.contains("<html lang=\"en\" dir=\"ltr\" class=\"fitted\">"))
    #expect(page.contains("<main>"))
    let chinese = try self.page([["name": "奥迪"], ["name": "本田"], ["name": "ひらがな"]])
    #expect(chinese.contains(" lang=\"zh\">"))
    #expect(chinese.contains("<b>奥迪</b>"))
    #expect(chinese.contains("<b lang=\"ja\">ひらがな</b>"))
    #expect(
      try self.page([["name": "שלום"]]).contains("<html lang=\"en\" dir=\"rtl\" class=\"fitted\">"))
  }
}
