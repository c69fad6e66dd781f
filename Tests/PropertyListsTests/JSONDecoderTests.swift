import SeededRandom
import Testing

@testable import PropertyLists

@Suite("JSON")
struct JSONDecoderTests {
  private func plain(
    _ text: UnsafeBufferPointer<UInt8>, _ writer: inout DocumentWriter
  ) throws {
    try PropertyLists.JSONDecoder.decode(text, into: &writer)
  }

  private func withoutNull(
    _ text: UnsafeBufferPointer<UInt8>, _ writer: inout DocumentWriter
  ) throws {
    try PropertyLists.JSONDecoder.decode(text, .init(skipsNull: true), into: &writer)
  }

  private func tagged(
    _ text: UnsafeBufferPointer<UInt8>, _ writer: inout DocumentWriter
  ) throws {
    try PropertyLists.JSONDecoder.decode(text, .init(isTagged: true), into: &writer)
  }

  @Test(
    "values are what the standard says",
    arguments: [
      ("{\"a\": [1, true, false, \"b\"], \"c\": {}}", "{a: [1, true, false, \"b\"], c: {}}"),
      (" [ ]\r\n\t", "[]"), ("\"a\"", "\"a\""), ("12", "12"), ("true", "true"),
      ("{\"b\":1,\"a\":2,\"b\":3,\"\":4}", "{b: 1, a: 2, b: 3, : 4}"),
      ("[\"\\\"\\\\\\/\\n\\r\\t\\u00e9\\uD83D\\ude00é\"]", "[\"\\\"\\\\/\\n\\r\\té😀é\"]"),
      ("[\"<&>]]>\"]", "[\"<&>]]>\"]"), ("[[[]],[{}]]", "[[[]], [{}]]"),
      ("[1, /* a */ 2,] // b", "[1, 2]"), ("{\"a\" /* b */: // c\n1,}", "{a: 1}"),
      (
        "{\"a\":\"0123456789abcdef\\n0123456789abcdef\"}",
        "{a: \"0123456789abcdef\\n0123456789abcdef\"}"
      ),
      ("[\"\u{7F}\u{2028}\"]", "[\"\u{7F}\u{2028}\"]".debugged),
    ])
  func values(text: String, expected: String) throws {
    #expect(try decoded(text, plain) == expected)
  }

  @Test(
    "numbers keep their text; whole ones of 64 bits are integers, all others reals",
    arguments: [
      ("0", NodeKind.integer), ("-0", .integer), ("9223372036854775808", .integer),
      ("18446744073709551615", .integer), ("18446744073709551616", .real),
      ("-9223372036854775808", .integer), ("-9223372036854775809", .real), ("1.0", .real),
      ("1e2", .real), ("1E+2", .real), ("-1.50e-10", .real), ("1e400", .real),
      ("100000000000000000000000000000000000001", .real),
      ("0.1000000000000000055511151231257827", .real),
    ])
  func numbers(text: String, kind: NodeKind) throws {
    let document = try document(decoding: "[\(text)]".utf8, plain)
    let number = document.firstChild(of: document.root)
    #expect(document.kind(of: number) == kind)
    #expect(document.text(of: number) == text)
  }

