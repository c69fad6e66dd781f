import Platform
import SeededRandom
import Testing

@testable import PropertyLists

@Suite("What of a file cannot be read")
struct UnreadTextTests {
  private func read(
    _ bytes: FileBytes, _ format: FileFormat, sectionColumn: String? = nil, skips: Bool = true
  ) throws -> PropertyListDocument {
    var options = DecodingOptions(sectionColumn: sectionColumn)
    options.skipsUnreadable = skips
    return try PropertyListDocument(bytes, format: format, decoding: options)
  }

  /// The entries of a list, and what could not be read, as `LINE:COLUMN FIRST-LAST`, with `…` for a rest.
  private func outcome(_ document: PropertyListDocument) -> String {
    let names = document.elements(of: .root).map { entry in
      document.value(of: "name", in: entry).flatMap(document.plainText) ?? "?"
    }
    let unread = document.unread.map { unread in
      "\(unread.error.location) \(unread.lines.lowerBound)-"
        + (unread.isRest ? "…" : "\(unread.lines.upperBound)")
    }
    return (names + unread).joined(separator: ", ")
  }

  private static func card(_ name: String, _ more: String = "") -> String {
    "BEGIN:VCARD\nVERSION:3.0\nFN:\(name)\n\(more)END:VCARD\n"
  }

