import Testing

@testable import PropertyLists

@Suite("Descriptions of errors")
struct PropertyListErrorTests {
  @Test(
    "an error is described in one line",
    arguments: [
      (.empty, "the file is empty"),
      (.unknownEncoding("X"), "unknown character encoding 'X'"),
      (
        .undecodable(encoding: "UTF-8"),
        "not valid UTF-8; if the file is in another encoding, name it with --encoding"
      ),
      (.nulCharacter, "the text contains a NUL character"),
      (.notWellFormed("m"), "not well-formed XML: m"),
      (.mismatchedEndTag("key"), "the end tag does not match the open element <key>"),
      (.truncated(inside: "dict"), "the file ends inside <dict>"),
      (.truncated(inside: nil), "the file ends before the property list does"),
      (.contentAfterEnd, "content after the end of the property list"),
      (.entityDeclaration, "a property list must not declare entities"),
      (.attributeDeclaration, "a property list must not declare attributes"),
      (.undefinedEntity("x"), "entity '&x;' is not defined"),
      (.tooDeep(limit: 9), "containers are nested more than 9 deep"),
      (.tooLarge(limit: 3 << 20), "the text is larger than 3 MiB"),
      (.wrongRoot("svg"), "expected <plist> as the root element, found <svg>"),
      (.noValue, "the property list contains no value"),
      (.secondValue, "the property list contains a second value"),
      (.unknownElement("a"), "<a> is not an element of a property list"),
      (.elementInside(child: "a", parent: "b"), "<a> inside <b>"),
      (.textBetweenElements(parent: "a"), "text between the elements of <a>"),
      (.keyOutsideDict, "<key> outside a dictionary"),
      (.keyWithoutValue, "key without a value"),
      (.valueWithoutKey, "value without a key in a dictionary"),
      (.invalidScalar(kind: .real, text: "t", reason: "r"), "'t' is not a valid real value: r"),
      (.malformed(format: "JSON", reason: "r"), "not valid JSON: r"),
      (.notXML(.nothingKnown), "not an XML property list"),
      (.notXML(.html), "HTML, not a property list"),
    ] as [(PropertyListError.Problem, String)])
  func descriptions(problem: PropertyListError.Problem, description: String) {
    #expect(PropertyListError(problem).description == description)
  }

  @Test("the markers of a conflict are found wherever they are", arguments: 0...14)
  func conflicts(offset: Int) {
    func start(_ text: String) -> Int? {
      Array(text.utf8).withUnsafeBufferPointer { ConflictMarker.whole(in: $0) }
    }
    let line = String(repeating: "x", count: offset) + "\n"
    let rest = "b\n=======\nc\n>>>>>>>"
    #expect(start("\(line)<<<<<<<\n\(rest)") == offset + 1)
    #expect(start("\(line)<<<<<<<<< a\r\(rest) d\n") == offset + 1)
    #expect(start("\(line)<<<<<<\n\(rest)") == nil && start("\(line)<<<<<<<a\n\(rest)") == nil)
    #expect(start("\(line) <<<<<<<\n\(rest)") == nil && start("\(line)<<<<<<<") == nil)
  }

  @Test(
    "a foreign format that can be converted is described with how",
    arguments: [.openStep, .strings, .json] as [ForeignFormat])
  func conversions(format: ForeignFormat) {
    #expect(format.description.contains("plutil -convert xml1"))
    #expect(!format.description.contains { $0.isNewline })
  }

  @Test(
    "a long name is cut at a character",
    arguments: ["x", "é", "字", "👩‍👩‍👧", "e" + String(repeating: "\u{301}", count: 900)])
  func longNames(character: String) {
    let name = String(repeating: character, count: 1000)
    for problem in [
      .unknownElement(name), .wrongRoot(name), .undefinedEntity(name), .unknownEncoding(name),
      .undecodable(encoding: name),
    ] as [PropertyListError.Problem] {
      let text = PropertyListError(problem).description
      #expect(text.utf8.count < 250 && text.contains("…") && !text.contains("\u{FFFD}"))
    }
  }

  @Test(
    "what a message quotes has at most 40 characters and 160 bytes",
    arguments: [
      ("", ""), (String(repeating: "字", count: 40), String(repeating: "字", count: 40)),
      (String(repeating: "字", count: 41), String(repeating: "字", count: 40) + "…"),
      (String(repeating: "🚗", count: 40), String(repeating: "🚗", count: 40)),
      ("x" + String(repeating: "🚗", count: 41), "x" + String(repeating: "🚗", count: 39) + "…"),
    ])
  func excerpts(text: String, excerpt: String) {
    #expect(text.excerpt() == excerpt)
    #expect(Array(text.utf8).excerpt() == excerpt)
  }

  @Test(
    "what an error quotes from the file does not break its line",
    arguments: [
      .invalidScalar(kind: .data, text: "\n!\r\n\r", reason: "r"), .unknownEncoding("a\nb"),
      .undecodable(encoding: "a\nb"),
    ] as [PropertyListError.Problem])
  func lineBreaks(problem: PropertyListError.Problem) {
    #expect(!PropertyListError(problem).description.contains { $0.isNewline })
  }

  @Test("an error without a place is at the first character")
  func defaultLocation() {
    #expect(PropertyListError(.empty).location == SourceLocation(line: 1, column: 1))
  }
}
