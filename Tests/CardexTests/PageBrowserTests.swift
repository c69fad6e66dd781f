import Foundation
import SeededRandom
import TestHelpers
import Testing

/// What a page does in a browser.
@Suite("Pages in Chromium", .serialized, .enabled(if: Browser.isThere, Browser.need))
struct PageBrowserTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Writes the page of a catalogue, and returns its path.
  private func page(
    of file: String, _ options: [String] = [], to name: String = "page.html"
  ) throws -> String {
    let path = directory(name)
    let outcome = try Tool.run(["convert", "--force"] + options + ["-o", path, file])
    #expect(outcome.errors == "")
    return path
  }

  /// Types a pattern and waits for what was found.
  private static let typing = """
    const form = document.querySelector("form");
    const type = text => {
      form.elements.q.value = text;
      form.elements.q.dispatchEvent(new Event("input"));
    };
    """

  // MARK: Searching

  private static let finding =
    typing + """
      let found;
      document.addEventListener("found", event => { found = event.detail; });
      done(given.map(([text, scope, isStrict]) => {
        found = null;
        form.elements.in.value = scope;
        form.elements.accents.ariaPressed = String(isStrict);
        type(text);
        return found && ["rows", "sections"].map(kind => [...found[kind].keys()].filter(row => found[kind][row]));
      }));
      """

  /// A scope of the page, and the options of a search that are the same.
  private static let scopes: [(name: String, isStrict: Bool, options: [String])] = [
    ("", false, []), ("", true, ["--accents"]), ("label", false, ["--in=label"]),
    ("detail", false, ["--in=detail"]), ("title", false, ["--in=title"]),
    ("all", false, ["--all-fields"]),
    ("all", true, ["--all-fields", "--accents"]),
  ]

  private func positions(
    _ pattern: String, _ options: [String], in file: String
  ) throws -> [Substring] {
    try Tool.run(
      ["search", "--no-index", "--format", "{position}\n"] + options + ["-e", pattern, file]
    ).output.split(separator: "\n")
  }

  /// Letters that are easily taken for others.
  private static let letters = [
    "ß", "ſ", "ø", "ł", "æ", "œ", "ı", "İ", "I", "ς", "Σ", "ᾳ", "ﬁ", "Ａ", "①", "ｶﾞ", "ガ", "が", "か",
    "ヵ", "ゎ", "ヷ", "々", "ー", "·", "东", "東", "奥", "\u{301}", "\u{308}", "\u{AD}", "\u{200B}", "각",
    "ᄀ", "0", "+", "-", " ", "(", ".", "/", "é", "ü", "ue", "zh", "\\", "[", "^", "$", "*", "ᲀ",
  ]

  private func pattern(from texts: [Substring], _ generator: inout SeededGenerator) -> String {
    let text = Array(texts.randomElement(using: &generator) ?? "a")
    let start = Int.random(in: 0..<text.count, using: &generator)
    let length = [1, 1, 2, 2, 3, 4, 6].randomElement(using: &generator) ?? 1
    var part = String(text[start...].prefix(length))
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: part = part.uppercased()
    case 1: part += PageBrowserTests.letters.randomElement(using: &generator) ?? ""
    case 2: part = PageBrowserTests.letters.randomElement(using: &generator) ?? ""
    case 3: part = part.decomposedStringWithCompatibilityMapping
    case 4: part = part.folding(options: .diacriticInsensitive, locale: nil)
    case 5: part = String(String(text).filter(\.isNumber).prefix(length + 2))
    case 6:
      part = String(
        (0..<length).map { _ in "aeiounghzcsd".randomElement(using: &generator) ?? "a" })
    default: break
    }
    return part.isEmpty ? "a" : part
  }

  /// The positions of the sections that a search finds, or of all.
  private func sections(_ words: [String], in file: String) throws -> [String] {
    try Tool.run(words + [file]).output.matches(of: /"position":"([^"]*)"/).map {
      String($0.output.1)
    }
  }

  /// Files with the options for them; `contacts`, `cars` and `news` are generated.
  private static let searched: [(file: String, options: [String])] =
    [
      ("cars_total.plist", []), ("cars_total.plist", ["--readings"]), ("contacts.plist", []),
      ("news.plist", []), ("settings-form.plist", []),
    ] + (Rounds.areMany ? ["contacts", "cars", "news"].map { ($0, ["--readings"]) } : [])

  @Test(
    "a page finds the very entries and sections that a search finds, in order",
    arguments: searched)
  func finds(_ file: String, _ options: [String]) throws {
    var file = file
    if !file.hasSuffix(".plist") {
      let generated = try Tool.run(["generate", file, "10000"], program: "cardex-bench")
      file = try directory.write(generated.outputBytes, to: file + ".plist")
    }
    let all = try positions("", [], in: file)
    let allSections = try sections(["sections", "--json"], in: file)
    let texts = try Tool.run(["convert", "--to=text", file]).output.split(
      whereSeparator: \.isNewline
    )
    .map { $0.drop(while: \.isWhitespace) }.filter { !$0.isEmpty }
    var generator = SeededGenerator(seed: 7)
    let cases = (0..<Rounds.of(32)).map { _ in
      (
        pattern: pattern(from: texts, &generator),
        scope: PageBrowserTests.scopes.randomElement(using: &generator)
          ?? PageBrowserTests.scopes[0]
      )
    }
    let results = try Browser.run([
      ["open": try page(of: file, options)],
      [
        "run": PageBrowserTests.finding,
        "given": cases.map { [$0.pattern, $0.scope.name, $0.scope.isStrict] as [Any] },
      ], ["log": true],
    ])
    #expect(results[2] as? [String] == [])
    let found = try #require(results[1] as? [Any])
    for (result, (pattern, scope)) in zip(found, cases) {
      // A pattern without letters matches everything.
      let found = result as? [[Int]] ?? [Array(all.indices), []]
      let context = "\(pattern.debugDescription) \(scope)"
      if scope.name != "title" {
        let wanted = try positions(pattern, scope.options + options, in: file)
        #expect(found[0].map { all[$0] } == wanted, "\(context)")
      }
      if ["", "title", "all"].contains(scope.name) && result is [[Int]] {
        let wanted = try sections(
          ["search", "--no-index", "--titles=only", "--json"] + options
            + scope.options.filter { $0 != "--in=title" } + ["-e", pattern], in: file)
        // The root, too, may be found by its fields.
        #expect(
          found[1].map { allSections[$0] } == wanted.filter(allSections.contains), "\(context)")
      }
    }
  }

  @Test("letters fold as a search folds them, whatever the browser thinks")
  func folding() throws {
    // Every letter that has another form, beside one that has not.
    let letters = (UInt32(0xA0)...0x1FFFF).compactMap(Unicode.Scalar.init).filter {
      $0.properties.isAlphabetic
        && ($0.properties.isLowercase || $0.properties.isUppercase
          || $0.properties.changesWhenNFKCCaseFolded)
    }.filter { $0.properties.age.map { $0.major < 15 } ?? false }
    let sample =
      Rounds.areMany ? letters : letters.enumerated().filter { $0.offset % 23 == 0 }.map(\.element)
    let entries = sample.map { "<dict><key>name</key><string>-\($0)-</string></dict>" }
    let file = try directory.write(
      Data("<plist version=\"1.0\"><array>\(entries.joined())</array></plist>".utf8), to: "in.plist"
    )
    // What is typed is the plainest form of each letter.
    let typed = sample.map {
      String($0).lowercased().folding(options: .diacriticInsensitive, locale: nil)
    }
    let chosen = Set(typed).sorted()
    let all = try positions("", [], in: file)
    let results = try Browser.run([
      ["open": try page(of: file)],
      ["run": PageBrowserTests.finding, "given": chosen.map { [$0, "", false] as [Any] }],
    ])
    let found = try #require(results[1] as? [Any])
    for (result, text) in zip(found, chosen) {
      let rows = (result as? [[Int]])?[0] ?? Array(all.indices)
      #expect(
        rows.map { all[$0] } == (try positions(text, [], in: file)), "\(text.debugDescription)")
    }
  }

  @Test("titles of sections are found, and headings say how many of their entries are")
  func headings() throws {
    let results = try Browser.run([
      ["open": try page(of: "contacts.plist") + "?q=an#H"],
      [
        "run": """
        await new Promise(resolve => setTimeout(resolve, 300));
        const isDim = title => document.querySelector(`nav a[href="#${title}"]`).ariaDisabled === "true";
        done([document.querySelector("output").textContent,
          document.querySelector("#H .count").textContent, document.querySelector("#I").hidden,
          [...document.querySelectorAll("#H mark")].map(mark => mark.textContent), isDim("H"), isDim("I")]);
        """
      ],
    ])
    let values = try #require(results[1] as? [Any])
    let count = try Tool.run(["search", "-c", "an", "contacts.plist"]).output.dropLast()
    let total = try Tool.run(["search", "-c", "", "contacts.plist"]).output.dropLast()
    #expect(values[0] as? String == "\(count) of \(total)")
    #expect(values[1] as? String == "2 of 3")
    #expect(values[2] as? Bool == true)
    #expect(values[3] as? [String] == ["an", "an"])
    #expect(values[4] as? Bool == false)
    #expect(values[5] as? Bool == true)
  }

  // MARK: Reading

  private static let checking = """
    const result = await axe.run(document, { runOnly: [
      "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] });
    done(result.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`));
    """

  @Test(
    "axe-core finds nothing, in light and dark, open, closed and filtered",
    .enabled(if: Browser.hasAxe, "they need .build/axe.min.js: run make test, with a network"),
    arguments: ["cars_total.plist", "contacts.plist", "news.plist", "settings-form.plist"])
  func isAccessible(_ file: String) throws {
    let page = try page(of: file)
    let axe = try String(contentsOf: Browser.axe, encoding: .utf8)
    var steps: [[String: Any]] = [["size": [390, 844]], ["open": page], ["run": axe + "; done()"]]
    for isDark in [false, true] {
      for (pattern, isOpen) in [("", true), ("", false), ("a", true), ("nothing", true)] {
        steps +=
          [
            ["dark": isDark],
            [
              "run": PageBrowserTests.typing + """
                type(given[0]);
                await new Promise(resolve => setTimeout(resolve, 100));
                document.querySelectorAll("details").forEach(details => { details.open = given[1]; });
                """ + PageBrowserTests.checking, "given": [pattern, isOpen],
            ],
          ] as [[String: Any]]
      }
    }
    let results = try Browser.run(steps)
    for place in stride(from: 4, to: results.count, by: 2) {
      #expect(
        results[place] as? [String] == [], "\(steps[place - 1]) \(steps[place]["given"] ?? "")")
    }
  }

  @Test("without scripts, everything can be read and folded")
  func withoutScripts() throws {
    let results = try Browser.run([
      ["scripts": false], ["open": try page(of: "contacts.plist")], ["text": true],
    ])
    let text = try #require(results[2] as? String)
    for part in [
      "contacts", "Adaeze Obi", "+44 7700 900114", "adaeze.obi@example.com", "Sister of Jonas",
    ] {
      #expect(text.contains(part))
    }
  }

  @Test("on paper is everything, whatever is closed")
  func paper() throws {
    let results = try Browser.run([
      ["open": try page(of: "contacts.plist")],
      ["run": "document.querySelector('[name=fold]').click(); done()"], ["text": true],
    ])
    let text = try #require(results[2] as? String)
    #expect(text.contains("Adaeze Obi") && text.contains("adaeze.obi@example.com"))
    #expect(!text.contains("Collapse all") && !text.contains("Expand all"))
  }

  @Test("on the smallest phone nothing is wider than the screen, and no word is cut that fits")
  func smallest() throws {
    let pages = try ["cars_total.plist", "contacts.plist", "news.plist", "settings-form.plist"]
      .flatMap { file in
        try [[], ["--grouped"]].map { try page(of: file, $0, to: file + $0.joined() + ".html") }
      }
    let results = try Browser.run(
      [["size": [320, 640]]]
        + pages.flatMap { page in
          [
            ["open": page],
            [
              "run": """
              for (const details of document.querySelectorAll("details")) details.open = true;
              const isWide = element => element.getBoundingClientRect().right > innerWidth;
              const linesOf = key => {
                const range = document.createRange();
                range.selectNodeContents(key);
                return range.getClientRects().length;
              };
              const isBroken = key => /^\\w{1,14}$/.test(key.textContent) && linesOf(key) > 1;
              done([...[...document.querySelectorAll("body *")].filter(isWide),
                ...[...document.querySelectorAll("th")].filter(isBroken)].map(({ outerHTML }) => outerHTML.slice(0, 99)));
              """
            ],
          ]
        })
    for (place, page) in pages.enumerated() {
      #expect(results[2 * place + 2] as? [String] == [], "\(page)")
    }
  }

  @Test("entries that unfold have a mark as sections have, and labels stay in line")
  func marks() throws {
    let file = try directory.write(
      Data(
        """
        <plist version="1.0"><array>
        <dict><key>name</key><string>A</string><key>phone</key><string>1</string>
        <key>town</key><string>Ulm</string></dict>
        <dict><key>name</key><string>B</string><key>phone</key><string>2</string></dict>
        </array></plist>
        """.utf8), to: "in.plist")
    let look: [String: Any] = [
      "run": """
      const mark = getComputedStyle(document.querySelector("li summary"), "::before");
      const left = row => Math.round(row.querySelector("b").getBoundingClientRect().left);
      const [first, second] = document.querySelectorAll("li");
      const label = first.querySelector("b").getBoundingClientRect();
      const start = label.left + parseFloat(mark.left);
      done([mark.display, mark.rotate, left(first) - left(second), start > 0,
        start + parseFloat(mark.width) < label.left, Boolean(second.querySelector("summary"))].map(String));
      """
    ]
    let results = try Browser.run([
      ["size": [390, 700]], ["open": try page(of: file)], look,
      ["run": "document.querySelector('summary').click(); setTimeout(done, 400)"], look,
      ["run": "document.querySelector('summary').click(); setTimeout(done, 400)"],
      ["paper": true], ["run": "setTimeout(done, 400)"], look,
    ])
    func state(_ place: Int) throws -> [String] { try #require(results[place] as? [String]) }
    #expect(try state(2) == ["block", "-45deg", "0", "true", "true", "false"])
    #expect(try state(4)[1] == "45deg")
    #expect(try state(8)[0...2] == ["block", "45deg", "0"])
  }

  @Test("everything can be done by keys")
  func keys() throws {
    let focused =
      "const focus = document.activeElement; done([focus.name || focus.textContent, Number(scrollY > 0), form.elements.q.value, document.querySelectorAll('main mark').length])"
    let look: [String: Any] = ["run": "const form = document.querySelector('form');" + focused]
    let results = try Browser.run([
      ["size": [390, 600]], ["open": try page(of: "contacts.plist")], ["keys": ["/", "a", "n"]],
      look,
      ["keys": ["ESCAPE"]], look, ["keys": ["TAB", "TAB", "TAB", "TAB", "TAB"]], look,
      ["keys": ["END"]], look,
    ])
    func state(_ place: Int) throws -> [String] {
      try #require(results[place] as? [Any]).map { "\($0)" }
    }
    #expect(try state(3)[0...2] == ["q", "0", "an"])
    #expect(try state(3)[3] != "0")
    #expect(try state(5) == ["q", "0", "", "0"])
    #expect(try state(7)[0] == "A")
    #expect(try state(9)[0...1] == ["#", "1"])
  }

  /// Texts that would be markup, script or style if they were not escaped.
  private static let hostileTexts = [
    "</script><script>window.bad = 1</script>", "<img src=x onerror='window.bad = 1'>",
    "</noscript><script>window.bad = 1</script>", "\" onfocus=\"window.bad = 1\" autofocus=\"",
    "javascript:window.bad=1", "\u{2028}\u{202E}x", "<style>* { display: none }</style>",
    "<base href='http://example.com'>", "<meta http-equiv=refresh content='0;url=/'>",
    "</title>", "</table></details>", "<!--", "]]>", "&lt;b&gt;", "{{script}}", "\\u003cb>",
    "${x}`",
  ]

  @Test("nothing of a hostile catalogue runs, loads or is refused")
  func hostile() throws {
    var generator = SeededGenerator(seed: 23)
    let texts = (0..<200).map { number in
      (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        PageBrowserTests.hostileTexts.randomElement(using: &generator) ?? ""
      }.joined() + "\(number)"
    }
    let entries = texts.map { text in
      let text = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        .replacing(">", with: "&gt;")
      return """
        <dict><key>title</key><string>\(text)</string><key>items</key><array><dict>
        <key>name</key><string>\(text)</string><key>\(text)</key><string>\(text)</string>
        </dict></array></dict>
        """
    }
    let plist = "<plist version=\"1.0\"><array>\(entries.joined())</array></plist>"
    // A file's name cannot have slashes.
    let name = PageBrowserTests.hostileTexts.prefix(4).joined().replacing("/", with: "")
    let file = try directory.write(Data(plist.utf8), to: name + ".plist")
    let results = try Browser.run([
      ["open": try page(of: file) + "?q=window"],
      [
        "run": PageBrowserTests.typing + """
          const refused = [];
          document.addEventListener("securitypolicyviolation", event => refused.push(event.violatedDirective));
          for (const text of ["bad", "<", "", "script", ""]) {
            type(text);
            await new Promise(resolve => setTimeout(resolve, 100));
          }
          document.querySelectorAll("details").forEach(details => { details.open = true; });
          await new Promise(resolve => setTimeout(resolve, 1000));
          dispatchEvent(new Event("beforeprint"));
          done([window.bad ?? null, refused, document.querySelectorAll("script, img, style, base").length,
            [...document.querySelectorAll("b")].map(label => label.textContent), document.title]);
          """
      ], ["log": true],
      [
        "open": try page(
          of: file,
          ["--title", texts.joined(), "--detail", "<script>window.bad = 1</script>{name}"],
          to: "detail.html")
      ], ["run": "done([window.bad ?? null, document.querySelector('main i').textContent])"],
      ["log": true],
    ])
    let values = try #require(results[1] as? [Any])
    #expect(values[0] is NSNull)
    #expect(values[1] as? [String] == [])
    #expect(values[2] as? Int == 3)
    let shown = texts.map { $0.replacing("\u{2028}\u{202E}", with: #"\u{2028}\u{202E}"#) }
    #expect(values[3] as? [String] == shown)
    #expect(values[4] as? String == name)
    #expect(results[2] as? [String] == [])
    let details = try #require(results[4] as? [Any])
    #expect(details[0] is NSNull)
    #expect(details[1] as? String == "<script>window.bad = 1</script>" + texts[0])
    #expect(results[5] as? [String] == [])
  }

  @Test("options of the program, as a browser shows them")
  func options() throws {
    let picture = Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg=="
    )
    try directory.write(try #require(picture), to: "acschnitzer.png")
    let css = try directory.write(Data("b { color: rgb(1, 2, 3) }".utf8), to: "own.css")
    let secret = try directory.write(
      Data(
        """
        <plist version="1.0"><dict><key>PreferenceSpecifiers</key><array><dict><key>Type</key>
        <string>PSTextFieldSpecifier</string><key>Title</key><string>Password</string>
        <key>IsSecure</key><true/><key>DefaultValue</key><string>hunter2</string></dict></array></dict></plist>
        """.utf8), to: "secret.plist")
    let pages: [(file: String, options: [String], script: String, result: String)] = [
      ("cars_total.plist", ["--title=A & B"], "document.title", "A & B"),
      (
        "cars_total.plist", ["--css", css], "getComputedStyle(document.querySelector('b')).color",
        "rgb(1, 2, 3)"
      ),
      (
        "cars_total.plist", ["--pictures", directory.path, "--no-progress"],
        "document.querySelector('img').naturalWidth", "2"
      ),
      (
        "contacts.plist", ["--by-letter", "--locale=de"],
        "[...document.querySelectorAll('section')].slice(0, 2).map(section => section.id)", "A,B"
      ),
      (
        "news.plist", ["--detail={author}: {comments}"],
        "document.querySelector('i').textContent", "林间小路: 12"
      ),
      (
        "contacts.plist", ["--style=aside"],
        "Math.round(document.querySelector('i').getBoundingClientRect().left)"
          + " - Math.round(document.querySelector('b').getBoundingClientRect().right)", "16"
      ),
      (
        "contacts.plist", ["--grouped"],
        "getComputedStyle(document.querySelector('.rows')).borderRadius", "12px"
      ),
      (
        "cars_total.plist", ["--readings"],
        "(type('aodi'), document.querySelector('output').textContent)", "1 of 141"
      ),
      (secret, [], "document.querySelector('main').textContent.includes('hunter2')", "false"),
      (
        secret, ["--show-secrets"], "document.querySelector('main i').textContent", "hunter2"
      ),
    ]
    var steps: [[String: Any]] = [["size": [390, 844]]]
    for (number, page) in pages.enumerated() {
      let path = directory("page\(number).html")
      let outcome = try Tool.run(["convert", "-o", path] + page.options + [page.file])
      #expect(outcome.status == 0)
      steps.append(["open": path])
      steps.append(["run": PageBrowserTests.typing + "done(String(\(page.script)))"])
    }
    let results = try Browser.run(steps + [["log": true]])
    for (number, page) in pages.enumerated() {
      #expect(results[2 * number + 2] as? String == page.result, "\(page.options)")
    }
    #expect(results.last as? [String] == [])
  }

  @Test("in right-to-left script the strip is at the left; a finger goes along it")
  func strip() throws {
    let sections = "أبتجحخدرسع".map { letter in
      let row = "<dict><key>name</key><string>\(letter)مد</string></dict>"
      return "<dict><key>title</key><string>\(letter)</string><key>items</key><array>"
        + String(repeating: row, count: 9) + "</array></dict>"
    }
    let file = try directory.write(
      Data("<plist version=\"1.0\"><array>\(sections.joined())</array></plist>".utf8),
      to: "in.plist")
    let look = """
      await new Promise(resolve => setTimeout(resolve, 200));
      const nav = document.querySelector("nav");
      const { left, width, top, height } = nav.getBoundingClientRect();
      const current = document.querySelectorAll("nav a[aria-current]");
      done([document.documentElement.dir, left + width < 60, current.length, current[0].textContent,
        Number(scrollY > 0), Math.round(top + height / 2)].map(String));
      """
    let results = try Browser.run([
      ["size": [390, 700]], ["open": try page(of: file)], ["run": look],
      ["touch": [[14, 300], [14, 420], [14, 560]]], ["run": look],
      ["run": "scrollTo(0, 1000); done()"], ["run": look],
    ])
    func state(_ place: Int) throws -> [String] { try #require(results[place] as? [String]) }
    #expect(try state(2)[0...4] == ["rtl", "true", "1", "أ", "0"])
    #expect(try state(4)[3...4] == ["ع", "1"])
    // Whoever scrolls on sees the letter that is read.
    #expect(try state(6)[3...4] == ["ت", "1"])
  }

  @Test("a page of many entries makes the rows that are seen, and all that are found")
  func large() throws {
    let entries = (0..<6000).map { number in
      "<dict><key>name</key><string>E\(number)</string><key>phone</key><string>\(number * 7)</string></dict>"
    }
    let xml = "<plist version=\"1.0\"><array>\(entries.joined(separator: "\n"))</array></plist>"
    let file = try directory.write(Data(xml.utf8), to: "in.plist")
    let page = try page(of: file)
    let results = try Browser.run([
      ["size": [390, 844]], ["open": page],
      [
        "run": PageBrowserTests.typing + """
          const count = () => document.querySelectorAll("main li").length;
          await new Promise(resolve => setTimeout(resolve, 300));
          const seen = count();
          type("E5999");
          await new Promise(resolve => setTimeout(resolve, 300));
          done([seen, count(), document.querySelector("main li b").textContent]);
          """
      ],
    ])
    let values = try #require(results[2] as? [Any])
    let seen = try #require(values[0] as? Int)
    #expect(seen > 10 && seen < 1000)
    #expect(values[1] as? Int == 1)
    #expect(values[2] as? String == "E5999")
    let size = try FileManager.default.attributesOfItem(atPath: page)[.size] as? Int
    #expect(try #require(size) < xml.utf8.count + 60_000)
  }
}
