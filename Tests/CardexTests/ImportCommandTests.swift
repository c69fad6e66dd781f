import Foundation
import TestHelpers
import Testing

@Suite("cardex import")
struct ImportCommandTests {
  /// Runs a line of the shell in a directory with a list, `a.plist`, and another one, `b.plist`.
  private func run(_ line: String) throws -> Tool.Outcome {
    let directory = try TemporaryDirectory()
    for (name, entries) in [
      ("a.plist", [("x", "1"), ("y", "2")]), ("b.plist", [("y", "3"), ("z", "4")]),
    ] {
      let dicts = entries.map { key, value in
        "<dict><key>name</key><string>\(key)</string><key>n</key><integer>\(value)</integer></dict>"
      }
      try plist("<array>\n\(dicts.joined(separator: "\n"))\n</array>").write(
        to: directory.url.appending(path: name), atomically: false, encoding: .utf8)
    }
    return try Tool.shell("cd '\(directory.url.path())'; \(line)")
  }

  @Test("the status says whether FILE was changed, and -v how")
  func statuses() throws {
    let outcome = try run(
      """
      cardex import -v a.plist b.plist --match=name --update; echo $?
      cardex import a.plist b.plist --match=name --update; echo $?
      cardex convert --to=csv a.plist
      """)
    #expect(
      outcome.output
        == "1 added, 1 changed, 0 unchanged\nchanged  /y  n 2 → 3\nadded    /z\nsaved a.plist\n0\n0\n"
        + "name,n\nx,1\ny,3\nz,4\n")
    #expect(outcome.errors == "")
  }

  @Test("new entries go into the last section, even if it is empty")
  func lastSection() throws {
    let outcome = try run(
      """
      echo '<plist><array><dict><key>title</key><string>Eins</string><key>rows</key><array>
      <dict><key>id</key><integer>1</integer><key>name</key><string>a</string></dict></array></dict>
      <dict><key>title</key><string>Zwei</string><key>rows</key><array/></dict></array></plist>' >s.plist
      printf 'id,name\\n2,b\\n' >c.csv
      cardex import -o - s.plist c.csv 2>/dev/null | tr -d '\\n\\t ' | grep -o 'Zwei.*'
      """)
    #expect(
      outcome.output
        == "Zwei</string><key>rows</key><array><dict><key>id</key><integer>2</integer>"
        + "<key>name</key><string>b</string></dict></array></dict></array></plist>\n")
  }

  @Test(
    "a column is a field of the same name; signs and the bytes of a name tell fields apart",
    arguments: [
      ("Preis (€)", "Preis ($)", false), ("Preis (€)", "preis €", true), ("C#", "C++", false),
      ("C#", "c #", true), ("Phone_Num", "phone num", true), ("Tel. #", "Phone", true),
      ("\u{E9}", "e\u{301}", true), ("a+", "a", false),
    ])
  func columnNames(key: String, column: String, isSame: Bool) throws {
    let outcome = try run(
      """
      printf '[{"name":"A","\(key)":"1"}]' >a.json; printf 'name,\(column)\nA,2\n' >c.csv
      cardex import a.json c.csv --match=name --update 2>/dev/null; cat a.json
      """)
    #expect(outcome.output.contains("\"\(key)\":\"\(isSame ? 2 : 1)\""), "\(outcome.output)")
  }

  @Test("of canonically equivalent keys, a column is the one with its bytes")
  func equivalentKeys() throws {
    let outcome = try run(
      """
      printf '[{"name":"A","\u{E9}":"1","e\u{301}":"2"}]' >a.json; printf 'name,e\u{301}\nA,3\n' >c.csv
      cardex import a.json c.csv --match=name --update; cat a.json
      """)
    #expect(
      Array(outcome.output.utf8).contains(
        Array("{\"name\":\"A\",\"\u{E9}\":\"1\",\"e\u{301}\":\"3\"}".utf8)))
  }

  @Test("entries whose keys are canonically equivalent are the same, and keep the bytes of these")
  func equivalentValues() throws {
    let outcome = try run(
      """
      printf 'name,x\n\u{E9},1\n' >a.csv; printf 'name,x\ne\u{301},2\n' >b.csv
      cardex import a.csv b.csv --match=name --update; cat a.csv
      """)
    #expect(outcome.errors == "cardex: 0 added, 1 changed, 0 unchanged\n")
    #expect(Array(outcome.output.utf8) == Array("name,x\n\u{E9},2\n".utf8))
  }

  /// `a.vcf`, and what changes of it.
  private func cards(_ other: String, _ options: String) throws -> Tool.Outcome {
    try run(
      """
      card() { printf 'BEGIN:VCARD\nVERSION:%s\nUID:%s\nFN:Ben\n%sEND:VCARD\n' "$@"; }
      card 3.0 u 'TEL;TYPE=CELL:1
      EMAIL;TYPE=INTERNET,PREF:b@x
      IMPP;X-SERVICE-TYPE=Skype:skype:b
      ' >a.vcf; cp a.vcf old; \(other)
      cardex import a.vcf b.vcf \(options); diff old a.vcf | grep '^[<>]'
      """)
  }

  @Test(
    "a card gets the values of another one, and keeps its version and what is said of others",
    arguments: [
      ("card 3.0 u 'TEL;TYPE=CELL:2\n' >b.vcf", "< TEL;TYPE=CELL:1\n> TEL;TYPE=CELL:2\n"),
      ("card 4.0 u 'TEL;TYPE=home;TYPE=CELL:2\n' >b.vcf", "< TEL;TYPE=CELL:1\n> TEL;TYPE=CELL:2\n"),
      (
        "card 4.0 u 'RELATED;TYPE=spouse:a\nitem9.URL;PREF=1:b\nitem9.X-ABLabel:c\n' >b.vcf",
        "> RELATED;TYPE=spouse:a\n> item1.URL;PREF=1:b\n> item1.X-ABLabel:c\n"
      ),
      (
        "card 2.1 u 'X-A;B;CHARSET=UTF-8:a\nX-C;ENCODING=QUOTED-PRINTABLE:=41\n' >b.vcf",
        "> X-A;TYPE=B:a\n> X-C:A\n"
      ),
      ("card 4.0 u 'IMPP;TYPE=x:skype:b\n' >b.vcf", ""),
      (
        "card 3.0 u 'a.ADR;TYPE=HOME:;;S;;;;\na.X-ABADR:de\nb.ADR;TYPE=WORK:;;T;;;;\nb.X-ABADR:fr\n' >b.vcf",
        """
        > item1.ADR;TYPE=HOME:;;S;;;;
        > item1.X-ABADR:de
        > item2.ADR;TYPE=WORK:;;T;;;;
        > item2.X-ABADR:fr

        """
      ),
      (
        "card 2.1 u 'X-A:1\nX-A;ENCODING=QUOTED-PRINTABLE:=41\nADR;DOM;HOME;ENCODING=QUOTED-PRINTABLE:;;S=41;;;;\n' >b.vcf",
        "> X-A:1\n> X-A:A\n> ADR;TYPE=DOM;TYPE=HOME:;;SA;;;;\n"
      ),
      (
        "card 3.0 u 'N;X-A=1:Lee;Ben;;;\nORG;X-B=2:;C\n' >b.vcf",
        "> N;X-A=1:Lee;Ben;;;\n> ORG;X-B=2:;C\n"
      ),
      (
        "printf 'PHOTO;ENCODING=b;TYPE=JPEG:/9j/\n' >p; sed -i '/^UID/r p' a.vcf; cp a.vcf old; card 4.0 u 'PHOTO:data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==\n' >b.vcf",
        "< PHOTO;ENCODING=b;TYPE=JPEG:/9j/\n> PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgoAAAANSUhEUg==\n"
      ),
    ])
  func cardValues(other: String, expected: String) throws {
    let outcome = try cards(other, "--match=UID --update")
    #expect(outcome.errors == (expected == "" ? "" : "cardex: 0 added, 1 changed, 0 unchanged\n"))
    #expect(outcome.output == expected)
  }

  @Test("a value that is not decoded is refused in a card of another version")
  func undecodedValues() throws {
    let outcome = try cards(
      "card 2.1 u 'X-A;ENCODING=QUOTED-PRINTABLE:=FC\n' >b.vcf", "--match=UID --update")
    #expect(
      outcome.errors == """
        cardex: b.vcf:1:1: X-A: the value is not decoded, and the card is of another version
        cardex: nothing was imported

        """)
    #expect(outcome.output == "")
  }

  @Test("what vCards keep besides their values is a field of other files")
  func keptHeads() throws {
    let outcome = try run(
      """
      printf '[{"name":"Q"}]' >a.json; printf '[{"name":"A","vCard":{"VERSION":"3.0"}}]' >b.json
      cardex import a.json b.json; cat a.json; sed -i 's/3.0/4.0/' b.json
      cardex import a.json b.json --match=name --update; cat a.json
      """)
    #expect(
      outcome.output
        == ["3.0", "4.0"].map { #"[{"name":"Q"},{"name":"A","vCard":{"VERSION":"\#($0)"}}]"# }
        .joined())
  }

  @Test("an empty cell is null, of however many entries")
  func emptyCellsOfMany() throws {
    let outcome = try run(
      """
      printf '[%s{"k":"x","n":null}]' "$(printf '{"k":"x","n":null},%.0s' {1..40})" >a.json
      printf 'k,n\nx,\n' >b.csv; cardex import -v a.json b.csv
      """)
    #expect(outcome.output == "0 added, 0 changed, 1 unchanged\n")
  }

  @Test("how a card is written makes no other of it")
  func sameCards() throws {
    let outcome = try cards("card 2.1 u 'TEL;CELL;VOICE:1\n' >b.vcf", "-v")
    #expect(outcome.output == "0 added, 0 changed, 1 unchanged\n")
  }

  @Test("a catalogue that was written as vCards, JSON or CSV and is imported stays as it is")
  func roundTrips() throws {
    let outcome = try run(
      """
      printf '[{"name":"Ann Lee","note":null},{"name":"Ben","mobile":"1"}]' >o.json
      printf 'name,mobile\nAnn Lee,\nBen,1\n' >o.csv; cardex convert --to=xml -o o.plist o.csv
      printf 'BEGIN:VCARD\nVERSION:3.0\nFN;X-A=1:Ann Lee\nTEL;TYPE=CELL,PREF:1\nEND:VCARD\n' >o.vcf
      for file in o.json o.csv o.plist o.vcf; do
        for format in vcard json csv openstep; do
          cp $file c-$file; cardex convert --skip-null --to=$format $file >other 2>/dev/null
          for options in '' '--match=name --update' '--match=name --delete'; do
            cardex import --from=$format $options c-$file other
            cmp $file c-$file
          done
        done
      done
      """)
    #expect(outcome.output == "")
    #expect(outcome.errors == "")
  }

  @Test("an empty cell adds no key, and says nothing of a number")
  func emptyCells() throws {
    let outcome = try run(
      """
      printf 'name,n,note\nx,,\ny,7,\n' >c.csv
      cardex import -v a.plist c.csv --match=name --update; cardex convert --to=csv a.plist
      """)
    #expect(
      outcome.output
        == "0 added, 1 changed, 1 unchanged\nchanged  /y  n 2 → 7\nsaved a.plist\n"
        + "name,n\nx,1\ny,7\n")
    #expect(outcome.errors == "")
  }

  @Test("an empty cell is the same as a field that is not there, also in new entries")
  func missingFields() throws {
    let outcome = try run(
      """
      cat >t.plist <<E
      <plist><array><dict><key>name</key><string>x</string><key>note</key><string/></dict>
      <dict><key>name</key><string>y</string><key>n</key><integer>1</integer></dict>
      <dict><key>name</key><string>z</string><key>mail</key><string>z@z</string></dict></array></plist>
      E
      cardex convert --to=csv t.plist >t.csv; cardex import -v t.plist t.csv
      printf 'name,mail,note\\nw,w@w,\\n,,v\\nx,x@x,\\nz,,\\ny,,\\n' >u.csv
      cardex import -v -o u.plist t.plist u.csv; tr -d '\\n\\t' <u.plist | sed 's/.*z@z//'
      for i in 0 1 2 3 4 5 6 7 8 9; do for k in 0 1 2 3; do echo '<dict><key>name</key>
      <string>z</string><key>mail</key><string>a@a</string></dict>'; done; done >d
      (echo '<plist><array>'; cat d; echo '<dict><key>name</key><string>z</string></dict></array></plist>') >v.plist
      echo; cardex convert --to=tsv v.plist >v.tsv; cardex import -v v.plist v.tsv
      """)
    #expect(
      outcome.output
        == "0 added, 0 changed, 3 unchanged\n4 added, 0 changed, 1 unchanged\n"
        + "added    /w\nadded    /v\nadded    /x#2\nadded    /z#2\n"
        + "</string></dict><dict><key>name</key><string>w</string><key>mail</key>"
        + "<string>w@w</string></dict><dict><key>note</key><string>v</string></dict>"
        + "<dict><key>name</key><string>x</string><key>mail</key><string>x@x</string></dict>"
        + "<dict><key>name</key><string>z</string></dict></array></plist>\n"
        + "0 added, 0 changed, 41 unchanged\n")
    #expect(outcome.errors == "")
  }

  @Test("the other file may be standard input")
  func standardInput() throws {
    let outcome = try run(
      """
      cat b.plist | cardex import -v a.plist -
      printf 'name,n\\nw,5\\n' | cardex import a.plist - --from=csv 2>/dev/null
      cardex convert --to=csv a.plist
      """)
    #expect(
      outcome.output
        == "2 added, 0 changed, 0 unchanged\nadded    /y#2\nadded    /z\nsaved a.plist\nname,n\nx,1\ny,2\ny,3\nz,4\nw,5\n"
    )
    #expect(outcome.errors == "")
  }

  @Test("-n prints what would change, and changes nothing")
  func dryRun() throws {
    let outcome = try run(
      "cardex import -n a.plist b.plist --match=name --delete | grep '^[-+]<'; cardex search -c '' a.plist"
    )
    #expect(outcome.output.split(separator: "\n").count == 5)
    #expect(outcome.output.hasSuffix("2\n"))
  }

  @Test("what is ambiguous is said, and is status 2 with --strict")
  func ambiguous() throws {
    let said = try run("cardex import a.plist b.plist --match=n --map=n=name --map=name=n; echo $?")
    #expect(
      said.errors.contains("'x' is not a valid integer") || said.errors.contains("is not a valid"))
    #expect(said.output == "2\n")
    let twice = try run(
      """
      cat a.plist b.plist | sed '/<.*plist/d; /<.*array/d' | sed '1i <plist><array>' | sed '$a </array></plist>' > c.plist
      cardex import a.plist c.plist --match=name --update; echo $?
      cardex import a.plist c.plist --match=name --update --strict; echo $?
      """)
    #expect(twice.output == "0\n2\n")
    #expect(
      twice.errors.contains("cardex: c.plist:3:1: 'name' is that of other entries of the file"))
  }

  @Test(
    "errors name the other file",
    arguments: [
      ("cardex import a.plist", "usage: cardex import [OPTIONS] FILE OTHER"),
      ("cardex import a.plist none.plist", "cardex: none.plist: cannot open the file"),
      ("head -c 30 b.plist > c.plist; cardex import a.plist c.plist", "cardex: c.plist:"),
      ("cardex import a.plist b.plist --update", "--update requires --match=KEY"),
    ])
  func errors(_ line: String, _ message: String) throws {
    let outcome = try run("cp a.plist old; \(line); echo $?; cmp a.plist old")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output == "2\n")
  }

  private static let strings = ("n.strings", "\"a\" = \"b\";\n")

  @Test(
    "what has no entries yet gets them as its format and what is imported say",
    arguments: [
      ("e.strings", "", strings, "\"a\" = \"b\";\n"),
      ("e.strings", "/* none */\n", strings, "/* none */\n\n\"a\" = \"b\";\n"),
      ("e.strings", "", ("t.csv", "key,de\na,b\n"), "\"a\" = \"b\";\n"),
      ("e.plist", "{}", strings, "{a = b;}"),
      (
        "e.plist", "<plist><dict/></plist>", strings,
        "<plist><dict><key>a</key><string>b</string></dict></plist>"
      ),
      ("e.json", "{}", strings, "{\"a\": \"b\"}"),
      ("e.json", "{}", ("t.csv", "key,value\na,b\n"), "{\"a\": \"b\"}"),
      ("e.json", "{}", ("t.csv", "key,tel\na,1\n"), "{\"a\": {\"tel\": \"1\"}}"),
      ("e.json", "{}", ("o.json", "{\"a\":{\"tel\":\"1\"}}"), "{\"a\": {\"tel\": \"1\"}}"),
      (
        "e.csv", "Name,Phone\n", ("t.csv", "name,phone,email\na,1,x\n"), "Name,Phone,email\na,1,x\n"
      ),
      ("e.json", "[]", ("t.csv", "name,tel\na,1\n"), "[{\"name\": \"a\", \"tel\": \"1\"}]"),
    ])
  func intoEmpty(
    name: String, text: String, source: (name: String, text: String), result: String
  ) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(text, to: name)
    let other = try directory.write(source.text, to: source.name)
    let outcome = try Tool.run(["import", file, other])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == result)
    let again = try Tool.run(["import", "--match=key", "--update", file, other])
    if name != "e.csv", !text.hasPrefix("[") { #expect(again.status == 0, "\(again.errors)") }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == result)
  }

  @Test(
    "texts in a language go into a String Catalog that has none in any, and stay its",
    arguments: [
      "{\"sourceLanguage\":\"en\",\"strings\":{\"OK\":{}},\"version\":\"1.0\"}",
      "{\"sourceLanguage\":\"en\",\"strings\":{},\"version\":\"1.0\"}",
    ])
  func intoEmptyCatalogue(text: String) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(text, to: "L.xcstrings")
    let table = try directory.write("key,de\nOK,Gut\n", to: "t.csv")
    let outcome = try Tool.run(["import", file, table, "--match=key", "--update"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let value = try Tool.run(["get", file, ".strings.OK.localizations.de.stringUnit.value"])
    #expect(value.output == "Gut\n")
    let texts = try Tool.run(["convert", "--to=csv", "--language=de", file])
    #expect(texts.output == "key,de\nOK,Gut\n")
  }

  @Test(
    "what would lose keys, or make no String Catalog of a file of that name, is refused",
    arguments: [
      ("e.json", "[]", "the value has a key, which entries of a list do not have"),
      ("e.xcstrings", "{}", "the file to import into has the name of a String Catalog"),
    ])
  func refused(name: String, text: String, reason: String) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(text, to: name)
    let other = try directory.write(Self.strings.1, to: Self.strings.0)
    let outcome = try Tool.run(["import", file, other])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
  }
}
