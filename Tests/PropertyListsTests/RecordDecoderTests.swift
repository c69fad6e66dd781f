import SeededRandom
import Testing

@testable import PropertyLists

@Suite("Recfiles")
struct RecordDecoderTests {
  private func records(
    _ text: UnsafeBufferPointer<UInt8>, _ writer: inout DocumentWriter
  ) throws {
    try RecordDecoder.decode(text, into: &writer)
  }

  @Test(
    "records are dictionaries, values texts as they are",
    arguments: [
      ("a: 1\nb: 2\n\na: 3\n", #"[{a: "1", b: "2"}, {a: "3"}]"#),
      ("a:1\nb:\tx\nc:\nd:  y \n", #"[{a: "1", b: "x", c: "", d: " y "}]"#),
      ("\n\n# c\na: 1\n# in a record\nb: 2\n \t\n\n#\n\n\na: 3", #"[{a: "1", b: "2"}, {a: "3"}]"#),
      ("a: 1\r\nb: 2\r\n\r\na: 3\r\n", #"[{a: "1", b: "2"}, {a: "3"}]"#),
      ("a: one\n+ two\n+\n+three\n+  four\n", #"[{a: "one\ntwo\n\nthree\n four"}]"#),
      ("a: one \\\ntwo\\\n\nb: 1\n", #"[{a: "one two", b: "1"}]"#),
      ("a: x\\\n+ y\n", #"[{a: "x+ y"}]"#),
      ("a: b\\c\n+ d\\\\e\nf: \\", #"[{a: "b\\c\nd\\\\e", f: "\\"}]"#),
      ("a: b: c\nurl:http://x\n", #"[{a: "b: c", url: "http://x"}]"#),
      ("名字: 王\nHome Phone: 1\na-b: 2\n1: 3\n", #"[{名字: "王", Home Phone: "1", a-b: "2", 1: "3"}]"#),
      ("a: integer: 1\nb:integer: 2\n", #"[{a: "integer: 1", b: "integer: 2"}]"#),
      (
        "mail: a\nname: x\nmail: b\n\nmail: c\n\nname: y\n",
        #"[{mail: ["a", "b"], name: "x"}, {mail: ["c"]}, {name: "y"}]"#
      ),
    ])
  func fields(text: String, expected: String) throws {
    #expect(try decoded(text, records) == expected)
  }

  @Test(
    "types of records are keys, and fields have the values of their types",
    arguments: [
      (
        "%rec: Book\n%key: t\n%doc: x\n+ y\n\nt: 1\n\n%rec: Author\n",
        #"{Book: [{t: "1"}], Author: []}"#
      ),
      (
        "%rec: A\n%type: a,b int\n%type: c , d real\n%type: e bool\n%type: f date\n\n"
          + "a: 0x10\nb: -5\nc: .5\nd: 1e3\ne: yes\nf: 2001-02-03T04:05:06Z\n",
        "{A: [{a: 16, b: -5, c: .5, d: 1e3, e: true, f: 2001-02-03T04:05:06Z}]}"
      ),
      (
        "%rec: A\n%typedef: age_t years_t\n%typedef: years_t range 0 9\n%type: a age_t\n%type: b x_t\n\n"
          + "a: 3\nb: 4\n", #"{A: [{a: 3, b: "4"}]}"#
      ),
      ("%rec: A\n%type: n int\n\nn: 1\nn: 2\n\nn: 3\n", "{A: [{n: [1, 2]}, {n: [3]}]}"),
      (
        "%rec: A\n%typedef: data_t line\n%type: a data_t\n%type: b plist_data\n%type: c plist_json\n\n"
          + "a: AAEC\nb: AA\n+ EC\nc: \"x\\r\\n\\\\\"\n",
        #"{A: [{a: "AAEC", b: <AAEC>, c: "x\r\n\\"}]}"#
      ),
    ])
  func types(text: String, expected: String) throws {
    #expect(try decoded(text, records) == expected)
  }

  @Test(
    "a descriptor says where records and their values go",
    arguments: [
      ("%rec: a\n%at: /\n\nx: 1\n", #"[{x: "1"}]"#), ("%rec: a\n%at: /\n", "[]"),
      ("%rec: a\n%at: /\n%member: key\n\nkey: k 1\nx: 1\n\nkey:\n", #"{k 1: {x: "1"}, : {}}"#),
      (
        "%rec: a\n%at: /\n%path: v /\n%path: v_integer /\n%type: v_integer int\n\nv: x\n\nv_integer: 1\n",
        #"["x", 1]"#
      ),
      (
        "%rec: a\n%at: /\n%path: t_0 .t[0]\n%path: x .t[1].x y\n\nt_0: 1\nx: 2\n\n.t[0].a\\.b:integer: 7\n",
        #"[{t: ["1", {x y: "2"}]}, {t: [{a.b: 7}]}]"#
      ),
      (
        "%rec: root\n%value: /\n%type: items plist_array\n%type: by plist_dict\n\n"
          + "n: 1\nitems:\nby:\nlast: x\n\n%rec: b\n%at: .by\n%member: k\n\nx: 2\nk: m\n\n"
          + "%rec: a\n%at: .items\n%path: e .e\n%type: e plist_array\n\nx: 1\n\ne:\n\n"
          + "%rec: c\n%at: .items[1].e\n\n.[0]: 5\n\n/:dict:\n",
        #"{n: "1", items: [{x: "1"}, {e: [["5"], {}]}], by: {m: {x: "2"}}, last: "x"}"#
      ),
      ("%rec: r\n%value: /\n%path: value /\n\nvalue: x\n+ y\n", #""x\ny""#),
    ])
  func places(text: String, expected: String) throws {
    #expect(try decoded(text, records) == expected)
  }

  @Test(
    "what has no meaning, or two, is an error with its place",
    arguments: [
      ("", "1:1"), ("# nothing\n\n", "1:1"), ("a\n", "1:1"), ("a: 1\nb c\n", "2:1"),
      ("+ a\n", "1:1"),
      ("a: 1\n\n+ b\n", "3:1"), ("a: 1\n# c\n+ b\n", "3:1"), ("a: 1\n b: 2\n", "2:1"),
      ("a : 1\n", "1:3"), (": 1\n", "1:1"), ("a.b: 1\n", "1:2"), ("a: 1\nb[0]: 1\n", "2:2"),
      ("%key: a\n", "1:1"), ("a: 1\n%item: b\n", "2:1"), ("%rec: A\na: 1\n", "2:1"),
      ("%rec:\n", "1:1"),
      ("%rec: A\n\na: 1\n\n%rec: A\n", "5:1"), ("a: 1\n\n%rec: A\n\nb: 1\n", "3:1"),
      ("%rec: A\n%rec: B\n", "2:1"), ("%rec: A\n%at: /\n%value: /\n", "3:1"),
      ("%rec: A\n%at: .b\n\na: 1\n", "2:1"), ("%rec: A\n%at: b\n", "2:1"),
      ("%rec: A\n%value: .a\n", "2:1"),
      ("%rec: A\n%value: /\n", "2:1"), ("%rec: A\n%value: /\n\na: 1\n\na: 2\n", "6:1"),
      ("%rec: A\n%member: k\n\na: 1\n", "4:1"), ("%rec: A\n%member: k\n\nk: 1\nk: 2\n", "5:1"),
      ("%rec: A\n%member: k\n\nk: 1\n\na: 1\nk: 1\n", "6:1"),
      ("%rec: A\n%path: a x\n\na: 1\n", "2:1"), ("%rec: A\n%path: b .a\n\na: 1\nb: 2\n", "5:4"),
      (".a: 1\na: 2\n", "2:4"), (".a.b: 1\n.a: 2\n", "2:5"), ("a: 1\n.a.b: 2\n", "2:7"),
      (".a.b: 1\n.a[0]: 2\n", "2:8"), (".a[1]: 1\n", "1:8"), (".a[-1]: 1\n", "1:9"),
      (".a[x]: 1\n", "1:1"),
      (".a\\: 1\n", "1:1"), (".a:array: x\n", "1:11"), ("/: 1\na: 2\n", "2:4"),
      ("%rec: A\n%type: a int\n\na: x\n", "4:4"), ("%rec: A\n%type: a bool\n\na: maybe\n", "4:4"),
      ("%rec: A\n%type: a plist_json\n\na: {\n", "4:4"),
      ("%rec: A\n%type: a plist_data\n\na: A\n+ =\n", "4:1"),
      ("%rec: A\n%type: a int\n\na: 1\na: x\n", "5:4"),
    ])
  func errors(text: String, location: String) {
    let bytes = FileBytes(text.utf8)
    let error = #expect(throws: PropertyListError.self) {
      try PropertyListDocument(bytes, format: .rec)
    }
    #expect(error?.location.description == location, "\(text): \(error.map(\.description) ?? "")")
  }

  @Test("short lines do not become large texts")
  func growth() {
    let path = String(repeating: ".a", count: 400)
    let text = "%rec: A\n%at: /\n%path: a \(path)\n" + String(repeating: "\na:\n", count: 20_000)
    let error = #expect(throws: PropertyListError.self) {
      try PropertyListDocument(FileBytes(text.utf8), format: .rec)
    }
    guard case .tooLarge? = error?.problem else {
      Issue.record("\(error.map(\.description) ?? "nothing")")
      return
    }
    let deep = String(repeating: ".a", count: 1_000_000) + ": 1\n"
    #expect(throws: PropertyListError.self) {
      try PropertyListDocument(FileBytes(deep.utf8), format: .rec)
    }
  }

  @Test("random lines are an error with a place, or what is written of them is read as the same")
  func random() throws {
    let pieces = [
      "a", "b", ": ", ": ", ":", "\n", "\n", "\n\n", "+ ", "+", "# ", "%rec: ", "%at: ", "%type: ",
      "A", " int", ".", "[0]", "[1]", "/", "\\", "\"", ".a", "%path: a .b\n", "%value: /\n",
      "%member: a\n", "é", " ", "\r\n", "\u{0}", "\r", "%rec: A\n%at: /\n\n", "integer", "array",
      "1",
    ]
    var count = 0
    for seed in 0..<Rounds.of(5000) {
      var generator = SeededGenerator(seed: UInt64(seed))
      let text = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      if fault(text, records) == nil {
        count += 1
        _ = try decoded(text, records)
      }
    }
    #expect(count > 100)
  }
}
