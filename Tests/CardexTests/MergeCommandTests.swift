import Foundation
import Testing

/// `cardex diff` and `cardex merge`, also as the driver of a real git.
struct MergeCommandTests {
  /// Runs lines of bash in a new directory with functions to write a list of brands.
  ///
  /// - Returns: What they print, errors included.
  private func run(_ script: String) throws -> (status: Int32, output: String) {
    let preamble = """
      exec 2>&1; cd "$(mktemp -d)"
      export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null HOME="$PWD"
      export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
      # Brands as NAME=YEAR.
      brands() {
        echo '<plist version="1.0">'; echo '<array>'
        for brand; do
          printf '\\t<dict>\\n\\t\\t<key>name</key>\\n\\t\\t<string>%s</string>\\n' "${brand%=*}"
          printf '\\t\\t<key>founded</key>\\n\\t\\t<integer>%s</integer>\\n\\t</dict>\\n' "${brand#*=}"
        done
        echo '</array>'; echo '</plist>'
      }
      repository() {
        git init -q -b main .; cardex merge --install >/dev/null
        brands Audi=1909 BMW=1916 Fiat=1899 >cars.plist; git add -A; git commit -qm base
      }
      commit() { git commit -qam "$1"; }
      names() { cardex search --format='{label} {founded}' '' cars.plist; }

      """
    let outcome = try Tool.shell(preamble + script)
    return (outcome.status, outcome.output)
  }

