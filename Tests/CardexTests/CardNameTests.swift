import Foundation
import TestHelpers
import Testing

/// Names of new and edited cards, in files as other programs write them.
@Suite struct CardNameTests {
  /// A file and the lines of the card that `Zora Neu` with a phone number becomes in it.
  struct Manner: CustomTestStringConvertible {
    let testDescription: String
    let cards: String
    let new: String

    init(_ program: String, _ cards: String, new: String) {
      (testDescription, self.cards, self.new) = (program, cards, new)
    }
  }

  private static let manners = [
    Manner(
      "iPhone",
      """
      BEGIN:VCARD
      VERSION:3.0
      PRODID:-//Apple Inc.//iPhone OS 17.1//EN
      N:Döring;Dora;;;
      FN:Dora Döring
      item1.EMAIL;type=INTERNET;type=pref:dora@example.org
      item1.X-ABLabel:_$!<Other>!$_
      TEL;type=CELL;type=VOICE;type=pref:0171 1
      END:VCARD
      """, new: "VERSION:3.0 N:Neu;Zora;;; FN:Zora Neu TEL:5"),
    Manner(
      "Mac: a company with an empty N, then a person",
      """
      BEGIN:VCARD
      VERSION:3.0
      N:;;;;
      FN:Acme
      ORG:Acme;
      X-ABShowAs:COMPANY
      END:VCARD
      BEGIN:VCARD
      VERSION:3.0
      N:Döring;Dora;Anna;Dr.;
      FN:Dr. Dora Anna Döring
      END:VCARD
      """, new: "VERSION:3.0 N:Neu;Zora;;; FN:Zora Neu TEL:5"),
    Manner(
      "Android 2.1: bare types, quoted-printable, no FN",
      """
      BEGIN:VCARD
      VERSION:2.1
      N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:D=C3=B6ring;Dora;;;
      TEL;CELL:01711
      END:VCARD
      """, new: "VERSION:2.1 N:Neu;Zora;;; FN:Zora Neu TEL:5"),
    Manner(
      "Outlook: the family first",
      """
      BEGIN:VCARD
      VERSION:2.1
      N;LANGUAGE=de:Döring;Dora
      FN:Döring Dora
      TEL;WORK;VOICE:030 1
      END:VCARD
      """, new: "VERSION:2.1 N:Zora;Neu;;; FN:Zora Neu TEL:5"),
    Manner(
      "Google: a first name only, and no name at all",
      """
      BEGIN:VCARD
      VERSION:3.0
      FN:Dora
      N:;Dora;;;
      END:VCARD
      BEGIN:VCARD
      VERSION:3.0
      N:;;;;
      EMAIL;TYPE=INTERNET:a@example.org
      END:VCARD
      """, new: "VERSION:3.0 N:Zora Neu;;;; FN:Zora Neu TEL:5"),
    Manner(
      "Nextcloud: no N",
      """
      BEGIN:VCARD
      VERSION:4.0
      UID:1
      FN:Dora Döring
      TEL;TYPE=cell:1
      END:VCARD
      """, new: "VERSION:4.0 N:Zora Neu;;;; FN:Zora Neu TEL:5"),
    Manner(
      "khard: the whole name as that of the family",
      """
      BEGIN:VCARD
      VERSION:3.0
      FN:Dora Döring
      N:Dora Döring;;;;
      END:VCARD
      """, new: "VERSION:3.0 N:Zora Neu;;;; FN:Zora Neu TEL:5"),
    Manner("a number only", "BEGIN:VCARD\nVERSION:3.0\nTEL:1\nEND:VCARD", new: ""),
    Manner("an address only", "BEGIN:VCARD\nVERSION:3.0\nEMAIL:a@example.org\nEND:VCARD", new: ""),
    Manner("an organization only", "BEGIN:VCARD\nVERSION:3.0\nORG:Acme\nEND:VCARD", new: ""),
    Manner("nothing", "BEGIN:VCARD\nVERSION:3.0\nEND:VCARD", new: ""),
  ]

  private func file(_ cards: String) throws -> (directory: TemporaryDirectory, file: String) {
    let directory = try TemporaryDirectory()
    return (directory, try directory.write(cards + "\n", to: "f.vcf"))
  }

