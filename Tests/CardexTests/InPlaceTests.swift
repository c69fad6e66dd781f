import Foundation
import TestHelpers
import Testing

@Suite("JSON and tables that are edited where they are")
struct InPlaceTests {
  private static let package = #"""
    {
      "name": "garage",
      "version": "1.0.0",
      "private": true,
      "scripts": { "build": "make", "test": "make \/test" },
      "tags": ["a", "b"],
      "empty": [],
      "people": [
        {"name": "Anna", "age": 31, "city": "K\u00f6ln"},
        { "name": "Ben",  "age": 4.50 },
        {"name": "Cleo"}
      ],
      "n": 1e3
    }

    """#

  /// The lines that `diff` prints of what commands have changed in a file.
  private func change(_ commands: String, in text: String = package) throws -> String {
    let directory = try TemporaryDirectory()
    _ = try directory.write(text, to: "f.json")
    let outcome = try Tool.shell(
      """
      cd '\(directory.url.path())'; cp f.json old
      \(commands)
      diff old f.json | grep '^[<>]'
      """)
    #expect(outcome.errors == "")
    return outcome.output
  }

  @Test(
    "an edit changes the lines that it is about, and what is new is like what is beside it",
    arguments: [
      (
        "cardex set f.json .version=1.0.1",
        "<   \"version\": \"1.0.0\",\n>   \"version\": \"1.0.1\",\n"
      ),
      (
        "cardex set f.json '.scripts.lint=swift \"x/y\" ß'",
        #"""
        <   "scripts": { "build": "make", "test": "make \/test" },
        >   "scripts": { "build": "make", "test": "make \/test", "lint": "swift \"x\/y\" \u00df" },

        """#
      ),
      (
        "cardex insert f.json .tags.0=z",
        "<   \"tags\": [\"a\", \"b\"],\n>   \"tags\": [\"z\", \"a\", \"b\"],\n"
      ),
      (
        "cardex insert f.json .empty:int=1",
        "<   \"empty\": [],\n>   \"empty\": [\n>     1\n>   ],\n"
      ),
      ("cardex delete f.json .private", "<   \"private\": true,\n"),
      ("cardex delete f.json .n", "<   ],\n<   \"n\": 1e3\n>   ]\n"),
      (
        "cardex delete f.json .name .tags.0 .tags.1",
        "<   \"name\": \"garage\",\n<   \"tags\": [\"a\", \"b\"],\n>   \"tags\": [],\n"
      ),
      (
        "cardex set f.json .people.1.name=Benno",
        "<     { \"name\": \"Ben\",  \"age\": 4.50 },\n>     { \"name\": \"Benno\",  \"age\": 4.50 },\n"
      ),
      (
        "cardex insert f.json '.people.1:json={\"name\":\"New\",\"age\":[5,{}]}'",
        ">     {\"name\": \"New\", \"age\": [5, {}]},\n"
      ),
      (
        "cardex move f.json .people.2 to .people.0",
        """
        >     {"name": "Cleo"},
        <     { "name": "Ben",  "age": 4.50 },
        <     {"name": "Cleo"}
        >     { "name": "Ben",  "age": 4.50 }

        """
      ),
      ("cardex rename f.json .people peoples", "<   \"people\": [\n>   \"peoples\": [\n"),
      (
        "cardex set f.json '.cfg:json={\"a\":{\"b\":1}}'",
        """
        <   "n": 1e3
        >   "n": 1e3,
        >   "cfg": {
        >     "a": {
        >       "b": 1
        >     }
        >   }

