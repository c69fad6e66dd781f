import Catalogues
import PropertyLists
import Testing

@testable import Exchange

/// Tables of people in the manner of other programs, as cards.
struct ContactTableTests {
  private static func exported(_ table: String) throws -> Exported {
    try Exported(
      Catalogue(PropertyListDocument(FileBytes(Array(table.utf8)), format: .csv)), as: .vcard)
  }

  /// The properties of the cards, but for those that all have.
  private static func properties(_ table: String) throws -> [String] {
    try exported(table).text.split(separator: "\r\n").map(String.init).filter {
      !$0.hasPrefix("BEGIN") && !$0.hasPrefix("END") && !$0.hasPrefix("VERSION")
    }
  }

  @Test(
    "what programs export",
    arguments: [
      (
        // Google, today.
        """
        First Name,Middle Name,Last Name,Name Prefix,Nickname,Organization Name,Organization Title,\
        Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,\
        Phone 2 - Label,Phone 2 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,\
        Address 1 - City,Address 1 - Postal Code,Website 1 - Label,Website 1 - Value
        Zora,M,Neu,Dr.,Zo,Kolb & Co,Boss,--05-12,x,"* myContacts ::: A,b",* Home,z@example.org ::: y@example.org,\
        Mobile,+49 1,Boat,+49 2,Work,"Main 1\nUlm",Main 1,Ulm,89073,,https://z.example

        """,
        [
          "FN:Dr. Zora M Neu", "N:Neu;Zora;M;Dr.;", "NICKNAME:Zo", "ORG:Kolb & Co", "TITLE:Boss",
          "BDAY:--05-12", "NOTE:x", #"CATEGORIES:myContacts,A\,b"#,
          "ADR;TYPE=work:;;Main 1;Ulm;;89073;", "EMAIL;TYPE=home:z@example.org",
          "EMAIL;TYPE=home:y@example.org", "TEL;TYPE=cell:+49 1", "item1.TEL:+49 2",
          "item1.X-ABLabel:Boat", "URL:https://z.example",
        ]
      ),
      (
        // Google, before.
        """
        Name,Given Name,Family Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,\
        Phone 1 - Value,Organization 1 - Name
        Zora Neu,Zora,Neu,* myContacts,* Work,z@example.org,Home Fax,1,Kolb
        ,,,,,,,,

        """,
        [
          "FN:Zora Neu", "N:Neu;Zora;;;", "CATEGORIES:myContacts", "ORG:Kolb",
          "EMAIL;TYPE=work:z@example.org", "TEL;TYPE=fax,home:1",
        ]
      ),
      (
        // Outlook.
        """
        Title,First Name,Last Name,Company,Business Street,Business City,Business Postal Code,\
        Business Fax,Business Phone,Home Phone,Mobile Phone,Birthday,Categories,E-mail Address,\
        E-mail 2 Address,Gender,Priority,Spouse
        Ms.,Zora,Neu,Kolb,Main 1,Ulm,89073,1,2,3,4,0/0/00,Math;VIP,z@example.org,y@example.org,\
        Unspecified,Normal,Ned

        """,
        [
          "FN:Ms. Zora Neu", "N:Neu;Zora;;Ms.;", "ORG:Kolb", "ADR;TYPE=work:;;Main 1;Ulm;;89073;",
          "TEL;TYPE=fax,work:1", "TEL;TYPE=work:2", "TEL;TYPE=home:3", "TEL;TYPE=cell:4",
          "CATEGORIES:Math,VIP", "EMAIL:z@example.org", "EMAIL:y@example.org", "X-SPOUSE:Ned",
        ]
      ),
      (
        // Outlook in German.
        """
        Anrede,Vorname,Nachname,Straße geschäftlich,Ort geschäftlich,Fax geschäftlich,Mobiltelefon,\
        E-Mail-Adresse
        Frau,Zora,Neu,Weg 1,Ulm,1,2,z@example.org

        """,
        [
          "FN:Frau Zora Neu", "N:Neu;Zora;;Frau;", "ADR;TYPE=work:;;Weg 1;Ulm;;;",
          "TEL;TYPE=fax,work:1", "TEL;TYPE=cell:2", "EMAIL:z@example.org",
        ]
      ),
      (
        // Thunderbird.
        """
        First Name,Last Name,Display Name,Primary Email,Secondary Email,Work Phone,Fax Number,\
        Mobile Number,Home Address,Home City,Home ZipCode,Birth Year,Birth Month,Birth Day
        Zora,Neu,Zo Neu,z@example.org,y@example.org,1,2,3,Weg 1,Ulm,89073,1990,5,3
        Bo,Neu,Bo,,,,,,,,,,5,3

        """,
        [
          "N:Neu;Zora;;;", "FN:Zo Neu", "EMAIL:z@example.org", "EMAIL:y@example.org",
          "TEL;TYPE=work:1", "TEL;TYPE=fax:2", "TEL;TYPE=cell:3",
          "ADR;TYPE=home:;;Weg 1;Ulm;;89073;",
          "BDAY:1990-05-03", "N:Neu;Bo;;;", "FN:Bo", "BDAY:--05-03",
        ]
      ),
      (
        // Thunderbird in German.
        """
        Vorname,Nachname,Anzeigename,Spitzname,Primäre E-Mail-Adresse,Tel. dienstlich,Mobil-Tel.-Nr.,\
        Privat: Adresse,Privat: Ort,Privat: PLZ,Organisation,Webseite 1,Geburtsjahr,Geburtsmonat,\
        Geburtstag,Benutzerdef. 1,Notizen,
        Zora,Neu,Zora Neu,Zo,z@example.org,1,3,Weg 1,Ulm,89073,Kolb,https://z.example,1990,5,3,,x,

        """,
        [
          "N:Neu;Zora;;;", "FN:Zora Neu", "NICKNAME:Zo", "EMAIL:z@example.org", "TEL;TYPE=work:1",
          "TEL;TYPE=cell:3", "ADR;TYPE=home:;;Weg 1;Ulm;;89073;", "ORG:Kolb",
          "URL;TYPE=work:https://z.example", "BDAY:1990-05-03", "NOTE:x",
        ]
      ),
    ])
  func programs(_ table: String, _ properties: [String]) throws {
    #expect(try Self.properties(table).sorted() == properties.sorted())
  }