  @Test(
    "what is not JSON is an error with its place",
    arguments: [
      ("", "1:1", "the text ends where a value is expected"), ("[1,,]", "1:4", "expected a value"),
      ("[1 2]", "1:4", "expected ',' or ']' after a value"), ("[", "1:1", "the array has no end"),
      ("[1,", "1:4", "the text ends where"), ("{\"a\":1", "1:1", "the object has no end"),
      ("{\"a\":1,,}", "1:8", "expected a name"), ("{a:1}", "1:2", "expected a name"),
      ("{'a':1}", "1:2", "expected a name"), ("{\"a\" 1}", "1:6", "expected ':'"),
      ("{\"a\":}", "1:6", "expected a value"), ("{\"a\":1 \"b\":2}", "1:8", "expected ',' or '}'"),
      ("{,}", "1:2", "expected a name"), ("[,]", "1:2", "expected a value"),
      ("[1] 2", "1:5", "text after the value"), ("{}}", "1:3", "text after the value"),
      ("[1}", "1:3", "expected ',' or ']'"), ("01", "1:1", "superfluous zero"),
      ("-01", "1:1", "superfluous zero"), ("[1.]", "1:4", "expected a digit"),
      ("[.5]", "1:2", "expected a value"), ("[+1]", "1:2", "expected a value"),
      ("[-]", "1:3", "expected a digit"), ("[1e]", "1:4", "expected a digit"),
      ("[0x10]", "1:3", "expected ',' or ']'"), ("[NaN]", "1:2", "expected a value"),
      ("[Infinity]", "1:2", "expected a value"), ("[tru]", "1:2", "expected a value"),
      ("[truely]", "1:6", "expected ',' or ']'"), ("[\"a\nb\"]", "1:4", "control character"),
      ("[\"a", "1:2", "the string has no end"), ("[\"a\\", "1:4", "unknown escape"),
      ("[\"\\x\"]", "1:3", "unknown escape"), ("[\"\\u12\"]", "1:3", "four hexadecimal digits"),
      ("[\n /* a\n1]", "2:2", "the comment has no end"),
      ("[1]\u{0}", "1:4", "text after the value"),
      ("[\u{A0}1]", "1:2", "expected a value"), ("[\"\\ud800\"]", "1:3", "U+D800"),
      ("[\"\\udc00\\ud800\"]", "1:3", "U+DC00"), ("[\"\\ud800\\u0041\"]", "1:3", "U+D800"),
      ("[/ 1]", "1:2", "expected a value"), ("// a", "1:5", "the text ends where"),
      ("[nul]", "1:2", "expected a value"), ("{\"a\":1}\n{}", "2:1", "--from=jsonl"),
    ])
  func faults(text: String, place: String, reason: String) throws {
    let found = try #require(fault(text, plain))
    #expect(found.hasPrefix(place + ": "), "\(found)")
    #expect(found.contains(reason), "\(found)")
  }

