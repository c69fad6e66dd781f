/// Contacts as other programs export them.
package enum ContactFiles {
  /// Files by name, with their text and LF as line ends; all contain the same person.
  package static let all: [(file: String, text: String)] = [
    (
      "iphone.vcf",
      """
      BEGIN:VCARD
      VERSION:3.0
      PRODID:-//Apple Inc.//iPhone OS 18.0//EN
      N:Neu;Zora;;;
      FN:Zora Neu
      item1.EMAIL;type=INTERNET;type=pref:z@example.org
      item1.X-ABLabel:_$!<Other>!$_
      TEL;type=CELL;type=VOICE;type=pref:+49 171 2345678
      item2.ADR;type=HOME;type=pref:;;Weg 1;Ulm;;89073;Germany
      item2.X-ABADR:de
      NOTE:Größe
      END:VCARD

      """
    ),
    (
      "mac.vcf",
      """
      BEGIN:VCARD
      VERSION:3.0
      PRODID:-//Apple Inc.//macOS 15.0//EN
      N:Neu;Zora;;;
      FN:Zora Neu
      ORG:Kolb & Co;
      EMAIL;type=INTERNET;type=HOME;type=pref:z@example.org
      TEL;type=CELL;type=VOICE;type=pref:+49 (0)171 2345678
      ADR;type=HOME;type=pref:;;Weg 1;Ulm;;89073;Germany
      X-ABUID:5AD380FD\\:ABPerson
      UID:u1
      END:VCARD

      """
    ),
    (
      "android.vcf",
      """
      BEGIN:VCARD
      VERSION:2.1
      N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Neu;Zora;;;
      FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Zora=20Neu
      TEL;CELL:0171-2345678
      EMAIL;HOME:z@example.org
      ADR;HOME;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;;Gr=C3=BCner=20Weg=201;Ulm;;89073;
      NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Gr=C3=B6=C3=9Fe=0D=0A=
      zwei
      END:VCARD

      """
    ),
    (
      "outlook.vcf",
      """
      BEGIN:VCARD
      VERSION:2.1
      N;LANGUAGE=de:Neu;Zora
      FN:Zora Neu
      ORG:Kolb
      TEL;CELL;VOICE:+49 (171) 2345678
      ADR;WORK;PREF:;;Weg 1;Ulm;;89073
      LABEL;WORK;PREF;ENCODING=QUOTED-PRINTABLE:Weg 1=0D=0A=
      89073 Ulm
      X-MS-OL-DEFAULT-POSTAL-ADDRESS:2
      EMAIL;PREF;INTERNET:z@example.org
      REV:20260101T000000Z
      END:VCARD

      """
    ),
    (
      "google.vcf",
      """
      BEGIN:VCARD
      VERSION:3.0
      FN:Zora Neu
      N:Neu;Zora;;;
      EMAIL;TYPE=INTERNET;TYPE=HOME:z@example.org
      TEL;TYPE=CELL:+491712345678
      ADR;TYPE=HOME:;;Weg 1;Ulm;;89073;DE;Weg 1\\n89073 Ulm\\nDE
      item1.URL:https\\://z.example
      item1.X-ABLabel:Blog
      CATEGORIES:myContacts
      END:VCARD

      """
    ),
    (
      "nextcloud.vcf",
      """
      BEGIN:VCARD
      VERSION:3.0
      PRODID:-//Sabre//Sabre VObject 4.5.4//EN
      UID:9c1e
      FN:Zora Neu
      N:Neu;Zora;;;
      TEL;TYPE="HOME,VOICE":+49 171 2345678
      EMAIL;TYPE=HOME:z@example.org
      ADR;TYPE=HOME:;;Weg 1;Ulm;;89073;Germany
      CATEGORIES:A,B
      REV;VALUE=DATE-AND-OR-TIME:20260101T000000Z
      END:VCARD

      """
    ),
    (
      "khard.vcf",
      """
      BEGIN:VCARD
      VERSION:3.0
      UID:k1
      ADR;TYPE=home:;;Weg 1;Ulm;;89073;Germany
      EMAIL;TYPE=home:z@example.org
      FN:Zora Neu
      N:Neu;Zora;;;
      REV:20260101T000000Z
      TEL;TYPE=cell:0171/2345678
      END:VCARD

      """
    ),
    (
      "google.csv",
      """
      First Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,\
      Address 1 - Label,Address 1 - Street,Address 1 - City,Address 1 - Postal Code
      Zora,Neu,* myContacts,* Home,z@example.org,Mobile,+49 171 2345678,Home,Weg 1,Ulm,89073

      """
    ),
    (
      "google-before.csv",
      """
      Name,Given Name,Family Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,\
      Phone 1 - Value,Address 1 - Type,Address 1 - City
      Zora Neu,Zora,Neu,* myContacts,* Home,z@example.org,Mobile,+49 171 2345678,Home,Ulm

      """
    ),
    (
      "outlook.csv",
      """
      "Title","First Name","Last Name","Company","Home Street","Home City","Home Postal Code",\
      "Business Fax","Mobile Phone","Birthday","E-mail Address","E-mail Type"
      "","Zora","Neu","Kolb","Weg 1","Ulm","89073","","+49 171 2345678","0/0/00","z@example.org","SMTP"

      """
    ),
    (
      "thunderbird.csv",
      """
      First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Work Phone,Home Phone,\
      Fax Number,Pager Number,Mobile Number,Home Address,Home City,Home ZipCode
      Zora,Neu,Zora Neu,,z@example.org,,,,,,+49 171 2345678,Weg 1,Ulm,89073

      """
    ),
    ("excel-en.csv", sheet(",", "First name", "Last name", "Mobile", "E-mail", "Street", "City")),
    ("excel-de.csv", sheet(";", "Vorname", "Nachname", "Handy", "E-Mail", "Straße", "Ort")),
    ("excel-fr.csv", sheet(";", "Prénom", "Nom", "Portable", "Courriel", "Rue", "Ville")),
    (
      "excel-es.csv",
      sheet(";", "Nombre", "Apellidos", "Móvil", "Correo electrónico", "Calle", "Ciudad")
    ),
    ("excel-it.csv", sheet(";", "Nome", "Cognome", "Cellulare", "E-mail", "Via", "Città")),
  ]

  /// A sheet of a spreadsheet, which begins with a byte-order mark.
  private static func sheet(_ separator: String, _ headers: String...) -> String {
    let cells = ["Zora", "Neu", "+49 171 2345678", "z@example.org", "Weg 1", "Ulm"]
    return "\u{FEFF}" + headers.joined(separator: separator) + "\n"
      + cells.joined(separator: separator) + "\n"
  }
}