  @Test(
    "what people write in their languages",
    arguments: [
      ("Nom,Prénom,Téléphone,Courriel,Ville", "Neu,Zora,1,z@example.org,Ulm"),
      ("Nachname,Vorname,Telefon,E-Mail,Ort", "Neu,Zora,1,z@example.org,Ulm"),
      ("Apellidos,Nombre,Teléfono,Correo electrónico,Ciudad", "Neu,Zora,1,z@example.org,Ulm"),
      ("Cognome,Nome,Telefono,Posta elettronica,Città", "Neu,Zora,1,z@example.org,Ulm"),
      ("姓,名,電話番号,メールアドレス,市区町村", "Neu,Zora,1,z@example.org,Ulm"),
      ("Last Name,First Name,Phone,E-mail,City", "Neu,Zora,1,z@example.org,Ulm"),
      ("Name,Vorname,Tel.,E-Mail,Stadt", "Neu,Zora,1,z@example.org,Ulm"),
    ])
  func languages(_ headers: String, _ row: String) throws {
    #expect(
      try Self.properties("\(headers)\n\(row)\n") == [
        "FN:Zora Neu", "N:Neu;Zora;;;", "TEL:1", "EMAIL:z@example.org", "ADR:;;;Ulm;;;",
      ])
  }

  @Test("names in Chinese characters have the last name first")
  func chineseNames() throws {
    #expect(try Self.properties("姓,名,电话\n李,娜,1\n") == ["FN:李娜", "N:李;娜;;;", "TEL:1"])
  }

  @Test("cards become a table and cards again")
  func thereAndBack() throws {
    let cards = """
      BEGIN:VCARD
      VERSION:3.0
      FN:Zora Neu
      N:Neu;Zora;;Dr.;
      item1.TEL:1
      item1.X-ABLabel:boat
      TEL;TYPE=home:2
      EMAIL:z@example.org
      EMAIL:y@example.org
      ADR;TYPE=home:;;Main 1;Ulm;;89073;
      CATEGORIES:x,y\\,z
      X-SPOUSE:Ned
      IMPP:xmpp:z
      IMPP:sip:z
      ORG:Kolb;R\\;D
      END:VCARD
      BEGIN:VCARD
      VERSION:3.0
      FN:Bo
      N:;Bo;;;
      END:VCARD

      """.replacing("\n", with: "\r\n")
    let document = try PropertyListDocument(FileBytes(Array(cards.utf8)), format: .vcard)
    let table = try Exported(Catalogue(document), as: .csv).text
    #expect(try Self.exported(table).text == cards)
  }

  @Test("what is not understood is named, and nothing is known by a few headers")
  func unknown() throws {
    let other = try Self.exported("Name,Shoe Size,Colour\nZora,42,\n")
    #expect(other.text.contains("X-SHOESIZE:42"))
    #expect(!other.text.contains("COLOUR"))
    #expect(
      other.losses == [
        "vcard has no such property: 1 value of 'Shoe Size' written with X- before the name"
      ])
    let nameless = "Primary Email,Secondary Email,Pager Number,?\nz@example.org,,1,x\n"
    #expect(try Self.properties(nameless).contains("X-COLUMN:x"))
    // Two languages, neither of which has all headers.
    #expect(try Self.properties("Nom,Vorname\nNeu,Zora\n").contains("X-NOM:Neu"))
  }
}