  @Test("null is a value, comments are kept, and a comma may follow the last value")
  func extensions() throws {
    let text = "// a\n[1, /* b */ null, {\"n\": null, },\n// c\n]"
    let json = try PropertyListDocument(FileBytes(text.utf8), format: .json)
    let values = Array(json.elements(of: json.root))
    #expect(values.map(json.isNull) == [false, true, false])
    #expect(json.scalar(values[1]).map(json.text) == "null")
    #expect(json.members(of: values[2]).map { json.isNull($0.value) } == [true])
    #expect(json.hasNull)
    #expect(
      json.comments.map { String(decoding: $0.text, as: UTF8.self) } == [" a", " b ", " c"])
    #expect(json.jsonExtension?.kind == .comment)
    #expect(json.jsonExtension?.location == SourceLocation(line: 1, column: 1))
    let comma = try PropertyListDocument(FileBytes("[1,\n2,]".utf8), format: .json).jsonExtension
    #expect(comma?.kind == .comma)
    #expect(comma?.location == SourceLocation(line: 2, column: 2))
    let usual = try PropertyListDocument(FileBytes("[1, \"null\"]".utf8), format: .json)
    #expect(usual.jsonExtension == nil)
    #expect(!usual.hasNull)
  }

  @Test("characters that XML does not allow are shown as escapes, and kept")
  func controlCharacters() throws {
    let json = "{\"\\u0001\":\"a\\u0000<\\uFFFF\u{FFFE}\\f\u{1F600}\",\"b\":\"\\\\u0000\"}"
    let document = try document(decoding: json.utf8, plain)
    let texts = document.members(of: document.root).map {
      [document.text(of: $0.key), document.text(of: $0.value)]
    }
    #expect(texts == [["\\u0001", "a\\u0000<\\uFFFF\\uFFFE\\u000C\u{1F600}"], ["b", "\\u0000"]])
    let exact = document.members(of: document.root).map { member in
      [member.key, document.scalar(member.value)].map { scalar in
        scalar.map { document.withExactText(of: $0) { String(decoding: $0, as: UTF8.self) } }
      }
    }
    #expect(exact == [["\u{1}", "a\0<\u{FFFF}\u{FFFE}\u{C}\u{1F600}"], ["b", "\\u0000"]])
  }

  @Test(
    "null is left out if so asked, with its name",
    arguments: [
      ("[null, 1, null]", "[1]"), ("{\"a\": null, \"b\": 2, \"c\":null}", "{b: 2}"),
      ("{\"a\": [null], \"b\": {\"c\": null}}", "{a: [], b: {}}"), ("[null,null]", "[]"),
    ])
  func skippedNull(text: String, expected: String) throws {
    #expect(try decoded(text, withoutNull) == expected)
  }

  @Test("a skipped null needs separators as others do, and is not a property list by itself")
  func faultsAtNull() throws {
    #expect(fault("[null 1]", withoutNull)?.hasPrefix("1:7: ") == true)
    #expect(fault("{\"a\":null \"b\":1}", withoutNull)?.hasPrefix("1:11: ") == true)
    #expect(fault("null", withoutNull) == "1:1: the property list contains no value")
  }

  @Test(
    "dates and data are read back from their tags if so asked",
    arguments: [
      ("[{\"$date\": \"2001-01-01T00:00:00Z\"}]", "[2001-01-01T00:00:00Z]"),
      ("{\"a\":{ \"$data\" :\"AQID\" }}", "{a: <AQID>}"), ("{\"$data\":\"\"}", "<>"),
      ("{\"$date\":\"x\",\"b\":1}", "{$date: \"x\", b: 1}"), ("{\"$date\":1}", "{$date: 1}"),
      ("{\"$datum\":\"x\"}", "{$datum: \"x\"}"),
      ("{\"$date\":{\"$data\":\"AQID\"}}", "{$date: <AQID>}"), ("{\"$real\":\"-inf\"}", "-inf"),
      ("{\"$$date\":\"x\"}", "{$date: \"x\"}"), ("{\"$$$data\" : \"\" }", "{$$data: \"\"}"),
      ("{\"$$date\":1}", "{$$date: 1}"), ("{\"$$dates\":\"x\"}", "{$$dates: \"x\"}"),
      ("{\"$$date\":\"x\",\"b\":1}", "{$$date: \"x\", b: 1}"), ("{\"$\":\"x\"}", "{$: \"x\"}"),
    ])
  func tags(text: String, expected: String) throws {
    #expect(try decoded(text, tagged) == expected)
  }

  @Test("without being asked for, tags are dictionaries")
  func untagged() throws {
    #expect(try decoded("{\"$data\":\"AQID\"}", plain) == "{$data: \"AQID\"}")
  }

  @Test("a tag whose value is none is an error at the value")
  func faultsAtTags() throws {
    #expect(fault("[{\"$date\": \"2001\"}]", tagged)?.hasPrefix("1:12: '2001'") == true)
    #expect(fault("{\"$data\": \"A\"}", tagged)?.hasPrefix("1:11: 'A'") == true)
    #expect(
      fault("{\"$date\": ", tagged)
        == "1:11: not valid JSON: the text ends where a value is expected")
  }

  @Test("containers nested too deep are an error, however deep")
  func depth() throws {
    for opening in ["[", "{\"a\":"] {
      let text = String(repeating: opening, count: 100_000)
      #expect(fault(text, plain)?.hasSuffix("nested more than 512 deep") == true)
    }
    let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(fault(deepest, plain) == nil)
  }

  @Test("random documents are what Python's json reads")
  func agreement() throws {
    var random = RandomJSON(generator: SeededGenerator(seed: 20))
    let texts = (0..<Rounds.of(300)).map { _ in random.value(depth: 5) }
    let program = #"""
      import json, struct, sys
      def show(v):
          if isinstance(v, list): return '[' + ','.join(map(show, v)) + ']'
          if isinstance(v, tuple):
              return '{' + ','.join(show(k) + ':' + show(x) for k, x in v) + '}'
          if v is True: return 'true'
          if v is False: return 'false'
          if isinstance(v, str): return '"' + v.encode().hex() + '"'
          if isinstance(v, int) and -2**63 <= v < 2**64: return str(v)
          return struct.pack('>d', v).hex()
      for line in open(sys.argv[1], encoding='utf-8', newline='\n'):
          print(show(json.loads(line, object_pairs_hook=tuple)))
      """#
    let lines = texts.map { $0 + "\n" }.joined()
    let expected = try python(program, reading: lines.utf8).split(separator: "\n")
    try #require(expected.count == texts.count)
    for (text, expected) in zip(texts, expected) {
      let document = try document(decoding: text.utf8, plain)
      #expect(show(document.root, in: document) == expected, "\(text)")
    }
  }

  private func show(_ index: NodeIndex, in document: PropertyListDocument) -> String {
    func hex(_ text: String) -> String {
      "\"" + text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        + "\""
    }
    switch document.kind(of: index) {
    case .array:
      return "["
        + document.elements(of: index).map { show($0, in: document) }
        .joined(separator: ",") + "]"
    case .dict:
      return "{"
        + document.members(of: index).map {
          hex(document.text(of: $0.key)) + ":" + show($0.value, in: document)
        }.joined(separator: ",") + "}"
    case .integer: return document.integer(at: index)?.description ?? ""
    case .real:
      let bits = String(document.real(at: index)?.bitPattern ?? 0, radix: 16)
      return String(repeating: "0", count: 16 - bits.count) + bits
    case .true: return "true"
    case .false: return "false"
    default: return hex(document.text(of: index))
    }
  }
}

extension String {
  /// The text as `decoded` shows what is inside of quotes in it.
  fileprivate var debugged: String {
    "[" + String(dropFirst(2).dropLast(2)).debugDescription + "]"
  }
}

/// JSON of any kind that a property list can hold.
private struct RandomJSON {
  var generator: SeededGenerator

  private mutating func one<Element>(of all: [Element]) -> Element {
    all[Int.random(in: 0..<all.count, using: &generator)]
  }

  private mutating func space() -> String { one(of: ["", "", "", " ", "\t", "\r "]) }

  mutating func value(depth: Int) -> String {
    let count = Int.random(in: 0..<5, using: &generator)
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
    case 0, 1: return string()
    case 2, 3: return number()
    case 4: return one(of: ["true", "false"])
    case 5:
      return "[" + space()
        + (0..<count).map { _ in value(depth: depth - 1) + space() }.joined(separator: ",") + "]"
    default:
      return "{" + space()
        + (0..<count).map { _ in
          string() + space() + ":" + space() + value(depth: depth - 1) + space()
        }.joined(separator: "," + space()) + "}"
    }
  }

  private mutating func string() -> String {
    let characters = [
      "a", "b", "é", "漢", "😀", "&", "<", ">", "'", "/", " ", "\\n", "\\t", "\\\"", "\\\\", "\\/",
      "\\u00e9", "\\uD83D\\uDE00", "\\r", "\u{2028}", "\u{FFFD}", "0123456789abcdef",
    ]
    let count = Int.random(in: 0..<8, using: &generator)
    return "\"" + (0..<count).map { _ in one(of: characters) }.joined() + "\""
  }

  private mutating func number() -> String {
    let digits = String(generator.next() >> UInt64.random(in: 0..<64, using: &generator))
    let whole = one(of: ["", "-"]) + one(of: [digits, digits, "0", "1" + digits + "0123456789"])
    return whole + one(of: ["", "", ".5", ".012345678901234567890"])
      + one(of: ["", "", "e5", "E-7", "e+20"])
  }
}