  @Test("a new card has its name in FN and N alone, in the manner of others", arguments: manners)
  func inserting(manner: Manner) throws {
    let (directory, file) = try file(manner.cards)
    defer { withExtendedLifetime(directory) {} }
    for arguments in [["Zora Neu", "phone=5"], ["name=Zora Neu", "phone=5"]] {
      try manner.cards.appending("\n").write(toFile: file, atomically: false, encoding: .utf8)
      let outcome = try Tool.run(["insert", file, "/"] + arguments)
      #expect(outcome.errors == "")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.hasPrefix(manner.cards + "\nBEGIN:VCARD\n"))
      let lines = text.dropFirst(manner.cards.count + 1).split(separator: "\n").map(String.init)
      if manner.new.isEmpty {
        let names = ["FN:Zora Neu", "N:Zora Neu;;;;"]
        #expect(
          lines.sorted()
            == (names + ["BEGIN:VCARD", "END:VCARD", "TEL:5", "VERSION:3.0"]).sorted())
      } else {
        #expect(lines == ["BEGIN:VCARD"] + CardNameTests.lines(manner.new) + ["END:VCARD"])
      }
      let found = try Tool.run(["search", "-x", "Zora Neu", file])
      #expect(found.output.hasPrefix("/Zora Neu"))
    }
  }

  @Test("a card that one script inserts and renames is that of two commands", arguments: manners)
  func insertedAndRenamed(manner: Manner) throws {
    let (directory, file) = try file(manner.cards)
    defer { withExtendedLifetime(directory) {} }
    let insert = "insert / 'Zora Neu' phone=5"
    #expect(
      try Tool.run(["batch", file, "-e", insert, "-e", "rename '/Zora Neu' 'Ann Alt'"]).status == 0)
    let together = try String(contentsOfFile: file, encoding: .utf8)
    try manner.cards.appending("\n").write(toFile: file, atomically: false, encoding: .utf8)
    #expect(try Tool.run(["batch", file, "-e", insert]).status == 0)
    #expect(try Tool.run(["rename", file, "/Zora Neu", "Ann Alt"]).status == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == together)
  }

  /// The lines of a card that are written one after another.
  private static func lines(_ text: String) -> [String] {
    let words = text.split(separator: " ").map(String.init)
    return words.reduce(into: []) { lines, word in
      if word.contains(":") { lines.append(word) } else { lines[lines.count - 1] += " " + word }
    }
  }

  @Test("rows of a table become cards with names, too, and a shell finds the new card at once")
  func importing() throws {
    let (directory, file) = try file("BEGIN:VCARD\nVERSION:3.0\nEMAIL:a@example.org\nEND:VCARD")
    let table = try directory.write("name,email\nZora Neu,z@example.org\n", to: "t.csv")
    #expect(try Tool.run(["import", file, table]).errors.contains("1 added"))
    let session = try Tool.run(
      ["shell", file], input: Data("insert / 'Abe Alt'\nset '/Abe Alt' phone=7\nsave\n".utf8))
    #expect(session.errors == "")
    #expect(
      try String(contentsOfFile: file, encoding: .utf8)
        == """
        BEGIN:VCARD
        VERSION:3.0
        EMAIL:a@example.org
        END:VCARD
        BEGIN:VCARD
        VERSION:3.0
        N:Zora Neu;;;;
        EMAIL:z@example.org
        FN:Zora Neu
        END:VCARD
        BEGIN:VCARD
        VERSION:3.0
        N:Abe Alt;;;;
        FN:Abe Alt
        TEL:7
        END:VCARD

        """)
  }

  @Test(
    "parts of a name take the place of an N without text, and of its parameters and its group",
    arguments: [
      ("N:;;;;", "N:Neu;;;;"), ("N;CHARSET=UTF-8:;;;;", "N;CHARSET=UTF-8:Neu;;;;"),
      ("N:", "N:Neu;;;;"), ("item1.N:;;;;", "item1.N:Neu;;;;"),
    ])
  func emptyNames(old: String, new: String) throws {
    let card = "BEGIN:VCARD\nVERSION:3.0\n\(old)\nFN:Acme\nTEL:2\nEND:VCARD\n"
    for command in [["set", "/Acme", "lastName=Neu"], ["set", ".0.lastName=Neu"]] {
      let (directory, file) = try file(card)
      defer { withExtendedLifetime(directory) {} }
      try card.write(toFile: file, atomically: false, encoding: .utf8)
      #expect(try Tool.run([command[0], file] + command.dropFirst()).errors == "")
      #expect(
        try String(contentsOfFile: file, encoding: .utf8)
          == card.replacingOccurrences(of: old + "\n", with: new + "\n"))
    }
  }

  @Test(
    "renaming a card without a name gives it one, and leaves what it was shown by",
    arguments: ["TEL:1", "EMAIL:a@example.org", "URL:http://example.org", "NOTE:x"])
  func renaming(line: String) throws {
    let (directory, file) = try file("BEGIN:VCARD\nVERSION:3.0\n\(line)\nEND:VCARD")
    defer { withExtendedLifetime(directory) {} }
    #expect(try Tool.run(["rename", file, "/#1", "Zora Neu"]).errors == "")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("\n\(line)\n"))
    #expect(text.contains("\nFN:Zora Neu\n"))
  }

  @Test("renaming a card that has only the parts of a name changes these, too")
  func renamingParts() throws {
    let (directory, file) = try file("BEGIN:VCARD\nVERSION:3.0\nN:Kent;Clark;;;\nTEL:1\nEND:VCARD")
    defer { withExtendedLifetime(directory) {} }
    #expect(try Tool.run(["rename", file, "/#1", "Lex Luthor"]).errors == "")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("\nN:Luthor;Lex;;;\n"), "\(text)")
    #expect(text.contains("\nFN:Lex Luthor\n"), "\(text)")
  }

  @Test("a card without a name is shown by what it has, once")
  func nameless() throws {
    let (directory, file) = try file("BEGIN:VCARD\nVERSION:3.0\nTEL:1\nEND:VCARD")
    defer { withExtendedLifetime(directory) {} }
    #expect(try Tool.run(["search", "", file]).output == "/1\n")
  }
}
