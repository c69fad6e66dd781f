import Foundation
import TestHelpers
import Testing

/// How a page is read: on a phone, on paper, by keys, by a screen reader, without scripts.
extension PageBrowserTests {
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

  @Test(
    "axe-core finds nothing beside the card, either",
    .enabled(if: Browser.hasAxe, "they need .build/axe.min.js: run make test, with a network"),
    arguments: ["cars_total.plist", "contacts.plist", "settings-form.plist"])
  func cardIsAccessible(_ file: String) throws {
    let axe = try String(contentsOf: Browser.axe, encoding: .utf8)
    let results = try Browser.run([
      ["size": [1200, 800]], ["open": try page(of: file)], ["run": axe + "; done()"],
      ["run": PageBrowserTests.checking],
      ["run": "document.querySelector('main li p').click(); done()"],
      ["run": PageBrowserTests.choosingAll],
      ["run": PageBrowserTests.checking], ["dark": true], ["run": PageBrowserTests.checking],
    ])
    for place in [3, 6, 8] { #expect(results[place] as? [String] == [], "\(place)") }
  }

  /// The labels of the rows that are seen.
  private static let seen = """
    const seen = () => [...document.querySelectorAll("main li")].filter(row => row.getClientRects().length > 0)
      .map(row => row.querySelector("b").textContent);
    """

  @Test("from 1,100 pixels on, a row is shown beside the list, and arrow keys go through it")
  func card() throws {
    let look: [String: Any] = [
      "run": """
      const card = document.querySelector("aside");
      const row = document.activeElement.closest("li");
      done([card.getClientRects().length, card.querySelector("h2")?.textContent, card.querySelector("i")?.textContent,
        card.querySelector("td")?.textContent, row?.querySelector("b").textContent,
        document.querySelectorAll("li details[open]").length,
        document.querySelectorAll("li[aria-current]").length].map(String));
      """
    ]
    let results = try Browser.run([
      ["size": [1200, 800]], ["open": try page(of: "contacts.plist")], look,
      ["tap": "main li:nth-child(2) b", "by": "mouse"], look, ["keys": ["ARROW_DOWN"]], look,
      ["keys": ["ARROW_UP", "ARROW_UP", "ARROW_UP"]], look,
      ["keys": ["c", "l", "a", "r", "a", "ARROW_DOWN"]], look,
      // On a phone, the row itself opens.
      ["size": [390, 700]], ["run": "document.querySelector('[name=clear]').click(); done()"],
      ["tap": "main li b", "by": "mouse"], look,
    ])
    func state(_ place: Int) throws -> [String] { try #require(results[place] as? [String]) }
    #expect(try state(2) == ["1", "undefined", "undefined", "undefined", "undefined", "0", "0"])
    #expect(
      try state(4)[0...3] == ["1", "Anna Müller", "undefined", "+49 30 23125 017"])
    #expect(try state(4)[4...] == ["Anna Müller", "0", "1"])
    #expect(try state(6)[1...3] == ["Åsa Lindqvist", "undefined", "+46 70 174 06 12"])
    #expect(try state(6)[4...] == ["Åsa Lindqvist", "0", "1"])
    // The first row is below the search field.
    #expect(try state(8)[1] == "Adaeze Obi")
    #expect(try state(8)[4...] == ["undefined", "0", "1"])
    #expect(try state(10)[1] == "Clara Whitcombe")
    #expect(try state(14)[0] == "0")
    #expect(try state(14)[5] == "1")
  }

  @Test("rows of a form are folded as 'show' folds them; a search shows what it finds")
  func forms() throws {
    let look: [String: Any] = ["run": PageBrowserTests.seen + "done(seen())"]
    let results = try Browser.run([
      ["size": [390, 800]], ["open": try page(of: "settings-form.plist")], look,
      ["run": "document.querySelector('main li b').click(); setTimeout(done, 300)"], look,
      ["run": PageBrowserTests.typing + "type('family'); setTimeout(done, 300)"], look,
      ["run": PageBrowserTests.typing + "type(''); setTimeout(done, 300)"], look,
      [
        "run": """
        const fold = document.querySelector("[name=fold]");
        fold.click();
        fold.click();
        setTimeout(done, 300);
        """
      ], look, ["text": true],
    ])
    func labels(_ place: Int) throws -> [String] { try #require(results[place] as? [String]) }
    let closed = try labels(2)
    #expect(closed.first == "Display name")
    let opened = ["Display name", "Given name", "Family name"]
    #expect(try labels(4) == opened + closed.dropFirst())
    #expect(try labels(6) == ["Family name"])
    #expect(try labels(8) == labels(4))
    let all = try Tool.run(["show", "--no-pager", "--expanded", "settings-form.plist"]).output
    let rows = try Tool.run(["show", "--no-pager", "settings-form.plist"]).output
    #expect(closed.count == rows.split(separator: "\n").count - 3)
    #expect(try labels(10).count == all.split(separator: "\n").count - 3)
  }

  @Test("on paper are the rows that a form has closed, but not what is only for programs")
  func paperOfForm() throws {
    let results = try Browser.run([
      ["open": try page(of: "settings-form.plist")], ["text": true],
      ["run": PageBrowserTests.choosingAll],
      ["run": "document.querySelector('main .all').open = true; done()"], ["text": true],
    ])
    let text = try #require(results[1] as? String)
    #expect(text.contains("Family name") && !text.contains("isExpandable"))
    #expect(try #require(results[4] as? String).contains("isExpandable"))
  }

  private static let choosingAll = """
    const scope = document.querySelector("select");
    scope.value = "all";
    scope.dispatchEvent(new Event("change"));
    done();
    """

  @Test("fields for programs are seen where they are searched, and open where they are found")
  func innerFields() throws {
    let look = """
      done([...document.querySelectorAll("main li .all")].filter(all => all.getClientRects().length > 0)
        .map(all => `${all.open} ${all.querySelector("td").textContent}`));
      """
    let results = try Browser.run([
      ["size": [390, 700]], ["open": try page(of: "cars_total.plist")], ["run": look],
      ["run": PageBrowserTests.choosingAll], ["run": look],
      ["run": PageBrowserTests.typing + "type('aodi.png');" + look],
      ["open": try page(of: "cars_total.plist") + "?in=all"], ["run": look],
    ])
    #expect(results[2] as? [String] == [])
    #expect((results[4] as? [String])?.first == "false acschnitzer.png")
    #expect(results[5] as? [String] == ["true aodi.png"])
    #expect((results[7] as? [String])?.first == "false acschnitzer.png")
  }

  @Test("the search field is emptied by its button, which is there if there is something")
  func clear() throws {
    let look: [String: Any] = [
      "run": """
      const { q, clear } = document.querySelector("form").elements;
      done([q.value, clear.getClientRects().length, document.activeElement === q,
        document.querySelector("output").textContent].map(String));
      """
    ]
    let results = try Browser.run([
      ["size": [390, 700]], ["open": try page(of: "contacts.plist")], look,
      ["keys": ["/", "a", "n"]], look, ["tap": "[name=clear]", "by": "touch"], look,
    ])
    func state(_ place: Int) throws -> [String] { try #require(results[place] as? [String]) }
    #expect(try state(2) == ["", "0", "false", "86 entries"])
    #expect(try state(4)[0...2] == ["an", "1", "true"])
    #expect(try state(6) == ["", "0", "true", "86 entries"])
  }

  @Test("only what opens has a chevron, on one side; empty texts have boxes")
  func chevrons() throws {
    let file = try directory.write(
      Data(
        """
        <plist version="1.0"><array>
        <dict><key>name</key><string>A</string><key>accessoryType</key><string>disclosureIndicator</string>
        <key>phone</key><string>1</string><key>town</key><string>Ulm</string></dict>
        <dict><key>name</key><string>B</string><key>accessoryType</key><string>disclosureIndicator</string></dict>
        </array></plist>
        """.utf8), to: "in.plist")
    let results = try Browser.run([
      ["size": [390, 700]], ["open": try page(of: file)],
      [
        "run": """
        const [first, second] = document.querySelectorAll("li");
        const mark = getComputedStyle(first.querySelector("summary"), "::before");
        done([first, second].map(row => getComputedStyle(row, "::after").content)
          .concat(String(parseFloat(mark.left) > 300), String(second.querySelector("details:not(.all)"))));
        """
      ], ["open": try page(of: "settings-form.plist", to: "form.html")],
      [
        "run": """
        document.querySelector("main li b").click();
        setTimeout(() => {
          const { width, height } = document.querySelector(".typed i:empty").getBoundingClientRect();
          done([width > 90, height > 24]);
        }, 100);
        """
      ],
    ])
    #expect(results[2] as? [String] == ["none", "none", "true", "null"])
    #expect(results[4] as? [Bool] == [true, true])
  }

  @Test("without scripts, everything can be read and folded")
  func withoutScripts() throws {
    let results = try Browser.run([
      ["scripts": false], ["open": try page(of: "contacts.plist")], ["text": true],
    ])
    let text = try #require(results[2] as? String)
    for part in [
      "Contacts", "Adaeze Obi", "+44 7700 900114", "adaeze.obi@example.com", "Sister of Jonas",
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
}
