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
    ("detail", false, ["--in=detail"]), ("all", false, ["--all-fields"]),
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

  @Test(
    "a page finds the very entries that a search finds, in order",
    arguments: [
      ("cars_total.plist", []), ("cars_total.plist", ["--readings"]), ("contacts.plist", []),
      ("news.plist", []), ("settings-form.plist", []),
    ])
  func finds(_ file: String, _ options: [String]) throws {
    let all = try positions("", [], in: file)
    let texts = try Tool.run(["convert", "--to=text", file]).output.split(
      whereSeparator: \.isNewline
    )
    .map { $0.drop(while: \.isWhitespace) }.filter { !$0.isEmpty }
    var generator = SeededGenerator(seed: 7)
    let cases = (0..<Rounds.of(50)).map { _ in
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
      let rows = (result as? [[Int]])?[0] ?? Array(all.indices)
      let wanted = try positions(pattern, scope.options + options, in: file)
      #expect(rows.map { all[$0] } == wanted, "\(pattern.debugDescription) \(scope.options)")
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
        done([document.querySelector("output").textContent,
          document.querySelector("#H .count").textContent, document.querySelector("#I").hidden,
          [...document.querySelectorAll("#H mark")].map(mark => mark.textContent)]);
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
    var steps: [[String: Any]] = [["size": [390, 844]]]
    for isDark in [false, true] {
      for (query, isOpen) in [("", true), ("", false), ("?q=a", true), ("?q=nothing", true)] {
        steps +=
          [
            ["dark": isDark], ["open": page + query],
            [
              "run":
                "document.querySelectorAll('details').forEach(details => { details.open = given; }); done()",
              "given": isOpen,
            ],
            ["run": axe + PageBrowserTests.checking],
          ] as [[String: Any]]
      }
    }
    let results = try Browser.run(steps)
    for place in stride(from: 4, to: results.count, by: 4) {
      #expect(results[place] as? [String] == [], "\(steps[place - 2]) \(steps[place - 3])")
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

  @Test("nothing of a hostile catalogue runs, loads or is refused")
  func hostile() throws {
    let texts = [
      "</script><script>window.bad = 1</script>", "<img src=x onerror='window.bad = 1'>",
      "</noscript><script>window.bad = 1</script>", "\" onfocus=\"window.bad = 1\" autofocus=\"",
      "javascript:window.bad=1", "\u{2028}\u{202E}x", "<style>* { display: none }</style>",
      "<base href='http://example.com'>", "<meta http-equiv=refresh content='0;url=/'>",
    ]
    let entries = texts.map { text in
      let text = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      return """
        <dict><key>title</key><string>\(text)</string><key>items</key><array><dict>
        <key>name</key><string>\(text)</string><key>\(text)</key><string>\(text)</string>
        </dict></array></dict>
        """
    }
    let file = try directory.write(
      Data("<plist version=\"1.0\"><array>\(entries.joined())</array></plist>".utf8), to: "in.plist"
    )
    let page = try page(of: file, ["--title", texts.joined()])
    let results = try Browser.run([
      ["open": page + "?q=window"],
      [
        "run": PageBrowserTests.typing + """
          const refused = [];
          document.addEventListener("securitypolicyviolation", event => refused.push(event.violatedDirective));
          for (const text of ["bad", "<", "", "script", ""]) {
            type(text);
            await new Promise(resolve => setTimeout(resolve, 300));
          }
          done([window.bad ?? null, refused, document.querySelectorAll("script, img, style, base").length,
            [...document.querySelectorAll("b")].map(label => label.textContent)]);
          """
      ], ["log": true],
    ])
    let values = try #require(results[1] as? [Any])
    #expect(values[0] is NSNull)
    #expect(values[1] as? [String] == [])
    #expect(values[2] as? Int == 3)
    // Those of the rows that are seen.
    let labels = try #require(values[3] as? [String])
    #expect(labels.count > 3)
    #expect(labels == Array(texts.prefix(labels.count)))
    #expect(results[2] as? [String] == [])
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
