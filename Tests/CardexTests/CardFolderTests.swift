import Foundation
import TestHelpers
import Testing

@Suite("Folders of vCards")
struct CardFolderTests {
  /// Runs commands in a folder that has the folder `c` with three cards, two of them in one file, and
  /// what is in a folder in it.
  private func run(_ commands: String) throws -> Tool.Outcome {
    let directory = try TemporaryDirectory()
    return try Tool.shell(
      """
      cd '\(directory.url.path())'; mkdir -p c/work
      card() { printf 'BEGIN:VCARD\\r\\nVERSION:3.0\\r\\nUID:%s\\r\\nFN:%s\\r\\nN:%s;;;;\\r\\nTEL:%s\\r\\n%sEND:VCARD\\r\\n' "$@"; }
      card u1 Ann Ann 1 'REV:20200101T000000Z
      ' > c/a.vcf
      { printf '# both\\r\\n'; card u2 Ben Ben 2 ''; printf '# Cleo\\r\\n'; card u3 Cleo Cleo 3 ''; } > c/b.vcf
      card u4 Dan Dan 4 '' > c/work/d.vcf
      touch c/notes.txt; mkdir c/.git; cp c/a.vcf c/.git/
      cp -r c old
      change() { diff -r old c | tr -d '\\r' | sed 's/REV:2[0-9]*T[0-9]*Z/REV:now/'; }
      \(commands)
      """)
  }

  @Test(
    "it is read as one catalogue, with folders in it as sections",
    arguments: [
      (
        "cardex show --no-pager c",
        "– c  (3)\n    Ann   1\n    Ben   2\n    Cleo  3\n– work  (1)\n    Dan  4\n"
      ),
      ("cardex get c .1.items.0.name", "Dan\n"),
      ("cardex search Cl c", "c/Cleo\t3\n"),
      ("cardex search -c '' c", "4\n"),
      ("cardex search --recursive -l Dan c", "c/work/d.vcf\n"),
      ("cardex info c | sed -n 's/^entries *//p'", "4\n"),
      ("cardex convert --to=vcard c 2>/dev/null | grep -c FN", "4\n"),
      ("mkdir o; cp -r old o/c; cardex diff c o/c && echo same", "same\n"),
      ("rm -r c/work; cardex show --no-pager c", "Ann   1\nBen   2\nCleo  3\n"),
      ("rm -r c/*.vcf; cardex show --no-pager c", "– work  (1)\n    Dan  4\n"),
    ])
  func reading(commands: String, expected: String) throws {
    let outcome = try run(commands)
    #expect(outcome.errors == "")
    #expect(outcome.output == expected)
  }

