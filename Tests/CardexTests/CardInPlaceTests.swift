import Foundation
import TestHelpers
import Testing

@Suite("vCards that are edited where they are")
struct CardInPlaceTests {
  private static let people = """
    BEGIN:VCARD
    VERSION:3.0
    N:Doe;Anna;;;
    FN:Anna Doe
    # a comment
    TEL;type=CELL:1
    TEL;type=CELL:2
    item1.TEL:3
    item1.X-ABLabel:_$!<Home>!$_
    ORG:A;B
    NOTE:long

    END:VCARD

    # the other one
    begin:vcard
    version:4.0
    fn:Ben
    TEL;VALUE=uri:tel:1
    x-foo:1
    end:vcard

    """

  /// The lines that `diff` prints of what commands have changed in a file.
  private func change(
    _ commands: String, in text: String = people, encodedBy encoder: String = "cat"
  ) throws -> String {
    let directory = try TemporaryDirectory()
    _ = try directory.write(text, to: "f.txt")
    let outcome = try Tool.shell(
      """
      cd '\(directory.url.path())'; \(encoder) < f.txt > f.vcf; cp f.vcf old
      \(commands)
      diff -a old f.vcf | grep -a '^[<>]'
      """)
    #expect(outcome.errors == "")
    return outcome.output
  }

  @Test(
    "an edit changes the lines of its property alone",
    arguments: [
      (
        "cardex set f.vcf 'Anna Doe' note='a, b;\\\nc'",
        "< NOTE:long\n> NOTE:a\\, b\\;\\\\\\nc\n"
      ),
      ("cardex replace f.vcf CELL x; cardex replace f.vcf 3.0 4.0", ""),
      (
        "cardex batch f.vcf -e 'delete /Ben' -e 'insert / Zed mobile=9' 2>&1",
        """
        < # the other one
        < begin:vcard
        < version:4.0
        < fn:Ben
        < TEL;VALUE=uri:tel:1
        < x-foo:1
        < end:vcard
        > BEGIN:VCARD
        > VERSION:3.0
        > N:Zed;;;;
        > FN:Zed
        > TEL;TYPE=cell:9
        > END:VCARD

        """
      ),
      ("cardex set f.vcf 'Anna Doe' mobile2=4", "< TEL;type=CELL:2\n> TEL;type=CELL:4\n"),
      ("cardex delete f.vcf .0.mobile", "< TEL;type=CELL:1\n"),
      (
        "cardex delete f.vcf .0.phone",
        "< item1.TEL:3\n< item1.X-ABLabel:_$!<Home>!$_\n"
      ),
      ("cardex set f.vcf 'Anna Doe' homePhone=7", "> TEL;TYPE=home:7\n"),
      ("cardex set f.vcf 'Anna Doe' jobTitle=x", "> TITLE:x\n"),
      ("cardex set f.vcf 'Anna Doe' firstName=Eva", "< N:Doe;Anna;;;\n> N:Doe;Eva;;;\n"),
      ("cardex delete f.vcf .0.department", "< ORG:A;B\n> ORG:A\n"),
      (
        "cardex set f.vcf 'Anna Doe' phoneLabel=Boat",
        "< item1.X-ABLabel:_$!<Home>!$_\n> item1.X-ABLabel:Boat\n"
      ),
      (
        "cardex set --new-key f.vcf 'Anna Doe' mobileLabel=Boat",
        "< TEL;type=CELL:1\n> item2.TEL;type=CELL:1\n> item2.X-ABLabel:Boat\n"
      ),
      ("cardex rename f.vcf .0.mobile fax", "< TEL;type=CELL:1\n> TEL;type=FAX:1\n"),
      ("cardex rename f.vcf .0.phone workPhone", "< item1.TEL:3\n> item1.TEL;TYPE=work:3\n"),
      ("cardex rename f.vcf .0.phone email", "< item1.TEL:3\n> item1.EMAIL:3\n"),
      (
        "cardex rename f.vcf .0.phoneLabel mobileLabel",
        """
        < TEL;type=CELL:1
        > item2.TEL;type=CELL:1
        < item1.X-ABLabel:_$!<Home>!$_
        > item2.X-ABLabel:_$!<Home>!$_

        """
      ),
      (
        "cardex batch f.vcf -e 'rename .0.phone homePhone' -e 'insert .0.phone=9' -e 'set .0.homePhoneLabel=x'",
        """
        < item1.TEL:3
        < item1.X-ABLabel:_$!<Home>!$_
        > item1.TEL;TYPE=home:3
        > item1.X-ABLabel:x
        > TEL:9

        """
      ),
      ("cardex set f.vcf Ben phone=5", "< TEL;VALUE=uri:tel:1\n> TEL:5\n"),
      ("cardex set f.vcf Ben x-foo='a,b'", "< x-foo:1\n> x-foo:a,b\n"),
      ("cardex set f.vcf Ben name=Benno", "< fn:Ben\n> fn:Benno\n"),
      (
        "cardex set f.vcf .0.vCard.mobile='TEL;TYPE=cell;PREF=1'",
        "< TEL;type=CELL:1\n> TEL;TYPE=cell;PREF=1:1\n"
      ),
      (
        "cardex set f.vcf '.0.homeAddress:json={\"street\":\"S, 1\",\"city\":\"B\"}'",
        "> ADR;TYPE=home:;;S\\, 1;B;;;\n"
      ),
      (
        "cardex set f.vcf .0.photo:data=iVBORw0KGgo=",
        "> PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=\n"
      ),
      (
        "cardex set f.vcf .1.photo:data=iVBORw0KGgo=",
        "> PHOTO:data:image/png;base64,iVBORw0KGgo=\n"
      ),
      (
        "cardex insert f.vcf / Cleo phone=4 'note=a,b'",
        "> BEGIN:VCARD\n> VERSION:4.0\n> N:Cleo;;;;\n> FN:Cleo\n> TEL:4\n> NOTE:a\\,b\n> END:VCARD\n"
      ),
      (
        "cardex delete f.vcf Ben",
        "< # the other one\n< begin:vcard\n< version:4.0\n< fn:Ben\n< TEL;VALUE=uri:tel:1\n< x-foo:1\n< end:vcard\n"
      ),
      ("cardex batch f.vcf -e 'delete .0.mobile' -e undo", ""),
      (
        """
        printf 'delete .0.name\\nsave\\nset Ben phone=7\\nundo 2\\nsave\\n' | cardex shell f.vcf >out
        grep -c saved out
        """, "2\n"
      ),
    ])
  func properties(commands: String, expected: String) throws {
    #expect(try change(commands) == expected)
  }

