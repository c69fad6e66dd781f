import Testing

@testable import PropertyLists

@Suite("Marked-up text")
struct MarkedUpTextTests {
  /// Written content, and the text that it represents.
  private static let contents: [(String, String)] = [
    ("", ""), ("plain é 漢 😀", "plain é 漢 😀"), ("a\u{0}b", "a\u{0}b"),
    ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("&amp;amp;", "&amp;"), ("&amp;#65;", "&#65;"),
    ("&#65;&#x42;&#x63;", "ABc"), ("&#xe9;&#xE9;&#233;", "ééé"), ("&#128512;&#x1F600;", "😀😀"),
    ("&#0000065;", "A"), ("&#13;&#10;&#9;", "\r\n\t"), ("&#x10FFFF;", "\u{10FFFF}"),
    ("<![CDATA[]]>", ""), ("<![CDATA[<a>&amp;]]>", "<a>&amp;"), ("<![CDATA[]]]]>", "]]"),
    ("<![CDATA[a]]><![CDATA[>]]>", "a>"), ("x<![CDATA[ y ]]>z", "x y z"),
    ("<![CDATA[<!-- c -->]]>", "<!-- c -->"), ("<![CDATA[a\r\nb\rc]]>", "a\nb\nc"),
    ("a<!-- c -->b", "ab"), ("<!---->a", "a"), ("a<!-- <![CDATA[x]]> &amp; -->b", "ab"),
    ("a<?pi -->?>b", "ab"), ("<?pi?>", ""), ("a<!-- ?> -->b", "ab"),
    ("a\r\nb", "a\nb"), ("a\rb", "a\nb"), ("a\r", "a\n"), ("\r\r\n\n", "\n\n\n"),
    ("a\r<!-- -->\nb", "a\n\nb"), ("a\r&#10;b", "a\n\nb"),
  ]

  @Test("references, CDATA, comments and line ends are resolved", arguments: contents)
  func decoding(content: String, text: String) {
    let decoded = Array(content.utf8).withUnsafeBufferPointer(MarkedUpText.decode)
    #expect(decoded == Array(text.utf8))
  }

  @Test(
    "a string and a key have the text that their content represents",
    arguments: contents.filter { !$0.0.contains("\u{0}") })
  func values(content: String, text: String) throws {
    let document = try parseValue("<dict><key>\(content)</key><string>\(content)</string></dict>")
    let member = try #require(Array(document.members(of: document.root)).first)
    #expect(Array(document.text(of: member.key).utf8) == Array(text.utf8))
    #expect(Array(document.text(of: member.value).utf8) == Array(text.utf8))
    #expect(document[member.value].isMarkedUp == (Array(content.utf8) != Array(text.utf8)))
  }

  @Test(
    "other scalars are read through their markup",
    arguments: [
      "1<!-- c -->2", "<![CDATA[12]]>", "&#49;2", "<?pi?>12", "\r\n12\r", "1<![CDATA[2]]>",
    ]
  )
  func numbers(content: String) throws {
    let integer = try parseValue("<integer>\(content)</integer>")
    #expect(integer.integer(at: integer.root) == 12)
    let real = try parseValue("<real>\(content)</real>")
    #expect(real.real(at: real.root) == 12)
  }

  @Test("a date and data are read through their markup")
  func dateAndData() throws {
    let date = try parseValue("<date>2001<!-- c -->&#45;02<![CDATA[Z]]></date>")
    #expect(date.date(at: date.root) == PropertyListDate("2001-02Z".utf8))
    let data = try parseValue("<data>Zm<!-- Zg -->9&#x76;\r\n</data>")
    #expect(data.data(at: data.root) == Array("foo".utf8))
  }

  @Test("markup in a boolean leaves it empty", arguments: ["<!-- c -->", "<?pi?>", "<![CDATA[]]>"])
  func boolean(content: String) throws {
    let document = try parseValue("<true>\(content)</true>")
    #expect(document.boolean(at: document.root) == true)
  }
}
