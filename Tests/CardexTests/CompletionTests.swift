import Foundation
import SeededRandom
import TestHelpers
import Testing

@testable import CardexCommand

/// What shells offer at the cursor of a command line.
@Suite struct CompletionTests {
  private static func complete(_ words: [String]) throws -> [String] {
    try Tool.run(["__complete"] + words).output.split(separator: "\n").map {
      String($0.prefix { $0 != "\t" })
    }
  }

  @Test(
    "commands, options, values, and what is in the file are completed",
    arguments: [
      (["se"], "words search sections set section"),
      (["--v"], "words --version"),
      (["search", "--max"], "words --max-count="),
      (["search", "--color=a"], "words --color=auto --color=always"),
      (["search", "-e"], "words -e"),
      (["search", "-e", ""], "words"),
      (["search", ""], "words"),
      (["search", "x", ""], "files"),
      (["search", "-e", "x", ""], "files"),
      (["search", "x", "contacts.plist", "--field", "ph"], "words phoneNum"),
      (["search", "-e", "x", "contacts.plist", "--field=ph"], "words --field=phoneNum"),
      (["check", "contacts.plist", "--select=near"], "words --select=near-key"),
      (["check", "--pictures", ""], "directories"),
      (["help", "chec"], "words check"),
      (["convert", "--to=j"], "words --to=json --to=jsonl"),
      (["convert", "--css", ""], "files"),
      (["convert", "--style=s"], "words --style=subtitle"),
      (["show", "--from", "b"], "words binary"),
      (["index", "ve"], "words verify"),
      (["index", "verify", ""], "files"),
      (["show", ""], "files"),
      (["show", "contacts.plist", "a/ANNA"], "words a/Anna Müller"),
      (["show", "--", "contacts.plist", "a/ANNA"], "words a/Anna Müller"),
      (["show", "--by-letter", "news.plist", "T"], "words"),
      (["section", "ren"], "words rename"),
      (["section", "rename", "contacts.plist", "b"], "words B/"),
      (["move", "contacts.plist", "A/Anna Müller", "t"], "words to T/"),
      (["set", "contacts.plist", "A/Anna Müller", "ph"], "words phoneNum="),
      (["set", "contacts.plist", "A/Anna Müller", "phoneNum:int"], "words phoneNum:integer="),
      (["fill", "settings-form.plist", "Gender", ""], "words"),
      (["edi"], "words edit"), (["edit", ""], "files"), (["edit", "--backup"], "words --backup"),
      (["edit", "--from=vc"], "words --from=vcard"),
      (
        ["edit", "--wait", "1", "-v", "contacts.plist", "a/ANNA"], "words a/Anna Müller"
      ),
      (["edit", "contacts.plist", "A/Anna Müller", "b"], "words B/"),
      (["show", "absent.plist", "A"], "words"),
      (["nothing", "A"], "words"),
    ] as [([String], String)])
  func words(_ words: [String], _ expected: String) throws {
    #expect(try Self.complete(words).joined(separator: " ") == expected)
  }

