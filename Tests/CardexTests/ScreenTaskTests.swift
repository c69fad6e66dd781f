import Foundation
import ICUText
import TestHelpers
import Testing

/// What people do at the full screen, in a real terminal: each task takes no more keys than it has here, none
/// of which does what the next has to undo.
@Suite("Tasks at the screen") struct ScreenTaskTests {
  enum Person: CaseIterable { case office, developer, chinese, greek, turkish, vi, pointer }

  /// What is looked at and changed.
  enum File: String {
    case contacts = "contacts.plist"
    case form = "settings-form.plist"
    case cars = "cars_total.plist"
    case bundle = "Info.plist"
    case greek, turkish, prices, two, swedish, twins

    /// What the file has at first.
    var text: String {
      get throws {
        switch self {
        case .contacts, .form, .cars, .bundle:
          try String(contentsOf: Tool.data.appending(path: rawValue), encoding: .utf8)
        case .greek:
          list(("ΣΠΥΡΟΣ ΝΙΚΟΛΑΪΔΗΣ", "phone", "210 0001"), ("Ελένη Σταύρου", "phone", "210 0002"))
        case .turkish: list(("Irmak", "phone", "0246 3"), ("İLKNUR ILGAZ", "phone", "0212 1"))
        case .prices:
          list(("Pears", "price", "10.50"), ("Kiwis", "price", "100"), ("Apples", "price", "9.80"))
        case .two: list(("Ada", "phone", "030 1"), ("Bob", "phone", "030 2"))
        case .swedish: sections(("A", "Anna"), ("O", "Olle"), ("Z", "Zoe"), ("Å", "Åsa"))
        case .twins: sections(("Friends", "Ada"), ("Friends", "Bob"), ("Work", "Cy"))
        }
      }
    }

    private func sections(_ sections: (title: String, name: String)...) -> String {
      let lines = sections.map { title, name in
        "<dict><key>title</key><string>\(title)</string><key>items</key><array>\n"
          + "<dict><key>name</key><string>\(name)</string></dict>\n</array></dict>\n"
      }
      return plist("<array>\n\(lines.joined())</array>")
    }

    private func list(_ entries: (name: String, key: String, value: String)...) -> String {
      let lines = entries.map { name, key, value in
        "<dict><key>name</key><string>\(name)</string><key>\(key)</key><string>\(value)</string></dict>\n"
      }
      return plist("<array>\n\(lines.joined())</array>")
    }
  }

  enum Step {
    case type(String)
    /// A key that tmux has a name for.
    case press(String)
    case paste(String)
    case click(String)
    case doubleClick(String)
    case drag(String, to: String)
    /// Another program writes a text in place of one.
    case others(String, write: String)
    case sees(String)
    case ends
  }

  struct Task: CustomTestStringConvertible {
    let person: Person
    let words: String
    let file: File
    let steps: [Step]
    var options: [String] = []
    /// The lines that the file has lost and got in the end, besides what others have written.
    var changes: [String] = []
    /// Texts of the file, in order.
    var order: [String] = []
    /// What goes to a pipe.
    var printed: String?
    var locale = "C.UTF-8"

    init(
      _ person: Person, _ words: String, _ file: File, _ steps: [Step], options: [String] = [],
      changes: [String] = [], order: [String] = [], printed: String? = nil,
      locale: String = "C.UTF-8"
    ) {
      (self.person, self.words, self.file, self.steps) = (person, words, file, steps)
      (self.options, self.changes, self.order) = (options, changes, order)
      (self.printed, self.locale) = (printed, locale)
    }

    var testDescription: String { "\(person): \(words)" }
  }