  @Test func `git shows changes as those of the outline`() throws {
    let result = try run(
      """
      repository; brands Audi=1909 BMW=1916 Fiat=1899 Kia=1944 >cars.plist
      git diff | sed '1,/^@@/d'
      """)
    #expect(!result.output.contains("\\"))
    let lines = result.output.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("-") } == [])
    #expect(lines.filter { $0.hasPrefix("+") }.contains { $0.contains("Kia") })
  }

  @Test(arguments: [",", "\t"])
  func `rows are the same without the empty cells of a new column`(separator: String) throws {
    let name = separator == "," ? "csv" : "tsv"
    // The other side deletes `x`, which has moved meanwhile.
    let result = try run(
      """
      write() { tr , '\(separator)'; }
      printf 'a,b\\nx,k\\ny,l\\n' | write >base.\(name)
      printf 'a,b\\ny,l\\n' | write >ours.\(name)
      printf 'a,b,c\\ny,l,\\nx,k,\\n' | write >theirs.\(name)
      cardex merge base.\(name) ours.\(name) theirs.\(name) | tr '\(separator)' ,; echo ${PIPESTATUS[0]}
      cardex merge base.\(name) theirs.\(name) ours.\(name) | tr '\(separator)' ,; echo ${PIPESTATUS[0]}
      """)
    #expect(result.output == "a,b,c\ny,l,\n0\na,b,c\ny,l,\n0\n")
  }

  @Test func `both fill cells of a column that both have added`() throws {
    let result = try run(
      """
      printf 'a,b\nx,k\ny,l\nz,m\n' >base.csv
      printf 'a,b,c\nx,k,\ny,l,o\nz,m,\n' >ours.csv
      printf 'a,b,c\nx,k,t\ny,l,\nz,m,\n' >theirs.csv
      cardex merge base.csv ours.csv theirs.csv; echo $?
      cardex merge base.csv theirs.csv ours.csv; echo $?
      sed s/x,k,t/x,k,u/ theirs.csv >other.csv; cardex merge base.csv theirs.csv other.csv >/dev/null
      echo $?
      """)
    let merged = "a,b,c\nx,k,t\ny,l,o\nz,m,\n0\n"
    #expect(
      result.output == merged + merged + "cardex: conflict: /x: c: t in ours, u in theirs\n1\n")
  }

  @Test func `two who each add a brand`() throws {
    let result = try run(
      """
      repository; git checkout -qb other
      brands Audi=1909 BMW=1916 Fiat=1899 Kia=1944 >cars.plist; commit theirs
      git checkout -q main
      brands Audi=1909 BMW=1916 Fiat=1899 Lada=1966 >cars.plist; commit ours
      git merge -q --no-edit other >/dev/null && names
      """)
    #expect(result.output == "Audi 1909\nBMW 1916\nFiat 1899\nLada 1966\nKia 1944\n")
    #expect(result.status == 0)
  }

  @Test func `a script makes the new list of the old one`() throws {
    let result = try run(
      """
      brands Audi=1909 BMW=1916 Fiat=1899 Lada=1966 >old.plist
      brands Fiat=1899 Audi=1910 BMW=1916 Kia=1944 >new.plist
      cardex diff --script old.plist new.plist | tee script; cardex batch -f script old.plist
      cardex diff old.plist new.plist; cardex diff --script old.plist new.plist; echo $?
      echo '<plist><dict><key>a</key><true/></dict></plist>' >other.plist
      cardex diff --script old.plist other.plist | tee script; cardex batch -f script old.plist
      cardex diff -q old.plist other.plist; echo $?
      cardex diff --script - other.plist <old.plist; echo $?
      """)
    #expect(
      result.output == """
        move --first /Fiat to /
        set /Audi founded=1910
        insert --after /BMW name=Kia founded:integer=1944
        delete /Lada
        0
        set / :xml=<dict><key>a</key><true/></dict>
        0
        cardex: standard input cannot be edited
        cardex: give the name of a file
        2

        """)
  }

  @Test(
    arguments: [
      ("<dict></dict>", "<key>k</key>"),
      ("<dict><key>a</key><string>1</string></dict>", "<key>k</key>"),
      ("<dict><key>a</key><dict><key>y</key><integer>1</integer></dict></dict>", "<key>k</key>"),
      ("<array><dict><key>y</key><string>1</string></dict></array>", ""), ("<array/>", ""),
      ("<array><string>1</string></array>", ""),
    ])
  func `a script inserts entries that have a field with the empty key`(
    _ old: String, _ key: String
  ) throws {
    let entries = [
      "<dict><key>x</key><integer>1</integer><key></key><string>v</string></dict>",
      "<dict><key></key><string>v</string></dict>",
    ]
    for entry in entries {
      let end = old.hasSuffix("</dict>") ? "</dict>" : "</array>"
      let new =
        old.hasSuffix("/>")
        ? "<array>\(entry)</array>" : old.dropLast(end.count) + key + entry + end
      let result = try run(
        """
        echo '\(plist(old))' >old.plist; echo '\(plist(String(new)))' >new.plist
        cardex diff --script old.plist new.plist >script; cardex batch -f script old.plist
        cardex diff -q old.plist new.plist || cat script
        """)
      #expect(result.output == "")
    }
  }

  @Test func `binary files are merged, or stay ours`() throws {
    let result = try run(
      """
      repository; cardex convert --to=binary -o b cars.plist; mv b cars.plist; git commit -qam binary
      git checkout -qb other; cardex set cars.plist BMW founded=1917; commit theirs
      git checkout -q main; cardex set cars.plist Audi founded=1910; commit ours
      git merge -q --no-edit other >/dev/null; names; head -c 6 cars.plist; echo
      git checkout -qb more; cardex set cars.plist Fiat founded=1900; commit more
      git checkout -q main; cardex set cars.plist Fiat founded=1901; commit own
      git merge -q --no-edit more >/dev/null; echo $?; names; git ls-files -u | wc -l
      """)
    #expect(
      result.output == """
        Audi 1910
        BMW 1917
        Fiat 1899
        bplist
        cardex: cars.plist: conflict: /Fiat: founded: 1899 → 1901 in ours, 1899 → 1900 in theirs
        cardex: cars.plist: left as ours, without any change of theirs: a binary file has no markers
        1
        Audi 1910
        BMW 1917
        Fiat 1901
        3

        """)
  }

  @Test func `what XML cannot say of binary values is compared and merged, not scripted`() throws {
    let result = try run(
      """
      write() { python3 -c 'if 1:
        import datetime, plistlib, sys
        year, fraction, number, text, file = sys.argv[1:]
        date = datetime.datetime(int(year), 1, 2, 3, 4, 5, int(fraction))
        value = [{"name": "a", "n": int(number), "d": date, "s": "x" + chr(int(text))}]
        plistlib.dump(value, open(file, "wb"), fmt=plistlib.FMT_BINARY)' "$@"; }
      read() { python3 -c 'import plistlib, sys
      print(plistlib.load(open(sys.argv[1], "rb")))' "$1"; }
      write 2020 250000 1 1 base; write 2020 250000 2 1 ours; write 2020 750000 1 2 theirs
      cardex diff -q base theirs; echo $?
      cardex diff --script base theirs; echo $?
      cardex merge -o result base ours theirs; echo $?; read result
      """)
    let lines = result.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 5, "\(result.output)")
    #expect(lines[0] == "1")
    #expect(lines[1].contains("no command can say a value that only binary files have"))
    #expect(lines[2...3] == ["2", "0"])
    #expect(lines[4].contains("datetime.datetime(2020, 1, 2, 3, 4, 5, 750000)"))
    #expect(lines[4].contains("'x\\x02'") && lines[4].contains("'n': 2"))
  }

  @Test func `one sorts while the other one renames`() throws {
    let result = try run(
      """
      repository; git checkout -qb other
      brands Audi=1909 Bayern=1916 Fiat=1899 >cars.plist; commit theirs
      git checkout -q main
      brands Fiat=1899 BMW=1916 Audi=1909 >cars.plist; commit ours
      git merge -q --no-edit other >/dev/null && names
      """)
    #expect(result.output == "Fiat 1899\nBayern 1916\nAudi 1909\n")
  }

  @Test func `a conflict is one field between markers, which are refused`() throws {
    let result = try run(
      """
      repository; git checkout -qb other
      brands Audi=1909 BMW=1917 Fiat=1899 >cars.plist; commit theirs
      git checkout -q main
      brands Audi=1909 BMW=1918 Fiat=1900 >cars.plist; commit ours
      git merge -q --no-edit other 2>&1 >/dev/null; sed -n '/<<</,/>>>/p' cars.plist
      cardex show cars.plist; echo $?; git diff >/dev/null; echo $?
      git checkout -q --ours cars.plist && names
      """)
    #expect(
      result.output == """
        cardex: cars.plist: conflict: /BMW: founded: 1916 → 1918 in ours, 1916 → 1917 in theirs
        <<<<<<< ours
        \t\t<key>founded</key>
        \t\t<integer>1918</integer>
        =======
        \t\t<key>founded</key>
        \t\t<integer>1917</integer>
        >>>>>>> theirs
        cardex: cars.plist:12:1: a conflict of a merge is marked here; choose one of the versions \
        and remove the markers
        2
        0
        Audi 1909
        BMW 1918
        Fiat 1900

        """)
  }

  @Test func `rebase, cherry-pick, revert and stash`() throws {
    let result = try run(
      """
      repository; git checkout -qb other
      brands Audi=1909 BMW=1917 Fiat=1899 >cars.plist; commit year
      brands Audi=1909 BMW=1917 Fiat=1899 Kia=1944 >cars.plist; commit kia
      git checkout -q main
      brands Lada=1966 Audi=1909 BMW=1916 Fiat=1899 >cars.plist; commit lada
      git checkout -q -b picked; git cherry-pick other >/dev/null; names; echo
      git revert --no-edit HEAD~1 >/dev/null; names; echo
      git checkout -q other; git rebase -q main; names; echo
      brands Lada=1966 Audi=1909 BMW=1917 Fiat=1899 Kia=1945 >cars.plist; git stash -q
      brands Lada=1966 Audi=1908 BMW=1917 Fiat=1899 Kia=1944 >cars.plist; commit audi
      git stash pop -q >/dev/null; names
      """)
    #expect(
      result.output == """
        Lada 1966\nAudi 1909\nBMW 1916\nFiat 1899\nKia 1944

        Audi 1909\nBMW 1916\nFiat 1899\nKia 1944

        Lada 1966\nAudi 1909\nBMW 1917\nFiat 1899\nKia 1944

        Lada 1966\nAudi 1908\nBMW 1917\nFiat 1899\nKia 1945

        """)
  }

  @Test func `a history that crosses`() throws {
    let result = try run(
      """
      repository; git checkout -qb other
      brands Audi=1909 BMW=1917 Fiat=1899 >cars.plist; commit theirs; git branch other1
      git checkout -q main; brands Audi=1910 BMW=1916 Fiat=1899 >cars.plist; commit ours
      git branch main1; git merge -q --no-edit other1 >/dev/null
      brands Audi=1910 BMW=1917 Fiat=1899 Kia=1944 >cars.plist; commit kia
      git checkout -q other; git merge -q --no-edit main1 >/dev/null
      brands Fiat=1899 Audi=1910 BMW=1917 >cars.plist; commit moved
      git merge -q --no-edit main >/dev/null; names
      """)
    #expect(result.output == "Fiat 1899\nAudi 1910\nBMW 1917\nKia 1944\n")
  }

  @Test(
    "what theirs adds keeps its comments and bytes, in its new place",
    arguments: [
      (
        "s.strings", #""a" = "1";\n/* B */\n"b" = "2";\n"#, #""a" = "0";\n/* B */\n"b" = "2";\n"#,
        #""a" = "1";\n/* C */\n"c"="3"; // c\n\n/* none */\n\n/* é */\n"d" = 4;\n"#,
        #""a" = "0";\n/* C */\n"c"="3"; // c\n/* é */\n"d" = 4;\n"#
      ),
      (
        "s.json", #"{\n    "a": 1,\n    "b": [\n        1\n    ]\n}\n"#,
        #"{\n    "a": 0,\n    "b": [\n        1\n    ]\n}\n"#,
        #"{\r\n  "a": 1,\r\n  // c\r\n  "c": {\r\n    "d": [1,3]\r\n  },\r\n  "b": [\r\n    1,\r\n    2 // two\r\n  ]\r\n}\r\n"#,
        #"{\n    "a": 0,\n    // c\n    "c": {\n      "d": [1,3]\n    },\n    "b": [\n        1,\n        2 // two\n    ]\n}\n"#
      ),
      (
        "s.plist", #"{a = 1; b = (x /* X */, y);}\n"#, #"{a = 0; b = (x /* X */, y);}\n"#,
        #"{a = 1; b = (x /* X */, y, z /* Z */, "w");  /* C */ c = (1,2); }\n"#,
        #"{a = 0; b = (x /* X */, y, z /* Z */, "w"); /* C */ c = (1,2);}\n"#
      ),
      // Lines of a text are not indented.
      (
        "s.plist", #"{\n  a = 1;\n}\n"#, #"{\n  a = 0;\n}\n"#,
        #"{\n    a = 1;\n    /* D */\n    d = 4;\n    e = "x\n    y"; // e\n}\n"#,
        #"{\n  a = 0;\n  /* D */\n  d = 4;\n  e = "x\n    y"; // e\n}\n"#
      ),
      // Which of the comments is meant cannot be told.
      (
        "u.json", #"{"a": 1, "b": [0]}\n"#, #"{"a": 0, "b": [0]}\n"#,
        #"{"a": 1, "b": [0, {"n": 1 /* x */}, {"n": 1 /* y */}]}\n"#,
        #"{"a": 0, "b": [0, {"n": 1}, {"n": 1}]}\n"#
      ),
      // In a whole list, it can.
      (
        "t.json", #"{"a": 1}\n"#, #"{"a": 0}\n"#,
        #"{"a": 1, "b": [{"n": 1 /* x */}, {"n": 1 /* y */}], "c": {"n": 1}}\n"#,
        #"{"a": 0, "b": [{"n": 1 /* x */}, {"n": 1 /* y */}], "c": {"n": 1}}\n"#
      ),
    ])
  func additions(
    file: String, base: String, ours: String, theirs: String, expected: String
  ) throws {
    let result = try run(
      """
      printf '%b' '\(base)' >b-\(file); printf '%b' '\(ours)' >o-\(file); printf '%b' '\(theirs)' >t-\(file)
      cardex merge b-\(file) o-\(file) t-\(file)
      """)
    #expect(result.output == expected.replacing("\\n", with: "\n"))
  }

  @Test func `what is no property list is merged by lines, and never without markers`() throws {
    let result = try run(
      """
      repository; echo '<plist><broken>' >x.plist; git add x.plist; commit x; git checkout -qb other
      echo '<plist>theirs' >x.plist; commit theirs
      git checkout -q main; echo '<plist>ours' >x.plist; commit ours
      git merge -q --no-edit other >/dev/null 2>&1; echo $?; cat x.plist; git ls-files -u | wc -l
      """)
    #expect(
      result.output == """
        1
        <<<<<<< ours
        <plist>ours
        =======
        <plist>theirs
        >>>>>>> theirs
        3

        """)
  }

  @Test func `a merge tool`() throws {
    let result = try run(
      """
      repository; git checkout -qb other
      brands Audi=1909 BMW=1917 Fiat=1899 >cars.plist; commit theirs
      git checkout -q main; brands Audi=1909 BMW=1918 Fiat=1899 >cars.plist; commit ours
      git merge -q --no-edit other >/dev/null 2>&1
      git config mergetool.cardex.cmd 'cardex merge --theirs -o "$MERGED" "$BASE" "$LOCAL" "$REMOTE"'
      git config mergetool.cardex.trustExitCode true; git config mergetool.keepBackup false
      git mergetool -y --tool=cardex >/dev/null; names; git ls-files -u | wc -l
      """)
    #expect(result.output == "Audi 1909\nBMW 1917\nFiat 1899\n0\n")
  }

  @Test func `edits and merges of one file at the same time are all kept`() throws {
    let result = try run(
      """
      names=$(for i in $(seq 30); do echo "B$i=1900"; done); brands $names >cars.plist
      cp cars.plist base.plist
      for i in $(seq 16 30); do
        cp base.plist theirs$i.plist; cardex set theirs$i.plist "B$i" founded=2000
      done
      for i in $(seq 15); do cardex set cars.plist "B$i" founded=2000; done &
      for i in $(seq 16 30); do cardex merge -o cars.plist base.plist cars.plist theirs$i.plist; done
      wait; names | grep -c 2000
      """)
    #expect(result.output == "30\n")
  }

  @Test func `a file that others change while edits are written to it is left`() throws {
    let result = try run(
      """
      brands Audi=1909 >cars.plist; brands Kia=1944 >other.plist; mkfifo pipe
      for out in out.csv out.plist; do
        cp other.plist $out
        cardex import --from=csv -o $out cars.plist - <pipe & exec 3>pipe; sleep 0.5
        cardex set --wait=0 -o $out cars.plist Audi founded=1; echo $?
        cp other.plist x; mv x $out; printf 'name\\nBMW\\n' >&3; exec 3>&-
        wait $!; echo $?; cmp other.plist $out
      done
      """)
    let expected = ["out.csv", "out.plist"].map { out in
      """
      cardex: \(out): cannot lock the file: another process is using the file
      cardex: waited 0 s; --wait sets how long to wait
      2
      cardex: 1 added, 0 changed, 0 unchanged
      cardex: \(out): another program has changed the file meanwhile
      cardex: try again
      2

      """
    }
    #expect(result.output == expected.joined())
  }

  @Test func `a file that others change while it is merged into is left`() throws {
    let result = try run(
      """
      brands Audi=1909 >cars.plist; cp cars.plist base.plist; brands Audi=1910 >theirs.plist
      brands Audi=1909 Kia=1944 >other.plist; mkfifo pipe
      cardex merge -o cars.plist base.plist cars.plist pipe & sleep 0.5
      cardex set --wait=0 cars.plist Audi founded=1; echo $?
      cp other.plist x; mv x cars.plist; cat theirs.plist >pipe; wait $!; echo $?; cmp other.plist cars.plist
      cardex merge -o new.plist base.plist base.plist pipe & sleep 0.5
      cp other.plist new.plist; cat theirs.plist >pipe; wait $!; echo $?; cmp other.plist new.plist
      cardex merge -o cars.plist base.plist cars.plist pipe & sleep 0.5
      cardex merge --wait=0 -o cars.plist base.plist cars.plist theirs.plist; echo $?
      cat theirs.plist >pipe; wait $!; names
      """)
    #expect(
      result.output == """
        cardex: cars.plist: cannot lock the file: another process is using the file
        cardex: waited 0 s; --wait sets how long to wait
        2
        cardex: cars.plist: another program has changed the file meanwhile
        cardex: try again
        2
        cardex: new.plist: another program has changed the file meanwhile
        cardex: try again
        2
        cardex: cars.plist: cannot lock the file: another process is using the file
        cardex: waited 0 s; --wait sets how long to wait
        2
        Audi 1910
        Kia 1944

        """)
  }

  @Test(arguments: ["<![CDATA[中]]>", "x<!-- 中 -->", "x<?y 中?>"])
  func `markup that the encoding of the file lacks is refused`(value: String) throws {
    let result = try run(
      """
      list() { printf '<?xml version="1.0" encoding="%s"?>\\n<plist><array>%s</array></plist>\\n' "$@"; }
      list ISO-8859-1 '<string>a</string>' >base.plist
      list ISO-8859-1 '<string>b</string><string>a</string>' >ours.plist
      list UTF-8 '<string>a</string><string>\(value)</string>' >theirs.plist
      list UTF-8 '<string>a</string><string>中</string>' >text.plist
      cp ours.plist before.plist
      cardex merge -o ours.plist base.plist ours.plist theirs.plist; echo $?; cmp before.plist ours.plist
      cardex merge base.plist ours.plist text.plist | tail -n 1
      """)
    #expect(
      result.output == """
        cardex: ours.plist: a comment or CDATA section contains characters that ISO-8859-1 does not have; \
        convert the file to UTF-8 first
        2
        <plist><array><string>b</string><string>a</string><string>&#20013;</string></array></plist>

        """)
  }

  @Test func `merges and differences are the same in every process`() throws {
    // Old entries with two new ones, equally like them and equally near.
    let result = try run(
      """
      entry() { printf '<dict>'; for k in a b c d; do
        printf '<key>%s</key><string>%s</string>' $k "$1"; shift; done; printf '</dict>\\n'; }
      lists() { echo '<plist><array>'; for i in $(seq 8); do echo '<array>'; list $1; echo '</array>'
        done; echo '</array></plist>'; }
      list() { case $1 in
        ours) entry 1$i 2$i 3$i x; entry p$i q$i r$i s$i; entry 1$i 2$i 3$i y ;;
        *) entry e$i f$i g$i h$i; entry 1$i 2$i 3$i $1; entry j$i k$i l$i m$i ;; esac; }
      for name in base ours theirs; do lists $name >$name; done
      for run in 1 2 3 4; do {
        for option in --ours --theirs --union --key=z; do cardex merge $option base ours theirs; done
        cardex diff base ours; cardex diff --script base ours
        } >out$run 2>&1; cmp out1 out$run
      done; wc -l <out1 | grep -c ..
      """)
    #expect(result.output == "1\n")
  }

  @Test func `installing and taking it back`() throws {
    let result = try run(
      """
      git init -q .; printf '# mine\\n\\n*.txt text\\n' >.gitattributes; cp .gitattributes before
      cardex merge --install >first; cardex merge --install >/dev/null
      grep -c cardex .gitattributes; git config merge.cardex.name
      cardex merge --uninstall >/dev/null; cmp before .gitattributes && git config merge.cardex.name
      cardex merge --uninstall; cd /; cardex merge --install
      """)
    #expect(
      result.output == """
        7
        property lists, merged by entry
        cardex: this directory is not in a git repository

        """)
    #expect(result.status == 2)
  }

  @Test(
    "files with other endings, in any directory, are merged by entry",
    arguments: [
      "in/x.plist", "x.entitlements", "in/x.xcprivacy", "x.stringsdict", "x.mobileconfig",
    ])
  func otherEndings(_ name: String) throws {
    let result = try run(
      """
      git init -q -b main .; cardex merge --install >/dev/null; mkdir in; file=\(name)
      brands Audi=1909 Fiat=1899 >$file; git add -A; git commit -qm base; git checkout -qb other
      brands Audi=1909 Fiat=1899 Kia=1944 >$file; git diff | tail -n 1; commit theirs
      git checkout -q main; brands Audi=1909 Fiat=1899 Lada=1966 >$file; commit ours
      git merge -q --no-edit other >/dev/null; echo $?; cardex get --count $file /
      """)
    #expect(result.output == "+  founded: 1944\n0\n4\n")
  }

  @Test(
    "a name that begins as an option does, or stands for standard input, is that of a file",
    arguments: ["-n.plist", "--help.plist", "-e.plist", "-"])
  func optionLikeNames(_ name: String) throws {
    let result = try run(
      """
      git init -q -b main .; cardex merge --install >/dev/null; file='./\(name)'
      echo '- merge=cardex diff=cardex' >>.gitattributes
      brands Audi=1909 Fiat=1899 >$file; git add -A; git commit -qm base; git checkout -qb other
      brands Audi=1909 Fiat=1899 Kia=1944 >$file; git diff | tail -n 1; commit theirs
      git checkout -q main; brands Audi=1910 Fiat=1899 >$file; commit ours
      git merge -q --no-edit other >/dev/null; echo $?; cardex get --count $file /
      echo 'no list' >$file; git diff | tail -n 1
      printf '%s\\n' '<plist><array>' '<<<<<<< a' '<string>b</string>' ======= '<string>c</string>' \
        '>>>>>>> d' '</array></plist>' >$file; git diff | tail -n 5
      """)
    #expect(
      result.output == """
        +  founded: 1944
        0
        3
        +no list
        +<<<<<<< ours
        +b
        +=======
        +c
        +>>>>>>> theirs

        """)
  }

  @Test("a conflict is shown by what differs, in each style", arguments: ["merge", "diff3"])
  func shownConflicts(_ style: String) throws {
    let result = try run(
      """
      repository
      for number in $(seq 100); do echo "insert / 'Brand $number' founded=1900"; done |
        cardex batch cars.plist; commit many
      git config merge.conflictStyle \(style); git checkout -qb other
      cardex set cars.plist Audi founded=1910; cardex set cars.plist 'Brand 90' founded=1; commit theirs
      git checkout -q main; cardex set cars.plist Audi founded=1911; commit ours
      git merge -q other >/dev/null 2>&1; git diff | sed '1,/^@@/d'; git diff --name-only | uniq
      echo '<<<<<<< no list' >cars.plist; git diff | tail -n 1
      """)
    #expect(
      result.output == """
          Audi
        ++<<<<<<< ours
         +  founded: 1911
        ++=======
        +   founded: 1910
        ++>>>>>>> theirs
          BMW
            founded: 1916
          Fiat
        cars.plist
        ++<<<<<<< no list

        """)
  }

  @Test(
    "nothing is configured if the file with attributes cannot be written",
    arguments: [
      ("ln -s ../victim .gitattributes", "is a symbolic link, which git does not follow"),
      ("ln -s nowhere .gitattributes", "is a symbolic link, which git does not follow"),
      ("mkdir .gitattributes", "is not a file"), ("mkfifo .gitattributes", "is not a file"),
      (
        "echo >.gitattributes; ln .gitattributes other",
        "cannot put the new file in place: the file has 2 names (hard links)"
      ),
    ])
  func unusableAttributes(_ making: String, _ problem: String) throws {
    let result = try run(
      """
      echo 'echo hi' >victim; git init -q r; cd r; \(making); cp .git/config ../before
      cardex merge --install | cat >../said; echo "${PIPESTATUS[0]}"
      cat ../said; cmp ../before .git/config; cat ../victim; ls -A | grep -v '^.git$'
      git config merge.cardex.name mine; cp .git/config ../before
      if test -f .gitattributes; then echo '*.strings merge=cardex diff=cardex' >>.gitattributes; fi
      cardex merge --uninstall >/dev/null 2>&1; echo $?; cmp ../before .git/config
      """)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines[0].contains("/r/.gitattributes") && lines[0].hasSuffix(problem), "\(lines)")
    let made = making.hasSuffix("other") ? [".gitattributes", "other"] : [".gitattributes"]
    #expect(
      lines.filter { !$0.hasPrefix("cardex: ") } == ["2", "echo hi"] + made + ["2"], "\(lines)")
  }

  @Test func `nothing is written if git cannot be configured`() throws {
    let result = try run(
      """
      git init -q .; : >.git/config.lock; cardex merge --install; echo $?; ls -A
      rm .git/config.lock; cardex merge --install >/dev/null; cp .gitattributes before
      : >.git/config.lock; cardex merge --uninstall; echo $?; cmp before .gitattributes
      rm .git/config.lock; git config --add merge.cardex.name another
      cardex merge --install | wc -l; git config --get-all merge.cardex.name
      """)
    #expect(
      result.output == """
        cardex: 'git config --replace-all merge.cardex.name' failed
        2
        .git
        cardex: 'git config --remove-section merge.cardex' failed
        2
        3
        property lists, merged by entry

        """)
  }

  @Test(arguments: ["$'n\\nq'", "$'n\\n'", "$'\\n'", "' '"])
  func `a repository's path may have line feeds`(name: String) throws {
    let result = try run(
      """
      mkdir n; git init -q \(name); cd \(name); mkdir in; cd in; cardex merge --install >/dev/null
      echo $?; ls -A ../../n; git check-attr merge x.plist; cardex merge --uninstall >/dev/null
      git check-attr merge x.plist; ls -A ..
      """)
    #expect(
      result.output == """
        0
        x.plist: merge: cardex
        x.plist: merge: unspecified
        .git
        in

        """)
  }

  @Test func `integers of 16 bytes are compared with all their digits`() throws {
    let result = try run(
      """
      # A binary property list with one integer of 16 bytes, of which the last are given.
      integer() {
        printf 'bplist00\\x14\\0\\0\\0\\x10\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0'"$1"
        printf '\\x08\\0\\0\\0\\0\\0\\0\\x01\\x01\\0\\0\\0\\0\\0\\0\\0\\x01'
        printf '\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\x19'
      }
      integer '\\0' >a; integer '\\x01' >b; integer '\\x02' >c
      cardex diff -q a b; echo $?; cardex diff -q a a; echo $?
      cardex merge a a b | cmp - b; cardex merge a b a | cmp - b
      cardex merge a b c 2>/dev/null | cat >/dev/null; echo ${PIPESTATUS[0]}
      """)
    #expect(result.output == "1\n0\n1\n")
  }

  @Test func `options of merge`() throws {
    let result = try run(
      """
      brands Audi=1909 >b; brands Audi=1910 >o; brands Audi=1911 >t
      for option in --ours --theirs --union; do
        cardex merge $option b o t | cardex search --format='{founded}' '' -
      done
      cardex merge --conflict-style=diff3 --marker-size=9 -o m b o t; echo $?
      grep -E '^(<|=|>|\\|){9}' m; cardex merge --json b o t >/dev/null
      cardex merge --json --key=x b o t >/dev/null; : >empty; cardex merge empty o o | cmp - o
      cardex merge --marker-size=0 b o t; cardex merge --marker-size=1001 b o t
      cardex merge --conflict-style=x b o t
      cardex merge --ours --theirs b o t; cardex merge b o; cardex merge --install b
      """)
    #expect(
      result.output == """
        1910
        1911
        1910
        cardex: conflict: /Audi: founded: 1909 → 1910 in ours, 1909 → 1911 in theirs
        1
        <<<<<<<<< ours
        ||||||||| base
        =========
        >>>>>>>>> theirs
        {"kind":"changed","address":"/Audi","field":"founded","base":1909,"ours":1910,"theirs":1911}
        {"kind":"changed","address":"/Audi","field":"founded","base":1909,"ours":1910,"theirs":1911}
        cardex: --marker-size takes a whole number of 1 or more, not '0'
        cardex: --marker-size takes a number up to 1000
        cardex: --conflict-style takes 'merge', 'diff3' or 'zdiff3', not 'x'
        cardex: --ours and --theirs cannot be used together
        cardex: three files are merged
        cardex: usage: cardex merge [OPTIONS] BASE OURS THEIRS
        cardex: --install and --uninstall take no files

        """)
  }

  @Test func `a conflict in any format is told, and the program ends by itself`() throws {
    let result = try run(
      """
      printf 'name,icon\nAudi,0\nBMW,9\n' >b.csv
      sed s/0/1/ b.csv >o.csv; sed s/0/2/ b.csv >t.csv
      for format in xml binary json jsonl openstep tsv rec; do
        for side in b o t; do cardex convert --to=$format -o $side.$format $side.csv || exit; done
        cardex merge b.$format o.$format t.$format >result 2>messages; echo $format $?
        grep -c '^cardex: conflict: ' messages
      done
      cat messages
      """)
    #expect(
      result.output == """
        xml 1
        1
        binary 1
        1
        json 1
        1
        jsonl 1
        1
        openstep 1
        1
        tsv 1
        1
        rec 2
        1
        cardex: conflict: /Audi: icon: 0 → 1 in ours, 0 → 2 in theirs
        cardex: o.rec: a recfile is only read; to edit it, convert it first: \
        cardex convert --to=xml -o NEW.plist FILE

        """)
  }

  @Test func `options of diff`() throws {
    let result = try run(
      """
      brands Audi=1909 BMW=1916 Fiat=1899 Kia=1944 >a; brands Kia=1944 Audi=1910 Bayern=1916 Lada=1 >b
      cardex diff a b; echo $?; cardex diff --ignore-order a b | head -n 1; cardex diff --stat a b
      cardex diff --field=founded --json a b; cardex diff a a; echo $?; cardex diff -q a b; echo $?
      tr -d '\\t\\n' <a | cardex diff - a; echo $?; cardex diff --key=founded a b | tail -n 1
      cardex diff -u a b | head -n 3; cardex diff -u --stat a b; cardex diff a; cardex diff a missing
      """)
    #expect(
      result.output == """
        removed  /BMW
        removed  /Fiat
        moved    /Audi → /#2
        changed  /Audi  founded 1909 → 1910
        added    /Bayern
        added    /Lada
        1
        removed  /BMW
        2 added, 2 removed, 1 moved, 1 changed
        {"kind":"changed","oldAddress":"/Audi","newAddress":"/Audi","field":"founded","old":1909,"new":1910}
        0
        1
        0
        added    /Lada
        --- a
        +++ b
        @@ -2,27 +2,27 @@
        cardex: --unified and --stat cannot be used together
        cardex: two files are compared
        cardex: usage: cardex diff [OPTIONS] OLD NEW
        cardex: missing: No such file or directory

        """)
  }

  @Test(
    "old and new values are printed, wherever they are",
    arguments: [
      (
        "<dict><key>A</key><string>41</string><key>B</key><true/></dict>", "41", "42",
        "changed  /A  41 → 42", #""oldAddress":"/A","newAddress":"/A","old":"41","new":"42"}"#
      ),
      (
        "<dict><key>A</key><string>41</string><key>B</key><true/></dict>", "<true/>",
        "<string>true</string>", "changed  /B  true (boolean) → true (string)",
        #""old":true,"new":"true"}"#
      ),
      (
        "<dict><key>A</key><true/><key>B</key><string>x</string></dict>",
        "<key>B</key><string>x</string>", "", "removed  /B  x", #""oldAddress":"/B","old":"x"}"#
      ),
      (
        "<dict><key>A</key><true/></dict>", "</dict>", "<key>B</key><string></string></dict>",
        "added    /B", #""newAddress":"/B","new":""}"#
      ),
      (
        "<dict><key>A</key><true/></dict>", "</dict>",
        "<key>B</key><date>2026-11-26T00:00:00Z</date></dict>",
        "added    /B  2026-11-26T00:00:00Z", #""newAddress":"/B","new":"2026-11-26T00:00:00Z"}"#
      ),
      (
        "<dict><key>A</key><true/><key>B</key><string>x</string></dict>", "<string>x</string>",
        "<array><string>x</string></array>", "changed  /B  x → […]", #""old":"x","new":["x"]}"#
      ),
      (
        "<array><dict><key>name</key><string>A</string><key>k</key><dict><key>l</key><array><string>1</string></array></dict></dict></array>",
        "1", "2", "changed  /A  k.l.0 1 → 2", #""field":"k.l.0","old":"1","new":"2"}"#
      ),
      ("<string>a</string>", "a<", "b<", "renamed  /a → /b", #""old":"a","new":"b"}"#),
      (
        "<array><string>a</string><string>b</string></array>", "</array>",
        "<string>c</string></array>", "added    /c", #""newAddress":"/c","new":"c"}"#
      ),
      (
        "<dict><key>A</key><string>x\ny</string></dict>", "x\ny", "x\nz",
        #"changed  /A  x\ny → x\nz"#,
        #""old":"x\ny","new":"x\nz"}"#
      ),
    ])
  func values(list: String, old: String, new: String, line: String, members: String) throws {
    let changed = list.replacing(old, with: new, maxReplacements: 1)
    let result = try run(
      """
      printf '%s' '\(plist(list))' >a; printf '%s' '\(plist(changed))' >b
      cardex diff a b; cardex diff --json a b
      """)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0] == line && lines[1].hasSuffix(members), "\(result.output)")
  }

  @Test func `of long values that part is printed in which they differ`() throws {
    let long = String(repeating: "long ", count: 100)
    func line(_ old: String, _ new: String) throws -> String {
      let lists = [old, new].map { plist("<dict><key>A</key><string>\($0)</string></dict>") }
      return try run("echo '\(lists[0])' >a; echo '\(lists[1])' >b; cardex diff a b").output
    }
    let shown = String(long.prefix(100))
    #expect(try line("x " + long, "y " + long).hasPrefix("changed  /A  x long"))
    #expect(try line(long, "short") == "changed  /A  \(shown)… → short\n")
    let end = "…" + String(repeating: "long ", count: 5)
    #expect(try line(long + "x", long + "y") == "changed  /A  \(end)x → \(end)y\n")
  }

  @Test func `a key of a program is a field by which differences are chosen`() throws {
    let result = try run(
      """
      list() { echo "<plist><dict><key>A</key><string>$1</string><key>B</key><string>$2</string>\
      </dict></plist>"; }
      list 1 2 >a; list 3 4 >b; cardex diff --field=B a b
      """)
    #expect(result.output == "changed  /B  2 → 4\n")
  }
}
