import Foundation
import TestHelpers
import Testing

@Suite("cardex-bench search")
struct BenchSearchTests {
  @Test("catalogues are the same for the same seed, and others for another")
  func seeds() throws {
    func names(_ seed: String) throws -> String {
      try Tool.bench(["names", "300", seed]).output
    }
    #expect(try names("7") == names("7"))
    #expect(try names("7") != names("8"))
    #expect(try names("7").split(separator: "\n").count == 300)
  }

  @Test("every shape holds the names", arguments: ["cars", "contacts", "news", "names"])
  func shapes(shape: String) throws {
    let names = try Tool.bench(["names", "400", "3"]).output
    let plist = try Tool.bench(["generate", shape, "400", "3"]).output
    let parsed = try PropertyListSerialization.propertyList(from: Data(plist.utf8), format: nil)
    #expect(
      BenchSearchTests.texts(parsed).isSuperset(of: names.split(separator: "\n").map(String.init)))
  }

  private static func texts(_ value: Any) -> Set<String> {
    switch value {
    case let text as String: [text]
    case let list as [Any]: list.reduce(into: []) { $0.formUnion(texts($1)) }
    case let dict as [String: Any]: dict.values.reduce(into: []) { $0.formUnion(texts($1)) }
    default: []
    }
  }

  @Test("what a report says of a small catalogue")
  func report() throws {
    let (report, markdown) = try BenchSearchTests.search(["--runs", "1", "248"])
    #expect(report.sizes.map(\.entries) == [248])
    let size = try #require(report.sizes.first)
    let table = try #require(size.tables.first)
    #expect(size.tables.count == 3)
    let own = try #require(table.programs.first)
    #expect(own.name == "cardex")
    #expect(own.searches.count == report.patterns.count)
    for (pattern, search) in zip(report.patterns, own.searches) {
      let hits = try #require(search).hits
      if pattern.class.hasPrefix("absent") {
        #expect(hits == 0, "\(pattern)")
      } else if pattern.class.hasPrefix("rare") {
        #expect((1...9).contains(hits), "\(pattern)")
      } else {
        #expect(hits > 0, "\(pattern)")
      }
      #expect(markdown.contains("\(pattern.text) (\(pattern.class))"))
    }
    // A search within one process finds the same as the program.
    let warm = try #require(size.tables.last?.programs.first)
    #expect(warm.searches.map { $0?.hits } == own.searches.map { $0?.hits })
    // All lines of a table have the same number of cells.
    for table in markdown.split(separator: "\n\n") where table.hasPrefix("|") {
      let widths = table.split(separator: "\n").map { $0.split(separator: "|").count }
      #expect(Set(widths).count == 1, "\(table)")
    }
  }

  @Test("patterns have the properties of their classes")
  func classes() throws {
    let names = try Tool.bench(["names", "20000", "1"]).output
      .split(separator: "\n").map { $0.lowercased() }
    let tools = try BenchSearchTests.fewTools()
    let (report, _) = try BenchSearchTests.search(["--runs", "1", "12"], path: tools.url.path())
    for pattern in report.patterns {
      let hits = names.count { $0.contains(pattern.text) }
      switch pattern.class {
      case "1 character", "2 characters", "4 characters":
        #expect(pattern.text.count == Int(pattern.class.prefix(1)))
        #expect(hits > 100, "\(pattern)")
      case "rare", "rare, of common parts": #expect((3...9).contains(hits), "\(pattern)")
      case "absent": #expect(hits == 0, "\(pattern)")
      case "absent, of common parts":
        #expect(hits == 0, "\(pattern)")
        let characters = Array(pattern.text)
        for start in 0...(characters.count - 3) {
          let part = String(characters[start..<start + 3])
          #expect(names.contains { $0.contains(part) }, "\(part)")
        }
      case "accented":
        #expect(pattern.text.unicodeScalars.contains { 0x80...0x24F ~= $0.value })
        #expect(hits > 10, "\(pattern)")
      case "Chinese", "Chinese, 3 characters":
        #expect(pattern.text.unicodeScalars.allSatisfy { 0x4E00...0x9FFF ~= $0.value })
        #expect(hits > 10, "\(pattern)")
      case "Chinese, by reading": #expect(hits == 0, "\(pattern)")
      default: Issue.record("unknown class \(pattern.class)")
      }
    }
  }

  @Test("programs that are not installed are left out and named")
  func missing() throws {
    let tools = try BenchSearchTests.fewTools()
    let (report, markdown) = try BenchSearchTests.search(
      ["--runs", "1", "--quick", "--summary", "60"], path: tools.url.path())
    #expect(report.sizes.first?.tables.count == 2)
    let programs = try #require(report.sizes.first?.tables.first?.programs)
    for program in programs {
      let isThere = program.name == "cardex" || program.name.hasPrefix("grep")
      #expect((program.omission == nil) == isThere, "\(program.name)")
      #expect(program.searches.isEmpty == !isThere, "\(program.name)")
    }
    #expect(markdown.contains("| rg -i, names | not installed |"))
    #expect(markdown.contains("| plocate-build | not installed |"))
  }

  @Test(
    "invalid arguments are rejected",
    arguments: [["--runs", "0"], ["--json"], ["--unknown"], ["0"], ["many"]])
  func refusal(arguments: [String]) throws {
    #expect(try Tool.bench(["search"] + arguments).status == 2)
  }

  /// A directory for `PATH` that holds only grep and the programs that the bench itself needs.
  private static func fewTools() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for program in ["sh", "rm", "grep"] {
      let path = ["/bin/", "/usr/bin/"].map { $0 + program }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
      try FileManager.default.createSymbolicLink(
        atPath: directory.url.appending(path: program).path(),
        withDestinationPath: #require(path))
    }
    return directory
  }

  // MARK: Reports

  private struct Report: Decodable {
    let patterns: [Pattern]
    let sizes: [Size]
    struct Pattern: Decodable {
      let text: String
      let `class`: String
    }
    struct Size: Decodable {
      let entries: Int
      let tables: [Table]
    }
    struct Table: Decodable {
      let programs: [Program]
    }
    struct Program: Decodable {
      let name: String
      let omission: String?
      let searches: [Search?]
    }
    struct Search: Decodable {
      let seconds: Double
      let hits: Int
    }
  }

  /// - Returns: What was written as JSON and as Markdown.
  private static func search(
    _ arguments: [String], path: String? = nil
  ) throws -> (Report, String) {
    let directory = try TemporaryDirectory()
    let json = directory.url.appending(path: "report.json")
    let outcome = try Tool.bench(
      ["search", "--json", json.path()] + arguments,
      environment: path.map { ["PATH": $0] } ?? [:])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return (try JSONDecoder().decode(Report.self, from: Data(contentsOf: json)), outcome.output)
  }
}