  @Test(
    "cards around one that cannot be read are read",
    arguments: [
      (card("a") + card("x", "oops\n") + card("b"), "a, b, 8:1 5-9"),
      (card("x", "A;B=\"c:d\n") + card("b"), "b, 4:1 1-5"),
      (card("a") + "junk\n\n# c\n" + card("b"), "a, b, 5:1 5-5"),
      (card("a") + "END:VCARD\n" + card("b"), "a, b, 5:1 5-5"),
      (card("a") + "VERSION:3.0\nFN:x\nEND:VCARD\n" + card("b"), "a, b, 5:1 5-7"),
      (card("a") + card("x", "NOTE;CHARSET=NONE:é\n"), "a, 8:1 5-9"),
      (card("a") + card("x", "AGENT:\n" + card("i", "oops\n")) + card("b"), "a, b, 12:1 5-14"),
      // Without an end, nothing after it is trusted.
      (card("a") + "BEGIN:VCARD\nFN:x\n" + card("b"), "a, 7:1 5-…"),
      (card("a") + "BEGIN:VCARD\nFN:x\nEND:VCARDS\n" + card("b") + card("c"), "a, 7:1 5-…"),
      (card("a") + "BEGIN:VCARD\nFN:x\noops\n" + card("b"), "a, 7:1 5-…"),
      // The end of a card in a line of the one around it may have been taken for the end of that.
      (
        card("a") + "BEGIN:VCARD\nAGENT:BEGIN:VCARD\nFN:x\nEND:VCARD\nFN:y\nEND:VCARD\n"
          + card("b"),
        "a, b, 9:1 5-10"
      ),
    ])
  func cards(text: String, expected: String) throws {
    #expect(try outcome(read(FileBytes(text.utf8), .vcard)) == expected)
    #expect(throws: PropertyListError.self) {
      try read(FileBytes(text.utf8), .vcard, skips: false)
    }
  }

  @Test("a card that is not UTF-8 hides no other")
  func undecodable() throws {
    let bytes =
      Array((UnreadTextTests.card("a") + "BEGIN:VCARD\nFN:").utf8) + [0xE9]
      + Array("\nEND:VCARD\n# ".utf8) + [0xE9] + Array(("\n" + UnreadTextTests.card("ü")).utf8)
    #expect(try outcome(read(FileBytes(bytes), .vcard)) == "a, ü, 6:1 5-7, 8:1 8-8")
  }

  @Test(
    "a file of which nothing can be read is an error, and so is a conflict of a merge",
    arguments: [
      (card("x", "oops\n"), FileFormat.vcard), ("junk\n", .vcard),
      (card("a") + card("x", "oops\n<<<<<<< ours\n"), .vcard), ("a,b\n\"1\"x,2\n", .csv),
      ("a,b\n1,2\n<<<<<<< ours\n\"1\"x,2\n", .csv),
    ])
  func nothing(text: String, format: FileFormat) {
    #expect(throws: PropertyListError.self) { try read(FileBytes(text.utf8), format) }
  }

  @Test("a file of a folder hides no other, with a conflict of a merge in it, too")
  func folder() throws {
    let files = [
      ("a.vcf", UnreadTextTests.card("a")), ("b.vcf", "BEGIN:VCARD\nFN:x"),
      ("c.vcf", UnreadTextTests.card("c") + "<<<<<<< a\n=======\n>>>>>>> b\n"),
      ("d.vcf", "junk"), ("e.vcf", UnreadTextTests.card("e")),
    ]
    let bytes = FileBytes(
      files: files.map { (FilePath($0), Array($1.utf8)) }, inFolderNamed: "f")
    #expect(
      try outcome(read(bytes, .vcard))
        == "a, e, b.vcf:1:1 1-…, c.vcf:5:1 1-…, d.vcf:1:1 1-1")
  }

  @Test(
    "rows around one that cannot be read are read",
    arguments: [
      ("1\n\"2\"x\n3\n", "1, 3, 3:4 3-3"), ("1\n\"2\"x \"y\"\n3\n", "1, 3, 3:4 3-3"),
      // Where a quote may be open, nothing after it is trusted.
      ("1\n\"2\n3\n", "1, 3:1 3-…"), ("1\n\"2\" \"x\n3\n", "1, 3:4 3-…"),
      ("1\n\"2\n3\n\"x\n4\n", "1, 4, 5:2 3-5"),
      ("1\n\"2\n\"3\",\"y\"\n4\n", "1, 4:2 3-…"), ("1\n\"5\" disk\nfoo\"\n4\n", "1, 3:4 3-…"),
      ("1\n\"5\"x\n2\n\"6\"x\n3\"\n4\n", "1, 3:4 3-…"),
    ])
  func rows(text: String, expected: String) throws {
    let bytes = FileBytes(("name\n" + text).utf8)
    #expect(try outcome(read(bytes, .csv)) == expected)
    #expect(throws: PropertyListError.self) { try read(bytes, .csv, skips: false) }
    // In sections, too.
    let sections = try read(bytes, .csv, sectionColumn: "name")
    #expect(sections.unread.map(\.range) == (try read(bytes, .csv)).unread.map(\.range))
  }

  @Test("a row that is not UTF-8 hides no other, but names of columns hide all")
  func undecodableRows() throws {
    func bytes(_ parts: [UInt8]...) -> FileBytes { FileBytes(parts.joined()) }
    let table = bytes(Array("name\na\nx".utf8), [0xE9], Array("\r\n\r\nü\n".utf8))
    #expect(try outcome(read(table, .csv)) == "a, ü, 3:2 3-3")
    #expect(throws: PropertyListError.self) {
      try read(bytes(Array("name".utf8), [0xE9], Array("\na\n".utf8)), .csv)
    }
  }

  @Test("others are read the same as without what cannot be read", arguments: 0..<200)
  func random(seed: Int) throws {
    func card(_ name: String, _ more: String = "") -> String {
      UnreadTextTests.card(name, more)
    }
    var random = SeededGenerator(seed: UInt64(seed))
    let isTable = seed.isMultiple(of: 2)
    let good =
      isTable
      ? ["a,1\n", "\"b\",\"2\"\"\"\n", "\"c\nd\",3\r\n", "é,\n"]
      : [
        card("a", "TEL:1\n"), card("b").replacing("\n", with: "\r\n"),
        card("c", "AGENT:\n" + card("d")), "# note\n" + card("é", "NOTE:x\n y\n"),
      ]
    let bad =
      isTable
      ? ["\"x\"y,1\n", "\"x\ny\"z,2\n", "\"x\"\"\" \"y\"\n"]
      : [
        card("x", "oops\n"), "junk\nEND:VCARD\n", card("x", " y\n;:\n"),
        card("x", "AGENT:\n" + card("y", "oops\n")),
      ]
    var (all, readable, count) = (isTable ? "name,n\n" : "", isTable ? "name,n\n" : "", 0)
    for _ in 0..<Int.random(in: 1...9, using: &random) {
      let text = good.randomElement(using: &random) ?? ""
      all += text
      readable += text
      guard Bool.random(using: &random) else { continue }
      // Junk after junk would be one stretch.
      all += bad.randomElement(using: &random) ?? ""
      count += 1
    }
    let rest = isTable ? "\"z,1\nx" : "BEGIN:VCARD\nFN:z\n" + good[0]
    if Bool.random(using: &random) {
      all += rest
      count += 1
    }
    let format: FileFormat = isTable ? .csv : .vcard
    let found = try read(FileBytes(all.utf8), format)
    let wanted = try read(FileBytes(readable.utf8), format)
    #expect(found.hasText(of: wanted), "\(all)")
    #expect(found.unread.count == count, "\(all)")
    for unread in found.unread {
      #expect(all.utf8.dropFirst(unread.range.lowerBound).starts(with: unread.bytes))
    }
  }
}
