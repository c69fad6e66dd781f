import Testing

@testable import PropertyLists

@Suite("vCard")
struct VCardDecoderTests {
  private func cards(
    _ bytes: UnsafeBufferPointer<UInt8>, _ writer: inout DocumentWriter
  ) throws {
    try VCardDecoder.decode(bytes, into: &writer)
  }

  /// A card with these lines, without what `decoded` shows of its version.
  private func card(_ version: String, _ lines: String) throws -> String {
    let text = "BEGIN:VCARD\nVERSION:\(version)\n\(lines)\nEND:VCARD\n"
    let found = try decoded(text, cards)
    let shown = "vCard: {VERSION: \"\(version)\""
    try #require(found.contains(shown) && found.hasPrefix("[{") && found.hasSuffix("}]"))
    return String(
      found.replacing(", \(shown)}", with: "").replacing("\(shown), ", with: "vCard: {")
        .dropFirst(2).dropLast(2))
  }

  @Test(
    "properties have the keys that people use, and keep what the keys do not say",
    arguments: [
      ("FN:Ada", #"name: "Ada""#), ("fn:Ada", #"name: "Ada", vCard: {name: "fn"}"#),
      ("TEL:1\nTEL;TYPE=cell:2\nTEL;TYPE=home:3", #"phone: "1", mobile: "2", homePhone: "3""#),
      (
        "TEL;type=CELL;type=VOICE:1\nTEL;type=CELL:2",
        #"mobile: "1", mobile2: "2", vCard: {mobile: "TEL;type=CELL;type=VOICE", mobile2: "TEL;type=CELL"}"#
      ),
      ("TEL;TYPE=\"work,fax\":1", #"workFax: "1", vCard: {workFax: "TEL;TYPE=\"work,fax\""}"#),
      (
        "EMAIL;TYPE=work:a@b\nEMAIL:c@d\nEMAIL:e@f",
        #"workEmail: "a@b", email: "c@d", email2: "e@f""#
      ),
      ("URL:http\\://a.b/c\\;d;e,f", #"website: "http://a.b/c;d;e,f""#),
      (
        "TITLE:Boss\nROLE:r\nNOTE:n\nBDAY:--0203",
        #"jobTitle: "Boss", role: "r", note: "n", birthday: "--0203""#
      ),
      (
        "X-SPOUSE:a\\, b\nX-SPOUSE:c",
        #"X-SPOUSE: "a\\, b", X-SPOUSE2: "c", vCard: {X-SPOUSE2: "X-SPOUSE"}"#
      ),
      (
        "item1.TEL:1\nitem1.X-ABLabel:_$!<Main>!$_\nitem2.X-ABLabel:x",
        #"phone: "1", phoneLabel: "_$!<Main>!$_", X-ABLabel: "x", "#
          + #"vCard: {phone: "item1.TEL", phoneLabel: "item1.X-ABLabel", X-ABLabel: "item2.X-ABLabel"}"#
      ),
      (
        "ITEM1.TEL:1\nitem1.X-ABLabel:x",
        #"phone: "1", phoneLabel: "x", vCard: {phone: "ITEM1.TEL", phoneLabel: "item1.X-ABLabel"}"#
      ),
      (
        "uid:1\nGeo:2\nX-a:3\nUID:4",
        #"UID: "1", GEO: "2", X-a: "3", UID2: "4", vCard: {UID: "uid", GEO: "Geo", UID2: "UID"}"#
      ),
      (
        "x-a:1\nX-a:2\nphone:3\nTEL:4",
        #"x-a: "1", X-a: "2", PHONE: "3", phone: "4", vCard: {PHONE: "phone"}"#
      ),
      ("vCard:x\nN:a", #"VCARD: "x", lastName: "a", vCard: {VCARD: "vCard"}"#),
      ("name:x\nFN:y", #"NAME: "x", name: "y", vCard: {NAME: "name"}"#),
      ("CATEGORIES:a,b\\,c\nNICKNAME:d", #"categories: "a,b\\,c", nickname: "d""#),
      ("TEL;VALUE=uri:tel:+1;ext=2", #"phone: "tel:+1;ext=2", vCard: {phone: "TEL;VALUE=uri"}"#),
    ])
  func keys(lines: String, expected: String) throws {
    #expect(try card("3.0", lines) == expected)
  }

  @Test(
    "names, organizations and addresses are their components",
    arguments: [
      ("N:Doe;John;;Dr.;", #"lastName: "Doe", firstName: "John", namePrefix: "Dr.""#),
      ("N:Doe", #"lastName: "Doe""#), ("N:;;;;", #"N: ";;;;""#),
      ("N;LANGUAGE=en:A\\;B;C", #"lastName: "A;B", firstName: "C", vCard: {N: "N;LANGUAGE=en"}"#),
      ("N:Doe;J;R,J;;", #"lastName: "Doe", firstName: "J", middleName: ["R", "J"]"#),
      ("N:a;;;;\nN;ALTID=1:b\\,;;;;", #"lastName: "a", N2: "b\\,;;;;", vCard: {N2: "N;ALTID=1"}"#),
      ("N:a;b;c;d;e;f", #"N: "a;b;c;d;e;f""#),
      ("ORG:IBM", #"company: "IBM""#), ("ORG:IBM;", #"company: "IBM", department: """#),
      ("ORG:I\\;M, Inc.;a;b", #"company: "I;M, Inc.", department: "a;b""#),
      ("ORG:a;b\\;c\\\\;d", #"company: "a", department: "b\\;c\\\\;d""#),
      ("ORG:a;R\\\\D", #"company: "a", department: "R\\D""#),
      ("ORG:a;b\nORG:c;d", #"company: "a", department: "b", company2: "c", department2: "d""#),
      (
        "ADR;TYPE=home:;;1 St\\nB;X;Y;00012;Z",
        #"homeAddress: {street: "1 St\nB", city: "X", region: "Y", postalCode: "00012", country: "Z"}"#
      ),
      ("ADR:;;a,b\\,c;", #"address: {street: ["a", "b,c"]}"#), ("ADR:;", "address: {}"),
      ("ADR:1;2;3;4;5;6;7;8", #"ADR: "1;2;3;4;5;6;7;8""#),
    ])
  func structures(lines: String, expected: String) throws {
    #expect(try card("3.0", lines) == expected)
  }

  @Test(
    "escapes are those of the version",
    arguments: [
      ("3.0", "NOTE:a\\nb\\Nc\\,d\\;e\\\\n\\x,;", #"note: "a\nb\nc,d;e\\n\\x,;""#),
      ("4.0", "FN:a\\:b\\", #"name: "a:b\\""#),
      ("2.1", "NOTE:a\\nb\\,c\\;d", #"note: "a\\nb\\,c\\;d""#),
      (
        "2.1", "N:A\\;B;C\\\\\\;;D\\,\\n",
        #"lastName: "A;B", firstName: "C\\;", middleName: "D\\,\\n""#
      ),
      ("2.1", "CATEGORIES:a,b", #"categories: "a,b""#),
    ])
  func escapes(version: String, line: String, expected: String) throws {
    #expect(try card(version, line) == expected)
  }

  @Test(
    "lines are unfolded as the version folds them",
    arguments: [
      ("4.0", "NOTE:ab\n c\n\td\n  e", #"note: "abcd e""#),
      ("2.1", "NOTE:ab\n c", #"note: "ab c""#),
      ("4.0", "URL;TYPE=work:\n http://a", #"workWebsite: "http://a""#),
      ("4.0", "URL;TYP\n E=work:a", #"workWebsite: "a""#),
      ("3.0", "X-SP\n OUSE:a", #"X-SPOUSE: "a""#),
      ("4.0", "NO\n TE\n :a", #"note: "a""#),
      (
        "3.0", "NOTE;ENCOD\n ING=QUOTED-PRINTABLE:a=\nb",
        #"note: "ab", vCard: {note: "NOTE;ENCODING=QUOTED-PRINTABLE"}"#
      ),
      ("3.0", "NOTE:a\r\r\n b\r\n", #"note: "ab""#),
      (
        "2.1", "NOTE;QUOTED-PRINTABLE:a=\n b=3D=\n=20c",
        #"note: "a b= c", vCard: {note: "NOTE;QUOTED-PRINTABLE"}"#
      ),
      (
        "2.1", "ADR:;;a\\\n9\\\nB 1;c",
        #"address: {street: "a\n9\nB 1", city: "c"}, "#
          + #"vCard: {address: "ADR;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE"}"#
      ),
      ("2.1", "NOTE:a\\\nTEL:1", #"note: "a\\", phone: "1""#),
      ("3.0", "FN:a\\\\\nitem1.\n NOTE:x", #"name: "a\\", note: "x", vCard: {note: "item1.NOTE"}"#),
      ("4.0", "FN:a\\\n\tb\\\nT\n E\n\t\n L:1", #"name: "a\\b\\", phone: "1""#),
      ("3.0", "FN:a\\\\\\\nb", #"name: "a\\\nb""#),
      (
        "3.0", "X-A;ENCODING=b:AA\nAA\nNO\n TE\n :x",
        #"X-A: "AAAA", note: "x", vCard: {X-A: "X-A;ENCODING=b"}"#
      ),
      ("3.0", "X-A;B=\"c:d;e\":f", #"X-A: "f", vCard: {X-A: "X-A;B=\"c:d;e\""}"#),
    ])
  func lines(version: String, lines: String, expected: String) throws {
    #expect(try card(version, lines) == expected)
  }

  @Test("the lines around a card may be folded, too")
  func foldedEnds() throws {
    #expect(
      try decoded("BEGIN:VC\n ARD\nVERSION:3\r\n\t.0\nFN:a\\, b\nEN\n \n D:VCARD \n", cards)
        == #"[{name: "a, b", vCard: {VERSION: "3.0"}}]"#)
  }

  @Test(
    "quoted-printable is decoded; what is none or cannot be said is kept as it is",
    arguments: [
      ("NOTE;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab=0Ac=C3=A9", #"note: "a\nb\ncé", "#, ""),
      ("X-A;ENCODING=QUOTED-PRINTABLE:=E6=BC=A2=zz=", #"X-A: "漢=zz=", "#, ""),
      ("NOTE;ENCODING=QUOTED-PRINTABLE:=80", #"NOTE: "=80", "#, ":"),
      ("X-A;ENCODING=QUOTED-PRINTABLE:a=0C", #"X-A: "a\\u000C", "#, ""),
    ])
  func quotedPrintable(line: String, expected: String, colon: String) throws {
    let name = line.prefix { $0 != ";" }
    let key = expected.prefix { $0 != ":" }
    #expect(
      try card("2.1", line)
        == expected + "vCard: {\(key): \"\(name);ENCODING=QUOTED-PRINTABLE\(colon)\"}")
  }

  @Test("charsets of properties are converted before anything else")
  func charsets() throws {
    let shiftJIS: [UInt8] = [0x94, 0x5C, 0x3B, 0x97, 0x5C]
    let bytes =
      Array("BEGIN:VCARD\nN;CHARSET=SHIFT_JIS:".utf8) + shiftJIS
      + Array("\nFN;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=97\\\nEND:VCARD".utf8)
    #expect(
      try decoded(bytes: bytes, cards)
        == #"[{lastName: "能", firstName: "予", name: "予", vCard: {VERSION: "", "#
        + #"N: "N;CHARSET=SHIFT_JIS", name: "FN;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE"}}]"#)
    let latin =
      Array("BEGIN:VCARD\nFN;CHARSET=ISO-8859-1:".utf8) + [0xE9] + Array("\nEND:VCARD".utf8)
    #expect(try decoded(bytes: latin, cards).hasPrefix(#"[{name: "é""#))
  }

  @Test("in a file that was converted as a whole, charsets are undone only where they are encoded")
  func convertedFile() throws {
    let text = """
      BEGIN:VCARD
      FN;CHARSET=ISO-8859-1:é
      NOTE;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:=E9
      END:VCARD
      """
    let found = try decoded(text) { bytes, writer in
      try VCardDecoder.decode(bytes, isConverted: true, into: &writer)
    }
    #expect(found.hasPrefix(#"[{name: "é", note: "é", "#))
  }

  @Test(
    "pictures are data, in each of the ways in which they are written",
    arguments: [
      (
        "3.0", "PHOTO;ENCODING=b;TYPE=JPEG:AQ\n ID",
        #"photo: <AQID>, vCard: {photo: "PHOTO;ENCODING=b;TYPE=JPEG"}"#
      ),
      (
        "2.1", "PHOTO;BASE64:\n  AQ\n  ID\n\nTEL:1",
        #"photo: <AQID>, phone: "1", vCard: {photo: "PHOTO;BASE64"}"#
      ),
      (
        "2.1", "PHOTO;ENCODING=BASE64:\nAQID\nAQID\n\nTEL:1",
        #"photo: <AQIDAQID>, phone: "1", vCard: {photo: "PHOTO;ENCODING=BASE64"}"#
      ),
      (
        "4.0", "PHOTO:data:image/png;base64,AQ==",
        #"photo: <AQ==>, vCard: {photo: "PHOTO:data:image/png;base64,"}"#
      ),
      ("4.0", "PHOTO:http://a/b,c", #"photo: "http://a/b,c""#),
      (
        "2.1", "PHOTO;ENCODING=BASE64:AB:C",
        #"PHOTO: "AB:C", vCard: {PHOTO: "PHOTO;ENCODING=BASE64"}"#
      ),
      (
        "3.0", "PHOTO;ENCODING=b:AR= =\nLOGO;ENCODING=b:AQJ=",
        #"photo: <AQ==>, logo: <AQI=>, vCard: {photo: "PHOTO;ENCODING=b", logo: "LOGO;ENCODING=b"}"#
      ),
      (
        "3.0", "KEY;ENCODING=b:AQID\nSOUND:x",
        #"publicKey: <AQID>, sound: "x", vCard: {publicKey: "KEY;ENCODING=b"}"#
      ),
      ("3.0", "X-A;ENCODING=b:AQ\n ID", #"X-A: "AQID", vCard: {X-A: "X-A;ENCODING=b"}"#),
    ])
  func data(version: String, lines: String, expected: String) throws {
    #expect(try card(version, lines) == expected)
  }

  @Test("a card inside a card is a dictionary, a card in a text stays one")
  func agents() throws {
    #expect(
      try card("2.1", "AGENT:\nBEGIN:VCARD\nVERSION:2.1\nFN:b\nEND:VCARD\nFN:a")
        == #"agent: {name: "b"}, name: "a""#)
    #expect(
      try card("3.0", "AGENT:BEGIN:VCARD\\nEND:VCARD") == #"AGENT: "BEGIN:VCARD\\nEND:VCARD""#)
    let deep = String(repeating: "BEGIN:VCARD\nAGENT:\n", count: 10_000)
    #expect(fault(deep, cards)?.hasSuffix("nested more than 512 deep") == true)
  }

  @Test("several cards are a list; blank lines do not matter, and comments stay")
  func list() throws {
    let text =
      "\r\nbegin:vcard\r\nversion:2.1\r\nFN:a\r\n\r\n# note\r\nend:vcard \r\n\r\nBEGIN:VCARD\r\nEND:VCARD"
    let document = try document(decoding: text.utf8, cards)
    let written = String(decoding: document.source.bytes, as: UTF8.self)
    #expect(written.contains("\t\t<string>a</string>\n\t\t<!-- note-->\n"))
    #expect(
      try decoded(text, cards)
        == #"[{name: "a", vCard: {VERSION: "2.1"}}, {vCard: {VERSION: ""}}]"#)
  }

  @Test("a card says the same whatever cards are before it", arguments: ["2.1", "3.0", "4.0"])
  func order(version: String) throws {
    let lines = [
      "FN:a\nFN:b\nTEL;TYPE=cell:1\nTEL;TYPE=cell:2", "FN:a\n b\r\n\tc\r\nFN:\nNOTE:\n x",
      "NOTE:a\\\nb\nFN:c\\\\\nNOTE:d\\", "NOTE;QUOTED-PRINTABLE:a=\nb=\nNOTE:c=\nFN:d",
      "X-A;ENCODING=b:AQ\nAQ\n ID\n\nX-A:AQ\nFN:c", "X-A;ENCODING=b:\nFN:a",
      "BEGIN:x\nFN:a", "BEGIN:y\nFN:a", "item1.TEL:1\nitem1.X-ABLabel:x\nitem2.TEL:2",
      "item1.X-ABLabel:x\nitem2.X-ABLabel:y", "N:a;b\nlastName:c\nvCard:d",
      "N:;;\nfirstName:b\nN:c",
      "AGENT:\nBEGIN:VCARD\nFN:a\nTEL:1\nEND:VCARD\nFN:b\nTEL:2\nTEL:3\nAGENT:x", "fn:a\nname:b",
      "\(String(repeating: "X", count: 200)):a",
      "TEL;X=\"a:b;c\";TYPE=\"home,fax\":1\nTEL;X=\"a\":2",
      "VERSION:\nFN:a\rNOTE:b\r c\r",
      "PHOTO:data:image/png;base64,AQ\n ID\nPHOTO:x\nPHOTO;ENCODING=b:AR==",
    ]
    let texts = lines.map { "BEGIN:VCARD\nVERSION:\(version)\n\($0)\nEND:VCARD\n" }
    let alone = try texts.map { String(try decoded($0, cards).dropFirst().dropLast()) }
    let together = (texts + texts.reversed()).joined()
    let expected = (alone + alone.reversed()).joined(separator: ", ")
    #expect(try decoded(together, cards) == "[\(expected)]")
    #expect(
      fault("\(together)BEGIN:VCARD\nBEGIN:VCARD\nEND:VCARD", cards)?
        .hasSuffix("before END:VCARD of the one before") == true)
  }

  @Test("a card says the same after a card with very many properties")
  func many() throws {
    let lines = (1...70_000).map { "X\($0):\n" }.joined()
    let card =
      "BEGIN:VCARD\nVERSION:3.0\nN:a;b\nX1:c\nX1:d\ni.TEL;TYPE=cell:1\ni.X-ABLabel:e\nEND:VCARD\n"
    let found = try decoded("BEGIN:VCARD\n\(lines)END:VCARD\n" + card + card, cards)
    let alone = try decoded(card, cards).dropFirst().dropLast()
    #expect(found.hasSuffix(", \(alone), \(alone)]"))
  }

  @Test("an empty version is a property like others, wherever it is")
  func emptyVersion() throws {
    #expect(
      try decoded("BEGIN:VCARD\nVERSION:\nFN:a\nEND:VCARD", cards)
        == #"[{VERSION: "", name: "a", vCard: {VERSION: ""}}]"#)
    #expect(try card("3.0", "VERSION:\nFN:a") == #"VERSION: "", name: "a""#)
  }

  @Test(
    "what is not a card is an error with its place",
    arguments: [
      ("BEGIN:VCALENDAR\nEND:VCALENDAR", "1:1", "expected BEGIN:VCARD"),
      ("BEGIN:VCARD\nFN:a\n", "1:1", "no END:VCARD"),
      ("BEGIN:VCARD\nEND:VCARD\nFN:a", "3:1", "expected BEGIN:VCARD"),
      ("BEGIN:VCARD\nEND:VCARDBEGIN:VCARD\nEND:VCARD", "2:1", "the end of the line"),
      ("BEGIN:VCARD\nBEGIN:VCARD\nEND:VCARD", "2:1", "before END:VCARD of the one before"),
      ("BEGIN:VCARD\nFN:a\nword\nEND:VCARD", "3:1", "expected a property"),
      ("BEGIN:VCARD\n x:a\nEND:VCARD", "2:1", "expected a property"),
      ("BEGIN:VCARD\nFN;A=\"b:c\nEND:VCARD", "2:1", "no ':' before its value"),
      ("BEGIN:VCARD\nFN;CHARSET=NONE:é\nEND:VCARD", "2:1", "unknown character encoding 'NONE'"),
    ])
  func faults(text: String, place: String, reason: String) throws {
    let found = try #require(fault(text, cards))
    #expect(found.hasPrefix(place + ": "), "\(found)")
    #expect(found.contains(reason), "\(found)")
  }

  @Test("a text that is not UTF-8 and has no charset is an error at its line")
  func undecodable() throws {
    let bytes = Array("BEGIN:VCARD\nFN:".utf8) + [0xE9] + Array("\nEND:VCARD".utf8)
    #expect(fault(bytes: bytes, cards)?.hasPrefix("2:1: not valid UTF-8") == true)
    let head = Array("BEGIN:VCARD\nX;A=".utf8) + [0xE9] + Array(":b\nEND:VCARD".utf8)
    #expect(fault(bytes: head, cards)?.hasPrefix("2:1: not valid UTF-8") == true)
  }

  @Test("many properties of the same name take no longer than others")
  func hostile() throws {
    let lines = String(repeating: "TEL:1\nX:2\n", count: 10_000)
    #expect(fault("BEGIN:VCARD\n\(lines)END:VCARD", cards) == nil)
    let soft = String(repeating: "a=\n", count: 50_000)
    #expect(fault("BEGIN:VCARD\nX;QUOTED-PRINTABLE:\(soft)\nEND:VCARD", cards) == nil)
  }

  @Test("the head that a key stands for has the same key, in each version")
  func mapping() throws {
    let keys =
      VCardMapping.properties.map(\.word) + VCardMapping.telephones.map(\.key)
      + ["homeEmail", "workEmail", "homeAddress", "workAddress", "homeWebsite", "mobile2"]
    for version in ["2.1", "3.0", "4.0"] {
      for key in keys {
        let head = VCardMapping.defaultHead(ofKey: key, version: version)
        let word = VCardMapping.withoutNumber(key)
        let found = try card(version, "\(head):")
        #expect(found.hasPrefix("\(word): ") && !found.contains("vCard"), "\(head): \(found)")
      }
    }
    #expect(
      VCardMapping.defaultHead(ofKey: "workMobile", version: "4.0") == #"TEL;TYPE="cell,work""#)
    #expect(VCardMapping.defaultHead(ofKey: "company2", version: "3.0") == "ORG")
    #expect(VCardMapping.defaultHead(ofKey: "X-A1", version: "3.0") == "X-A1")
  }
}