        """
      ),
      ("cardex set f.json .n:real=2", "<   \"n\": 1e3\n>   \"n\": 2.0\n"),
      ("cardex batch f.json -e 'delete .tags.0' -e undo", ""),
      (
        """
        printf 'delete .n\\nsave\\nset .tags.0=x\\nundo 2\\nsave\\n' | cardex shell f.json >out
        grep -c saved out
        """, "2\n"
      ),
    ])
  func layout(commands: String, expected: String) throws {
    #expect(try change(commands) == expected)
  }

  @Test("entries of a list are edited by their addresses")
  func entries() throws {
    let list = """
      [
      \t{"name": "Anna", "phone": "1"},\r
      \t{"phone": "2", "name": "Ben"}
      ]
      """
    #expect(
      try change("cardex set f.json Ben phone=3", in: list)
        == "< \t{\"phone\": \"2\", \"name\": \"Ben\"}\n> \t{\"phone\": \"3\", \"name\": \"Ben\"}\n")
    #expect(
      try change("cardex insert f.json / Cleo phone=4", in: list)
        == "< \t{\"phone\": \"2\", \"name\": \"Ben\"}\n> \t{\"phone\": \"2\", \"name\": \"Ben\"},\r\n"
        + "> \t{\"phone\": \"4\", \"name\": \"Cleo\"}\n")
    #expect(
      try change("cardex delete f.json Ben", in: list)
        == "< \t{\"name\": \"Anna\", \"phone\": \"1\"},\r\n< \t{\"phone\": \"2\", \"name\": \"Ben\"}\n"
        + "> \t{\"name\": \"Anna\", \"phone\": \"1\"}\n")
  }

  @Test("what JSON does not have is refused, and nothing is lost")
  func refusals() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write(Self.package, to: "f.json")
    let outcome = try Tool.shell(
      """
      cd '\(directory.url.path())'; cp f.json old
      cardex set f.json .d:date=2024-01-01; echo $?
      cardex set f.json .d:data=YQ==; echo $?
      cardex set f.json .d:real=inf; echo $?
      cardex set --skip-null f.json .name=x; echo $?; cp old f.json
      printf '{"a": null, "b": 1}' > n.json; cardex set --skip-null n.json .b:int=2; echo $?; cat n.json
      cmp old f.json; ls
      """)
    #expect(outcome.output == "2\n2\n2\n0\n2\n{\"a\": null, \"b\": 1}f.json\nn.json\nold\n")
    #expect(
      outcome.errors == """
        cardex: f.json: .d: JSON has no dates, but texts
        cardex: f.json: .d: JSON has no data, but texts
        cardex: f.json: .d: JSON has no infinite numbers
        cardex: n.json: JSON of which what is null was left out is only read
        cardex: --output=OUT.plist writes an XML property list

