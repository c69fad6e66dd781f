import Foundation
import TestHelpers
import Testing

/// What people do first with the contacts of another program: put them into their address book, find
/// somebody, correct a number, add an address, take the book elsewhere.
@Suite struct AddressBookTests {
  @Test(arguments: ContactFiles.all.map(\.file))
  func `contacts of other programs come, are found and changed, and go`(_ file: String) throws {
    let text = try #require(ContactFiles.all.first { $0.file == file }).text
    let directory = try TemporaryDirectory()
    let name = try directory.write(text.replacing("\n", with: "\r\n"), to: file)
    let book = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Bo Alt\r\nN:Alt;Bo;;;\r\nEND:VCARD\r\n"
    try directory.write(book, to: "book.vcf")
    let outcome = try Tool.shell(
      """
      cd '\(directory.url.path())'; exec 2>&1
      for round in 1 2; do cardex import -v book.vcf '\(name)' | grep unchanged; done
      for pattern in '0171 2345678' '+49 171 2345678' 2345678 neu zora z@example; do
      cardex search --all-fields -c "$pattern" book.vcf; done; cardex show book.vcf | tail -n 1 | cut -c 1-10
      key=$(cardex get --keys book.vcf .1 | grep -iE 'phone|mobile'); cp book.vcf old
      cardex set book.vcf 'Zora Neu' "$key=+49 30 1234567"; diff old book.vcf | grep -c '^[<>]'
      cp book.vcf old; cardex set book.vcf 'Zora Neu' email2=second@example.org
      diff old book.vcf | grep '^[<>]' | tr -d '\\r'
      cardex convert --to=csv book.vcf >book.csv 2>lost; cardex convert --to=vcard book.csv >new.vcf
      for part in 'FN:Zora Neu' 'N:Neu;Zora;;;' z@example.org second@example.org '+49 30 1234567' '^ADR.*Ulm'; do
      grep -c "$part" new.vcf; done; cat book.vcf new.vcf | tr -d '\\r' | grep -E ':;*$'
      grep -c '^TEL' new.vcf; cardex convert --to=json book.vcf | /usr/bin/python3 -c '
      import json, sys
      print(sum(1 for card in json.load(sys.stdin) for key, value in card.items() if key != "department" and value in ("", [], {})))'
      """)
    #expect(
      outcome.output == """
        1 added, 0 changed, 0 unchanged
        0 added, 0 changed, 1 unchanged
        1
        1
        1
        1
        1
        1
        Zora Neu  
        2
        > EMAIL:second@example.org
        1
        1
        1
        1
        1
        1
        1
        0

        """, "\(file)")
    let files = [name] + ["book.vcf", "new.vcf", "book.csv"].map { directory($0) }
    let isTable = file.hasSuffix(".csv")
    #expect(
      try OtherReadersTests.compared(files) == (isTable ? "csv=2 vcard=2\n" : "csv=1 vcard=3\n"))
  }
}