  @Test("addresses come from the index, and from it alone if the file is large")
  func indexed() throws {
    let entries = (0..<120_000).map { "<string>Entry \($0) of many in a large file</string>" }
      .joined(separator: "\n")
    let example = try SearchedExample(plist("<array>\(entries)</array>"))
    let words = ["__complete", "show", example.file, "ENTRY 1199"]
    #expect(try example.run(words).output == "words\n")
    _ = try example.run(["index", "build", example.file])
    let found = try example.run(words).output.split(separator: "\n")
    #expect(
      found.count == 112 && found[1].hasPrefix("Entry 1199 of")
        && found[111].hasPrefix("Entry 119999 of"))
  }

  @Test("bash completes words, quoted if necessary, after = and in quotes")
  func bash() throws {
    let script = """
      source <(cardex help --completions bash)
      compopt() { :; }
      complete_line() { COMP_LINE=$1; COMP_POINT=${#1}; shift; COMP_WORDS=("$@")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _cardex; echo "${COMPREPLY[@]}"; }
      complete_line 'cardex se' cardex se
      complete_line 'cardex search --color=al' cardex search --color = al
      complete_line 'cardex help ch' cardex help ch
      complete_line 'cardex index verify news' cardex index verify news
      complete_line "cardex show contacts.plist 'A/Anna M" cardex show contacts.plist "'A/Anna M"
      complete_line 'cardex show contacts.plist A/Anna\\ M' cardex show contacts.plist 'A/Anna\\ M'
      complete_line 'cardex show contacts.plist A/"Anna M' cardex show contacts.plist 'A/"Anna M'
      """
    #expect(
      try Tool.shell(script).output == """
        search sections set section
        always
        check
        news.plist
        'A/Anna Müller'
        A/Anna\\ Müller
        "Anna Müller"

        """)
  }

  @Test("zsh completes words and names of files")
  func zsh() throws {
    let script = """
      cardex help --completions zsh >"$TMPDIR/_cardex"
      zsh -f -c '
        compadd() { local name=${@[-1]}; (( ${(P)#name} )) && print -r -- ${(P)name}; }
        _files() { print files; }
        complete() { words=("$@"); CURRENT=$# PREFIX=${@[-1]}; source $TMPDIR/_cardex; }
        complete cardex se
        complete cardex show contacts.plist "A/Anna\\\\ M"
        complete cardex search --max
        complete cardex info ""
      '
      """
    let directory = try TemporaryDirectory()
    let output = try Tool.shell("export TMPDIR=\(directory.path)\n" + script).output
    #expect(output == "search sections set section\nA/Anna Müller\n--max-count=\nfiles\n")
  }

  @Test("fish completes words and names of files")
  func fish() throws {
    let script = """
      fish --no-config -c '
        cardex help --completions fish | source
        complete -C "cardex sec"
        complete -C "cardex show contacts.plist A/Anna\\\\ M"
        complete -C "cardex search --color=al"
        complete -C "cardex info news"
      '
      """
    let directory = try TemporaryDirectory()
    let output = try Tool.shell("export HOME=\(directory.path)\n" + script).output
    #expect(
      output == """
        section\tinsert, delete, move, copy, rename, sort or build sections
        sections\tprint the section index: titles and numbers of entries
        A/Anna Müller
        --color=always
        news.plist

        """)
  }

  // MARK: What arrives

  /// Labels that mean something to a shell, and what the address of each is.
  private static let labels: [(label: String, address: String)] = [
    ("-x$(touch PWNED)", "/-x$(touch PWNED)"), ("`touch PWNED`", "`touch PWNED`"),
    ("$HOME", "$HOME"), ("a b", "a b"), ("a'b", "a'b"), ("a\"b", "a\"b"), (";x", ";x"), ("&", "&"),
    ("|", "|"), ("~x", "~x"), ("!x", "!x"), ("a\nb", "a\\nb"), ("a\tb", "a\\tb"),
    ("a\\b", "a\\\\b"),
    ("*", "*"), ("#", "\\#"), ("=x", "=x"), ("a:b", "a:b"), ("a@b", "a@b"), ("{a,b}", "{a,b}"),
    ("bob'\u{301};touch PWNED;'\u{301}", "bob'\u{301};touch PWNED;'\u{301}"),
    ("ann`\u{301};touch PWNED;`\u{FE0F}", "ann`\u{301};touch PWNED;`\u{FE0F}"),
    ("eve\"\u{301};touch PWNED;\"\u{301}", "eve\"\u{301};touch PWNED;\"\u{301}"),
    ("a\r\nb", "a\\r\\nb"), ("'x'", "'x'"), ("x'!\"$", "x'!\"$"),
    ("\u{FF0D}x", "/\u{FF0D}x"), ("马自达 y", "马自达 y"), ("A=", "A="), ("b/", "b\\/"),
  ]

  @Test(
    "after a tab and a return, the address arrives, and nothing of a label has been executed",
    arguments: Completions.Shell.allCases)
  func hostileLabels(_ shell: Completions.Shell) throws {
    let directory = try TemporaryDirectory()
    var lines: [(line: String, address: String)] = []
    for (number, (label, address)) in Self.labels.enumerated() {
      let json = String(decoding: try JSONEncoder().encode([["name": label]]), as: UTF8.self)
      _ = try directory.write(json, to: "\(number).json")
      // One way of beginning for each, or all.
      let beginnings = ["", "'", "\"", "/", "'/", "\"/"]
      for (place, beginning) in beginnings.enumerated()
      where Rounds.areMany || place == 0 || place == 1 + number % 5 {
        let isRooted = beginning.hasSuffix("/") && !address.hasPrefix("/")
        // fish leaves a quotation open after these, as it does for every command.
        let mark = beginning.first.map(String.init) ?? ""
        let isOpen =
          shell == .fish && ["'", "\""].contains(mark) && ["=", "/"].contains(address.last)
        lines.append(
          (
            "cardex show \(number).json " + beginning + (isOpen ? "\t" + mark : ""),
            (isRooted ? "/" : "") + address
          ))
      }
      if label.first?.isLetter == true, label.first?.isASCII == true {
        let isOpen = shell == .fish && ["=", "/"].contains(address.last)
        for (beginning, mark) in [("\(label.prefix(1))'", "'"), ("\"\(label.prefix(1))", "\"")] {
          lines.append(
            ("cardex show \(number).json " + beginning + (isOpen ? "\t" + mark : ""), address))
        }
        if shell == .bash {
          lines.append(("cardex show \(number).json $'\(label.prefix(1))", address))
          lines.append(("cardex show \(number).json $\"\(label.prefix(1))", address))
        }
      }
    }
    let arguments = try arrived(lines.map(\.line), in: shell, directory)
    try #require(arguments.count == lines.count)
    for (line, arrived) in zip(lines, arguments) {
      #expect(arrived?.last == line.address && arrived?.count == 3, "\(line.line)")
    }
    #expect(!FileManager.default.fileExists(atPath: directory("PWNED")))
  }

  @Test(
    "names of files, keys and titles arrive, or are not offered, and nothing has been executed",
    arguments: Completions.Shell.allCases)
  func hostileNames(_ shell: Completions.Shell) throws {
    let directory = try TemporaryDirectory()
    let names = [
      "$(touch PWNED)", "`touch PWNED`", "a'b", "a\"b", "a\nb", "a\tb", "!x", "~x", "-x", "#x",
      " x", "a b", "bob'\u{301};touch PWNED;'\u{301}", "\u{1F600}\u{301}\"\u{301}", "a\\b", "a=b",
    ]
    var lines: [(line: String, expected: String)] = []
    for (number, name) in names.enumerated() {
      let hasLines = name.contains { "\n\t".contains($0) }
      let folder = directory("d\(number)")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("[]".utf8).write(to: URL(filePath: folder + "/" + name))
      // zsh itself offers every name, bash none with a line break, the program no keys with them.
      let isOffered = shell == .zsh || !hasLines || shell == .bash && name.contains("\t")
      lines.append(("cardex info d\(number)/", "d\(number)/" + (isOffered ? name : "")))
      let keys = try JSONEncoder().encode([["name": "v", "q" + name: "w"]])
      _ = try directory.write(String(decoding: keys, as: UTF8.self), to: "k\(number).json")
      if !hasLines {
        lines.append(("cardex search x k\(number).json --field q", "q" + name))
        lines.append(("cardex search x k\(number).json --field=q", "--field=q" + name))
      }
      let title = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
      let file = try directory.write(
        "[{\"title\":\(title),\"items\":[{\"name\":\"a\"}]}]", to: "s\(number).json")
      let address = try Tool.run(["__complete", "section", "rename", file, ""]).output
        .split(separator: "\n").dropFirst().first
      lines.append(
        ("cardex section rename s\(number).json ", try String(#require(address, "\(name)"))))
    }
    for (line, arrived) in zip(lines, try arrived(lines.map(\.line), in: shell, directory)) {
      #expect(arrived?.last == line.expected, "\(line.line)")
    }
    #expect(!FileManager.default.fileExists(atPath: directory("PWNED")))
  }

  @Test(
    "variables for the editor before the command change nothing",
    arguments: Completions.Shell.allCases)
  func variables(_ shell: Completions.Shell) throws {
    let directory = try TemporaryDirectory()
    try directory.write("[{\"name\": \"Ada L\"}, {\"name\": \"Bo\"}]", to: "a.json")
    let line = "EDITOR=true LESS= cardex edit a.json Ad\t"
    let arguments = try arrived([line], in: shell, directory)
    #expect(arguments == [["edit", "a.json", "Ada L"]])
  }

  @Test("bash completes names of files after a quotation mark in the middle")
  func marksInsideOfNames() throws {
    let directory = try TemporaryDirectory()
    for name in ["g'q;pwn;.json", "h\"x y.json", "dé'a b.json"] {
      try directory.write("[]", to: name)
    }
    let folder = directory("k'e l")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("[]".utf8).write(to: URL(filePath: folder + "/in.json"))
    let lines = [
      ("g'", "g'q;pwn;.json"), ("./g'", "./g'q;pwn;.json"), ("g\"", "g'q;pwn;.json"),
      ("'g", "g'q;pwn;.json"), ("h\"", "h\"x y.json"),
      ("~/h'", directory("h\"x y.json")), ("d'", "dé'a b.json"), ("d\"é", "dé'a b.json"),
      ("x=g'", "x=g'q;pwn;.json"), ("k\"", "k'e l/"),

    ]
    let arguments = try arrived(lines.map { "cardex info " + $0.0 }, in: .bash, directory)
    for ((typed, expected), arrived) in zip(lines, arguments) {
      #expect(arrived?.last == expected, "\(typed)")
    }
    let pictures = try arrived(["cardex check --pictures k'"], in: .bash, directory)
    #expect(pictures.first??.last == "k'e l/")
  }

  private func arrived(
    _ lines: [String], in shell: Completions.Shell, _ directory: TemporaryDirectory
  ) throws -> [[String]?] {
    let input = try JSONEncoder().encode(lines)
    let program = Tool.package.appending(path: "Tests/CardexTests/shell_completion.py").path()
    let outcome = try Tool.shell(
      "python3 '\(program)' \(shell) $(command -v cardex) '\(directory.path)' <<'END'\n"
        + String(decoding: input, as: UTF8.self) + "\nEND\n")
    return try JSONDecoder().decode([[String]?].self, from: Data(outcome.output.utf8))
  }

  @Test(
    "quotations of bash with a dollar sign are read",
    arguments: [
      ("cardex show $'contacts.plist' A/Anna\\ M", "words|A/Anna\\ Müller"),
      ("cardex show $\"contacts.plist\" A/Anna\\ M", "words|A/Anna\\ Müller"),
      ("cardex show contacts.plist $'A/Anna M", "words|'A/Anna Müller'"),
      ("cardex show contacts.plist A/$\"Anna M", "words|\"Anna Müller\""),
      ("cardex show $'cont\\x61cts.plist' A/Anna\\ M", "words"),
      ("cardex show contacts.plist $'A/Anna\\' M", "words"),
      ("cardex show $$'contacts.plist' A/Anna\\ M", "words"),
    ])
  func dollarQuotes(_ line: String, _ expected: String) throws {
    let output = try Tool.run(["__complete", "--line", line, "\"'><=;|&(:"]).output
    #expect(output.split(separator: "\n").joined(separator: "|") == expected)
  }
}
