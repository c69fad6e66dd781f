import Foundation
import TestHelpers
import Testing

@Suite("Paths in commands")
struct PathCommandTests {
  /// Runs lines of the shell in a directory with a copy of `Info.plist`.
  private func run(_ lines: String) throws -> Tool.Outcome {
    let directory = try TemporaryDirectory()
    return try Tool.shell(
      "cp Info.plist cars_total.plist contacts.plist '\(directory.url.path())'; cd '\(directory.url.path())'; \(lines)"
    )
  }

  /// The lines that `diff` prints of what a command has changed in a copy of `Info.plist`.
  private func change(_ command: String, status: Int32 = 0) throws -> [Substring] {
    let outcome = try run(
      "cp Info.plist old; \(command); echo $?; diff old Info.plist | grep '^[<>]'")
    #expect(outcome.errors == "")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "\(status)")
    return Array(lines.dropFirst())
  }

  @Test("the dry run of a new file is a diff that patch makes it of; dates are those of people")
  func newFile() throws {
    let outcome = try run(
      #"""
      export TZ=Europe/Berlin
      cardex set -n --create new.plist .a:date=2024-03-01 > new.diff; head -n 2 new.diff
      patch -s < new.diff; cardex get new.plist .a
      cardex batch -e 'set .a="2024-03-02 14:30"' -e 'insert .b:date=2024-07-01' new.plist
      cardex get new.plist .a .b
      cardex set new.plist .b='2024-03-31 02:30'
      cardex set new.plist .c=2024-03-01; cardex get --type new.plist .c
      """#)
    #expect(
      outcome.output == """
        --- /dev/null
        +++ new.plist
        2024-02-29T23:00:00Z
        2024-03-02T13:30:00Z
        2024-06-30T22:00:00Z
        string

        """)
    #expect(
      outcome.errors == """
        cardex: new.plist: there is no '2024-03-31 02:30' here: the clocks go forward past that time
        cardex: a time in UTC is written with 'Z': 2024-03-31T01:30:00Z

        """)
  }

  @Test("of many edits those that fail are named, and all is undone and redone one by one")
  func batch() throws {
    let outcome = try run(
      #"""
      cat > edits << 'END'
      set .CFBundleVersion=50
      delete .nothing
      insert .CFBundleLocalizations=fr
      rename .CFBundleVersion CFBundleName
      delete .CFBundleLocalizations.0
      END
      cp Info.plist old
      cardex batch -f edits Info.plist; echo $?; cmp old Info.plist
      cardex batch -k -f edits Info.plist; echo $?; diff old Info.plist | grep '^[<>]'
      cp old Info.plist
      cardex batch -n Info.plist << 'END'
      delete .CFBundleName
      delete .CFBundleVersion
      undo
      redo
      undo 2
      set .CFBundleName=A .CFBundleVersion=B
      delete .CFBundleLocalizations
      undo
      undo
      redo
      insert .new=1
      undo 2
      END
      echo $?
      """#)
    #expect(
      outcome.output == """
        2
        2
        < \t\t<string>en</string>
        > \t\t<string>fr</string>
        < \t<string>41</string>
        > \t<string>50</string>
        0

        """)
    let errors = [2, 2, 4].map { "cardex: edits:\($0): " }
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 3)
    for (line, start) in zip(lines, errors) { #expect(line.hasPrefix(start), "\(line)") }
  }

  @Test("get prints what a script can use, and says by its status whether it is there")
  func get() throws {
    let outcome = try run(
      """
      cardex get -n Info.plist .CFBundleName; echo "[$?]"
      cardex get -0 Info.plist .CFBundleName .CFBundleVersion | tr '\\0' '|'; echo
      cardex get --type Info.plist / .UIRequiresFullScreen .CFBundleLocalizations
      cardex get -c Info.plist .CFBundleLocalizations .CFBundleURLTypes[0]
      cardex get --xml Info.plist .CFBundleURLTypes[0].CFBundleURLSchemes
      cardex get --expect=bool Info.plist .UIRequiresFullScreen; echo $?
      cardex get --expect=string Info.plist .UIRequiresFullScreen 2>&1; echo $?
      cardex get Info.plist .CFBundleLocalizations 2>&1; echo $?
      cardex get Info.plist .no.such 2>&1; echo $?
      cardex get Info.plist CFBundleName 2>&1; echo $?
      cardex get Info.plist 2>&1; echo $?
      cardex get --json --xml Info.plist / 2>&1; echo $?
      cardex get --path=.CFBundleName Info.plist nosuch Info.plist 2>&1; echo $?
      """)
    #expect(
      outcome.output == """
        Garage[0]
        Garage|41|
        dict
        boolean
        array
        2
        2
        <array>
        \t<string>garage</string>
        \t<string>car</string>
        </array>
        false
        0
        cardex: Info.plist: '.UIRequiresFullScreen' is of the type boolean, not string
        2
        cardex: Info.plist: '.CFBundleLocalizations' is an array
        cardex: --json, --xml and --count print one
        cardex: did you mean: cardex get --json Info.plist .CFBundleLocalizations
        2
        cardex: Info.plist: nothing is at '.no'
        1
        cardex: 'CFBundleName' is not a path, which begins with a dot
        cardex: '.CFBundleName' leads to the key 'CFBundleName', '/' is the whole file
        cardex: did you mean: cardex get Info.plist .CFBundleName
        2
        cardex: no PATH was given
        cardex: 'cardex get FILE .KEY' prints the value of KEY
        2
        cardex: --json and --xml cannot be used together
        2
        Info.plist:Garage
        cardex: nosuch: No such file or directory
        Info.plist:Garage
        2

        """)
  }

  @Test("any file can be read by paths: other formats, a key twice, a text with line ends")
  func otherFiles() throws {
    let outcome = try run(
      """
      cardex convert --to=binary -o b.plist Info.plist; cardex get b.plist .CFBundleURLTypes.0.CFBundleURLName
      printf 'name,n\\nx,1\\ny,2\\n' > t.csv; cardex get t.csv .-1.n
      printf '{ a = "1 2"; b = (x, y); }' | cardex get - .b[1]
      printf '<plist><dict><key>a</key><string>1</string><key>a</key><string>2</string></dict></plist>' >d.plist
      cardex get d.plist .a 2>&1; echo $?
      cardex set d.plist .a=3; cardex get --xml d.plist /
      printf '<plist><string> x\\n</string></plist>' | cardex get - / | od -An -c
      """)
    #expect(
      outcome.output == """
        org.example.garage.link
        2
        y
        cardex: d.plist: '.a' is ambiguous: the key occurs 2 times
        2
        <dict><key>a</key><string>3</string><key>a</key><string>3</string></dict>
               x  \\n  \\n

        """)
  }

  @Test("each edit changes the lines it is about and no others")
  func edits() throws {
    #expect(
      try change("cardex set Info.plist .CFBundleVersion=42 .UIRequiresFullScreen=yes")
        == ["< \t<string>41</string>", "> \t<string>42</string>", "< \t<false/>", "> \t<true/>"])
    #expect(
      try change("cardex set Info.plist .LSMinimumSystemVersion=15.0 .Build:int=7")
        == [
          "> \t<key>LSMinimumSystemVersion</key>", "> \t<string>15.0</string>",
          "> \t<key>Build</key>", "> \t<integer>7</integer>",
        ])
    #expect(
      try change("cardex insert Info.plist .CFBundleLocalizations.0=fr .CFBundleLocalizations=it")
        == ["> \t\t<string>fr</string>", "> \t\t<string>it</string>"])
    #expect(
      try change("cardex delete Info.plist .UISupportedInterfaceOrientations").count == 5)
    #expect(
      try change("cardex rename Info.plist .CFBundleName CFBundleDisplayName")
        == ["< \t<key>CFBundleName</key>", "> \t<key>CFBundleDisplayName</key>"])
    #expect(
      try change("cardex move Info.plist .CFBundleLocalizations.1 to .CFBundleLocalizations.0")
        .count
        == 2)
    #expect(
      try change("cardex set Info.plist '.UILaunchScreen:json={\"UIColorName\":\"paint\"}'")
        == [
          "> \t<key>UILaunchScreen</key>", "> \t<dict>", "> \t\t<key>UIColorName</key>",
          "> \t\t<string>paint</string>", "> \t</dict>",
        ])
    #expect(
      try change(
        "cardex set --parents Info.plist '.NSAppTransportSecurity.NSExceptionDomains.a\\.org.NSIncludesSubdomains:bool=yes'"
      ).count == 5)
    #expect(try change("cardex set Info.plist .CFBundleVersion=41", status: 0) == [])
    #expect(
      try change("cardex set --fail-unchanged Info.plist .CFBundleVersion=41", status: 1) == [])
    #expect(
      try change(
        "echo '{\"CFBundleVersion\":\"9\",\"CFBundleName\":null}' | cardex patch Info.plist -")
        == [
          "< \t<key>CFBundleName</key>", "< \t<string>Garage</string>", "< \t<string>41</string>",
          "> \t<string>9</string>",
        ])
  }

  @Test(
    "what is impossible changes nothing, and says why",
    arguments: [
      (
        "set Info.plist .a.b=1",
        "nothing is at '.a'; --parents adds what is missing on the way, and '.a\\.b' is a key with dots"
      ),
      (
        "set Info.plist .CFBundleName.x=1",
        "'.CFBundleName' is a string, so nothing is at '.CFBundleName.x'"
      ),
      (
        "set Info.plist .CFBundleLocalizations=x",
        "'.CFBundleLocalizations' is an array; ':json=' or ':xml=' gives it another value, ':string=' makes it a text"
      ),
      (
        "set Info.plist .CFBundleLocalizations.5=x",
        "'.CFBundleLocalizations.5' is beyond the end: there are 2 elements"
      ),
      (
        "set Info.plist .CFBundleVersion:int=x",
        ".CFBundleVersion: 'x' is not a valid integer value"
      ),
      ("set Info.plist .CFBundleVersion:in=1", "'in' is not a type"),
      ("set Info.plist .a=1 b=2", "'b=2' is not PATH[:TYPE]=VALUE"),
      ("set Info.plist .a:json={", ".a: "),
      ("insert Info.plist .CFBundleName=x", "'.CFBundleName' is already there; 'set' changes it"),
      ("delete Info.plist .CFBundleName .no", "nothing is at '.no'"),
      ("delete Info.plist .cfbundlename", "nothing is at '.cfbundlename'; nearest: .CFBundleName"),
      ("delete Info.plist --force .CFBundleName", "--force cannot be used with PATHs"),
      ("rename Info.plist .CFBundleName CFBundleVersion", "'.CFBundleVersion' is already there"),
      (
        "rename Info.plist .CFBundleLocalizations.0 x",
        "is an element of an array, which has no key"
      ),
      ("move Info.plist .CFBundleURLTypes to .CFBundleURLTypes.0.x", "cannot be put into itself"),
      ("set Info.plist '.a[x]=1'", "a position in brackets is a whole number"),
      ("patch Info.plist nosuch.json", "nosuch.json: No such file or directory"),
    ])
  func errors(_ arguments: String, _ message: String) throws {
    let outcome = try run(
      "cp Info.plist old; cardex \(arguments) 2>&1; echo $?; cmp old Info.plist")
    #expect(outcome.output.hasSuffix("\n2\n"))
    #expect(outcome.output.contains(message), "\(outcome.output)")
  }

  @Test("standard input is edited to standard output; several files are edited one by one")
  func files() throws {
    let outcome = try run(
      """
      cardex set - .CFBundleVersion=42 <Info.plist | diff Info.plist - | grep '^[<>]'
      cardex set - .a.b=1 <Info.plist 2>&1; echo $?
      cp Info.plist 1.plist; cp Info.plist 3.plist; echo '<plist><array/></plist>' >2.plist
      cardex batch -e 'set .CFBundleVersion=9' 1.plist 2.plist 3.plist 2>&1; echo $?
      cardex get --path=.CFBundleVersion 1.plist 3.plist; cat 2.plist
      cardex batch -e 'set .CFBundleVersion=9' 1.plist 3.plist; echo $?
      cardex batch --fail-unchanged -e 'set .CFBundleVersion=9' 1.plist 3.plist; echo $?
      cardex delete 2.plist .x 2>&1; cardex nosuch.plst 2>&1; echo $?
      """)
    #expect(
      outcome.output == """
        < \t<string>41</string>
        > \t<string>42</string>
        cardex: (standard input): nothing is at '.a'; --parents adds what is missing on the way, and '.a\\.b' is a \
        key with dots
        2
        cardex: 2.plist: -e #1:1: '/' is an array: its elements are at .0, .1, … and .-1, not at \
        '.CFBundleVersion'
        2
        1.plist:9
        3.plist:9
        <plist><array/></plist>
        0
        1
        cardex: 2.plist: '/' is an array: its elements are at .0, .1, … and .-1, not at '.x'
        cardex: nosuch.plst: No such file or directory
        cardex: 'cardex FILE' shows a file
        2

        """)
  }

  @Test("entries and sections have paths, which are addresses; searches print them")
  func items() throws {
    let outcome = try run(
      """
      cardex show cars_total.plist .3.cars.0 | head -n 1
      cardex show cars_total.plist .1 | head -n 1
      cardex show cars_total.plist .1.title 2>&1; echo $?
      cardex set cars_total.plist .3.cars.0 note=x; cardex get cars_total.plist .3.cars.0.note
      cardex search --format='{path}' . -E contacts.plist >all; wc -l <all
      while read -r path; do cardex get -t contacts.plist "$path"; done <all | sort | uniq -c
      printf '<plist><array><string>.a</string></array></plist>' >dots.plist
      cardex search --format='{address}' a dots.plist
      cardex show dots.plist /.a; cardex show dots.plist .0
      """)
    #expect(
      outcome.output == """
        D/大发
        – B  (13)
        cardex: cars_total.plist: what is at '.1.title' is neither an entry nor a section; 'get' prints it
        2
        x
        86
             86 dict
        /.a
        /.a
              .a
        /.a
              .a

        """)
  }

  @Test("the shell repeats edits by paths from its journal, and on a file that others have changed")
  func journal() throws {
    let outcome = try run(
      """
      export XDG_STATE_HOME=$PWD/state
      { printf 'set .CFBundleVersion=50\\ndelete .CFBundleName\\n'; sleep 1; kill -9 $(cat pid); } |
        { sh -c 'echo $$ >pid; exec cardex shell Info.plist'; } >/dev/null 2>&1
      printf 'recover\\nhistory\\nquit --discard\\n' | cardex shell Info.plist 2>&1 | grep -c CFBundle
      mkfifo in; cardex shell Info.plist <in >out 2>&1 & exec 3>in
      printf 'set .CFBundleVersion=50\\ndelete .UIRequiresFullScreen\\n' >&3; sleep 0.5
      cardex set Info.plist .CFBundleName=Other .UIRequiresFullScreen=yes --wait=0 2>/dev/null
      sed -i 's/>Garage</>Other</' Info.plist
      printf 'refresh\\nsave\\n' >&3; exec 3>&-; wait
      cardex get --default=gone Info.plist .CFBundleName .CFBundleVersion .UIRequiresFullScreen
      """)
    #expect(outcome.output.hasSuffix("Other\n50\ngone\n"), "\(outcome.output) \(outcome.errors)")
  }

  @Test("show prints the paths of what it shows, in a column, and in JSON")
  func shownPaths() throws {
    let outcome = try run(
      """
      cardex show --paths Info.plist | head -n 3
      cardex show --paths cars_total.plist O .3.cars.0
      cardex show --paths --width=40 Info.plist .NSAppTransportSecurity
      cardex show --paths --by-letter --locale=de contacts.plist Z | head -n 2
      cardex show --json --paths cars_total.plist O/讴歌 | grep -o '"address":"O/讴歌","path":"[^"]*"'
      cardex show --paths --fields cars_total.plist 2>&1; echo $?
      printf '<plist><dict><key>v</key><integer>1</integer><key>items</key><array><string>a</string><string>b</string><string>c</string></array></dict></plist>' | cardex show --paths -
      cardex show --paths --collapsed cars_total.plist | while read -r path rest; do cardex get -t cars_total.plist "$path"; done | sort | uniq -c
      """)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        .CFBundleDevelopmentRegion                  CFBundleDevelopmentRegion   en
        .CFBundleIdentifier                         CFBundleIdentifier          org.example.garage
        .CFBundleLocalizations                      CFBundleLocalizations
        .12         – O  (3)
        .12.cars.0      欧宝
        .12.cars.1      讴歌
        .12.cars.2      欧拉
        .3.cars.0       D/大发
        .3.cars.0.icon      icon  dafa.png
        .3.cars.0.name      name  大发
        .NSAppTransportSecurity                     – NSAppTransportSe…  (1)
        .NSAppTransportSecurity.NSExceptionDomains      NSExceptionDomains
                        – Z  (5)
        .25.contacts.0      曾志远         +86 000 0000 0175
        "address":"O/讴歌","path":".12.cars.1"
        /  /
        0
                  /
        .v            v  1
        .items.0  a
        .items.1  b
        .items.2  c
             21 dict

        """)
  }

