import Editing
import Foundation
import Grammar
import Presentation
import SeededRandom
import TestHelpers
import Testing

@testable import CardexCommand

/// What can be asked of a catalogue is answered alike by its file, by an index, by a database and by
/// a session that has edited it.
@Suite struct SameAnswersTests {
  /// A file, and edits after which no entry is where it was.
  struct Example: CustomTestStringConvertible {
    let name: String
    let text: String
    let edits: [String]

    var testDescription: String { name }
  }

  private static let flat = ["delete /#1", "move /#1 to /", "copy /#1 to /"]
  private static let inSections = ["delete '#1/#1'", "move '#1/#1' to '#2'"]

  /// Files of all kinds, in whose texts `a` and `1` occur.
  private static let examples: [Example] = [
    Example(
      name: "sections.plist",
      text: plist(
        """
        <array>
          <dict><key>title</key><string>Berlin a</string><key>people</key><array>
            <dict><key>name</key><string>Anna &amp; Ada</string><key>tel</key><string>+49 30 1</string></dict>
            <dict><key>name</key><string>Aña</string><key>born</key><date>1990-01-02T00:00:00Z</date></dict>
            <dict><key>name</key><string>Cara</string></dict>
          </array></dict>
          <dict><key>title</key><string>Paris</string><key>footer</key><string>a 1</string><key>people</key><array>
            <dict><key>name</key><string>Anna</string><key>tags</key><array><string>a</string><string>奥迪</string></array></dict>
          </array></dict>
        </array>
        """), edits: inSections),
    Example(
      name: "groups.plist",
      text: plist(
        """
        <array>
          <dict><key>category</key><string>A</string><key>name</key><string>Anna</string></dict>
          <dict><key>category</key><string>B</string><key>name</key><string>Bea</string></dict>
          <dict><key>category</key><string>A</string><key>name</key><string>Ada 1</string></dict>
          <dict><key>category</key><string>A</string><key>name</key><string>Zoe</string></dict>
          <dict><key>category</key><string>B</string><key>name</key><string>Ben</string></dict>
          <dict><key>category</key><string>B</string><key>name</key><string>Boris</string></dict>
        </array>
        """), edits: ["delete A/Zoe", "set B/Bea name=Beatrix"]),
    Example(
      name: "flat.json",
      text: """
        [
          {"name": "Anna", "tel": "1", "ok": true, "more": {"note": "deep a"}},
          {"name": "Bea", "tel": "2", "none": null},
          {"name": "Anna", "mail": "a@example.org"},
          {"name": "a/b # 1"}
        ]
        """, edits: flat),
    Example(
      name: "keys.json",
      text: "{\"one a\":{\"x\":\"a1\"},\"two.b\":{\"x\":\"a2\"},\"three\":{\"x\":\"1\"}}\n",
      edits: ["delete '/one a'", "set /three x=3"]),
    Example(
      name: "form.plist",
      text: (try? String(
        contentsOf: Tool.data.appending(path: "settings-form.plist"), encoding: .utf8)) ?? "",
      edits: ["set '#1/#1' primaryTitle=Another"]),
    Example(
      name: "cards.vcf",
      text: """
        BEGIN:VCARD\r
        VERSION:3.0\r
        N:Döring;Dora;;;\r
        FN:Dora Döring\r
        item1.EMAIL:a@example.org\r
        BDAY:1990-01-02\r
        END:VCARD\r
        BEGIN:VCARD\r
        VERSION:2.1\r
        N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;Anna;;;\r
        TEL;CELL:1\r
        END:VCARD\r
        BEGIN:VCARD\r
        VERSION:3.0\r
        FN:Carla\r
        N:;Carla;;;\r
        END:VCARD\r

        """, edits: flat),
    Example(
      name: "table.csv",
      text: "name;tel;born\nAnna;+49 30 1;1990-01-02\nBea;0049;\n\"two\nlines a\";;\nCara;1;\n",
      edits: flat),
    Example(
      name: "texts.strings",
      text:
        "/* a comment */\n\"OK\" = \"Gut a\";\n\n\"Cancel\" = \"Abbrechen 1\";\n\"last\" = \"a\";\n",
      edits: ["delete /OK", "move /Cancel to /"]),
    Example(
      name: "Localizable.xcstrings",
      text: """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "Cancel" : {

            },
            "OK" : {
              "comment" : "a",
              "localizations" : {
                "de" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "Gut"
                  }
                }
              }
            },
            "Zoom" : {

            }
          },
          "version" : "1.0"
        }
        """, edits: ["delete /Cancel", "set /OK de=Ja"]),
  ]

  /// A template with all placeholders.
  private static let everything =
    "<\(TemplateValues.names.map { "{\($0)}" }.joined(separator: "|"))>"