  private static let tasks = [
    Task(
      .office, "call up the number of Daniël", .contacts,
      [.type("dani"), .sees("▸     Daniël Hoekstra"), .sees(" phoneNum  +31 00 000 0108")]),
    Task(
      .office, "correct a number and save", .contacts,
      [
        .type("jonas"), .sees("▸     Jonas Müller"), .press("Enter"), .sees("▸ name"),
        .press("Down"), .sees("▸ phoneNum"), .press("Enter"), .sees("⏎ set"), .press("BSpace"),
        .type("7"), .press("Enter"), .sees("200 37"), .press("C-s"), .sees("saved"),
      ], changes: ["-<string>+49 171 39200 36</string>", "+<string>+49 171 39200 37</string>"]),
    Task(
      .office, "add Zoe with a phone", .contacts,
      [
        .press("C-n"), .sees("new entry:"), .type("Zoe Miller"), .press("Enter"),
        .sees("▸ phoneNum"), .type("+1 555 0177"), .press("Enter"), .sees("▸ email"),
        .press("Escape"), .sees("Esc done"), .press("C-s"), .sees("saved"),
        .sees("▸     Zoe Miller"), .sees("– Z  (5)"),
      ],
      changes: [
        "+<dict>", "+<key>name</key>", "+<string>Zoe Miller</string>", "+<key>phoneNum</key>",
        "+<string>+1 555 0177</string>", "+</dict>",
      ]),
    Task(
      .office, "delete Anna, who should have stayed", .contacts,
      [
        .type("anna"), .sees("▸     Anna Müller"), .press("DC"),
        .sees("deleted Anna Müller · ^Z undoes"), .press("C-z"), .sees("undone"),
        .sees("▸     Anna Müller"), .press("C-q"), .ends,
      ]),
    Task(
      .office, "two words, in any order", .contacts,
      [.type("hart oli"), .sees("1 of 86"), .sees("▸     Olivia Hartwell")]),
    Task(
      .office, "go to the letter M", .contacts,
      [.press("BTab"), .sees("jump to"), .type("m"), .sees("▸ – M")]),
    Task(
      .office, "a letter of the language that no section has goes to the next one", .swedish,
      [.press("BTab"), .sees("jump to"), .type("ö"), .sees("▸ – Å")], locale: "sv_SE.UTF-8"),
    Task(
      .office, "a letter with a mark that the language does not have", .swedish,
      [.press("BTab"), .sees("jump to"), .type("ó"), .sees("▸ – O")], locale: "sv_SE.UTF-8"),
    Task(
      .office, "what is folded stays so when others rename it", .twins,
      [
        .press("Down"), .press("Down"), .sees("▸ – Friends  (1)"), .press("Left"),
        .sees("▸ + Friends  (1)"),
        .others(
          "Ada</string></dict>\n</array></dict>\n<dict><key>title</key><string>Friends",
          write: "Ada</string></dict>\n</array></dict>\n<dict><key>title</key><string>Chums"),
        .press("F10"), .sees("What to do"), .type("read the"), .sees("▸ read"), .press("Enter"),
        .sees("▸ + Chums  (1)"), .sees("– Friends  (1)"),
      ]),
    Task(
      .office, "move Ingrid to another section", .contacts,
      [
        .type("ingrid"), .sees("▸     Ingrid"), .press("C-t"), .sees("Move Ingrid Sørbø to …"),
        .press("BTab"), .sees("jump to"), .type("j"), .sees("▸ – J"), .press("Enter"),
        .sees("moved"), .press("C-s"), .sees("saved"), .sees("– J  (4)"),
      ], order: ["<string>I</string>", "Ingrid", "Jonas Müller"]),
    Task(
      .office, "mark three and delete them", .contacts,
      [
        .press("Down"), .sees("▸     Adaeze"), .press("Space"), .sees("1 marked"), .press("Space"),
        .sees("2 marked"), .press("Space"), .sees("3 marked"), .press("DC"),
        .sees("deleted Adaeze Obi and 2 more"), .sees("83 entries"),
      ]),
    Task(
      .office, "rename a section", .contacts,
      [
        .press("F10"), .sees("What to do"), .type("rena"), .sees("▸ rename"), .press("Enter"),
        .sees("name: A"), .press("BSpace"), .type("Friends"), .press("Enter"),
        .sees("▸ – Friends  (3)"), .press("C-s"), .sees("saved"),
      ], changes: ["-<string>A</string>", "+<string>Friends</string>"]),
    Task(
      .office, "leave without saving", .contacts,
      [
        .press("Down"), .sees("▸     Adaeze"), .press("DC"), .sees("deleted"), .press("C-q"),
        .sees("Save the edits?"), .type("n"), .ends,
      ]),
    Task(
      .office, "look keys up", .contacts,
      [.type("?"), .sees("the row above"), .press("Escape"), .sees("⏎ open")]),
    Task(
      .office, "sort by price", .prices,
      [
        .type(":"), .sees(":"), .type("section sort / --by=price"), .press("Enter"),
        .sees("sorted"), .press("C-s"), .sees("saved"),
      ], order: ["Apples", "Pears", "Kiwis"]),
    Task(
      .office, "see what saving would change, and go there", .contacts,
      [
        .press("End"), .sees("▸     (Nachbarin) Ilse"), .press("DC"), .sees("deleted"),
        .press("Home"), .sees("▸ – A"), .press("F10"), .sees("What to do"), .type("saving"),
        .sees("▸ show what"), .press("Enter"), .sees("(Nachbarin) Ilse: deleted"), .press("Enter"),
        .sees("▸ – #"),
      ]),
    Task(
      .office, "keep a place, and come back", .contacts,
      [
        .type("jonas"), .sees("▸     Jonas"), .press("F10"), .sees("What to do"),
        .type("bookmark the"), .sees("▸ bookmark"), .press("Enter"),
        .sees("bookmarked J/Jonas Müller"), .press("Escape"), .sees("▸ – A"), .press("F10"),
        .sees("What to do"), .type("go to a"), .sees("▸ go to a bookmark"), .press("Enter"),
        .sees("Bookmarks"), .press("Enter"), .sees("▸     Jonas Müller"),
      ]),
    Task(
      .office, "others have changed the same number: take theirs", .two,
      [
        .press("F2"), .sees("▸ name"), .press("Down"), .sees("▸ phone"), .press("Enter"),
        .sees("⏎ set"), .type("9"), .press("Enter"), .sees("phone  030 19"), .press("Escape"),
        .sees("⏎ open"), .others("030 1", write: "030 5"), .press("C-s"),
        .sees("another program has changed the file"), .press("F10"), .sees("What to do"),
        .type("read the"), .sees("▸ read"), .press("Enter"), .sees("○ theirs: 030 5"),
        .press("Right"), .sees("● theirs: 030 5"), .press("Enter"),
        .sees("^S saves what was chosen"), .sees("phone  030 5"), .press("C-s"), .sees("saved"),
      ]),
    Task(
      .office, "give a number to another program", .contacts,
      [.type("jonas"), .sees("▸     Jonas"), .press("Enter"), .ends],
      options: ["browse", "--pick", "--format={phoneNum}"], printed: "+49 171 39200 36\n"),
    Task(
      .office, "give two numbers to another program", .contacts,
      [
        .type("jonas"), .sees("▸     Jonas"), .press("Tab"), .sees("1 marked"), .press("C-u"),
        .type("olivia"), .sees("▸     Olivia"), .press("Tab"), .sees("2 marked"), .press("Enter"),
        .ends,
      ],
      options: ["browse", "--pick", "--format={phoneNum}"],
      printed: "+49 171 39200 36\n+1 555 0149\n"),
    Task(
      .developer, "raise the version of a bundle", .bundle,
      [
        .type("bundlev"), .sees("▸     CFBundleVersion"), .press("Enter"), .sees("⏎ change"),
        .press("Enter"), .sees("⏎ set"), .press("BSpace"), .type("2"), .press("Enter"),
        .sees("▸ CFBundleVersion  42"), .press("C-s"), .sees("saved"),
      ], changes: ["-<string>41</string>", "+<string>42</string>"]),
    Task(
      .developer, "turn a switch of a bundle", .bundle,
      [
        .type("full"), .sees("▸     UIRequiresFullScreen"), .press("Enter"), .sees("Space turn"),
        .press("Space"), .sees("[x]"), .press("C-s"), .sees("saved"),
      ], changes: ["-<false/>", "+<true/>"]),
    Task(
      .developer, "a language that a bundle has", .bundle,
      [
        .type("localiz"), .sees("▸     CFBundleLocalizations"), .press("Enter"),
        .sees("▸ CFBundleLocalizations"), .press("Down"), .sees("▸   0"), .press("Down"),
        .sees("▸   1"), .press("Enter"), .sees("⏎ set"), .press("C-u"), .type("fr"),
        .press("Enter"), .sees("1                    fr"), .press("C-s"), .sees("saved"),
      ], changes: ["-<string>de</string>", "+<string>fr</string>"]),
    Task(
      .developer, "larger text, with a slider", .form,
      [
        .type("size"), .sees("▸     Text size"), .press("Enter"), .sees("Slider"), .press("Down"),
        .sees("▸           Slider"), .press("Right"), .sees("] 4"), .press("C-s"), .sees("saved"),
      ],
      changes: [
        "-<string>3</string>", "+<string>4</string>", "-<string>3.0</string>",
        "+<string>4.0</string>",
      ]),
    Task(
      .developer, "subscribe by a switch", .form,
      [
        .type("news"), .sees("▸     Newsletter"), .press("Enter"), .sees("[ ] Not subscribed"),
        .press("Down"), .sees("▸           [ ]"), .press("Space"), .sees("[x] Subscribed"),
        .press("C-s"), .sees("saved"),
      ],
      changes: [
        "-<string>Not subscribed</string>", "+<string>Subscribed</string>",
        "-<string>false</string>", "+<string>true</string>",
      ]),
    Task(
      .developer, "choose how often", .form,
      [
        .type("weekly"), .sees("▸     ( ) Weekly"), .press("Enter"), .sees("▸     (•) Weekly"),
        .press("C-s"), .sees("saved"),
      ],
      changes: [
        "-<string></string>", "+<string>Weekly</string>", "-<string></string>",
        "+<string>true</string>",
      ]),
    Task(
      .developer, "look into a row, and change nothing", .form,
      [
        .press("Down"), .sees("▸     + Display name"), .press("Enter"),
        .sees("▸     – Display name"), .press("C-q"), .ends,
      ]),
    Task(
      .chinese, "aodi finds 奥迪", .cars, [.type("aodi"), .sees("1 of 141"), .sees("▸     奥迪")]),
    Task(
      .chinese, "a name that an input method commits", .cars,
      [.type("阿斯顿"), .sees("1 of 141"), .sees("▸     阿斯顿·马丁")]),
    Task(
      .chinese, "a name that is pasted, with its line end", .cars,
      [.paste("奥迪\n"), .sees("1 of 141"), .sees("▸     奥迪")]),
    Task(
      .chinese, "a new brand goes to the letter of its pinyin", .cars,
      [
        .press("C-n"), .sees("new entry:"), .type("小米"), .press("Enter"), .sees("▸ icon"),
        .press("Escape"), .sees("Esc done"), .press("C-s"), .sees("saved"),
      ], changes: ["+<dict>", "+<key>name</key>", "+<string>小米</string>", "+</dict>"],
      order: ["<string>W</string>", "小米", "<string>X</string>"]),
    Task(
      .greek, "capitals are found without tonos", .greek,
      [.type("σπύρος"), .sees("1 of 2"), .sees("▸ ΣΠΥΡΟΣ")]),
    Task(
      .greek, "a name without its tonos", .greek,
      [.type("σταυρου"), .sees("1 of 2"), .sees("▸ Ελένη")]),
    Task(
      .greek, "a date in words of the language", .form,
      [
        .type("member"), .sees("▸     Member since"), .press("Enter"), .sees("Date"),
        .press("Down"), .sees("▸           Date"), .press("Enter"), .sees("Date: "), .press("C-u"),
        .type("5 Μαΐου 2025"), .press("Enter"), .sees("[5 Μαΐ 2025"), .press("C-s"), .sees("saved"),
      ],
      changes: [
        "-<date>2024-03-01T09:30:00Z</date>", "+<date>2025-05-05T09:30:00Z</date>",
        "-<string>1 Mar 2024</string>", "+<string>5 Μαΐ 2025</string>",
      ], locale: "el_GR.UTF-8"),
    Task(
      .turkish, "ilk finds capitals with a dot", .turkish,
      [.type("ilk"), .sees("1 of 2"), .sees("▸ İLKNUR ILGAZ")], locale: "tr_TR.UTF-8"),
    Task(
      .turkish, "letters without dots, on a keyboard of others", .contacts,
      [.type("yildiz"), .sees("▸     Esra Yıldız")]),
    Task(
      .vi, "dd, and u", .contacts,
      [
        .press("j"), .sees("▸     Adaeze"), .press("d"), .sees("d …"), .press("d"),
        .sees("deleted Adaeze Obi · u undoes"), .press("u"), .sees("undone"), .press("q"), .ends,
      ]),
    Task(
      .vi, "3dd", .contacts,
      [
        .press("j"), .sees("▸     Adaeze"), .type("3dd"), .sees("deleted Adaeze Obi and 2 more"),
        .sees("83 entries"),
      ]),
    Task(
      .vi, "find, and the next one", .contacts,
      [
        .type("/"), .sees("⏎ keep"), .type("lindqvist"), .sees("2 of 86"), .press("Enter"),
        .sees("⏎ open"), .type("n"), .sees("▸     Zo"),
      ]),
    Task(
      .vi, "move a row down, and save", .two,
      [.press("J"), .sees("moved"), .press("s"), .sees("saved")], order: ["Bob", "Ada"]),
    Task(
      .pointer, "open a card by two clicks", .contacts, [.doubleClick("Björn"), .sees("▸ name")]),
    Task(
      .pointer, "a letter of the strip", .contacts, [.click(" Q"), .sees("▸ – Q")]),
    Task(
      .pointer, "drag a row to another section", .contacts,
      [
        .drag("Anna Müller", to: "– C"), .sees("moved"), .press("C-s"), .sees("saved"),
        .sees("– C  (5)"),
      ], order: ["<string>B</string>", "Anna Müller", "Clara"]),
    Task(
      .pointer, "turn a switch by a click", .form,
      [.click("[x] Show"), .sees("[ ] Show pictures"), .press("C-s"), .sees("saved")],
      changes: ["-<true/>", "+<false/>"]),
    Task(
      .pointer, "click a field of the card, and correct it", .contacts,
      [
        .click("Anna"), .sees("▸     Anna"), .click("phoneNum"), .sees("⏎ set"), .press("BSpace"),
        .type("8"), .press("Enter"), .sees("23125 018"), .press("C-s"), .sees("saved"),
      ], changes: ["-<string>+49 30 23125 017</string>", "+<string>+49 30 23125 018</string>"]),
    Task(
      .pointer, "correct a number, and click the next field", .contacts,
      [
        .click("Anna"), .sees("▸     Anna"), .click("phoneNum"), .sees("⏎ set"), .press("BSpace"),
        .type("8"), .click("name "), .sees("23125 018"), .sees("▸ name"), .press("C-s"),
        .sees("saved"),
      ], changes: ["-<string>+49 30 23125 017</string>", "+<string>+49 30 23125 018</string>"]),
  ]

