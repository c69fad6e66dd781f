import Testing

@testable import PropertyLists

@Suite("OpenStep property lists and strings files")
struct OpenStepDecoderTests {
  private func openStep(
    _ text: UnsafeBufferPointer<UInt8>, _ writer: inout DocumentWriter
  ) throws {
    try OpenStepDecoder.decode(text, into: &writer)
  }

  @Test(
    "values are what Core Foundation reads",
    arguments: [
      ("{ a = b; 'c d' = \"e f\"; }", "{a: \"b\", c d: \"e f\"}"),
      ("( a, (b, c), { d = e; }, )", "[\"a\", [\"b\", \"c\"], {d: \"e\"}]"),
      ("()", "[]"), ("{}", "{}"), ("word", "\"word\""), ("'it is \"so\"'", "\"it is \\\"so\\\"\""),
      ("(http://a.b/c_d-$e)", "[\"http://a.b/c_d-$e\"]"), ("(007, 1.5)", "[\"007\", \"1.5\"]"),
      ("{ a = <0fbd 7777\n1c>; b = <>; }", "{a: <D713dxw=>, b: <>}"),
      ("(<*I-5>, <*R1.50>, <*BY>, <*BN>, <*I\"7\">)", "[-5, 1.50, true, false, 7]"),
      ("<*D2001-01-31 23:59:58 +0000>", "2001-01-31T23:59:58Z"),
      ("<*D2001-01-01 00:30:00 +0130>", "2000-12-31T23:00:00Z"),
      ("<*D2000-02-28 23:30:00 -0100>", "2000-02-29T00:30:00Z"),
      ("<[AQID]>", "<AQID>"), ("a\u{2028}=\u{2029}b;", "{a: \"b\"}"),
      (" \u{B}\u{C}\ta\r\n=\rb ;", "{a: \"b\"}"),
    ])
  func values(text: String, expected: String) throws {
    #expect(try decoded(text, openStep) == expected)
  }

  @Test(
    "a strings file is a dictionary",
    arguments: [
      ("\"a\" = \"b\";\nc = d;", "{a: \"b\", c: \"d\"}"),
      ("a; \"b c\";", "{a: \"a\", b c: \"b c\"}"),
      ("{ a; }", "{a: \"a\"}"), ("", "{}"), (" \n", "{}"), ("// nothing", "{}"),
      ("a = (b, c);", "{a: [\"b\", \"c\"]}"), ("a = b; a = c;", "{a: \"b\", a: \"c\"}"),
      ("\"\" = \"\";", "{: \"\"}"),
    ])
  func strings(text: String, expected: String) throws {
    #expect(try decoded(text, openStep) == expected)
  }

  @Test(
    "escapes are what Core Foundation reads",
    arguments: [
      (#""\"\\\'\n\t\r\q\u00e9""#, "\"\\'\n\t\rqu00e9"), (#""\U00e9\U4E2d""#, "é中"),
      (#""\Ue9""#, "é"), (#""\Ud83d\Ude00!""#, "😀!"), (#""\351\341\101""#, "ØÆA"),
      (#""\3771\376\200""#, "\u{FFFD}1\u{FFFD}\u{A0}"), (#""\1015\60""#, "A50"),
      ("\"a\\\nb\"", "a\nb"), ("\"a\nb\"", "a\nb"), ("'é\\'è'", "é'è"),
    ])
  func escapes(text: String, expected: String) throws {
    #expect(try decoded("(\(text))", openStep) == "[\(expected.debugDescription)]")
  }

  @Test("comments stay where they are, as XML comments")
  func comments() throws {
    let text = """
      /* A -- file-*/
      // of strings
      "a" /* key */ = /*value*/ "b"; // after\u{C}
      c = ( /* none */ );
      d = { // nothing--
      };
      """
    let document = try document(decoding: text.utf8, openStep)
    let written = String(decoding: document.source.bytes, as: UTF8.self)
    #expect(
      written.split(separator: "\n").dropFirst(3).joined(separator: "\n") == """
        <dict>
        \t<!-- A - - file- -->
        \t<!-- of strings-->
        \t<key>a</key>
        \t<!-- key -->
        \t<!--value-->
        \t<string>b</string> <!-- after[U+C]-->
        \t<key>c</key>
        \t<array>
        \t\t<!-- none -->
        \t</array>
        \t<key>d</key>
        \t<dict>
        \t\t<!-- nothing- - -->
        \t</dict>
        </dict>
        </plist>
        """)
  }

  @Test(
    "what is not OpenStep text is an error with its place",
    arguments: [
      ("{ a = b }", "1:9", "expected ';' after a value"),
      ("a = b;\nc = d", "2:6", "expected ';' after a value"),
      ("{ a = b; c", "1:11", "expected '=' or ';' after a key"),
      ("{ a b; }", "1:5", "expected '=' or ';' after a key"),
      ("{\n a = b;", "1:1", "the dictionary has no end"), ("(a,\n", "1:1", "the array has no end"),
      ("(a", "1:1", "the array has no end"), ("(a b)", "1:4", "expected ',' or ')' in an array"),
      ("{ a = b; }\nc", "2:1", "text after its end"), ("(\"a\n", "1:2", "the string has no end"),
      ("('a\\'", "1:2", "the string has no end"), ("a /* b", "1:3", "the comment has no end"),
      ("/*/", "1:1", "the comment has no end"),
      ("{ é = b; }", "1:3", "other than letters"), ("{ a =", "1:6", "the text ends where"),
      ("(\"a\\Ug\")", "1:4", "expected hexadecimal digits after '\\U'"),
      ("{ a = <0f0>; }", "1:11", "data with half a byte"), ("<0g>", "1:3", "hexadecimal digits or"),
      ("(<0f", "1:2", "the data has no end"), ("<[AQI]>", "1:2", "base64 of an invalid length"),
      ("<[AQID>", "1:7", "expected ']>'"), ("(<*Ix>)", "1:2", "'x' is not a valid integer value"),
      ("<*I18446744073709551616>", "1:1", "outside -9223372036854775808"),
      ("<*R>", "1:1", "not a valid real value"), ("<*BX>", "1:1", "expected 'Y' or 'N'"),
      ("<*D2001-02-29 00:00:00 +0000>", "1:1", "not a valid date value"),
      ("<*D2001-02-28 00:00:00>", "1:1", "not a valid date value"),
      ("<*X1>", "1:2", "expected '*I', '*R', '*B' or '*D'"),
      ("(\"\\Ud83d\")", "1:3", "U+D83D"), ("(\"\\Ude00\")", "1:3", "U+DE00"),
      ("(\"\\Ud83d\\U0041\")", "1:3", "U+D83D"),
    ])
  func faults(text: String, place: String, reason: String) throws {
    let found = try #require(fault(text, openStep))
    #expect(found.hasPrefix(place + ": "))
    #expect(found.contains(reason))
  }

  @Test("containers nested too deep are an error, however deep")
  func depth() throws {
    let text = String(repeating: "(", count: 100_000)
    #expect(
      fault(text, openStep)
        == "1:513: containers are nested more than 512 deep")
    let deepest = String(repeating: "(", count: 512) + String(repeating: ")", count: 512)
    #expect(fault(deepest, openStep) == nil)
  }
}
