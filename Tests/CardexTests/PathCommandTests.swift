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
        2
        cardex: Info.plist: nothing is at '.no'
        1
        cardex: 'CFBundleName' is not a path, which begins with a dot
        cardex: '.CFBundleName' leads to the key 'CFBundleName', '/' is the whole file
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
        cardex: /dev/stdin: nothing is at '.a'; --parents adds what is missing on the way, and '.a\\.b' is a \
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
}