        """)
  }

  @Test(
    "the encoding, its mark and the line ends stay", arguments: ["UTF-8", "UTF-16LE", "UTF-32BE"])
  func encodings(name: String) throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write("{\r\n \"a\": \"\u{1F697}\"\r\n}\r\n", to: "f.txt")
    let outcome = try Tool.shell(
      """
      cd '\(directory.url.path())'; printf '\\357\\273\\277' | cat - f.txt | iconv -f UTF-8 -t \(name) > f.json
      cardex set f.json .a=ü .b=x; iconv -f \(name) -t UTF-8 f.json | od -An -c | tr -d ' \\n'
      """)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == #"357273277{\r\n"a":"303274",\r\n"b":"x"\r\n}\r\n"#)
  }

  @Test("other formats are written under their names, and dry runs print the text of the file")
  func output() throws {
    let outcome = try Tool.shell(
      """
      cd "$(mktemp -d)"; printf '{"a": 1,\\n "b": [2]}\\n' > f.json
      cardex set -n f.json .a:int=3 | tail -n +3; cardex set -o - f.json .a:int=3
      cardex set -o f.plist f.json .a:int=3; head -c 5 f.plist; echo
      cardex set -o f.bplist f.json .a:int=3; head -c 6 f.bplist; echo
      cardex set -o other f.json .a:int=3; cat other; cat f.json
      printf 'set .a:int=4\\nsave as s.json\\nsave as s.plist\\n' | cardex shell f.json > out
      head -c 5 s.plist; echo; cat s.json
      """)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        @@ -1,2 +1,2 @@
        -{"a": 1,
        +{"a": 3,
          "b": [2]}
        {"a": 3,
         "b": [2]}
        <?xml
        bplist
        {"a": 3,
         "b": [2]}
        {"a": 1,
         "b": [2]}
        <?xml
        {"a": 4,
         "b": [2]}

        """)
  }

  @Test("two branches are merged by values")
  func merge() throws {
    let outcome = try Tool.shell(
      #"""
      cd "$(mktemp -d)"
      printf '{\n  "a": 1,\n  "l": [{"n": "x"}, {"n": "y"}]\n}\n' > base.json
      cp base.json ours.json; cp base.json theirs.json
      cardex set ours.json .a:int=2; cardex insert theirs.json '.l.0:json={"n":"w"}'
      cardex merge base.json ours.json theirs.json; echo $?
      cardex set theirs.json .a:int=3; cardex merge base.json ours.json theirs.json; echo $?
      cardex merge --theirs base.json ours.json theirs.json | head -n 2
      cardex merge -o marked.json base.json ours.json theirs.json 2>/dev/null; cardex show marked.json
      printf 'n,a\nx,1\n' > base.csv; for a in 2 3; do printf "n,a\nx,$a\n" > $a.csv; done
      cardex merge base.csv 2.csv 3.csv 2>/dev/null | tee marked.csv; cardex show marked.csv
      """#)
    #expect(
      outcome.output == """
        {
          "a": 2,
          "l": [{"n": "w"}, {"n": "x"}, {"n": "y"}]
        }
        0
        {
        <<<<<<< ours
          "a": 2,
        =======
          "a": 3,
        >>>>>>> theirs
          "l": [{"n": "w"}, {"n": "x"}, {"n": "y"}]
        }
        1
        {
          "a": 3,
        n,a
        <<<<<<< ours
        x,2
        =======
        x,3
        >>>>>>> theirs

        """)
    #expect(
      outcome.errors
        == """
        cardex: conflict: /: a: 1 → 2 in ours, 1 → 3 in theirs
        cardex: marked.json:2:1: a conflict of a merge is marked here; choose one of the versions and remove \
        the markers
        cardex: marked.csv:2:1: a conflict of a merge is marked here; choose one of the versions and remove \
        the markers

        """)
  }

  @Test("tables are edited by addresses and paths, and what they do not have is refused")
  func tables() throws {
    let outcome = try Tool.shell(
      #"""
      cd "$(mktemp -d)"; printf 'name;phone\r\nAnna;"1"\r\n\r\nBen;2' > f.csv; cp f.csv old
      cardex set f.csv Anna phone='a;"b"'; cardex insert f.csv / Cleo city=Bern --new-key
      cardex delete f.csv Ben; cat f.csv; echo; cp old f.csv
      cardex insert f.csv '.0:json={"name":"Zoe"}'; cardex set f.csv .2.phone:int=7; cat f.csv; echo; cp old f.csv
      cardex set f.csv '.0.phone:json=[1]'; echo $?
      cardex set f.csv '/:json={"a":1}'; echo $?
      cardex set -n f.csv Ben phone=3 | tail -n 4
      cardex set -o f.json f.csv Ben phone=3; cat f.json
      printf 'a\tb\n1\t2\n' > t.tsv; cardex set t.tsv .0.a='x	y' .0.b='=1'; cat t.tsv
      printf '\357\273\277a,b\n1,2\n' > e.csv; cardex set e.csv .0.a==1+2; cat e.csv; cardex get e.csv .0.a
      printf '\357\273\277a,b\n1,2\n' > e.csv; cardex set e.csv .0.a='+49 30' .0.b=-5; cat e.csv
      printf '\357\273\277a,b\n+1,x\n' > e.csv; cardex set e.csv .0.b==1; cat e.csv
      printf '"a"="b";' > e.strings; cardex delete e.strings .a; cardex set e.strings .c=d; cat e.strings
      """#)
    #expect(
      outcome.output == """
        name;phone;city\r
        Anna;"a;""b""\";\r
        \r
        Cleo;;Bern
        name;phone\r
        Zoe;\r
        Anna;"1"\r
        \r
        Ben;7
        2
        2
        -Ben;2
        \\ No newline at end of file
        +Ben;3
        \\ No newline at end of file
        [
          {
            "name": "Anna",
            "phone": "1"
          },
          {
            "name": "Ben",
            "phone": "3"
          }
        ]
        a\tb
        "x\ty"\t=1
        \u{FEFF}a,b
        "'=1+2",2
        =1+2
        \u{FEFF}a,b
        +49 30,-5
        \u{FEFF}a,b
        +1,=1
        "c" = "d";

        """)
    #expect(
      outcome.errors == """
        cardex: f.csv: a value of a table is a text, not array
        cardex: f.csv: a table is a list of rows

        """)
  }

  @Test(
    "rows of sections stay where they are, and what is new or moved is after the rows of its section",
    arguments: [
      ("set $S f.csv A/Cleo phone=33", "< Cleo,Bonn,A,3\n> Cleo,Bonn,A,33\n"),
      ("insert $S f.csv A/ Zoe phone=9", "> Zoe,,A,9\n"),
      ("move $S f.csv A/Anna to B/", "< Anna,Köln,\"A\",1\n> Anna,Köln,\"B\",1\n"),
      ("delete $S f.csv B/Ben B/Emil", "< Ben,\"Rom\",B,2\n< Emil,X,B,5,extra,,x\n"),
      (
        "section rename $S f.csv A AA",
        "< Anna,Köln,\"A\",1\n> Anna,Köln,\"AA\",1\n< Cleo,Bonn,A,3\n> Cleo,Bonn,AA,3\n"
      ),
      ("batch $S f.csv -e 'section insert C --before B' -e 'insert C/ Qi city=Y'", "> Qi,Y,C,\n"),
      ("batch $S f.csv -e 'move A/Anna to B/' -e undo", ""),
      ("set f.csv Emil phone=55 'column 5=more'", "< Emil,X,B,5,extra,,x\n> Emil,X,B,55,more,,x\n"),
      ("insert f.csv / Qi", "> Qi,,,\n"),
    ])
  func sections(command: String, expected: String) throws {
    let outcome = try Tool.shell(
      """
      cd "$(mktemp -d)"; S=--section-column=group
      printf '%s\n' name,city,group,phone 'Anna,Köln,"A",1' 'Ben,"Rom",B,2' Cleo,Bonn,A,3 Dora,Paris \
        Emil,X,B,5,extra,,x > f.csv
      cp f.csv old; cardex \(command); diff old f.csv | grep '^[<>]'
      """)
    #expect(outcome.errors == "")
    #expect(outcome.output == expected)
  }

  @Test("a table with only its first row says which keys there are, and sections of a column stay")
  func titlesOnly() throws {
    let outcome = try Tool.shell(
      """
      cd "$(mktemp -d)"; printf 'Vorname;Telefon' > f.csv; cardex insert f.csv / Anna Telefon=1; cat f.csv
      printf 'phone,Name\\n' > f.csv; printf 'insert / Anna\\ninsert / Ben phone=2\\nsave\\n' |
        cardex shell f.csv >out; cat f.csv
      printf 'name\\n' > f.csv; cardex insert f.csv / A nam=1; echo $?
      S=--section-column=s; printf '%s\\n' s,n A,Bo B,Cy > f.csv
      cardex section build $S f.csv; cardex set $S f.csv A/Bo s=B; cardex section rename $S f.csv A B; cat f.csv
      """)
    #expect(
      outcome.output == """
        Vorname;Telefon
        Anna;1
        phone,Name
        ,Anna
        2,Ben
        2
        s,n
        A,Bo
        B,Cy

        """)
    #expect(
      outcome.errors == """
        cardex: f.csv: 'nam' is a new key; did you mean 'name'?
        cardex: --new-key adds it
        cardex: f.csv: the column 's' has the titles of the sections, and letters would replace them
        cardex: f.csv: 's' has the title of the section that a row is in; 'move' puts it into another one, \
        and 'section rename' gives all rows of a section another title
        cardex: f.csv: two sections of a table would have the title 'B'; 'move' puts rows into another one

        """)
  }

  @Test("what a table cannot say of sections is refused, and rows of other lengths are named")
  func refusedSections() throws {
    let outcome = try Tool.shell(
      """
      cd "$(mktemp -d)"; S=--section-column=s; printf '%s\n' s,n A,1 B,2 A,3,4 C > f.csv; cp f.csv old
      cardex section insert $S f.csv D; echo $?
      cardex section move $S f.csv B to A; echo $?
      cardex check --select=row-length f.csv; cmp old f.csv; cp f.csv g.csv; cardex import g.csv f.csv; echo $?
      """)
    #expect(
      outcome.output == """
        2
        2
        f.csv:4:1: the row has 3 values, and the first row names 2 columns [row-length]
        f.csv:5:1: the row has 1 values, and the first row names 2 columns [row-length]
        2

        """)
    #expect(
      outcome.errors == """
        cardex: f.csv: a table has no sections without rows
        cardex: f.csv: sections of a table are in the order in which its rows name them
        cardex: f.csv:4:1: the row has 3 values, but the first row names 2 columns

        """)
  }
}