  @Test("convert writes what is at a path, in every format, and only that")
  func convertedPart() throws {
    let outcome = try run(
      """
      cardex convert --to=json --at=.CFBundleURLTypes.0.CFBundleURLSchemes Info.plist
      cardex convert --to=xml --at=.CFBundleURLTypes.0.CFBundleURLSchemes Info.plist | tail -n +3
      cardex convert --to=json --at=.CFBundleVersion Info.plist
      cardex convert --to=json --at=/ Info.plist | cmp - <(cardex convert --to=json Info.plist)
      cardex convert --to=binary --at=.12 -o o.bplist cars_total.plist; cardex get --count o.bplist .cars
      cardex convert --to=csv --at=.12.cars cars_total.plist
      cardex convert --to=csv --at=.12 cars_total.plist | head -n 2
      cardex convert --to=text --at=.12.cars cars_total.plist | head -n 2
      cardex convert --to=vcard --at=.9.contacts contacts.plist | grep -c BEGIN
      cardex convert --to=html --at=.12.cars cars_total.plist | grep -c 讴歌
      cardex convert --to=postgresql --at=.12.cars cars_total.plist | grep -c 讴歌 >/dev/null; echo $?
      cardex convert --to=strings --at=.CFBundleURLTypes.0 Info.plist
      cardex convert --to=openstep --at=.CFBundleURLTypes.0.CFBundleURLSchemes Info.plist
      echo '{"": [1], "a": 2}' | cardex convert --to=json --at='.\\u{}' -
      cardex convert --to=json --at=.no Info.plist; echo $?
      cardex convert --to=json --at=CFBundleName Info.plist; echo $?
      cardex convert --to=json --at=.a --root=b Info.plist; echo $?
      """)
    #expect(
      outcome.errors == """
        cardex: Info.plist: json has no comments: 1 left out
        cardex: Info.plist: json has no comments: 1 left out
        cardex: cars_total.plist: csv has no fields of sections: 1 value of 'title' left out
        cardex: Info.plist: nothing is at '.no'
        cardex: 'CFBundleName' is not a path, which begins with a dot
        cardex: '.CFBundleName' leads to the key 'CFBundleName', '/' is the whole file
        cardex: --at and --root cannot be used together

        """)
    #expect(
      outcome.output == """
        [
          "garage",
          "car"
        ]
        <plist version="1.0">
        <array>
        \t<string>garage</string>
        \t<string>car</string>
        </array>
        </plist>
        "41"
        3
        icon,name
        oubao.png,欧宝
        ouge.png,讴歌
        oula.png,欧拉
        icon,name
        oubao.png,欧宝
        欧宝
          icon: oubao.png
        3
        1
        0
        /* links on the web page */
        "CFBundleURLName" = "org.example.garage.link";
        "CFBundleURLSchemes" = (
            "garage",
            "car"
        );
        (
            garage,
            car
        )
        [
          1
        ]
        2
        2
        2

        """)
  }

  @Test("get prints values in scripts as the program does, as edits have left them")
  func getInScripts() throws {
    let outcome = try run(
      """
      cardex batch -n -e 'get .CFBundleVersion /.CFBundleName' Info.plist; echo $?
      cardex batch -o - -e 'set .CFBundleVersion=42' -e 'get .CFBundleVersion' Info.plist | grep -n 42
      cardex batch -e 'get .CFBundleVersion' -e 'get --json .CFBundleLocalizations' -e 'get -c /' \
        -e 'get --default=none .no .CFBundleName' -e 'get -n .CFBundleName' Info.plist; echo "[$?]"
      cardex batch -e 'get .no' Info.plist; echo $?
      cardex batch -e 'get .CFBundleLocalizations' Info.plist; echo $?
      cardex batch -e 'get --json --xml .a' Info.plist; echo $?
      cardex batch -e 'get --expect=dict .CFBundleName' Info.plist; echo $?
      printf 'get .CFBundleName\nset .CFBundleName=x\nget .CFBundleName\nundo\nget .CFBundleName\n' | cardex shell Info.plist
      """)
    #expect(
      outcome.errors == """
        cardex: -e #1:1:22: '/.CFBundleName' is not a path, which begins with a dot
        cardex: paths and addresses cannot be mixed; './.CFBundleName' is a key of the root
        cardex: -e #1:1: nothing is at '.no'
        cardex: -e #1:1: '.CFBundleLocalizations' is an array
        cardex: --json, --xml and --count print one
        cardex: -e #1:1:12: --json and --xml cannot be used together
        cardex: -e #1:1: '.CFBundleName' is of the type string, not dict

        """)
    #expect(
      outcome.output == """
        2
        1:42
        33:\t<string>42</string>
        41
        ["en","de"]
        11
        none
        Garage
        Garage[0]
        2
        2
        2
        2
        Garage
        set .CFBundleName
        x
        undone: set .CFBundleName=x
        Garage

        """)
  }

  @Test("the whole file has a value, data comes from a file, and a file is made")
  func wholeFilesAndNewOnes() throws {
    let outcome = try run(
      """
      printf 'a\\0b' >data
      cardex set --create new.plist .a=1 .icon:file=data; echo $?; cat new.plist
      cardex set --create new.plist .a=2; cardex get new.plist .a
      cardex set --create --parents b.bplist .a.b:int=1; head -c 6 b.bplist; echo; cardex get --json b.bplist /
      cardex set --create n.json .a=1; cat n.json
      cardex set --create -n n2.plist .a=1 | grep '^[+-][^+-]'; ls n2.plist
      cardex set --create n2.plist .a:int=x; ls n2.plist
      cardex set n2.plist .a=1; echo $?
      cardex set --create no/n.plist .a=1; echo $?
      cardex set new.plist '/:json=[1,{"a":[]}]'; tail -n +3 new.plist
      cardex insert new.plist /:string=end; cardex get --json new.plist /
      cardex move new.plist .0 to /; cardex get --json new.plist /
      cardex set new.plist /:int=5 2>&1; cardex get new.plist /
      cardex batch -n -v -e 'set .icon:file=data' -e 'set .x=1' Info.plist | grep '^[+-][^+-]'
      cardex set Info.plist .icon:file=nosuch; echo $?
      cardex set Info.plist .icon:null=; echo $?
      cardex set Info.plist .icon:json=null; echo $?
      cardex delete Info.plist .CFBundleName /; echo $?
      cardex delete Info.plist /; echo $?
      cardex copy Info.plist / to .x; echo $?
      """)
    #expect(
      outcome.errors == """
        ls: cannot access 'n2.plist': No such file or directory
        cardex: n2.plist: .a: 'x' is not a valid integer value: expected digits
        ls: cannot access 'n2.plist': No such file or directory
        cardex: n2.plist: No such file or directory
        cardex: --create makes the file
        cardex: no/n.plist: cannot open the file: No such file or directory
        cardex: .icon: 'nosuch': No such file or directory
        cardex: Info.plist: .icon: a property list has no null; 'delete' removes a key
        cardex: Info.plist: .icon: a property list has no null; 'delete' removes a key
        cardex: Info.plist: that is the whole property list, not something in it
        cardex: Info.plist: that is a section, not an entry
        cardex: 'section delete', 'section move', 'section copy' and 'section rename' change sections
        cardex: Info.plist: nothing is at '.x'

        """)
    #expect(
      outcome.output == """
        0
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>a</key>
        \t<string>1</string>
        \t<key>icon</key>
        \t<data>YQBi</data>
        </dict>
        </plist>
        2
        bplist
        {"a":{"b":1}}
        {
          "a": "1"
        }
        +<?xml version="1.0" encoding="UTF-8"?>
        +<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        +<plist version="1.0">
        +<dict>
        +\t<key>a</key>
        +\t<string>1</string>
        +</dict>
        +</plist>
        2
        2
        <plist version="1.0">
        <array>
        \t<integer>1</integer>
        \t<dict>
        \t\t<key>a</key>
        \t\t<array/>
        \t</dict>
        </array>
        </plist>
        [1,{"a":[]},"end"]
        [{"a":[]},"end",1]
        5
        +\t<key>icon</key>
        +\t<data>YQBi</data>
        +\t<key>x</key>
        +\t<string>1</string>
        2
        2
        2
        2
        2
        2

        """)
  }

  @Test("a value in an entry is set without another reading, and undone to the byte")
  func valuesInEntries() throws {
    let outcome = try run(
      """
      cp contacts.plist old
      { echo 'set .0.contacts.0.phoneNum=1'; echo 'show .0.contacts.0'
        echo 'set .0.contacts.0.phoneNum=2 .1.contacts.0.name=Bo'; echo 'get .1.contacts.0.name'
        echo 'undo'; echo 'redo'; echo 'set .0.contacts.0.new=x'; echo 'undo 3'
        echo 'set .0.contacts.0.phoneNum=3'; echo 'diff'; echo 'undo'; echo 'save'
      } | cardex shell contacts.plist 2>&1 | grep -v '^ '
      cmp old contacts.plist
      """)
    #expect(
      outcome.output == """
        set .0.contacts.0.phoneNum
        set .0.contacts.0.phoneNum, .1.contacts.0.name
        Bo
        undone: set .0.contacts.0.phoneNum=2 .1.contacts.0.name=Bo
        redone: set .0.contacts.0.phoneNum=2 .1.contacts.0.name=Bo
        set .0.contacts.0.new
        undone: set .0.contacts.0.new=x
        undone: set .0.contacts.0.phoneNum=2 .1.contacts.0.name=Bo
        undone: set .0.contacts.0.phoneNum=1
        set .0.contacts.0.phoneNum
        --- contacts.plist
        +++ contacts.plist
        @@ -12,7 +12,7 @@
        -\t\t\t\t<string>+44 7700 900114</string>
        +\t\t\t\t<string>3</string>
        undone: set .0.contacts.0.phoneNum=3
        nothing to save

        """)
  }

  @Test(
    "what is no path, and values that are not of their type, are refused or mended",
    arguments: [
      ("set Info.plist .=1", "'.' is not a path: no key follows the dot"),
      ("get Info.plist .", "'.' is not a path: no key follows the dot; '/' is the whole file"),
      ("delete Info.plist .", "in a path, a key follows the dot; '/' is the whole file"),
      ("delete Info.plist .CFBundleName .", "'.' is not a path: no key follows the dot"),
      ("set Info.plist '.\"a=1'", "'.\"a=1' is not a path: a quoted key has no end"),
      ("get Info.plist '.\"a'", "'.\"a' is not a path: a quoted key has no end"),
      ("delete Info.plist '.\"a'", "a quoted key has no end"),
      ("set Info.plist '.a:int= '", ".a: '' is not a valid integer value"),
      ("set Info.plist '.a:null='", "a property list has no null"),
      ("patch Info.plist twice.json", "the patch has '.a.b' 3 times"),
    ])
  func refusals(_ arguments: String, _ message: String) throws {
    let outcome = try run(
      """
      echo '{"a": {"b": 1, "c": 2, "b": 3, "b": 4}}' >twice.json; cp Info.plist old
      cardex \(arguments) 2>&1; echo $?; cmp old Info.plist
      """)
    #expect(outcome.output.hasSuffix("\n2\n"))
    #expect(outcome.output.contains(message), "\(outcome.output)")
  }

  @Test("blanks around a number, a date or a boolean are no part of it")
  func blanks() throws {
    #expect(
      try change("cardex set Info.plist '.a:int= 5 ' '.b:bool= yes' '.c:string= x '")
        == [
          "> \t<key>a</key>", "> \t<integer>5</integer>", "> \t<key>b</key>", "> \t<true/>",
          "> \t<key>c</key>", "> \t<string> x </string>",
        ])
  }
}
