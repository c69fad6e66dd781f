import SeededRandom
import Testing

@testable import PropertyLists

@Suite("Tables")
struct TableDecoderTests {
  private func table(
    _ text: UnsafeBufferPointer<UInt8>, _ writer: inout DocumentWriter
  ) throws {
    try TableDecoder.decode(text, into: &writer)
  }

  private func tabs(
    _ text: UnsafeBufferPointer<UInt8>, _ writer: inout DocumentWriter
  ) throws {
    try TableDecoder.decode(text, separator: 0x09, into: &writer)
  }

  @Test(
    "rows are dictionaries, values strings as they are",
    arguments: [
      ("a,b\n1,2\n3,4\n", #"[{a: "1", b: "2"}, {a: "3", b: "4"}]"#),
      ("a,b\r\n01,+49\r\n", #"[{a: "01", b: "+49"}]"#),
      ("a,b\r1,2\r3,4", #"[{a: "1", b: "2"}, {a: "3", b: "4"}]"#),
      ("a\n1", #"[{a: "1"}]"#), ("a,b", "[]"), ("a\n\n\r\n1\n\n", #"[{a: "1"}]"#),
      ("\n\na\n1\n", #"[{a: "1"}]"#), ("a,b\n,\n", #"[{a: "", b: ""}]"#),
      ("a\n\"\"\n", #"[{a: ""}]"#), (" a , b\n 1 , 2 ", #"[{ a : " 1 ",  b: " 2 "}]"#),
      ("a,b\n\"x,y\",\"say \"\"hi\"\"\"\n", #"[{a: "x,y", b: "say \"hi\""}]"#),
      ("a,b\n\"\"\"\",\"1\n2\r\n3\r4\"\n5,6", #"[{a: "\"", b: "1\n2\r\n3\r4"}, {a: "5", b: "6"}]"#),
      ("a,b\nx\"y\",z\" ", #"[{a: "x\"y\"", b: "z\" "}]"#),
      ("a,b\n1, \"2\"", #"[{a: "1", b: " \"2\""}]"#),
      ("\"a\nb\",\"c\"\"d\"\n1,2", "[{a\nb: \"1\", c\"d: \"2\"}]"),
      ("姓名,电话\n王,010", #"[{姓名: "王", 电话: "010"}]"#),
    ])
  func rows(text: String, expected: String) throws {
    #expect(try decoded(text, table) == expected)
  }

  @Test(
    "in a table for spreadsheets, apostrophes before formulas are taken off",
    arguments: [
      ("'=a,b\n'=1,'x\n\"'+1\",''@y\n", #"[{=a: "=1", b: "\'x"}, {=a: "+1", b: "\'@y"}]"#),
      ("a,b\n',''\n'-,'＝1", #"[{a: "\'", b: "\'\'"}, {a: "-", b: "＝1"}]"#),
    ])
  func spreadsheets(text: String, expected: String) throws {
    let found = try decoded(text) { text, writer in
      try TableDecoder.decode(text, isForSpreadsheets: true, into: &writer)
    }
    #expect(found == expected)
    #expect(try decoded(text, table) != expected)
  }

  @Test(
    "the separator is the one that the first row has most of, or that is declared",
    arguments: [
      ("a;b,c;d\n1;2;3", #"[{a: "1", b,c: "2", d: "3"}]"#),
      ("a\tb,c\n1\t2,3", #"[{a\#tb: "1\t2", c: "3"}]"#),
      ("a\tb\n1\t2,3", #"[{a: "1", b: "2,3"}]"#), ("a|b\n1|2", #"[{a: "1", b: "2"}]"#),
      ("\"a;b;c\",d\n1,2", #"[{a;b;c: "1", d: "2"}]"#),
      ("a,b;c\n1,2;3", #"[{a: "1", b;c: "2;3"}]"#),
      ("sep=;\r\na,b;c\r\n1;2", #"[{a,b: "1", c: "2"}]"#), ("a\nx;y", #"[{a: "x;y"}]"#),
      ("sep=\n1", #"[{sep=: "1"}]"#), ("\na;b\n1;2", #"[{a: "1", b: "2"}]"#),
      ("a, b;c, d\n1;2\n3;4", #"[{a, b: "1", c, d: "2"}, {a, b: "3", c, d: "4"}]"#),
      ("a;b,c,d\n\"1,\"\";;\";2\n", #"[{a: "1,\";;", b,c,d: "2"}]"#),
      ("\"a;b\"\n\"1;2\"", #"[{a;b: "1;2"}]"#), ("\"sep=;\"\n1", #"[{sep=;: "1"}]"#),
      ("a,b;c\n1\n2", #"[{a: "1"}, {a: "2"}]"#),
    ])
  func separators(text: String, expected: String) throws {
    #expect(try decoded(text, table) == expected)
  }

  @Test("a separator that is given is not found out")
  func givenSeparator() throws {
    #expect(try decoded("a,b,c\td\n1\t2", tabs) == #"[{a,b,c: "1", d: "2"}]"#)
    #expect(try decoded("sep=;\na;b\t1\nx", tabs) == #"[{a;b: "x"}]"#)
  }

  @Test(
    "columns without a name or with that of another get one of their own",
    arguments: [
      ("a,,b,\n1,2,3,4", #"[{a: "1", column 2: "2", b: "3", column 4: "4"}]"#),
      ("a,a,a\n1,2,3", #"[{a: "1", a 2: "2", a 3: "3"}]"#),
      ("a,a,a 2\n1,2,3", #"[{a: "1", a 3: "2", a 2: "3"}]"#),
      ("a 2,a,a\n1,2,3", #"[{a 2: "1", a: "2", a 3: "3"}]"#),
      (",column 1\n1,2", #"[{column 1 2: "1", column 1: "2"}]"#),
      ("a,A,a \n1,2,3", #"[{a: "1", A: "2", a : "3"}]"#),
    ])
  func names(text: String, expected: String) throws {
    #expect(try decoded(text, table) == expected)
  }

  @Test(
    "a short row lacks its last keys; what a long one has more may only be empty",
    arguments: [
      ("a,b,c\n1\n2,3\n", #"[{a: "1"}, {a: "2", b: "3"}]"#),
      ("a,b\n1,2,,\n", #"[{a: "1", b: "2"}]"#),
      ("a,b\n1,2,\"\"\n", #"[{a: "1", b: "2"}]"#),
    ])
  func ragged(text: String, expected: String) throws {
    #expect(try decoded(text, table) == expected)
  }

  @Test(
    "what cannot be told is an error with its place",
    arguments: [
      ("a,b\n\"x\"y,2", "2:4", "text after the closing quote"),
      ("a,b\n1,\"x\" ", "2:6", "text after the closing quote"),
      ("a,b\n1,\"x\n", "2:3", "the quoted value has no end"),
      ("\"a\"b\n1", "1:4", "text after the closing quote"), ("\"a\n", "1:1", "has no end"),
      ("", "1:1", "empty"), ("\n\r\n", "1:1", "empty"),
    ])
  func faults(text: String, place: String, reason: String) throws {
    let found = try #require(fault(text, table))
    #expect(found.hasPrefix(place + ": "), "\(found)")
    #expect(found.contains(reason), "\(found)")
  }

  @Test("rows that are longer or shorter than the first one are read, and known")
  func unevenRows() throws {
    let text = "a,column 3\n1\n1,2\n1,2,,4,\n1,2,,\n"
    let document = try PropertyListDocument(FileBytes(text.utf8), format: .csv)
    let rows = document.elements(of: .root).map { row in
      document.members(of: row).map {
        document.text(of: $0.key) + "=" + (document.plainText(of: $0.value) ?? "")
      }
    }
    #expect(
      rows == [
        ["a=1"], ["a=1", "column 3=2"], ["a=1", "column 3=2", "column 4=4"],
        ["a=1", "column 3=2", "column 3 2=", "column 4="],
      ])
    #expect(document.unevenRows.map(\.count) == [1, 5])
    #expect(document.unevenRows.map(\.columnCount) == [2, 2])
  }

  @Test(
    "rows are grouped by a column, in the order in which its values are first used",
    arguments: [
      (
        "a,s,b\n1,x,2\n3,y,4\n5,x,6",
        #"[{s: "x", items: [{a: "1", b: "2"}, {a: "5", b: "6"}]}, {s: "y", items: [{a: "3", b: "4"}]}]"#
      ),
      ("a,s\n1\n2,\n", #"[{s: "", items: [{a: "1"}, {a: "2"}]}]"#), ("a,s\n", "[]"),
      ("s,a\n\"x\"\"\",1\n", #"[{s: "x\"", items: [{a: "1"}]}]"#),
    ])
  func sections(text: String, expected: String) throws {
    let found = try decoded(text) { text, writer in
      try TableDecoder.decode(text, sectionColumn: "s", into: &writer)
    }
    #expect(found == expected)
  }

  @Test("sections by a column that there is not are an error, and one may be called as members are")
  func sectionColumns() throws {
    let decode: (String) -> Decode = { name in
      { text, writer in
        try TableDecoder.decode(text, sectionColumn: name, into: &writer)
      }
    }
    #expect(fault("a,b\n1,2", decode("c"))?.hasSuffix("there is no column 'c'") == true)
    #expect(
      try decoded("a,items\n1,2", decode("items")) == #"[{items: "2", entries: [{a: "1"}]}]"#)
  }

  @Test("many columns of the same name and many long rows take no longer than others")
  func hostile() throws {
    let header = String(repeating: "a,", count: 20_000)
    #expect(fault(header + "\n" + header, table) == nil)
    let sections = "s,b\n" + (0..<20_000).map { "\($0),x\n" }.joined()
    let found = try document(decoding: sections.utf8) { text, writer in
      try TableDecoder.decode(text, sectionColumn: "s", into: &writer)
    }
    #expect(Array(found.elements(of: found.root)).count == 20_000)
  }

  @Test("random tables are what Python's csv reads")
  func agreement() throws {
    var generator = SeededGenerator(seed: 21)
    func one<Element>(of all: [Element]) -> Element {
      all[Int.random(in: 0..<all.count, using: &generator)]
    }
    func value(_ separator: String) -> String {
      let pieces = (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
        one(of: ["a", "b c", "é", "漢", ",", ";", "\t", "\"", "\n", "\r\n", "\r", " ", "0"])
      }
      let text = pieces.joined()
      let needsQuotes =
        text.contains(separator) || text.hasPrefix("\"")
        || text.utf8.contains { $0 == 0x0A || $0 == 0x0D }
      return needsQuotes || one(of: [false, false, true])
        ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
    }
    let program = """
      import csv, io, sys
      for table in open(sys.argv[1], encoding='utf-8', newline='').read().split('\\0')[:-1]:
          lines = io.StringIO(table[1:], newline='')
          rows = [row for row in csv.reader(lines, delimiter=table[0]) if row]
          for row in rows[1:]:
              print('{' + ','.join(k.encode().hex() + ':' + v.encode().hex()
                                   for k, v in zip(rows[0], row)) + '}', end='')
          print()
      """
    let tables = (0..<Rounds.of(300)).map { _ -> (separator: String, text: String) in
      let separator = one(of: [",", ";", "\t"])
      let lineEnd = one(of: ["\n", "\r\n", "\r"])
      let count = Int.random(in: 1...4, using: &generator)
      let header = (0..<count).map { "k\($0)" }.joined(separator: separator)
      let rows = (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
        (0..<Int.random(in: 1...count, using: &generator)).map { _ in value(separator) }
          .joined(separator: separator)
      }
      return (separator, ([header] + rows).joined(separator: lineEnd) + one(of: ["", lineEnd]))
    }
    let input = tables.map { $0.separator + $0.text + "\0" }.joined()
    let expected = try python(program, reading: input.utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    try #require(expected.count == tables.count + 1)
    for (table, expected) in zip(tables, expected) {
      let separator = table.separator.utf8.first
      let document = try document(decoding: table.text.utf8) { text, writer in
        try TableDecoder.decode(text, separator: separator, into: &writer)
      }
      let rows = document.elements(of: document.root).map { row in
        let members = document.members(of: row).map { member in
          hex(document.text(of: member.key)) + ":" + hex(document.text(of: member.value))
        }
        return "{" + members.joined(separator: ",") + "}"
      }
      #expect(rows.joined() == expected, "\(table.text.debugDescription)")
    }
  }

  private func hex(_ text: String) -> String {
    text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
