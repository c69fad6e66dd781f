import Foundation
import Testing

/// `cardex show`, `sections`, `info` and `check`.
@Suite struct OutlineCommandTests {
  private static let nested = plist(
    """
    <array>
      <dict><key>state</key><string>安徽</string><key>cities</key><array>
        <dict><key>city</key><string>合肥</string><key>areas</key><array>
          <string>庐阳</string><string>蜀山</string></array></dict>
        <dict><key>city</key><string>芜湖</string><key>areas</key><array>
          <string>镜湖</string></array></dict></array></dict>
      <dict><key>state</key><string>北京|capital</string><key>cities</key><array/></dict>
    </array>
    """)

  private func show(_ arguments: String...) throws -> String {
    try Tool.run(["show", "-"] + arguments, input: Data(OutlineCommandTests.nested.utf8)).output
  }

  @Test("the whole outline, its levels, a section and an entry are shown")
  func show() throws {
    #expect(
      try show() == """
        – 安徽  (3)
            – 合肥  (2)
                庐阳
                蜀山
            – 芜湖  (1)
                镜湖
          北京  capital

        """)
    #expect(try show("--collapsed") == "+ 安徽  (3)\n  北京  capital\n")
    #expect(
      try show("--depth=2") == "– 安徽  (3)\n    + 合肥  (2)\n    + 芜湖  (1)\n  北京  capital\n")
    #expect(try show("安徽/芜湖") == "– 芜湖  (1)\n    镜湖\n")
    #expect(try show("#1/#-1") == "– 芜湖  (1)\n    镜湖\n")
    #expect(
      try show("--accordion", "安徽/合肥")
        == """
        – 安徽  (3)
            – 合肥  (2)
                庐阳
                蜀山
            + 芜湖  (1)
          北京  capital

        """)
    #expect(try show("--indicators=v>", "--collapsed") == "> 安徽  (3)\n  北京  capital\n")
    #expect(try show("--width=12", "安徽/合肥").split(separator: "\n").first == "– 合肥  (2)")
  }

  @Test("pages are parts of the same rows, with what is left below them")
  func pages() throws {
    #expect(
      try show("--page=1", "--page-size=3") == """
        – 安徽  (3)
            – 合肥  (2)
                庐阳
        … 4 more (page 1 of 3)

        """)
    #expect(try show("--page-size=3") == show("--page=1", "--page-size=3"))
    #expect(
      try show("--page=2", "--page-size=3") == """
                蜀山
            – 芜湖  (1)
                镜湖
        … 1 more (page 2 of 3)

        """)
    // Nothing is left after the last page.
    #expect(try show("--page=3", "--page-size=3") == "  北京  capital\n")
    #expect(try show("--page=1") == show())
    #expect(
      try show("--page=2", "--page-size=1", "--collapsed") == "  北京  capital\n")
    #expect(
      try show("--page=2", "--page-size=2", "--depth=2")
        == "    + 芜湖  (1)\n  北京  capital\n")
    #expect(
      try show("--page=2", "--page-size=3", "--accordion", "安徽/芜湖")
        == "        镜湖\n  北京  capital\n")
    #expect(
      try show("--page=2", "--page-size=2", "安徽/芜湖", "安徽/合肥")
        == "– 合肥  (2)\n    庐阳\n… 1 more (page 2 of 3)\n")
  }

  @Test("an index has pages, and an entry with its fields is one row")
  func otherPages() throws {
    let show = { try Tool.run(["show", "cars_total.plist"] + $0) }
    #expect(
      try show(["--by-letter", "--locale=zh", "--page=2", "--page-size=5", "A", "C"]).output
        == "    埃安\n    ALPINA\n    奥迪\n– C  (4)\n    长安\n… 3 more (page 2 of 3)\n")
    let closed = try show([
      "--by-letter", "--locale=zh", "--collapsed", "--page=7", "--page-size=3",
    ])
    #expect(closed.output == "+ X  (7)\n+ Y  (5)\n+ Z  (5)\n")
    let open = try show(["--by-letter", "--locale=zh", "--accordion", "--page-size=2", "--page=2"])
    #expect(open.output.hasPrefix("    阿斯顿·马丁\n    阿维塔\n… "))
    #expect(
      try show(["A/奥迪", "M/马自达", "--page=2", "--page-size=1"]).output
        == "M/马自达\n    icon  mazida.png\n    name  马自达\n")
    #expect(try show(["A/奥迪", "--page=1", "--page-size=1"]).output == show(["A/奥迪"]).output)
  }

  @Test("a page that does not exist is an error that gives the number of pages")
  func wrongPages() throws {
    let run = { try Tool.run(["show"] + $0) }
    for (arguments, message) in [
      (
        ["cars_total.plist", "--page=10"],
        "cars_total.plist: there is no page 10; there are 9 pages"
      ),
      (["cars_total.plist", "--page=99999999999999", "--page-size=9999999999"], "there is 1 page"),
      (["cars_total.plist", "--page=2", "A/奥迪"], "there is no page 2; there is 1 page"),
      (
        ["cars_total.plist", "--page=2", "--by-letter", "A"], "there is no page 2; there is 1 page"
      ),
      (["missing.plist", "--page=0"], "--page takes a whole number of 1 or more, not '0'"),
      (
        ["missing.plist", "--page-size=0"], "--page-size takes a whole number of 1 or more, not '0'"
      ),
      (["missing.plist", "--page=-1"], "--page takes a whole number of 1 or more, not '-1'"),
    ] {
      let outcome = try run(arguments)
      #expect(outcome.errors.contains(message))
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
    }
    let empty = Data(plist("<array/>").utf8)
    #expect(try Tool.run(["show", "--page=1", "-"], input: empty).status == 1)
    #expect(try Tool.run(["show", "--page=2", "-"], input: empty).errors.contains("is 1 page"))
  }

  @Test("where the locale has only ASCII, so has the line below a page")
  func asciiPages() throws {
    let outcome = try Tool.shell(
      "cardex show --collapsed --page=2 --page-size=8 cars_total.plist | tail -n 1",
      environment: ["LC_ALL": "C"])
    #expect(outcome.output == "... 5 more (page 2 of 3)\n")
  }

  @Test("the pages of a form have no hidden rows, and do not count them")
  func formPages() throws {
    let whole = try Tool.run(["show", "settings-form.plist"]).output
    let lines = whole.split(separator: "\n").count
    var joined = ""
    for page in 1...((lines + 3) / 4) {
      var output = try Tool.run(["show", "settings-form.plist", "--page=\(page)", "--page-size=4"])
        .output.split(separator: "\n")
      let left = lines - page * 4
      if left > 0 {
        #expect(output.popLast() == "… \(left) more (page \(page) of \((lines + 3) / 4))")
      }
      joined += output.map { $0 + "\n" }.joined()
    }
    let blanks = /[ ]+/
    #expect(joined.replacing(blanks, with: " ") == whole.replacing(blanks, with: " "))
  }

  @Test("an entry is shown with all its fields, nested ones set in")
  func entry() throws {
    let list = plist(
      """
      <array><dict><key>name</key><string>Anna</string><key>vip</key><true/><key>photo</key>
      <data>AAE=</data><key>phones</key><array><string>1</string><string>2</string></array>
      <key>tags</key><array/></dict></array>
      """)
    #expect(
      try Tool.run(["show", "-", "/Anna"], input: Data(list.utf8)).output == """
        /Anna
            name    Anna
            vip     true
            photo   <2 bytes>
            phones
                0  1
                1  2
            tags    (empty)

        """)
  }

  /// Rows of different kinds.
  private static let settings = plist(
    """
    <dict><key>PreferenceSpecifiers</key><array>
    <dict><key>Type</key><string>PSGroupSpecifier</string><key>Title</key><string>声音</string>
    <key>FooterText</key><string>of all apps</string></dict>
    <dict><key>Type</key><string>PSToggleSwitchSpecifier</string><key>Title</key>
    <string>Silent</string><key>Key</key><string>silent</string><key>DefaultValue</key><true/></dict>
    <dict><key>Type</key><string>PSSliderSpecifier</string><key>Title</key><string>音量</string>
    <key>DefaultValue</key><integer>4</integer><key>MaximumValue</key><integer>10</integer></dict>
    <dict><key>Type</key><string>PSMultiValueSpecifier</string><key>Title</key>
    <string>Tone</string><key>DefaultValue</key><integer>2</integer><key>Values</key>
    <array><integer>1</integer><integer>2</integer></array><key>Titles</key>
    <array><string>Bell</string><string>Chime</string></array></dict>
    <dict><key>Type</key><string>PSGroupSpecifier</string></dict>
    <dict><key>Type</key><string>PSTextFieldSpecifier</string><key>Title</key>
    <string>Name</string><key>DefaultValue</key><string>Zoë</string></dict>
    </array></dict>
    """)

  private func showSettings(_ arguments: String...) throws -> String {
    try Tool.run(["show", "-"] + arguments, input: Data(Self.settings.utf8)).output
  }

  @Test("rows of a page of settings show their values")
  func settings() throws {
    #expect(
      try showSettings() == """
        – 声音  (3)
            Silent  [x]
            音量    [####------] 4
            Tone    Chime
            of all apps
        – #2  (1)
            Name  Zoë

        """)
  }

  @Test("entries are drawn between rules, with details in the requested style")
  func groupedStyles() throws {
    #expect(
      try showSettings("--grouped", "--style=value", "--width=24") == """
        – 声音  (3)
            ────────────────────
            Silent           [x]
            音量  [####------] 4
            Tone           Chime
            ────────────────────
            of all apps
        – #2  (1)
            ────────────────────
            Name             Zoë
            ────────────────────

        """)
    #expect(
      try showSettings("--grouped", "--style=subtitle", "--width=10", "--indicators=-+", "#2")
        .hasSuffix("\n  --------\n  Name\n    Zoë\n  --------\n"))
    #expect(
      try showSettings("--style=plain", "#2")
        == "– #2  (1)\n    Type  PSGroupSpecifier\n    Name\n")
    #expect(try showSettings("--grouped", "--collapsed") == "+ 声音  (3)\n+ #2  (1)\n")
  }

  @Test("sections inside sections, and flat catalogues, are grouped, too")
  func nestedGroups() throws {
    #expect(
      try show("--grouped", "--width=16", "--depth=2")
        == "– 安徽  (3)\n    + 合肥  (2)\n    + 芜湖  (1)\n  北京  capital\n")
    #expect(
      try show("--grouped", "--width=16", "安徽/芜湖")
        == "– 芜湖  (1)\n    ────────────\n    镜湖\n    ────────────\n")
    let flat = plist("<array><string>a</string><string>长城</string></array>")
    #expect(
      try Tool.run(["show", "-", "--grouped"], input: Data(flat.utf8)).output
        == "────\na\n长城\n────\n")
    #expect(
      try Tool.run(["show", "-", "--grouped", "--by-letter", "--width=8"], input: Data(flat.utf8))
        .output
        == "– A  (1)\n  ──────\n  a\n  ──────\n– C  (1)\n  ──────\n  长城\n  ──────\n")
  }

  @Test("a header is above the rows, a footer below them")
  func headers() throws {
    let list = plist(
      """
      <array><dict><key>title</key><string>A</string><key>header</key><string>all of A</string>
      <key>rows</key><array><string>x</string></array><key>footer</key><string>end</string></dict>
      </array>
      """)
    let run = { (options: [String]) in
      try Tool.run(["show", "-"] + options, input: Data(list.utf8)).output
    }
    #expect(try run([]) == "– A  (1)\n    all of A\n    x\n    end\n")
    #expect(
      try run(["--grouped"]) == "– A  (1)\n    all of A\n    ─\n    x\n    ─\n    end\n")
    #expect(try run(["--collapsed"]) == "+ A  (1)\n")
    #expect(try run(["--color"]).contains("\u{1B}[2mall of A\u{1B}[0m"))
  }

  @Test("details are made by a template; entries without its fields have none")
  func details() throws {
    let list = plist(
      """
      <array><dict><key>name</key><string>a</string><key>comments</key><integer>3</integer></dict>
      <dict><key>name</key><string>b</string><key>read</key><true/></dict>
      <dict><key>name</key><string>c</string></dict></array>
      """)
    let run = { (options: [String]) in
      try Tool.run(["show", "-"] + options, input: Data(list.utf8))
    }
    #expect(try run(["--detail=评论:{comments}"]).output == "a  评论:3\nb\nc\n")
    #expect(try run(["--detail={comments}/{read}"]).output == "a  3/\nb  /true\nc\n")
    #expect(try run(["--detail={position}"]).output == "a  1\nb  2\nc  3\n")
    #expect(try run(["--detail="]).output == (try run([])).output)
    #expect(
      try run(["--by-letter", "--detail={comments}", "--style=subtitle"]).output
        == "– A  (1)\n    a\n      3\n– B  (1)\n    b\n– C  (1)\n    c\n")
    for name in ["Subtitle", ".subtitle", "UITableViewCellStyleSubtitle"] {
      #expect(try run(["--style=\(name)"]).output == (try run(["--style=subtitle"])).output)
    }
    #expect(
      try run(["--style=Right Detail", "--width=20"]).output
        == (try run(["--style=value", "--width=20"])).output)
    let wrong = try run(["--detail={label} {coments}"])
    #expect(wrong.status == 2)
    #expect(wrong.output == "")
    #expect(
      wrong.errors == """
        cardex: (standard input): no entry has a field 'coments'
        cardex: did you mean 'comments'?

        """)
    // The fields of a single entry are shown regardless of these options.
    #expect(
      try run(["--style=value", "--grouped", "--detail={comments}", "/a"]).output
        == "/a\n    name      a\n    comments  3\n")
  }

  @Test("an address that leads nowhere is an error with what is near it")
  func wrongAddress() throws {
    let run = { (address: String) in
      try Tool.run(["show", "cars_total.plist", address])
    }
    #expect(try run("M/马自").output == "M/马自达\n    icon  mazida.png\n    name  马自达\n")
    #expect(try run("B/宝").errors.contains("'宝' is ambiguous: 'B/宝骏', 'B/宝马'"))
    #expect(try run("M/马自大").errors.contains("nearest: M/马自达"))
    #expect(try run("#99").errors.contains("there is no #99; positions are #1 to #21"))
    #expect(try run("A/奥迪/x").errors.contains("'A/奥迪' is an entry and contains nothing"))
    #expect(try run("P").status == 2)
  }

  @Test("sections are listed with counts, or on one line; a flat catalogue has none")
  func sections() throws {
    let input = Data(OutlineCommandTests.nested.utf8)
    #expect(
      try Tool.run(["sections"], input: input).output
        == "安徽\t3\n安徽/合肥\t2\n安徽/芜湖\t1\n北京\t0\n")
    #expect(try Tool.run(["sections", "--strip"], input: input).output == "安徽 北京\n")
    #expect(try Tool.run(["sections", "news.plist"]).status == 1)
  }

  @Test("info says what was decided")
  func info() throws {
    let output = try Tool.run(["info", "cars_total.plist"]).output
    for line in [
      "file        cars_total.plist", "encoding    UTF-8, as declared", "sections    21",
      "entries     141", "members     cars", "titles      title", "labels      name",
      "keys        icon: string in 141", "duplicates  0 repeated keys",
    ] {
      #expect(output.contains(line + "\n"))
    }
    #expect(try Tool.run(["info", "cars_total.plist", "missing"]).status == 2)
  }

  @Test("info has the same facts of every file for programs")
  func infoObjects() throws {
    let files = ["cars_total.plist", "contacts.plist", "Info.plist", "settings-form.plist"]
    let lines = try Tool.run(["info", "--json"] + files).output.split(separator: "\n")
    let objects = try lines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["file"] as? String } == files)
    #expect(Set(objects.map { Set($0.keys) }).count == 1)
    let (cars, form) = (objects[0], objects[3])
    #expect(cars["format"] as? String == "xml" && cars["encoding"] as? String == "UTF-8")
    #expect(cars["sections"] as? Int == 21 && cars["entries"] as? Int == 141)
    #expect(cars["members"] as? [String] == ["cars"] && cars["root"] as? [String] == [])
    #expect(
      cars["keys"] as? [String: [String: Int]] == [
        "icon": ["string": 141], "name": ["string": 141],
      ])
    #expect((form["because"] as? [String])?.count == 4)
    let list = plist(
      "<dict><key>v</key><true/><key>a.b</key><array><dict><key>k</key><real>1</real></dict>"
        + "<dict><key>k</key><date>2001-01-01T00:00:00Z</date></dict></array></dict>")
    let other = try Tool.run(["info", "--json", "-"], input: Data(list.utf8)).output
    for part in [
      #""root":["a.b"]"#, #""rootFields":["v"]"#, #""keys":{"k":{"real":1,"date":1}}"#,
      #""sections":0,"levels":0,"entries":2"#,
    ] {
      #expect(other.contains(part), "\(other)")
    }
    let binary = try Tool.shell(
      "cardex convert --to=binary -o - Info.plist | cardex info --json -"
    ).output
    #expect(
      binary.contains(
        #""format":"binary","isKeyedArchive":false,"encoding":null,"isEncodingDeclared":false"#))
  }

  @Test("check is quiet about good catalogues and finds what deserves a look in others")
  func check() throws {
    for file in ["cars_total.plist", "news.plist"] {
      let outcome = try Tool.run(["check", file])
      #expect(outcome.output == "")
      #expect(outcome.status == 0)
    }
    let list = plist(
      """
      <array>
      <dict><key>name</key><string>Anna</string><key>name</key><string>Bo</string></dict>
      <dict><key>name</key><string>ANNA</string><key>born</key><string>2023-02-30</string></dict>
      </array>
      """)
    let outcome = try Tool.run(["check", "-"], input: Data(list.utf8))
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        (standard input):3:43: duplicate key 'name' in a dictionary [duplicate-key]
        (standard input):4:22: /ANNA: 'ANNA' is similar to /Anna [similar-label]
        (standard input):4:58: /ANNA: '2023-02-30' is a date that does not exist [impossible-date]

        """)
  }

  @Test("the first 1,000 rows determine the column of details", arguments: [999, 1000, 1001])
  func alignedRows(count: Int) throws {
    func entry(_ name: String) -> String {
      "<dict><key>name</key><string>\(name)</string><key>note</key><string>b</string></dict>"
    }
    let others = String(repeating: entry("a"), count: count - 1)
    let list = Data(plist("<array>\(others)\(entry("a long label"))</array>").utf8)
    let lines = try Tool.run(["show", "--no-pager"], input: list).output.split(separator: "\n")
    #expect(lines.count == count)
    #expect(lines.first == (count > 1000 ? "a  b" : "a             b"))
    #expect(lines.last == "a long label  b")
  }
}