  /// What each option is tried with. Options of reading are given to what makes the index, too.
  private static let trials: [String: [[String]]] = [
    "regexp": [["-e", "1"]], "file": [["-f", "PATTERNS"]],
    "extended-regexp": [["-E"], ["-E", "-e", "^[A-D]", "-n"], ["-E", "-o", "-e", "[0-9]+"]],
    "fixed-strings": [["-F"]], "ignore-case": [["-i"]], "case-sensitive": [["--case-sensitive"]],
    "smart-case": [["-S"]], "accents": [["--accents"]],
    "readings": [["--readings"], ["--readings", "--all-fields", "-e", "aodi"]],
    "fixed-digits": [["--fixed-digits", "-e", "301"]],
    "words": [["--words", "--all-fields", "-e", "a 1"]], "word-regexp": [["-w"]],
    "line-regexp": [["-x"], ["-x", "-e", "Anna"]], "invert-match": [["-v"], ["-v", "--json"]],
    "field": [["--field=name", "-n"], ["--field=tel", "-e", "1"], ["--field", "unknown"]],
    "all-fields": [
      ["--all-fields"], ["--all-fields", "--json"], ["--all-fields", "--heading", "-n"],
      ["--all-fields", "-o", "-n"],
    ],
    "in": [
      ["--in=label"], ["--in=detail"], ["--in=title"], ["--in=key", "--json"], ["--in=title,key"],
    ],
    "titles": [["--titles=no"], ["--titles=only"], ["--titles=only", "--json", "-v"]],
    "count": [["-c"]], "files-with-matches": [["-l"]], "files-without-match": [["-L"]],
    "max-count": [["-m2"], ["-m0"]], "page": [["--page=1"], ["--page=9"]],
    "page-size": [["--page-size=2"], ["--page-size=1", "--page=2", "--json"]], "quiet": [["-q"]],
    "only-matching": [["-o"]], "position": [["-n"]], "after-context": [["-A1"]],
    "before-context": [["-B1"]], "context": [["-C1", "-n"]], "with-filename": [["-H"]],
    "no-filename": [["-h"]], "null": [["-0", "-l"]], "null-data": [["-z"]],
    "label": [["--label=x"]],
    "heading": [["--heading"], ["--heading", "-n"]], "no-heading": [["--no-heading"]],
    "json": [["--json"]],
    "format": [
      ["--format", everything], ["--format", everything, "-e", ""],
      ["--format", "{name}|{tel}|{born:d MMM y}", "-e", ""],
    ],
    "mutt": [["--mutt", "--all-fields"]], "date-format": [["--date-format=d MMM y", "-e", ""]],
    "by-letter": [["--by-letter"], ["--by-letter", "--heading"], ["--by-letter", "--json"]],
    "locale": [["--locale=tr", "-e", "I"], ["--by-letter", "--locale=sv"]],
    "by": [["--by-letter", "--by=name"], ["--by-letter", "--by=unknown"]], "recursive": [["-r"]],
    "no-index": [["--no-index"]], "explain": [["--explain"]],
    "color": [["--color=always"], ["--color=always", "--heading", "-n"]],
    "section-titles": [["--section-titles=X,Y", "-e", ""]], "no-config": [["--no-config"]],
    "no-progress": [["--no-progress"]], "help": [["--help"]], "version": [["--version"]],
  ]

  /// The options of reading.
  private static let parsing: [String: [[String]]] = [
    "root": [["--root=strings"], ["--root=."]], "title-key": [["--title-key=name"]],
    "members-key": [["--members-key=people"]], "label-key": [["--label-key=tel"]],
    "detail-key": [["--detail-key=name"]], "flat": [["--flat"]], "from": [["--from=json"]],
    "encoding": [["--encoding=UTF-8"]], "section-column": [["--section-column=tel"]],
    "skip-null": [["--skip-null"]], "tagged": [["--tagged"]],
  ]

  @Test("all options of search are tried, and all that read otherwise are given to indexes")
  func table() {
    let names = Set(SearchCommand.definition.options.map(\.name.rawValue))
    #expect(Set(Self.trials.keys).union(Self.parsing.keys) == names)
    #expect(Set(Self.parsing.keys) == Set([CommandOption].parsing.map(\.name.rawValue)))
  }

  /// The command lines of a file: all of them, or those that are its turn, with templates for all.
  private static func searches(
    _ number: Int
  ) -> [(search: [String], parsing: [String], option: String)] {
    let all =
      trials.flatMap { option, lines in lines.map { ($0, [], option) } }
      + parsing.flatMap { option, lines in lines.map { ($0 + ["-n", "-e", ""], $0, option) } }
    let sorted = all.sorted { "\($0.0)" < "\($1.0)" }
    return sorted.enumerated()
      .filter { Rounds.areMany || $0.element.2 == "format" || $0.offset % examples.count == number }
      .map { (search: $0.element.0, parsing: $0.element.1, option: $0.element.2) }
  }

  private static func arguments(
    of search: [String], _ file: String, patterns: String
  ) -> [String] {
    let hasPattern = search.contains("-e") || search.contains("-f")
    return ["search"] + search.map { $0 == "PATTERNS" ? patterns : $0 }
      + (hasPattern ? [] : ["-e", "a"]) + [file]
  }

