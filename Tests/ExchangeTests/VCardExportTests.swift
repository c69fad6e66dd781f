import Catalogues
import PropertyLists
import TestHelpers
import Testing

@testable import Exchange

@Suite struct VCardExportTests {
  private static func catalogue(_ vCards: String) throws -> Catalogue {
    try Catalogue(PropertyListDocument(FileBytes(Array(vCards.utf8)), format: .vcard))
  }

  /// What is said of values that become properties of their own.
  private static func invented(_ key: String, _ count: Int) -> String {
    "vcard has no such property: \(count) value\(count == 1 ? "" : "s") of '\(key)' written with X- "
      + "before the name"
  }

  /// The decoded text.
  private static func text(of catalogue: Catalogue) -> String {
    var text = ""
    catalogue.document.forEachPiece { text += String(decoding: $0, as: UTF8.self) }
    return text
  }

  @Test(
    "vCards that are read and written are the same, property for property",
    arguments: [
      """
      VERSION:3.0
      N:Müller;Anna;;Dr.;
      FN:Anna Müller
      TEL;TYPE=cell:+49 171 39200 36
      TEL;type=HOME;type=pref:+49 30 23125 017
      item1.TEL:1
      item1.X-ABLabel:_$!<Other>!$_
      EMAIL;TYPE=work:anna@example.org
      ADR;TYPE=home:;;Lange Straße 1\\, Hof;Berlin;;10115;Germany
      ORG:Bibliothek\\; Archiv;Zweigstelle;Lesesaal
      NOTE:Zwei\\nZeilen\\, mit Komma\\; und \\\\
      CATEGORIES:Friends,Family\\, near
      NICKNAME:A\\\\n,B\\;\\,\\nC\\\\
      X-SPOUSE:Jonas
      x-foo:1\\,2
      ADR:1;2;3;4;5;6;7;8
      PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=
      """,
      """
      VERSION:4.0
      FN:Łukasz
      N:Łukasz;;;;
      TEL;VALUE=uri;TYPE="voice,home":tel:+33-01-23-45-67
      BDAY:--0203
      PHOTO:data:image/png;base64,iVBORw0KGgo=
      KEY;MEDIATYPE=application/pgp-keys:ftp://example.com/key
      """,
      """
      VERSION:2.1
      N:Doe;John
      FN:John Doe
      TEL;HOME;VOICE:555
      NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Z=C3=BCrich=0D=0A2
      X-BELL;ENCODING=QUOTED-PRINTABLE:=07
      ADR;HOME:;;Lange Stra\u{DF}e 1\\
      im Hinterhaus;Berlin;;10115;Germany
      PHOTO;ENCODING=BASE64;PNG:iVBORw0KGgo=
      """,
    ])
  func roundTrip(_ properties: String) throws {
    let read = try Self.catalogue("BEGIN:VCARD\r\n\(properties)\r\n\r\nEND:VCARD\r\n")
    let exported = try Exported(read, as: .vcard)
    #expect(exported.losses.isEmpty)
    #expect(
      Self.text(of: try Self.catalogue(exported.text)) == Self.text(of: read), "\(exported.text)")
    let again = try Exported(Self.catalogue(exported.text), as: .vcard)
    #expect(again.text == exported.text)
  }

  @Test("entries that come from elsewhere become cards of version 3.0")
  func others() throws {
    let list: Plist = [
      ["name": "Anna; B", "phoneNum": "0123", "age": 30, "home page": "x", "pets": ["Rex"]],
      ["phone": "5"],
    ]
    let exported = try Exported(Catalogue(list), as: .vcard)
    let lines = exported.text.split(separator: "\r\n").map(String.init)
    #expect(
      lines == [
        "BEGIN:VCARD", "VERSION:3.0", "N:Anna\\; B;;;;", "FN:Anna\\; B", "TEL:0123", "X-AGE:30",
        "URL:x", "X-PETS:Rex", "END:VCARD", "BEGIN:VCARD", "VERSION:3.0", "FN:5", "N:5;;;;",
        "TEL:5", "END:VCARD",
      ])
    #expect(
      exported.losses
        == ["age", "pets"].map { Self.invented($0, 1) })
  }

  @Test("the parts of a name are what other programs call them, and make the whole")
  func partsOfNames() throws {
    let list: Plist = [
      ["First Name": "Ada", "Surname": "Lovelace", "firstname": "x"],
      ["Given Name": "Ben", "name": "Benny"], ["lastName": ["a": "b"], "phone": "1"],
    ]
    let exported = try Exported(Catalogue(list), as: .vcard)
    #expect(
      exported.text.split(separator: "\r\n").filter { !$0.contains("VCARD") && $0 != "VERSION:3.0" }
        == [
          "FN:Ada Lovelace", "N:Lovelace;Ada;;;", "X-FIRSTNAME:x", "N:;Ben;;;", "FN:Benny", "FN:1",
          "N:;;;;", "TEL:1",
        ])
  }

  @Test("fields that were added to a card that was read are properties, too")
  func added() throws {
    let list: Plist = [
      [
        "name": "Anna", "mobile": "1", "Phone Number": "2", "colour": "red",
        "vCard": ["VERSION": "3.0", "mobile": "TEL;TYPE=CELL", "name": "FN"],
      ]
    ]
    let exported = try Exported(Catalogue(list), as: .vcard)
    #expect(
      exported.text.split(separator: "\r\n").dropFirst(2).dropLast() == [
        "FN:Anna", "TEL;TYPE=CELL:1", "TEL:2", "X-COLOUR:red",
      ])
  }

  @Test("commas in a text under the key of a list divide it")
  func lists() throws {
    let text = #"a, b\, \n\x;"# + "\nc\\"
    let foreign = try Exported([["name": "A", "nickname": Plist(stringLiteral: text)]], as: .vcard)
    #expect(foreign.text.contains(#"NICKNAME:a, b\, \\n\\x\;\nc\\"# + "\r\n"))
    let read = try Exported(
      [["name": "A", "nickname": Plist(stringLiteral: text), "vCard": ["VERSION": "4.0"]]],
      as: .vcard)
    #expect(read.text.contains(#"NICKNAME:a, b\, \\n\\x\;\nc\\"# + "\r\n"))
    let people: Plist = [["name": "A", "categories": ["a,b", "c;\\"]]]
    var options = ShapeOptions()
    options.isFlat = true
    let document = try PropertyListDocument(FileBytes("<plist>\(people.xml)</plist>".utf8))
    let list = try Exported(Catalogue(document, options: options), as: .vcard)
    #expect(list.text.contains(#"CATEGORIES:a\,b,c\;\\"# + "\r\n"))
  }

  @Test("of departments, only semicolons and what escapes them have a meaning")
  func departments() throws {
    let text = Plist(stringLiteral: #"R\D;a\;b\\\c;d\"#)
    for heads in [["VERSION": "3.0"], ["VERSION": "2.1"], nil] as [Plist?] {
      let entry: [(key: String, value: Plist)] =
        [("name", "A"), ("company", #"I\B;M"#), ("department", text)]
        + (heads.map { [("vCard", $0)] } ?? [])
      let exported = try Exported(Catalogue([.dict(entry)]), as: .vcard).text
      #expect(exported.contains(#"ORG:I\\B\;M;R\\D;a\;b\\\\c;d\\"# + "\r\n"))
      #expect(try Exported(Self.catalogue(exported), as: .vcard).text == exported)
    }
  }

  @Test("what a card cannot have is told, and what other keys mean is written once")
  func losses() throws {
    let list: Plist = [
      [
        "name": "A", "Company": "B", "Department": "C;D",
        "address": ["street": "S", "building": "1"], "lastName": ["a": "b"],
      ],
      ["name": "A", "Department": "C"],
    ]
    let exported = try Exported(Catalogue(list), as: .vcard)
    #expect(exported.text.contains("ORG:B;C;D\r\n") && exported.text.contains("ORG:;C\r\n"))
    #expect(
      exported.losses == [
        "vcard has no such values: 1 value of 'building' left out",
        "vcard has no such values: 1 value of 'lastName' left out",
      ])
  }

  @Test("what has a meaning in a text is escaped, and not in a reference, a date or version 2.1")
  func separators() throws {
    func lines(_ version: String) throws -> [String] {
      let list: Plist = [
        [
          "name": "A", "phone": "1,,2;3\\", "homePhone": "tel:1;ext=2,3", "email": "\"a,b;c\"@d.e",
          "website": "http://a.b/?c,d;e", "birthday": "ca. 1900, May", "anniversary": "1900,1",
          "vCard": [
            "VERSION": .text("string", version), "homePhone": "TEL;TYPE=\"home;x\";VALUE=uri",
            "birthday": "BDAY;value=text",
          ],
        ]
      ]
      let text = try Exported(Catalogue(list), as: .vcard).text
      let again = try Exported(Self.catalogue(text), as: .vcard).text
      #expect(again == text)
      return text.split(separator: "\r\n").dropFirst(3).dropLast().map(String.init)
    }
    #expect(
      try lines("4.0") == [
        #"TEL:1\,\,2\;3\\"#, #"TEL;TYPE="home;x";VALUE=uri:tel:1;ext=2,3"#,
        #"EMAIL:"a\,b\;c"@d.e"#, "URL:http://a.b/?c,d;e", #"BDAY;value=text:ca. 1900\, May"#,
        "ANNIVERSARY:1900,1",
      ])
    #expect(
      try lines("2.1").prefix(3) == [
        #"TEL:1,,2;3\"#, #"TEL;TYPE="home;x";VALUE=uri:tel:1;ext=2,3"#, #"EMAIL:"a,b;c"@d.e"#,
      ])
  }

  @Test("letters that names of properties cannot have are their code points")
  func names() throws {
    let list: Plist = [["name": "A", "größe": "1", "grüße": "2", "Ω": "3", "!": "4", "1": "5"]]
    let exported = try Exported(Catalogue(list), as: .vcard)
    let lines = exported.text.split(separator: "\r\n").dropFirst(4).dropLast()
    #expect(
      lines.sorted() == ["X-1:5", "X-3A9:3", "X-GR-F6-DF-E:1", "X-GR-FC-DF-E:2"])
    #expect(
      exported.losses == [
        "vcard has no such values: 1 value of '!' left out", Self.invented("größe", 1),
        Self.invented("grüße", 1), Self.invented("Ω", 1), Self.invented("1", 1),
      ])
  }

  @Test("line ends are written as such, however they were")
  func lineEnds() throws {
    let list: Plist = [
      ["name": "A", "note": "1\r\n2\r3\n4", "colour": "5\r\n6\r7", "nickname": "8\r\n9"]
    ]
    let lines = try Exported(Catalogue(list), as: .vcard).text.split(separator: "\r\n")
    #expect(
      lines.dropFirst(4).dropLast() == [
        "NOTE:1\\n2\\n3\\n4", "X-COLOUR:5\\n6\\n7", "NICKNAME:8\\n9",
      ])
    #expect(lines.allSatisfy { !$0.utf8.contains(0x0D) && !$0.utf8.contains(0x0A) })
  }

  @Test("what has a meaning is escaped wherever it is in a text", arguments: 0...17)
  func places(count: Int) throws {
    let text = String(repeating: "a", count: count)
    let escapes = [
      ("\\", "\\\\"), (",", "\\,"), (";", "\\;"), ("\n", "\\n"), ("\r\n", "\\n"), ("\t", "\t"),
      (";,\n\n", "\\;\\,\\n\\n"),
    ]
    for (special, escaped) in escapes {
      let list: Plist = [["name": "A", "note": Plist(stringLiteral: text + special + text)]]
      let exported = try Exported(Catalogue(list), as: .vcard)
      #expect(exported.text.contains("NOTE:\(text)\(escaped)\(text)\r\n"))
    }
  }

  @Test("of components that an address has twice, the first is written")
  func components() throws {
    let address: Plist = ["zip": "1", "city": ["X", "Y"], "poBox": "P", "country": ["a": "b"]]
    let exported = try Exported([["name": "A", "address": address]], as: .vcard)
    #expect(exported.text.contains("ADR:P;;;X,Y;;;\r\n"))
    #expect(
      exported.losses == [
        "vcard has no such values: 1 value of 'country' left out",
        "vcard has no such values: 1 value of 'zip' left out",
      ])
    let twice = "<dict><key>city</key><string>X</string><key>city</key><string>Y</string></dict>"
    let plist = "<plist><array><dict><key>address</key>\(twice)</dict></array></plist>"
    let document = try PropertyListDocument(FileBytes(plist.utf8))
    #expect(try Exported(Catalogue(document), as: .vcard).text.contains("ADR:;;;X;;;\r\n"))
  }

  @Test("lines are folded at 75 bytes, between characters")
  func folding() throws {
    let name = String(repeating: "é", count: 200)
    let text = try Exported(Catalogue([["name": .text("string", name)]]), as: .vcard).text
    let lines = text.split(separator: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
    let document = try Self.catalogue(text)
    #expect(document.label(of: Entry.ID(rawValue: 0)) == name)
  }

  /// The cards that a catalogue becomes, as they are read again, without the names made of labels.
  private static func readAgain(
    _ json: String
  ) throws -> (cards: [[String: String]], losses: [String]) {
    let document = try PropertyListDocument(FileBytes(Array(json.utf8)), format: .json)
    let exported = try Exported(Catalogue(document), as: .vcard)
    let again = try PropertyListDocument(FileBytes(Array(exported.text.utf8)), format: .vcard)
    let cards = again.elements(of: again.root).map { card in
      var fields: [String: String] = [:]
      for member in again.members(of: card) {
        if let value = again.scalar(member.value) {
          fields[again.text(of: member.key)] = again.text(of: value)
        }
      }
      fields["lastName"] = nil
      return fields
    }
    return (cards, exported.losses)
  }

  @Test(
    "a key that is named like a line of every card is a property of its own",
    arguments: ["END", "BEGIN", "VERSION", "End", "version"])
  func structuralKeys(_ key: String) throws {
    let (cards, losses) = try Self.readAgain(#"[{"name":"A","\#(key)":"VCARD"}]"#)
    #expect(cards.count == 1 && cards.first?["X-\(key.uppercased())"] == "VCARD")
    #expect(losses == [Self.invented(key, 1)])
  }

  @Test("long keys are folded and come back")
  func longKeys() throws {
    for length in [60, 72, 73, 74, 75, 76, 200] {
      let key = "X-" + String(repeating: "A", count: length)
      let (cards, _) = try Self.readAgain(#"[{"name":"N","\#(key)":"value"}]"#)
      #expect(cards.first?[key] == "value")
    }
  }

  @Test(
    "what is kept of a card is used only if it is the head of one property",
    arguments: [
      #"TEL:9\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:Evil\r\nTEL:"#, #"TEL\nX"#, "END", "begin",
      "Version", "", ":", ";TYPE=cell", "TE L", #"TEL;A=\"b"#, "#TEL", #"TEL\u0000"#,
    ])
  func keptHeads(_ head: String) throws {
    let kept = #"{"VERSION":"3.0","phone":"\#(head)","X-B":"\#(head)"}"#
    let (cards, _) = try Self.readAgain(
      #"[{"name":"A","phone":"1","X-B":"2","vCard":\#(kept)}]"#)
    #expect(cards == [["name": "A", "phone": "1", "X-B": "2"]])
  }

  @Test(
    "no value begins another line",
    arguments: ["TEL", "TEL:", "TEL;TYPE=cell:", "PHOTO:data:,", "X-A"],
    ["3.0", "2.1", "x\\r\\nEND:VCARD"])
  func injectedLines(_ head: String, version: String) throws {
    let value = "1\\r\\nEND:VCARD\\nBEGIN:VCARD\\rFN:Evil"
    let kept = #"{"VERSION":"\#(version)","phone":"\#(head)"}"#
    let (cards, _) = try Self.readAgain(
      #"[{"name":"A","phone":"\#(value)","note":"\#(value)","vCard":\#(kept)}]"#)
    #expect(cards.count == 1 && cards.first?["name"] == "A")
  }

  @Test("keys that would have the same property get others")
  func collidingKeys() throws {
    let (cards, losses) = try Self.readAgain(
      #"[{"name":"A","a:b":"1","a;b":"2","a=b":"3"},{"name":"B","a=b":"4","a:b":"5"}]"#)
    #expect(
      cards == [
        ["name": "A", "X-AB": "1", "X-AB-2": "2", "X-AB-3": "3"],
        ["name": "B", "X-AB-3": "4", "X-AB": "5"],
      ])
    #expect(
      losses == [Self.invented("a:b", 2), Self.invented("a;b", 1), Self.invented("a=b", 2)])
  }

  @Test("a text under the key of what is kept of cards is a property")
  func textUnderHeadsKey() throws {
    let (cards, losses) = try Self.readAgain(#"[{"name":"A","vCard":"x"}]"#)
    #expect(cards == [["name": "A", "X-VCARD": "x"]])
    #expect(losses == [Self.invented("vCard", 1)])
  }
}