  @Test(
    "a property that is moved or renamed by its path keeps its group, its label and what fits of its parameters",
    arguments: [
      (
        "move f.vcf .0.homePhone to .1.workFax",
        """
        < item1.TEL;type=HOME;type=VOICE;PREF=1:1
        < item1.X-ABLabel:L
        > item2.TEL;type=FAX;type=WORK;PREF=1:1
        > item2.X-ABLabel:L

        """
      ),
      (
        "move f.vcf .0.homePhone to .2.fax",
        """
        < item1.TEL;type=HOME;type=VOICE;PREF=1:1
        < item1.X-ABLabel:L
        > item1.TEL;FAX:1
        > item1.X-ABLabel:L

        """
      ),
      ("copy f.vcf .0.homePhone to .0.mobile", "> TEL;type=CELL;type=VOICE;PREF=1:1\n"),
      (
        "rename f.vcf .0.homePhone homeEmail",
        "< item1.TEL;type=HOME;type=VOICE;PREF=1:1\n> item1.EMAIL;type=HOME;PREF=1:1\n"
      ),
      (
        "rename f.vcf .0.photo logo",
        "< PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=\n> LOGO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=\n"
      ),
      (
        "edit f.vcf A",
        "< item1.TEL;type=HOME;type=VOICE;PREF=1:1\n> item1.TEL;type=WORK;type=VOICE;PREF=1:1\n"
      ),
      ("rename f.vcf .0.X-A X-B", "< g.X-A;P=\"a;b\":x\n> g.X-B;P=\"a;b\":x\n"),
      ("batch f.vcf -e 'move .0.homePhone to .1.fax' -e undo", ""),
    ])
  func moves(command: String, expected: String) throws {
    let cards = """
      BEGIN:VCARD
      VERSION:3.0
      FN:A
      item1.TEL;type=HOME;type=VOICE;PREF=1:1
      item1.X-ABLabel:L
      PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=
      g.X-A;P="a;b":x
      END:VCARD
      BEGIN:VCARD
      VERSION:3.0
      FN:B
      item1.URL:u
      END:VCARD
      BEGIN:VCARD
      VERSION:2.1
      FN:C
      END:VCARD

      """
    #expect(
      try change("EDITOR='sed -i s/^homePhone/workPhone/' cardex \(command)", in: cards) == expected
    )
  }

  @Test(
    "a name takes its parts along, whichever way it is set",
    arguments: ["'Anna Doe' name", "'.0.name", "-- .0.name"])
  func names(start: String) throws {
    let start = start.replacing("'.", with: ".")
    #expect(
      try change("cardex set f.vcf \(start)='Eva Maria Doe'")
        == "< N:Doe;Anna;;;\n< FN:Anna Doe\n> N:Doe;Eva Maria;;;\n> FN:Eva Maria Doe\n")
  }

  @Test("a name by its path is set alone if its parts are set, too, and is undone with them")
  func namesAlone() throws {
    #expect(
      try change("cardex set f.vcf .0.name='Eva Doe' .0.lastName=X")
        == "< N:Doe;Anna;;;\n< FN:Anna Doe\n> N:X;Anna;;;\n> FN:Eva Doe\n")
    #expect(
      try change("cardex set f.vcf .0.name=Eva")
        == "< N:Doe;Anna;;;\n< FN:Anna Doe\n> N:;Eva;;;\n> FN:Eva\n")
    #expect(try change("cardex batch f.vcf -e 'set .0.name=Eva' -e undo") == "")
  }

  @Test("a parameter that no longer holds of a new value is left out")
  func parameters() throws {
    let card = """
      BEGIN:VCARD
      VERSION:4.0
      FN:A
      ADR;LABEL="S 1";TYPE=home:;;S 1;B;;;
      BDAY;VALUE=text:circa 1800
      ANNIVERSARY;VALUE=date:20090808
      END:VCARD

      """
    #expect(
      try change("cardex set f.vcf .0.homeAddress.street='S 2'", in: card)
        == "< ADR;LABEL=\"S 1\";TYPE=home:;;S 1;B;;;\n> ADR;TYPE=home:;;S 2;B;;;\n")
    for start in ["A birthday", ".0.birthday"] {
      #expect(
        try change("cardex set f.vcf \(start)=1810", in: card)
          == "< BDAY;VALUE=text:circa 1800\n> BDAY:1810\n")
      #expect(
        try change("cardex set f.vcf \(start)='about 1810'", in: card)
          == "< BDAY;VALUE=text:circa 1800\n> BDAY;VALUE=text:about 1810\n")
    }
    #expect(
      try change("cardex set f.vcf .0.anniversary=20100808", in: card)
        == "< ANNIVERSARY;VALUE=date:20090808\n> ANNIVERSARY;VALUE=date:20100808\n")
    #expect(
      try change("cardex set f.vcf .0.anniversary=summer", in: card)
        == "< ANNIVERSARY;VALUE=date:20090808\n> ANNIVERSARY:summer\n")
  }

  @Test("new texts of version 2.1 that are not ASCII are written as those beside them")
  func charsets() throws {
    func card(_ lines: String) -> String { "BEGIN:VCARD\nVERSION:2.1\nFN:A\n\(lines)END:VCARD\n" }
    let latin = "N;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:=DC\n"
    #expect(
      try change("cardex set f.vcf .0.jobTitle=Ä", in: card(latin))
        == "> TITLE;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:=C4\n")
    #expect(
      try change("cardex set f.vcf .0.jobTitle=Ä", in: card("N;CHARSET=UTF-8:Ü\n"))
        == "> TITLE;CHARSET=UTF-8:Ä\n")
    // Another card shows it, or none.
    #expect(
      try change("cardex set f.vcf .1.name=Ä", in: card("N;CHARSET=UTF-8:Ü\n") + card(""))
        == "< FN:A\n> FN;CHARSET=UTF-8:Ä\n")
    #expect(
      try change("cardex set f.vcf .0.name=Ä", in: card(""))
        == "< FN:A\n> FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=84\n")
    #expect(try change("cardex set f.vcf .0.note=Ä", in: card("N:Ü\n")) == "> NOTE:Ä\n")
    #expect(
      try change("cardex insert f.vcf / Ö", in: card(latin))
        == """
        > BEGIN:VCARD
        > VERSION:2.1
        > N;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:=D6;;;;
        > FN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:=D6
        > END:VCARD

        """)
  }

  @Test("what vCard cannot have is refused when it is edited, by its key")
  func refusals() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write(Self.people, to: "f.vcf")
    let outcome = try Tool.shell(
      """
      cd '\(directory.url.path())'; cp f.vcf old
      for e in spouse=Bob TEL=1 street=x; do cardex set --new-key f.vcf Ben $e; echo $?; done
      cardex set f.vcf '.1.phone:json=["1","2"]'; echo $?
      cardex set f.vcf .1.phone:data=YQ==; echo $?
      cardex set f.vcf '.1.homeAddress:json={"building":"1"}'; echo $?
      cardex set f.vcf .1.vCard.VERSION=3.0; echo $?
      cardex set f.vcf '.1.vCard.phone=a b'; echo $?
      cardex set f.vcf '.0.vCard.note=NOTE:data:'; echo $?
      cardex set f.vcf '.0.vCard.note=NOTE;CHARSET=x-none'; echo $?
      cardex set f.vcf Ben x-foo='a
      b'; echo $?
      printf 'set --new-key Ben street=x\\nset Ben phone=2\\nsave\\n' | cardex shell f.vcf | tail -n 1; cp old f.vcf
      cardex set f.vcf '/:json={"name":"A"}'; echo $?
      cmp old f.vcf; ls
      """)
    #expect(
      outcome.output
        == String(repeating: "2\n", count: 11) + "saved f.vcf\n2\nf.vcf\nold\n")
    #expect(
      outcome.errors == """
        cardex: f.vcf: vCard has no 'spouse', but 'X-SPOUSE'
        cardex: f.vcf: vCard has 'TEL' as 'phone'
        cardex: f.vcf: a card cannot have 'street', but 'X-STREET'
        cardex: f.vcf: a card cannot have a value of type array under 'phone'
        cardex: f.vcf: a card cannot have a value of type data under 'phone'
        cardex: f.vcf: .1.homeAddress: vCard has no 'building', but 'X-BUILDING'
        cardex: f.vcf: the version of a card stays, with 'vCard'
        cardex: f.vcf: 'a b' is not what precedes a value in a card, as 'TEL;TYPE=home' does
        cardex: f.vcf: vCard cannot hold 'note' so that the same is read again
        cardex: f.vcf: vCard cannot hold this so that the same is read again: unknown character encoding 'X-NONE'
        cardex: f.vcf: 'x-foo' of a card has one line
        cardex: (standard input):1: f.vcf: a card cannot have 'street', but 'X-STREET'
        cardex: f.vcf: a vCard file is a list of cards

        """)
  }

  @Test("what begins a property is as it was edited, or the edit is refused")
  func heads() throws {
    let odd = """
      BEGIN:VCARD
      VERSION:3.0
      item1.VERSION:x
      FN:A
      item2.ORG;SORT-AS=a:A;B
      X-A;B=\u{1}:1
      item2.X-ABLabel:Boat
      END:VCARD

      """
    #expect(
      try change("cardex delete f.vcf .0.company", in: odd)
        == "< item2.ORG;SORT-AS=a:A;B\n> item2.ORG:;B\n")
    #expect(
      try change("cardex set f.vcf .0.name='a\\nb,c'", in: odd)
        == "< FN:A\n> FN:a\\\\nb\\,c\n")
    #expect(
      try change("cardex set f.vcf .0.VERSION=y", in: odd)
        == "< item1.VERSION:x\n> item1.VERSION:y\n")
    #expect(
      try change("cardex set f.vcf .0.vCard.X-A='X-A;B=2'", in: odd)
        == "< X-A;B=\u{1}:1\n> X-A;B=2:1\n")
    let old = "BEGIN:VCARD\nFN:A\nKEY:a\nAGENT:\nBEGIN:VCARD\nFN:b\nEND:VCARD\nEND:VCARD\n"
    #expect(
      try change("cardex set f.vcf .0.publicKey=\"$(printf 'l\\r\\nm')\"", in: old)
        == "< KEY:a\n> KEY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:l=0D=0Am\n")
    let directory = try TemporaryDirectory()
    _ = try directory.write(odd, to: "f.vcf")
    _ = try directory.write(old, to: "g.vcf")
    let outcome = try Tool.shell(
      """
      cd '\(directory.url.path())'; cat f.vcf g.vcf > old
      cardex set f.vcf .0.X-A=2; echo $?
      cardex set f.vcf .0.vCard.name=; echo $?
      cardex set f.vcf .0.vCard.phone=TEL; echo $?
      cardex set f.vcf .0.vCard.department=ORG; echo $?
      cardex set g.vcf .0.agent.vCard.name=; echo $?
      cardex set g.vcf .0.vCard.VERSION='a
      b'; echo $?
      cat f.vcf g.vcf | cmp - old
      """)
    #expect(outcome.output == String(repeating: "2\n", count: 6))
    #expect(
      outcome.errors == """
        cardex: f.vcf: what begins 'X-A' of a card could not be written as it is
        cardex: f.vcf: '' is not what precedes a value in a card, as 'TEL;TYPE=home' does
        cardex: f.vcf: what begins 'phone' of a card cannot be 'TEL'
        cardex: f.vcf: what begins 'department' of a card cannot be 'ORG'
        cardex: g.vcf: what begins 'agent' of a card could not be written as it is
        cardex: g.vcf: the version of a card stays, with 'vCard'

        """)
  }

  @Test("a value stays in the encoding that it had, as far as that has its characters")
  func encodings() throws {
    let old = """
      BEGIN:VCARD
      VERSION:2.1
      FN;CHARSET=ISO-8859-1:Müller
      NOTE;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:=FCber
      TEL;CELL:1
      END:VCARD

      """
    func latin(_ commands: String) throws -> String {
      try change(
        commands + "; iconv -f LATIN1 -t UTF-8 f.vcf > n; mv n f.vcf; cp f.txt old", in: old,
        encodedBy: "iconv -f UTF-8 -t LATIN1")
    }
    #expect(
      try latin("cardex set f.vcf .0.name=Änna")
        == "< FN;CHARSET=ISO-8859-1:Müller\n> FN;CHARSET=ISO-8859-1:Änna\n")
    #expect(
      try latin("cardex set f.vcf .0.note='Öl =\n2'")
        == "< NOTE;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:=FCber\n"
        + "> NOTE;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:=D6l =3D=0D=0A2\n")
    #expect(
      try latin("cardex set f.vcf .0.note=日")
        == "< NOTE;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:=FCber\n"
        + "> NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E6=97=A5\n")
    #expect(
      try latin("cardex set f.vcf .0.mobile='a\nb'")
        == "< TEL;CELL:1\n> TEL;CELL;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab\n")
    for encoding in ["UTF-16LE", "UTF-16BE"] {
      #expect(
        try change(
          "cardex set f.vcf .0.name=Änna; iconv -f \(encoding) -t UTF-8 f.vcf > n; mv n f.vcf; cp f.txt old",
          in: "\u{FEFF}" + old, encodedBy: "iconv -f UTF-8 -t \(encoding)")
          == "< FN;CHARSET=ISO-8859-1:Müller\n> FN;CHARSET=ISO-8859-1:Änna\n")
    }
  }

  @Test("lines are folded as those of the file, and end as they do")
  func folding() throws {
    let folded = """
      BEGIN:VCARD\r
      VERSION:3.0\r
      FN:A\r
      NOTE:0123456789012345678901234567890123456789\r
      \t0123456789\r
      TEL:1\r
      END:VCARD
      """
    #expect(
      try change("cardex set f.vcf A jobTitle='\(String(repeating: "é", count: 30))'", in: folded)
        == "> TITLE:\(String(repeating: "é", count: 19))\r\n> \t\(String(repeating: "é", count: 11))\r\n"
    )
    #expect(
      try change("cardex insert f.vcf / B", in: folded)
        == "> END:VCARD\r\n> BEGIN:VCARD\r\n> VERSION:3.0\r\n> N:B;;;;\r\n> FN:B\r\n")
    let long = String(repeating: "x", count: 100)
    #expect(
      try change("cardex set f.vcf A phone=\(long)", in: "BEGIN:VCARD\nFN:A\nTEL:1\nEND:VCARD\n")
        == "< TEL:1\n> TEL:\(long)\n")
    let old = """
      BEGIN:VCARD
      VERSION:2.1
      FN:A
      NOTE:aaaa bbbb cccc dddd
       eeee ffff gggg
      AGENT:
      BEGIN:VCARD
      FN:b
      END:VCARD
      PHOTO;ENCODING=BASE64;PNG:
        iVBORw0KGgoi
        iVBO

      END:VCARD

      """
    #expect(
      try change("cardex set f.vcf .0.note='aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii'", in: old)
        == "<  eeee ffff gggg\n>  eeee ffff gggg hhhh\n>  iiii\n")
    #expect(
      try change("cardex set f.vcf .0.agent.name=c", in: old)
        == "< FN:b\n> FN:c\n")
    #expect(
      try change("cardex set f.vcf .0.photo:data=iVBORw0KGgoiiVBO", in: old) == "")
  }

  @Test(
    "in a merge, labels stay with what they belong to, and what one side has deleted is in conflict as a whole",
    arguments: [
      (
        "TEL:0", "TEL:0;item1.TEL,TYPE=home:1;item1.X-ABLabel:A",
        "TEL:0;item1.TEL,TYPE=work:2;item1.X-ABLabel:B",
        "TEL:0;item1.TEL,TYPE=home:1;item1.X-ABLabel:A;item2.TEL,TYPE=work:2;item2.X-ABLabel:B"
      ),
      (
        "TEL:0", "TEL:0;item1.TEL,TYPE=home:1;item1.X-ABLabel:A",
        "TEL:0;item1.URL:u;item1.X-ABADR:de",
        "TEL:0;item1.TEL,TYPE=home:1;item1.X-ABLabel:A;item2.URL:u;item2.X-ABADR:de"
      ),
      (
        "item1.TEL:0", "item1.TEL:0;NOTE:n", "item1.TEL:0;item1.X-ABLabel:B",
        "item1.TEL:0;item1.X-ABLabel:B;NOTE:n"
      ),
      (
        "TEL:0;item1.TEL:1;item1.X-ABLabel:A", "TEL:0", "TEL:0;item1.TEL:1;item1.X-ABLabel:B",
        "TEL:0;<<<<<<< ours;=======;item1.TEL:1;item1.X-ABLabel:B;>>>>>>> theirs"
      ),
      (
        "item1.TEL:1;item1.X-ABLabel:A", "item1.TEL:2;item1.X-ABLabel:A", "",
        "<<<<<<< ours;item1.TEL:2;item1.X-ABLabel:A;=======;>>>>>>> theirs"
      ),
      // A new number has changed the key of the other one.
      (
        "item1.TEL:1;item1.X-ABLabel:A", "TEL:0;item1.TEL:1;item1.X-ABLabel:A",
        "item1.TEL:1;item1.X-ABLabel:B",
        "TEL:0;item1.TEL:1;item1.X-ABLabel:B"
      ),
    ])
  func labels(base: String, ours: String, theirs: String, merged: String) throws {
    func lines(_ text: String) -> String {
      text.replacing(";", with: "\n").replacing(",", with: ";") + (text.isEmpty ? "" : "\n")
    }
    let directory = try TemporaryDirectory()
    let (start, end) = ("BEGIN:VCARD\nVERSION:3.0\nFN:A\n", "END:VCARD\n")
    for (name, text) in [("base", base), ("ours", ours), ("theirs", theirs)] {
      _ = try directory.write(start + lines(text) + end, to: "\(name).vcf")
    }
    let outcome = try Tool.shell(
      "cd '\(directory.url.path())'; cardex merge base.vcf ours.vcf theirs.vcf")
    #expect(outcome.output == start + lines(merged) + end)
    #expect(outcome.status == (merged.contains("<") ? 1 : 0))
  }

  @Test("branches are merged by cards, and an edit is one line for git")
  func merge() throws {
    let outcome = try Tool.shell(
      #"""
      cd "$(mktemp -d)"
      printf 'BEGIN:VCARD\nVERSION:3.0\nFN:Anna\nTEL:1\nEND:VCARD\nBEGIN:VCARD\nVERSION:3.0\nFN:Ben\nTEL:2\nEND:VCARD\n' > base.vcf
      cp base.vcf ours.vcf; cp base.vcf theirs.vcf
      cardex set ours.vcf Anna phone=3; cardex set theirs.vcf Ben phone=4
      cardex merge base.vcf ours.vcf theirs.vcf | grep TEL
      git diff --no-index --stat base.vcf ours.vcf | tail -n 1
      cardex set -n ours.vcf Ben phone=9 | tail -n 3
      cardex set -o f.json ours.vcf Ben phone=9; grep phone f.json
      """#)
    #expect(
      outcome.output == """
        TEL:3
        TEL:4
         1 file changed, 1 insertion(+), 1 deletion(-)
        -TEL:2
        +TEL:9
         END:VCARD
            "phone": "3",
            "phone": "9",

        """)
    #expect(outcome.errors == "")
  }
}