  @Test("are done by these keys", arguments: tasks)
  func task(_ task: Task) throws {
    let directory = try TemporaryDirectory()
    var text = try task.file.text
    let file = try directory.write(text, to: "list.plist")
    let keys = task.person == .vi ? ["browse", "--keys=vi"] : []
    var command = ["cardex"] + keys + task.options + [file]
    if task.printed != nil {
      command = ["bash", "-c", "\"$@\" | cat >printed", "bash"] + command
    }
    let terminal = try Tmux(
      command, columns: 80, rows: 30, environment: ["LC_ALL": task.locale], directory: directory)
    try terminal.wait(for: "list.plist")
    for step in task.steps {
      if case .others(let old, let new) = step {
        text = text.replacing(old, with: new)
        try directory.write(text, to: "list.plist")
      } else {
        try take(step, at: terminal)
      }
    }
    let result = try String(contentsOfFile: file, encoding: .utf8)
    #expect(changes(from: text, to: result) == task.changes.sorted())
    let places = try task.order.map { try #require(result.firstRange(of: $0)).lowerBound }
    #expect(places == places.sorted())
    if let printed = task.printed {
      #expect(try String(contentsOfFile: directory("printed"), encoding: .utf8) == printed)
    }
  }

  private func take(_ step: Step, at terminal: Tmux) throws {
    switch step {
    case .type(let text): try terminal.type(text)
    case .press(let key): try terminal.press(key)
    case .paste(let text): try terminal.paste(text)
    case .click(let text): try click(text, at: terminal)
    case .doubleClick(let text):
      // At once, since those that are far apart are two clicks.
      let place = try place(of: text, at: terminal)
      let click = sequence(0, at: place) + sequence(0, at: place, isRelease: true)
      try terminal.type(click + click)
    case .drag(let text, let target):
      try mouse(0, at: try place(of: text, at: terminal), terminal)
      let end = try place(of: target, at: terminal)
      try mouse(32, at: end, terminal)
      try mouse(0, at: end, terminal, isRelease: true)
    case .others: break
    case .sees(let text): try terminal.wait(for: text)
    case .ends: #expect(try terminal.waitForEnd() == 0)
    }
  }

  // MARK: The mouse

  private func place(of text: String, at terminal: Tmux) throws -> (row: Int, column: Int) {
    let rows = try terminal.wait(for: text).rows
    let row = try #require(rows.firstIndex { $0.contains(text) })
    let start = try #require(rows[row].firstRange(of: text)).lowerBound
    return (row, DisplayWidth.of(String(rows[row][..<start])) + 1)
  }

  private func click(_ text: String, at terminal: Tmux) throws {
    let place = try place(of: text, at: terminal)
    try mouse(0, at: place, terminal)
    try mouse(0, at: place, terminal, isRelease: true)
  }

  /// Sends what the terminal sends for the mouse.
  private func mouse(
    _ button: Int, at place: (row: Int, column: Int), _ terminal: Tmux, isRelease: Bool = false
  ) throws {
    try terminal.type(sequence(button, at: place, isRelease: isRelease))
  }

  private func sequence(
    _ button: Int, at place: (row: Int, column: Int), isRelease: Bool = false
  ) -> String {
    "\u{1B}[<\(button);\(place.column + 1);\(place.row + 1)\(isRelease ? "m" : "M")"
  }

  // MARK: The file

  /// The lines that only one of two texts has, with a sign.
  private func changes(from old: String, to new: String) -> [String] {
    var counts: [Substring: Int] = [:]
    for line in new.split(separator: "\n") {
      counts[line.trimmingPrefix(while: \.isWhitespace), default: 0] += 1
    }
    for line in old.split(separator: "\n") {
      counts[line.trimmingPrefix(while: \.isWhitespace), default: 0] -= 1
    }
    return counts.flatMap { line, count in
      Array(repeating: (count < 0 ? "-" : "+") + line, count: abs(count))
    }.sorted()
  }

  @Test("there are thirty, of six kinds of people")
  func count() {
    #expect(Self.tasks.count >= 30)
    #expect(Set(Self.tasks.map(\.person)) == Set(Person.allCases))
  }
}