  @Test(
    "an edit changes the file of its card alone",
    arguments: [
      ("cardex set c c/Cleo phone=7", "b.vcf:15 < TEL:3 > TEL:7"),
      ("cardex set c c/Ann phone=7", "a.vcf:6,7 < TEL:1 < REV:now > TEL:7 > REV:now"),
      (
        "cardex set c c/Ann phone=7; cardex set c c/Ann phone=1; cmp -s c/a.vcf old/a.vcf || echo REV",
        "REV a.vcf:7 < REV:now > REV:now"
      ),
      ("cardex set --root=1.items c Dan phone=7", "work/d.vcf:6 < TEL:4 > TEL:7"),
      (
        "printf 'set c/Ann UID=z\nsave\nset c/Ann phone=5\nsave\n' | cardex shell c >out; grep -c REV:2020 c/z.vcf",
        "0 Only in old: a.vcf Only in c: z.vcf"
      ),
      (
        "printf 'BEGIN:VCARD\r\nx\r\n' | tee -a old/work/d.vcf >>c/work/d.vcf; printf 'delete work/Dan\nsave\nundo\nsave\n' | cardex shell c >out 2>&1; grep -c saved out",
        "2"
      ),
      (
        "touch c/x.vcf old/x.vcf; cardex insert c c Eva UID=x; ls c/x*",
        "c/x-2.vcf c/x.vcf Only in c: x-2.vcf"
      ),
      (
        "printf 'insert work Eva UID=zz\nsave\ncopy work/Eva to c\nsave\n' | cardex shell c >out; ls c/work",
        "d.vcf zz.vcf Only in c: UUID.vcf Only in c/work: zz.vcf"
      ),
      ("cardex delete c c/Ann", "Only in old: a.vcf"),
      (
        "cardex delete c c/Ben",
        "b.vcf:2,8 < BEGIN:VCARD < VERSION:3.0 < UID:u2 < FN:Ben < N:Ben;;;; < TEL:2 < END:VCARD"
      ),
      (
        "cardex move c work/Dan to c; ls c/d.vcf",
        "c/d.vcf Only in c: d.vcf Only in old/work: d.vcf"
      ),
      (
        "cardex insert c work Eva UID=e/1 phone=9; cat c/work/e_1.vcf",
        "BEGIN:VCARD VERSION:3.0 N:Eva;;;; UID:e/1 FN:Eva TEL:9 END:VCARD Only in c/work: e_1.vcf"
      ),
      (
        "cardex insert c work Eva; ls c/work | wc -l; grep -h UID c/work/*-*-*-*-*.vcf | wc -c",
        "2 42 Only in c/work: UUID.vcf"
      ),
      (
        "sed -i 's/^UID/uid/' c/a.vcf old/a.vcf; cardex copy c c/Ann to work; grep -ci uid c/work/*-*.vcf",
        "1 Only in c/work: UUID.vcf"
      ),
      (
        "cardex batch c -e 'section insert friends' -e 'move c/Ann to friends'; ls c/friends",
        "a.vcf Only in old: a.vcf Only in c: friends"
      ),
      (
        "cardex section rename c work jobs; ls c/jobs",
        "d.vcf Only in c: jobs Only in old/work: d.vcf"
      ),
      (
        "printf 'insert work Eva\\nsave\\nset work/Eva phone=8\\nsave\\nundo 2\\nsave\\n' | cardex shell c >out; grep -c saved out",
        "3"
      ),
      (
        "cardex batch c -e 'insert c Eva' -e 'set .0.items.3.phone=5' -e 'set .0.items.0.phone=6'; cat c/*-*.vcf | grep TEL; rm c/*-*.vcf",
        "TEL:5 a.vcf:6,7 < TEL:1 < REV:now > TEL:6 > REV:now"
      ),
      ("cardex set --dry-run c c/Ann phone=7 | grep '^[+-][A-Z]'", "-TEL:1 +TEL:7"),
      (
        "cardex set --backup c c/Ann phone=7; cmp c/a.vcf~ old/a.vcf && rm c/a.vcf~",
        "a.vcf:6,7 < TEL:1 < REV:now > TEL:7 > REV:now"
      ),
      ("cardex set -o all.vcf c c/Ann phone=7; grep -c BEGIN all.vcf", "4"),
    ])
  func edits(commands: String, expected: String) throws {
    let outcome = try run("(\(commands)) 2>errors; change; grep -v 'has no cards' errors >&2")
    #expect(outcome.errors == "")
    let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing(/diff -r old\/(\S+) c\/\S+ ([0-9,]+)[acd][0-9,]+/) { "\($0.1):\($0.2)" }
      .replacing(/[0-9a-f]{8}-[0-9a-f-]{27}/) { _ in "UUID" }
      .replacing(" ---", with: "")
    #expect(words == expected)
  }

