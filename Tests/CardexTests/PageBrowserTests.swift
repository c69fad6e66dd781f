import Foundation
import ICUText
import SeededRandom
import TestHelpers
import Testing

/// What a page does in a browser.
@Suite("Pages in Chromium", .serialized, .enabled(if: Browser.isThere, Browser.need))
struct PageBrowserTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Writes the page of a catalogue, and returns its path.
  func page(
    of file: String, _ options: [String] = [], to name: String = "page.html"
  ) throws -> String {
    let path = directory(name)
    let outcome = try Tool.run(["convert", "--force"] + options + ["-o", path, file])
    #expect(outcome.errors == "")
    return path
  }

  /// Types a pattern and waits for what was found.
  static let typing = """
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
      ["search", "--no-index", "--words", "--format", "{position}\n"] + options
        + ["-e", pattern, file]
    ).output.split(separator: "\n")
  }

  /// Letters that are easily taken for others.
  private static let letters =
    [
      "ß", "ſ", "ø", "ł", "æ", "œ", "ı", "İ", "I", "ς", "Σ", "ᾳ", "ﬁ", "Ａ", "①", "ｶﾞ", "ガ", "が", "か",
      "ヵ", "ゎ", "ヷ", "々", "ー", "·", "东", "東", "奥", "\u{301}", "\u{308}", "\u{AD}", "\u{200B}", "각",
      "ᄀ", "0", "+", "-", " ", "(", ".", "/", "é", "ü", "ue", "zh", "\\", "[", "^", "$", "*", "ᲀ",
      "'",
    ] + lettersTyped.map(\.letter)

  /// The characters that people type others for, letters in both cases, with what they type.
  private static var lettersTyped: [(letter: String, typed: String)] {
    PlainLetters.all.split(separator: " ").flatMap { pair in
      let (letter, typed) = (String(pair.prefix(1)), String(pair.dropFirst()))
      return [(letter, typed), (letter.uppercased(), typed.uppercased())]
    }
  }

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

  /// Words of texts that are near each other, perhaps of one entry; some in quotes.
  private func words(from texts: [Substring], _ generator: inout SeededGenerator) -> String {
    let first = Int.random(in: texts.indices, using: &generator)
    let near = texts[first...].prefix(3)
    return (0..<Int.random(in: 2...3, using: &generator)).map { _ in
      let word = pattern(from: [near.randomElement(using: &generator) ?? "a"], &generator)
      return Int.random(in: 0..<4, using: &generator) == 0 ? "\"\(word)\"" : word
    }.joined(separator: [" ", "  ", "\u{3000}", "\t"].randomElement(using: &generator) ?? " ")
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
      let generated = try Tool.bench(["generate", file, "10000"])
      file = try directory.write(generated.outputBytes, to: file + ".plist")
    }
    let all = try positions("", [], in: file)
    let allSections = try sections(["sections", "--json"], in: file)
    let texts = try Tool.run(["convert", "--to=text", file]).output.split(
      whereSeparator: \.isNewline
    )
    .map { $0.drop(while: \.isWhitespace) }.filter { !$0.isEmpty }
    var generator = SeededGenerator(seed: 7)
    let cases = (0..<Rounds.of(32)).map { number in
      (
        pattern: number % 3 == 0
          ? words(from: texts, &generator) : pattern(from: texts, &generator),
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
      // No pattern shows everything.
      let found = result as? [[Int]] ?? [Array(all.indices), []]
      let context = "\(pattern.debugDescription) \(scope)"
      if scope.name != "title" {
        let wanted = try positions(pattern, scope.options + options, in: file)
        #expect(found[0].map { all[$0] } == wanted, "\(context)")
      }
      if ["", "title", "all"].contains(scope.name) && result is [[Int]] {
        let wanted = try sections(
          ["search", "--no-index", "--words", "--json"] + options + scope.options
            + ["-e", pattern], in: file)
        // The root, too, may be found by its fields.
        #expect(
          found[1].map { allSections[$0] } == wanted.filter(allSections.contains), "\(context)")
      }
    }
  }

  @Test(
    "a pattern that matches the empty text finds sections only if it is only looked for in titles")
  func emptyText() throws {
    let sections = ["Long", "Other"].map {
      "<dict><key>title</key><string>\($0)</string><key>items</key>"
        + "<array><dict><key>name</key><string>x</string></dict></array></dict>"
    }
    let file = try directory.write(
      Data("<plist version=\"1.0\"><array>\(sections.joined())</array></plist>".utf8),
      to: "in.plist")
    let results = try Browser.run([
      ["open": try page(of: file)],
      [
        "run": PageBrowserTests.finding,
        "given": ["", "all", "title"].map { ["\u{AD}", $0, false] as [Any] },
      ],
    ])
    #expect(results[1] as? [[[Int]]] == [[[0, 1], []], [[0, 1], []], [[], [0, 1]]])
  }

  @Test(
    "each word is found in any order and field, one in quotes as it is, a blank finds all",
    arguments: [
      ("müller jonas", 1), ("39200 jon", 1), ("\"jonas müller\" 171", 1), ("\"müller jonas\"", 0),
      ("jonas clara", 0), ("jonas \"m", 0), (" ", 86), ("  anna  ", 1),
    ])
  func words(_ text: String, _ count: Int) throws {
    let results = try Browser.run([
      ["open": try page(of: "contacts.plist")],
      [
        "run": PageBrowserTests.typing + """
          type(given);
          done([document.querySelector("output").textContent, document.querySelectorAll("section:not([hidden]) mark").length]);
          """, "given": text,
      ],
    ])
    let values = try #require(results[1] as? [Any])
    let isBlank = text.allSatisfy(\.isWhitespace)
    #expect(values[0] as? String == (isBlank ? "86 entries" : "\(count) of 86"))
    #expect((values[1] as? Int == 0) == (isBlank || count == 0))
  }

  @Test("a word in a field that is closed opens the row, others do not")
  func openedRows() throws {
    let results = try Browser.run([
      ["open": try page(of: "contacts.plist")],
      [
        "run": PageBrowserTests.typing + """
          form.elements.in.value = "all";
          done(given.map(text => {
            type(text);
            return [...document.querySelectorAll("section:not([hidden]) li")].map(row =>
              `${row.querySelector("b").textContent} ${row.querySelector("details").open}`);
          }));
          """, "given": ["brother müller", "jonas müller"],
      ],
    ])
    #expect(
      results[1] as? [[String]]
        == [["Jonas Müller true"], ["Anna Müller true", "Jonas Müller false"]])
  }

  @Test("what people type for other characters finds them, and these find themselves")
  func plainLetters() throws {
    let letters = PageBrowserTests.lettersTyped
    let texts =
      letters.flatMap { ["\($0.letter)d", "O\($0.letter)Brien 4\($0.letter)9"] }
      + Set(letters.map(\.typed)).sorted().map { "o\($0)b" }
    let entries = texts.map { "<dict><key>name</key><string>\($0)</string></dict>" }
    let file = try directory.write(
      Data("<plist version=\"1.0\"><array>\(entries.joined())</array></plist>".utf8), to: "in.plist"
    )
    let sample =
      Rounds.areMany
      ? letters
      : letters.enumerated().filter {
        $0.offset % 15 == 0 || !($0.element.letter.first?.isLetter ?? false)
      }.map(\.element)
    let patterns = Set(
      sample.flatMap { letter, typed in
        [letter, typed, "o\(typed)b", "O\(letter)B", "\(typed)d", "4\(typed)9"]
      }
    ).sorted()
    let cases = patterns.flatMap { [($0, false), ($0, true)] }
    let all = try positions("", [], in: file)
    for options in [[], ["--readings"]] {
      let results = try Browser.run([
        ["open": try page(of: file, options)],
        ["run": PageBrowserTests.finding, "given": cases.map { [$0.0, "", $0.1] as [Any] }],
      ])
      let found = try #require(results[1] as? [Any])
      for (result, (pattern, isStrict)) in zip(found, cases) {
        let rows = (result as? [[Int]])?[0] ?? Array(all.indices)
        let wanted = try positions(pattern, options + (isStrict ? ["--accents"] : []), in: file)
        #expect(rows.map { all[$0] } == wanted, "\(pattern) \(isStrict)")
      }
    }
  }

  @Test("telephone numbers find each other as in a search")
  func telephones() throws {
    let numbers = WrittenTelephone.some(80)
    let file = try directory.write(WrittenTelephone.list(numbers), to: "numbers.json")
    let results = try Browser.run([
      ["open": try page(of: file)],
      [
        "run": PageBrowserTests.finding,
        "given": numbers.map { ["\"\($0.text)\"", "", false] as [Any] },
      ],
    ])
    let found = try #require(results[1] as? [[[Int]]])
    for (result, pattern) in zip(found, numbers) {
      let wanted = numbers.indices.filter { pattern.isPossibly(numbers[$0]) }
      #expect(result[0] == wanted, "\(pattern.text)")
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

  // MARK: Showing

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

  @Test(
    "a touch means the letter that it began on, though the strip moves when the page does",
    arguments: [
      ["touch": ["nav a[href='#M']"]],
      // A finger trembles.
      ["touch": ["nav a[href='#M']", "", ""]],
      ["tap": "nav a[href='#M']", "by": "touch"], ["tap": "nav a[href='#M']", "by": "mouse"],
    ] as [[String: any Sendable]])
  func touch(_ gesture: [String: any Sendable]) throws {
    // The first touch moves the strip up; the second finds it there.
    let look: [String: Any] = [
      "run": """
      const { bottom } = document.querySelector("form").getBoundingClientRect();
      done([location.hash, document.querySelector("nav a[aria-current]").textContent,
        document.elementFromPoint(150, bottom + 8).closest("section").id]);
      """
    ]
    let results = try Browser.run([
      ["size": [390, 700]], ["open": try page(of: "cars_total.plist")], gesture, look, gesture,
      look,
    ])
    for place in [3, 5] { #expect(results[place] as? [String] == ["#M", "M", "M"]) }
  }

  @Test("a page of many entries makes the rows that are seen, and all that are found")
  func large() throws {
    let entries = (0..<6000).map { number in
      "<dict><key>name</key><string>E\(number)</string><key>phone</key><string>\(number * 7)</string>"
        + "<key>icon</key><string>\(number).png</string></dict>"
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
          const label = document.querySelector("main li b").textContent;
          form.elements.in.value = "all";
          type("5998.png");
          await new Promise(resolve => setTimeout(resolve, 300));
          done([seen, count(), label, document.querySelector("main li details.all[open] td mark").textContent]);
          """
      ],
    ])
    let values = try #require(results[2] as? [Any])
    let seen = try #require(values[0] as? Int)
    #expect(seen > 10 && seen < 1000)
    #expect(values[1] as? Int == 1)
    #expect(values[2] as? String == "E5999")
    #expect(values[3] as? String == "5998.png")
    let size = try FileManager.default.attributesOfItem(atPath: page)[.size] as? Int
    #expect(try #require(size) < xml.utf8.count + 60_000)
  }
}