  @Test("an index answers as the file does", arguments: examples.indices)
  func index(number: Int) throws {
    let example = Self.examples[number]
    let directory = try TemporaryDirectory()
    let file = try directory.write(example.text, to: example.name)
    let patterns = try directory.write("a\n1\n", to: "patterns")
    let environment = ["XDG_CACHE_HOME": directory.url.appending(path: "caches").path()]
    var isIndexed: Set<[String]> = []
    for (search, parsing, option) in Self.searches(number) {
      if isIndexed.insert(parsing).inserted {
        _ = try Tool.run(["index", "build"] + parsing + [file], environment: environment)
      }
      let arguments = Self.arguments(of: search, file, patterns: patterns)
      let expected = try Tool.run(arguments + ["--no-index"], environment: environment)
      let outcome = try Tool.run(arguments, environment: environment)
      #expect(outcome.outputBytes == expected.outputBytes, "\(search)")
      #expect(outcome.status == expected.status, "\(search)")
      if option != "explain" { #expect(outcome.errors == expected.errors, "\(search)") }
    }
    let trace = try Tool.run(["search", "--explain", "-q", "a", file], environment: environment)
    #expect(trace.errors.contains("index used"))
  }

  @Test(
    "a database answers as the file does", .enabled(if: Database.isThere, Database.need),
    arguments: examples.indices)
  func database(number: Int) throws {
    let trial = try DatabaseTrial()
    let example = Self.examples[number]
    let file = try trial.directory.write(example.text, to: example.name)
    let patterns = try trial.directory.write("a\n1\n", to: "patterns")
    let url = try trial.publish(file, in: "answers\(number)")
    for (search, _, option) in Self.searches(number)
    where option != "explain" && option != "recursive" {
      // What names of files are of is another thing in a database.
      let arguments = Self.arguments(of: search, file, patterns: patterns).dropLast()
      try trial.expectSame(Array(arguments), file, url)
    }
  }

  @Test(
    "a session that has edited a catalogue shows of it what is found in the saved file",
    arguments: examples)
  func session(example: Example) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(example.text, to: example.name)
    // A row without detail has none made of it, either.
    // Labels of several lines are in as many of what is shown.
    let template = Self.everything.replacingOccurrences(of: "|{detail}", with: "")
      .replacingOccurrences(of: "|{label}", with: example.name == "table.csv" ? "" : "|{label}")
    let script =
      (["set detail '\(template)'"] + example.edits + ["show / --all --expanded", "save"])
      .joined(separator: "\n")
    let shown = try Tool.run(["shell", file], input: Data(script.utf8))
    try #require(shown.status == 0, "\(shown.errors)")
    func filled(_ text: String) -> [String] {
      text.split(separator: "\n").compactMap { line in
        line.firstIndex(of: "<").map { String(line[$0...]) }
      }
    }
    let found = try Tool.run(
      ["search", "--no-index", "--format", template, "-e", "", "--titles=no", file])
    #expect(try String(contentsOfFile: file, encoding: .utf8) != example.text)
    #expect(filled(shown.output) == filled(found.output))
    #expect(filled(found.output).count > 1)
  }

  @Test("find in a session finds what search does, with each of its options, edited or not")
  func find() throws {
    // As many entries as a session indexes.
    let example = try SearchedExample(SampleCatalogue.text(10_000))
    let matching = [CommandOption].matching
    var searches: [[String]] = [["-e", "anna"]]
    for option in matching {
      let trials = try #require(Self.trials[option.name.rawValue], "\(option.name)")
      let known = trials.map { line in
        line.filter { !["--json", "--heading", "-n", "-o"].contains($0) }
      }
      // Find looks at entries, and these have no telephones under that key.
      let others = ["--in=title", "--in=title,key", "--in=key", "--field=tel", "unknown"]
      let lines = known.filter { line in !line.contains(where: others.contains) }
      searches += lines.prefix(Rounds.areMany ? lines.count : 1)
        .map { $0.contains("-e") ? $0 : $0 + ["-e", "a"] }
    }
    let finds = searches.map { search in
      "find -c "
        + search.map { $0.hasPrefix("-") ? $0 : Quoting.quoted($0) }.joined(separator: " ")
    }
    let edits = ["delete '#1/#1'", "undo", "set '#2/#1' phone='+49 1'", "move '#3/#1' to '#1'"]
    let outcome = try Tool.run(
      ["shell", example.file],
      input: Data((edits + finds + finds + ["save"]).joined(separator: "\n").utf8))
    try #require(outcome.status == 0, "\(outcome.errors)")
    let counts = outcome.output.split(separator: "\n").filter { Int($0) != nil }.map(String.init)
    #expect(counts.count == 2 * searches.count)
    for (number, search) in searches.enumerated() {
      let expected = try Tool.run(["search", "--no-index", "-c"] + search + [example.file])
        .output.trimmingCharacters(in: .newlines)
      #expect(counts[number] == expected, "\(search)")
      #expect(counts[number + searches.count] == expected, "\(search)")
    }
  }
}