  @Test("cards and files that an edit is not about stay, however they are written")
  func strangeFiles() throws {
    let outcome = try run(
      """
      printf '# my notes\\n' > c/work/notes.vcf; : > c/empty.vcf
      printf 'BEGIN:VCARD\\nVERSION:3.0\\nFN:Eva\\nTEL:1\\nEND:VCARD' > c/work/e.vcf; chmod 600 c/work/e.vcf
      cp -r c/. old
      cardex set c work/Eva phone=2 note=x && cardex set c c/Ben phone=7
      change
      cardex move c work/Eva to c && stat -c %a c/e.vcf
      cardex copy c c/Ben to work && cat c/*.vcf c/work/*.vcf | grep -c UID:u2
      printf 'cardex save 1\\n11 - 5\\n../evil.vcfevil\\n' > c/.cardex-save; cardex set c c/Ben phone=8; echo $?; ls
      """)
    #expect(
      outcome.output == """
        diff -r old/b.vcf c/b.vcf
        7c7
        < TEL:2
        ---
        > TEL:7
        diff -r old/work/e.vcf c/work/e.vcf
        4c4,5
        < TEL:1
        ---
        > TEL:2
        > NOTE:x
        600
        1
        2
        c
        old

        """)
    #expect(
      outcome.errors
        == """
        cardex: c/.cardex-save: cannot read the file: not the record of an interrupted save; remove it to \
        go on with the cards as their files have them

        """)
  }

  @Test("cards that are united keep groups, labels and names of properties")
  func groups() throws {
    let outcome = try run(
      """
      { card a A A 12345 'IMPP:xmpp:a
      '; card b B B 99 'IMPP:xmpp:b
      item1.X-ABDATE:2
      item1.X-ABLabel:Jahr
      item3.ADR:;;S;;;;
      item3.X-ABADR:no
      item4.TEL:123 45
      item4.X-ABLabel:Cell
      X-FOO1:abc
      '; } > u.vcf
      cardex unite u.vcf A B; tr -d '\\r' < u.vcf
      """)
    #expect(
      outcome.output == """
        BEGIN:VCARD
        VERSION:3.0
        UID:a
        FN:A
        N:A;;;;
        item3.TEL:12345
        item3.X-ABLabel:Cell
        TEL:99
        IMPP:xmpp:a
        IMPP:xmpp:b
        item1.X-ABDATE:2
        item1.X-ABLabel:Jahr
        item2.ADR:;;S;;;;
        item2.X-ABADR:no
        X-FOO1:abc
        NICKNAME:B
        END:VCARD

        """)
  }

  @Test("several cards are united at once as one after another")
  func several() throws {
    let outcome = try run(
      """
      { card a A A 12345 'item1.EMAIL:a@x
      item1.X-ABLabel:home
      ORG:Foo;Bar
      '; card b B B 99 'item1.EMAIL:b@x
      item1.X-ABLabel:other
      ORG:Foo;Baz
      NICKNAME:Bo,Bee
      '; card c C C 9-9-9-9-9 'item1.EMAIL:A@x
      item1.X-ABLabel:other
      item2.EMAIL:b@x
      item2.X-ABLabel:again
      ORG:Foo;Bar
      '; card d D D 99999 ''; } > u.vcf
      cp u.vcf w.vcf
      cardex unite u.vcf A B C D
      for other in B C D; do cardex unite w.vcf A $other; done
      cmp u.vcf w.vcf && grep -c . u.vcf && grep -c 'item[0-9].EMAIL\\|^NICK\\|^TEL' u.vcf
      """)
    #expect(outcome.errors == "")
    #expect(outcome.output == "19\n9\n")
  }

  @Test("a card that was just added is united with one of the file, which keeps how it is written")
  func newCards() throws {
    let outcome = try run(
      """
      card a A A 12345 '' > u.vcf; cp u.vcf w.vcf
      cardex batch u.vcf -e 'insert / B note=x phone=99' -e 'unite A B'
      grep '^NOTE\\|^NICK\\|^TEL' u.vcf | tr -d '\\r' | sort
      cardex batch u.vcf -e 'insert / B note=x' -e 'insert / C note=y' -e 'unite B C'
      grep -c 'NOTE:[xy]' u.vcf
      cardex batch w.vcf -e 'insert / B note=x' -e 'unite B A'
      """)
    #expect(outcome.errors.contains("a new card cannot take in one that is in the file"))
    #expect(outcome.output == "NICKNAME:B\nNOTE:x\nTEL:12345\nTEL:99\n3\n")
  }

  @Test(
    "what a folder cannot have is refused, and nothing is changed",
    arguments: [
      (
        "cardex move c c/Cleo to c/Ann",
        "c: the cards of a folder are in the order of the names of their files, which stays"
      ),
      (
        "cardex section insert c friends",
        "c: the section 'friends' has no cards; its folder would not be read"
      ),
      (
        "cardex section rename c work ../x",
        "c: '../x' cannot be the name of a folder of cards"
      ),
      ("mkdir e; touch e/x; cardex show e", "e: Is a directory"),
      (
        "mv c/a.vcf x; ln -s ../x c/a.vcf; cp -P c/a.vcf old; cardex show c",
        "c/a.vcf: cannot open the file: a symbolic link, which is not followed in a folder of cards"
      ),
      (
        "echo x > y; ln -s ../y c/.cardex-save; cardex set c c/Ben phone=7; s=$?; rm c/.cardex-save; (exit $s)",
        "c/.cardex-save: cannot open the file: a symbolic link, which is not followed in a folder of cards"
      ),
    ])
  func refusals(commands: String, message: String) throws {
    let outcome = try run("\(commands); echo $?; change")
    #expect(outcome.errors.split(separator: "\n").first.map(String.init) == "cardex: \(message)")
    #expect(outcome.output == "2\n")
  }

  @Test("findings name the file, and cards of one person are found and united")
  func duplicates() throws {
    let outcome = try run(
      """
      card u5 ANN Doe 030-1234567 'EMAIL:a@b.c
      item1.TEL:99
      item1.X-ABLabel:Boat
      BDAY:2000-01-01
      ' > c/e.vcf
      cardex set c .0.items.0.phone='(030) 1234567'
      sed -i 's/UID:u2/uid:u2/' c/b.vcf
      cardex set c c/Cleo UID=u2
      cardex check c | grep -v similar
      cardex check --json c | grep -o '"part":"[^"]*"' | sort -u
      cardex check --format=github c | grep -o 'file=[^,]*' | sort -u
      cardex check --format=sarif c 2>&1 | grep -o 'c/e.vcf' | head -n 1
      cardex unite c c/Ann c/ANN; ls c; tr -d '\\r' < c/a.vcf
      cardex batch c -e 'unite c/Ann work/Dan' -e undo -e 'set --new-key work/Dan birthday=1' -e 'unite c/Ann work/Dan' ; echo $?
      """)
    #expect(
      outcome.output
        == """
        c/b.vcf:12:1: c/Cleo: 'u2' is also the UID of c/Ben [duplicate-uid]
        c/e.vcf:6:1: c/ANN: the same name and '030-1234567' as c/Ann; 'unite' makes one of them \
        [duplicate-card]
        "part":"b.vcf"
        "part":"e.vcf"
        file=c/b.vcf
        file=c/e.vcf
        c/e.vcf
        a.vcf
        b.vcf
        notes.txt
        work
        BEGIN:VCARD
        VERSION:3.0
        UID:u1
        FN:Ann
        N:Ann;;;;
        TEL:(030) 1234567
        item1.TEL:99
        item1.X-ABLabel:Boat
        EMAIL:a@b.c
        BDAY:2000-01-01
        REV:now
        NICKNAME:ANN
        END:VCARD
        2

        """.replacing("REV:now", with: outcome.output.firstMatch(of: /REV:\w+/)?.0 ?? ""))
  }

  @Test(
    "killed at any call, all files are as before or all as after",
    .enabled(if: FaultTrial.isPossible, "they need strace, allowed to trace: install it"),
    .withoutSanitizers, .timeLimit(.minutes(5)))
  func crashes() throws {
    let outcome = try run(
      """
      shown() { cardex show --no-pager --width=80 "$1"; }
      edits="-e 'set c/Ann phone=7' -e 'set work/Dan phone=8' -e 'move work/Dan to c' -e 'insert c Eva UID=e'"
      new() { eval cardex batch c $edits; }
      before=$(shown c); cp -r c was; new >/dev/null; after=$(shown c)
      hits=0
      for call in fsync linkat renameat renameat2 unlink unlinkat mkdir; do
        for time in 1 2 3 4 5 6 7 8 9 10 11 12; do
          rm -rf c; cp -r was c
          eval strace -f -qq -o trace -e trace=$call --inject=$call:signal=KILL:when=$time cardex batch c $edits >/dev/null 2>&1
          grep -q SIGKILL trace || break
          hits=$((hits + 1))
          now=$(shown c)
          [ "$now" = "$before" ] || [ "$now" = "$after" ] || echo "$call $time: $now"
          cardex set c c/Ben phone=0 2>/dev/null || cardex set c Ben phone=0 || echo "$call $time: not completed"
          [ -e c/.cardex-save ] && echo "$call $time: left"
          [ "$(shown c | sed 's/Ben   0/Ben   2/')" = "$now" ] || echo "$call $time: otherwise"
        done
      done
      [ $hits -gt 8 ] && echo many
      """)
    #expect(outcome.output == "many\n")
  }

  @Test("sessions that save at the same time do not lose what others have saved", arguments: 1...3)
  func parallelEdits(seed: Int) throws {
    let outcome = try run(
      """
      for name in Ann Ben; do card $name $name $name 1; done > f.vcf
      for i in 1 2 3 4 5 6; do card n$i n$i n$i 1; done >> f.vcf
      # Each editor waits for the others, so that all have read the file before the first one saves.
      printf '%s\\n' 'touch ready$ID' 'for i in 1 2 3 4 5 6; do until [ -e ready$i ]; do sleep 0.01; done; done' \
        'sed -i "s/^phone: 1/phone: 10$ID/" "$1"' > editor
      for i in 1 2 3 4 5 6; do
        ID=$i EDITOR='sh editor' cardex edit f.vcf n$i & pids="$pids $!"
      done
      for pid in $pids; do wait $pid || echo failed; done
      tr -d '\\r' < f.vcf | grep TEL | tr '\\n' ' '
      """)
    #expect(outcome.errors == "")
    #expect(outcome.output == "TEL:1 TEL:1 TEL:101 TEL:102 TEL:103 TEL:104 TEL:105 TEL:106 ")
  }

  private static let areProgramsThere = ["khard", "vdirsyncer", "radicale", "python3"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
  }

  @Test(
    "khard reads it, and vdirsyncer and Radicale keep two of them in step",
    .enabled(if: areProgramsThere, "it needs khard, vdirsyncer and radicale: install them"))
  func otherPrograms() throws {
    let directory = try TemporaryDirectory()
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "card_folders.py")
    let outcome = try Tool.shell(
      "exec python3 -B '\(script.path())' \"$(command -v cardex)\" '\(directory.url.path())'")
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }
}
