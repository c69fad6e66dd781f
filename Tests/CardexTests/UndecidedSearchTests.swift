import Foundation
import TestHelpers
import Testing

@testable import CardexCommand

/// Searches with an expression that is too hard for the text of some entries.
@Suite struct UndecidedSearchTests {
  /// Matches a repetition of its alternatives followed by `bc`; on a long text that ends
  /// differently, ICU runs out of memory for backtracking.
  private static let expression = "^(a|x|one |c)*bc$"

  private let example: SearchedExample

  init() throws {
    let hard = String(repeating: "a", count: 200_000) + "bcd"
    let entries = [
      ("abc", nil), ("one \(hard)", nil), ("two", nil), ("three abc", hard), ("xbc", "aabc"),
      ("c\(hard)", "bc"), ("naaa", hard.replacing("b", with: "")),
    ]
    let text = entries.map { label, phone in
      "<dict><key>name</key><string>\(label)</string>"
        + (phone.map { "<key>phone</key><string>\($0)</string>" } ?? "") + "</dict>\n"
    }
    example = try SearchedExample(
      "<plist version=\"1.0\">\n<array>\n" + text.joined() + "</array></plist>\n")
  }

  /// Runs a search without an index and with one, which must give the same.
  private func search(_ options: [String]) throws -> Tool.Outcome {
    let words = ["search", "-E", Self.expression, example.file] + options
    let plain = try example.run(words + ["--no-index"])
    #expect(try example.run(["index", "build", example.file]).status == 0)
    let indexed = try example.run(words)
    #expect(indexed.status == plain.status)
    #expect(indexed.output == plain.output)
    #expect(indexed.errors == plain.errors)
    return indexed
  }

  private func report(others: String) -> String {
    let label = "/one " + String(repeating: "a", count: 94) + "…"
    return
      "cardex: \(example.file):4:1: \(label): the expression failed: '\(Self.expression)' takes too long to match"
      + others + "\n"
  }

  @Test(
    "the entry is reported once, and the others are searched",
    arguments: [
      ([], "/abc\t\n/xbc\taabc\n"), (["--color"], nil), (["-c"], "3\n"), (["-o"], nil),
      (["-v"], "/two\t\n/naaa\t"), (["--json"], nil), (["--count", "-v"], "2\n"),
      (["--all-fields"], nil), (["--by-letter"], nil),
    ] as [([String], String?)])
  func goingOn(_ options: [String], _ output: String?) throws {
    let outcome = try search(options)
    #expect(outcome.status == 2)
    // These need all matches in an entry.
    let others = options == ["-o"] || options == ["--json"] ? "2 others are" : "another is"
    #expect(outcome.errors == report(others: "; \(others) undecided, too"))
    if let output { #expect(outcome.output.hasPrefix(output), "\(outcome.output.prefix(200))") }
    #expect(!outcome.output.isEmpty)
  }

  @Test("entries and sections that are undecided are counted together")
  func sections() throws {
    let hard = String(repeating: "a", count: 200_000) + "bcd"
    func section(_ title: String, _ entry: String) -> String {
      "<dict><key>title</key><string>\(title)</string><key>items</key><array><dict><key>name</key>"
        + "<string>\(entry)</string></dict></array></dict>"
    }
    func report(_ sections: [String]) throws -> String {
      let file = try example.directory.write(
        plist("<array>\(sections.joined())</array>"), to: "sections")
      let outcome = try example.run(["search", "-E", Self.expression, file])
      #expect(outcome.status == 2)
      return String(outcome.errors.dropFirst("cardex: \(file):".count))
    }
    let reason = "the expression failed: '\(Self.expression)' takes too long to match"
    let long = String(repeating: "a", count: 99) + "…"
    let sections = [section("x", hard), section(hard, "abc"), section(hard + "d", "abc")]
    #expect(
      try report(sections).hasSuffix(
        ": x/\(long.dropFirst(2)): \(reason); 2 others are undecided, too\n"))
    #expect(
      try report(Array(sections.dropFirst())) == " \(long): \(reason); another is undecided, too\n")
  }

  @Test("what was decided without the entry needs no report")
  func decided() throws {
    for (options, status) in [(["-q"], 0), (["-l"], 0), (["-L"], 0), (["-m", "1"], 0)] {
      let outcome = try search(options)
      #expect(outcome.status == Int32(status), "\(options)")
      #expect(outcome.errors.isEmpty)
    }
    let limited = try search(["-v", "-m", "1"])
    #expect(limited.status == 2)
    #expect(limited.output == "/two\t\n")
    #expect(limited.errors == report(others: ""))
  }

  @Test("a file is not listed as one without a match if that is undecided")
  func fileLists() throws {
    let text = String(repeating: "a", count: 200_000) + "bcd"
    let file = try example.directory.write(
      plist("<array><string>\(text)</string></array>"), to: "hard")
    for options in [["-q"], ["-l"], ["-L"], ["-c"]] {
      let outcome = try example.run(["search", "-E", Self.expression, file] + options)
      #expect(outcome.status == 2)
      #expect(outcome.output == (options == ["-c"] ? "0\n" : ""))
      #expect(outcome.errors.hasPrefix("cardex: \(file):2:8: /aaa"), "\(outcome.errors)")
    }
    // This does not affect the search of another file.
    let both = try example.run(["search", "-h", "-E", Self.expression, file, example.file])
    #expect(both.status == 2)
    #expect(both.output.hasPrefix("/abc\t\n"))
  }

  @Test("a session lists what it has found and fails, and edits nothing that way")
  func session() throws {
    let found = try example.run(["batch", "-e", "find -E '\(Self.expression)'", example.file])
    #expect(found.status == 2)
    #expect(found.output.hasPrefix("   1  abc\n"))
    #expect(
      found.errors.contains(
        "the expression failed: '\(Self.expression)' takes too long to match; another is undecided")
    )
    let count = try example.run(["batch", "-e", "find -c -E '\(Self.expression)'", example.file])
    #expect(count.status == 2)
    #expect(count.output == "3\n")
    let before = try Data(contentsOf: URL(filePath: example.file))
    for command in [
      "delete --all -E '\(Self.expression)'", "delete --all -v -E '\(Self.expression)'",
    ] {
      let outcome = try example.run(["batch", "-k", "-v", "-e", command, example.file])
      #expect(outcome.status == 2)
      #expect(outcome.output.isEmpty)
      #expect(try Data(contentsOf: URL(filePath: example.file)) == before)
    }
  }
}
