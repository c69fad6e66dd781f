import Foundation
import TestHelpers
import Testing

/// Compares what is read with what plistlib, vobject, and Python's csv and json read.
@Suite("What other readers read")
struct OtherReadersTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("vobject reads lists and structures of cards that are written of other values")
  func structures() throws {
    let json = #"""
      [{"name": "A, B; C\\ D", "nickname": "x\\, y; z\\\\n", "note": "1\n2, 3",
        "categories": ["a,b", "c;d", "e\\"], "lastName": "L, M; N", "firstName": "F\\",
        "company": "O; P, Q\\", "department": "R, S",
        "address": {"street": "T, U; V", "city": "W\\", "country": "X"}}]
      """#
    let file = try directory.write(json, to: "people.json")
    let cards = directory("people.vcf")
    #expect(try Tool.run(["convert", "-o", cards, file]).status == 0)
    let program = #"""
      import sys, vobject
      card = vobject.readOne(open(sys.argv[1], newline="").read())
      print([card.fn.value, card.nickname.value, card.note.value, card.categories.value,
             card.n.value.family, card.n.value.given, card.org.value, card.adr.value.street,
             card.adr.value.city, card.adr.value.country])
      """#
    let outcome = try Tool.runOther(["/usr/bin/python3", "-c", program, cards], environment: [:])
    #expect(outcome.errors == "")
    #expect(
      outcome.output == #"""
        ['A, B; C\\ D', 'x, y; z\\n', '1\n2, 3', ['a,b', 'c;d', 'e\\'], 'L, M; N', 'F\\', \#
        ['O; P, Q\\', 'R, S'], 'T, U; V', 'W\\', 'X']

        """#)
  }

  @Test("vobject reads numbers and addresses with commas and semicolons")
  func separators() throws {
    let json = ##"[{"name": "A", "phone": "+1 555,,42;9\\#", "email": "\"a,b;c\"@example.org"}]"##
    let file = try directory.write(json, to: "people.json")
    let cards = directory("people.vcf")
    #expect(try Tool.run(["convert", "-o", cards, file]).status == 0)
    let program = #"""
      import sys, vobject
      card = vobject.readOne(open(sys.argv[1], newline="").read())
      print(card.tel.value, card.email.value)
      """#
    let outcome = try Tool.runOther(["/usr/bin/python3", "-c", program, cards], environment: [:])
    #expect(outcome.errors == "")
    #expect(outcome.output == ##"+1 555,,42;9\# "a,b;c"@example.org"## + "\n")
    let again = try Tool.run(["convert", "--to=json", cards]).output
    #expect(again.contains(##""phone": "+1 555,,42;9\\#""##))
  }

  @Test(
    "recutils check and find what is written as recfiles",
    arguments: ["Info", "cars_total", "contacts", "news", "settings-form"])
  func records(_ name: String) throws {
    let records = directory("records.rec")
    #expect(try Tool.run(["convert", "-o", records, "\(name).plist"]).status == 0)
    let check = try Tool.runOther(["/usr/bin/recfix", "--check", records], environment: [:])
    #expect(check.errors == "")
    #expect(check.status == 0)
    let values = try ["\(name).plist", records].map {
      try Tool.run(["convert", "--to=json", "--tagged", $0]).output
    }
    #expect(values[0] == values[1])
  }

  @Test("recsel finds records by the values that their fields have")
  func selecting() throws {
    let json = #"[{"name": "A", "year": 1999, "tags": ["x y"]}, {"name": "B\n\nC", "year": 20}]"#
    let file = try directory.write(json, to: "list.json")
    let records = directory("list.rec")
    #expect(try Tool.run(["convert", "-o", records, file]).status == 0)
    let found = try ["year < 1000", "tags_0 ~ ' '"].map {
      try Tool.runOther(["/usr/bin/recsel", "-e", $0, "-P", "name", records], environment: [:])
        .output
    }
    #expect(found == ["B\n\nC\n", "A\n"])
  }

  private static let texts: [(name: String, text: String)] = [
    ("quoted.csv", "name,,name,\"a,\"\"b\"\"\"\r\nAnna,1,\"2\r\n3\",\r\n\r\n x ,\"\"\n"),
    ("semicolons.csv", "\u{FEFF}name;price, each\nMüller;1,50\nÅse;\"2;3\"\n"),
    ("tabs.tsv", "name\tphone, home\nAnna\t0012\n\"B\tC\"\t, \n"),
    (
      "all.json",
      #"{"a": [1, -2, 18446744073709551615, 0.5, -1e3, 1.0], "ä\n\u00e9\ud83d\ude97": {"\"\/": []}, "#
        + #""b": [true, false, ""], "b": {"$date": 1, "c": {}}}"# + "\n"
    ),
    (
      "old.vcf",
      """
      BEGIN:VCARD
      VERSION:2.1
      N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;
      FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg =
      M=C3=BCller
      TEL;CELL:+49 1
      TEL;HOME;FAX:2
      ADR;WORK:;;1 High St;Town;;012;UK
      PHOTO;JPEG;ENCODING=BASE64:
       /9j/
       4AAQ

      END:VCARD

      """
    ),
    (
      "new.vcf",
      """
      BEGIN:VCARD
      VERSION:3.0
      FN:Anna Berg
      N:Berg;Anna;Maria,Eva;Dr.;
      ORG:Acme\\, Inc.;Sales;North
      item1.EMAIL;type=INTERNET:a@example.org
      item1.X-ABLabel:_$!<Other>!$_
      NOTE:two\\nlines\\; one
       \u{20}folded
      CATEGORIES:a,b
      PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=
      END:VCARD
      BEGIN:VCARD
      VERSION:4.0
      FN:Bo
      TEL;VALUE=uri:tel:+1-2
      URL:https://example.org/?a=b
      ADR;TYPE=home:;;Weg 1,Hof;Ort;;1;
      BDAY:--0203
      END:VCARD

      """
    ),
  ]

  @Test(
    "the same is read by them from files in other formats, and from those that CARDEX_FILES names")
  func same() throws {
    var files: [String] = []
    for (name, text) in OtherReadersTests.texts {
      files.append(try directory.write(text, to: name))
    }
    for (name, ending) in [
      ("cars_total", "plist"), ("contacts", "plist"), ("news", "plist"), ("contacts", "vcf"),
      ("contacts", "csv"), ("news", "json"),
    ] {
      let file = directory("\(name).\(ending)")
      let format = ending == "plist" ? ["--to=binary"] : []
      let source = Tool.data.appending(path: "\(name).plist").path()
      #expect(try Tool.run(["convert"] + format + ["-o", file, source]).status == 0)
      files.append(file)
    }
    #expect(try Self.compared(files) == "binary=3 csv=4 json=2 vcard=3\n")
    _ = try Self.compared(GivenFiles.paths)
  }

  /// How many files of each format other readers can read; all differences are issues.
  static func compared(_ files: [String]) throws -> String {
    let reader = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "other_readers.py").path()
    let cardex = Tool.program.path()
    let outcome = try Tool.runOther(
      ["/usr/bin/python3", "-B", reader, cardex] + files, environment: [:])
    #expect(outcome.status == 0, "\(outcome.output)")
    return outcome.output
  }
}
