import Foundation
import TestHelpers
import Testing

/// Files as other programs write them, or as people begin them.
@Suite struct OthersFilesTests {
  /// Runs lines of the shell in an empty directory.
  private func run(_ lines: String) throws -> Tool.Outcome {
    let directory = try TemporaryDirectory()
    return try Tool.shell("cd '\(directory.url.path())'; \(lines)")
  }

  @Test func `a file begins by one command and its first entry`() throws {
    let outcome = try run(
      """
      for f in a.csv a.tsv a.json a.jsonl a.vcf; do
        cardex new $f && cardex insert $f / Zora && cardex show $f; done
      cardex new b.csv name phone && cardex insert b.csv / Zora phone=1 && cat b.csv
      cardex new a.strings && cardex insert a.strings / OK=Gut && cat a.strings
      cardex new a.xcstrings && cardex insert a.xcstrings / OK && cardex show a.xcstrings
      tr -d '\\r' <a.vcf; cardex delete a.vcf Zora; wc -c <a.vcf; cardex insert a.vcf / Bo
      cardex show a.vcf; cardex new c.vcf name; : >d.vcf; cardex show d.vcf; echo $?
      cardex import d.vcf b.csv; cardex show d.vcf
      """)
    #expect(
      outcome.output == """
        Zora
        Zora
        Zora
        Zora
        Zora  Zora
        name,phone
        Zora,1
        "OK" = "Gut";
        /
            sourceLanguage  en
            version         1.0
        OK
        BEGIN:VCARD
        VERSION:3.0
        N:Zora;;;;
        FN:Zora
        END:VCARD
        0
        Bo  Bo
        1
        Zora  1

        """)
    #expect(
      outcome.errors.contains(
        "only XML property lists and tables say which fields their entries have"))
  }

  @Test func `tables of other programs are imported into cards, and what is unknown is kept`()
    throws
  {
    let outcome = try run(
      """
      printf 'First Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Shoe\\n' >g.csv
      printf 'Zora,Neu,* Home,z@example.org,Boat,+49 1,42\\n,,,,,,\\n' >>g.csv
      printf 'BEGIN:VCARD\\nVERSION:3.0\\nFN:Bo\\nN:;Bo;;;\\nEND:VCARD\\n' >c.vcf
      cardex import -v c.vcf g.csv; tail -n +6 c.vcf | sort
      cardex import c.vcf g.csv --match=homeEmail --update -v; cardex convert --strict --to=vcard g.csv | wc -l
      """)
    #expect(
      outcome.output == """
        1 added, 0 changed, 0 unchanged
        added    /Zora Neu
        saved c.vcf
        BEGIN:VCARD
        EMAIL;TYPE=home:z@example.org
        END:VCARD
        FN:Zora Neu
        N:Neu;Zora;;;
        VERSION:3.0
        X-SHOE:42
        item1.TEL:+49 1
        item1.X-ABLabel:Boat
        0 added, 0 changed, 1 unchanged, 1 ambiguous
        0

        """)
    #expect(outcome.errors.contains("1 value of 'Shoe' written with X- before the name"))
  }

  @Test func `replacing leaves identifiers`() throws {
    let outcome = try run(
      """
      printf 'BEGIN:VCARD\nVERSION:3.0\nPRODID:-//foo\nUID:foo-1\nFN:foo Doe\nRELATED:foo-2\nEND:VCARD\n' >u.vcf
      cardex replace u.vcf foo BAR; grep -c foo u.vcf; grep FN u.vcf
      """)
    #expect(outcome.output == "3\nFN:BAR Doe\n")
  }

  @Test func `what cards have several times, lists and pictures are written as cards have them`()
    throws
  {
    let outcome = try run(
      """
      printf 'BEGIN:VCARD\\nVERSION:3.0\\nFN:A\\nN:A;;;;\\nEND:VCARD\\n' >c.vcf
      cardex set c.vcf A IMPP=x LANG=de; cardex set c.vcf A IMPP2=y LANG2=fr
      cardex insert c.vcf / B categories='x,y' photo=iVBORw0KGgo=; tr -d '\\r' <c.vcf | grep -v '^[BEVFN]'
      printf '[{"name":"Ada","email":["a@x","b@x"],"photo":"https://x.example/a"}]' >a.json
      cardex convert --to=vcard a.json | tr -d '\\r' | tail -n +5
      """)
    #expect(
      outcome.output == """
        IMPP:x
        IMPP:y
        LANG:de
        LANG:fr
        CATEGORIES:x,y
        PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=
        EMAIL:a@x
        EMAIL:b@x
        PHOTO;VALUE=uri:https://x.example/a
        END:VCARD

        """)
  }

  @Test func `small things that other tools do`() throws {
    let outcome = try run(
      """
      printf '<plist><dict><key>flag</key><false/></dict></plist>' >f.plist
      cardex PlistBuddy -c 'Set :flag bool true' f.plist; cardex get f.plist .flag
      cardex PlistBuddy -c 'Set :flag maybe' f.plist
      printf '<plist><dict><key>a<!-- w --></key><string>x</string></dict></plist>' >k.plist
      cardex rename k.plist .a new; cat k.plist; echo
      printf 'BEGIN:VCARD\\nVERSION:3.0\\nFN:Ann\\nIMPP:xmpp:ann@example.org\\nURL:https://u@example.org/\\nEMAIL:a@example.org\\nEND:VCARD\\n' >m.vcf
      cardex search --mutt ann m.vcf
      printf 'a,section\\nAnna,A\\nOtto,O\\nZoe,Z\\nÅke,Å\\n' >sv.csv
      printf 'jump Ö\\njump "#"\\n' | LC_ALL=sv_SE.UTF-8 cardex shell --section-column=section sv.csv
      printf '{"translations":{"Save":"Speichern"},"pluralForm":"nplurals=2;"}' >t.json; cardex show t.json
      printf '%%rec: P\\n%%type: D date\\n\\nN: a\\nD: 12 May 2001\\n' >d.rec; cardex show d.rec
      cardex search -L Ann m.vcf; echo $?; cardex search -qL Ann m.vcf; echo $?
      """)
    #expect(
      outcome.output == """
        true
        <plist><dict><key>new<!-- w --></key><string>x</string></dict></plist>
        Addresses found by cardex
        a@example.org\tAnn\t
        no section 'Ö'; the nearest is Å
           1  – Å  (1)
           2      Åke
        no section '#'; the nearest is Å
           1  – Å  (1)
           2      Åke
        /
            pluralForm  nplurals=2;
        Save  Speichern
        12 May 2001  a
        0
        0

        """)
  }
}
