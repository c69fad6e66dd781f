import Foundation
import TestHelpers
import Testing

@Suite("cardex-bench")
struct BenchTests {
  @Test("the copy that editing is measured against is the file", arguments: [0, 5, 3 << 20 | 7])
  func copy(size: Int) throws {
    let directory = try TemporaryDirectory()
    let content = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 * 31) })
    let file = try directory.write(content, to: "file")
    let copy = try directory.write("something longer before", to: "copy")
    let outcome = try Tool.bench(["measure", "copy", file, copy])
    #expect(outcome.status == 0)
    #expect(try Data(contentsOf: URL(filePath: copy)) == content)
  }

  @Test(
    "what cannot be measured fails",
    arguments: [
      ["copy", "/nowhere"], ["copy", "/nowhere", "/nowhere"], ["document", "/nowhere"],
    ])
  func failure(what: [String]) throws {
    #expect(try Tool.bench(["measure"] + what).status == 2)
  }

  @Test("every command is measured on catalogues of two sizes")
  func scale() throws {
    let outcome = try Tool.bench(["scale", "20"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count > 80)
    #expect(lines.first?.contains("| ms, 20 | ms, 80 | exponent |") == true)
    for name in ["set name | many sections", "move | long labels", "joined lines | pipe"] {
      #expect(lines.contains { $0.hasPrefix("| \(name) |") }, "\(name)")
    }
  }

  @Test("rows that have become slower are named")
  func comparison() throws {
    let directory = try TemporaryDirectory()
    let (now, before) = (directory("now.json"), directory("before.json"))
    let outcome = try Tool.bench(["rows", "200", "--json", now])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let rows = try JSONDecoder().decode(
      [String: Double].self, from: Data(contentsOf: URL(filePath: now)))
    #expect(rows.count == 18)
    let slow = try #require(rows.keys.sorted().first)
    // Times that nothing reaches, and one that everything exceeds.
    let old = rows.mapValues { _ in 1e9 }.merging([slow: 1e-12]) { $1 }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    try encoder.encode(old).write(to: URL(filePath: before))
    let compared = try Tool.bench(["rows", "200", "--compare", before])
    #expect(compared.status == 1)
    #expect(compared.output.contains("1 of 18 rows more than 5 % slower"))
    #expect(compared.output.contains("| \(slow) |"))
  }

  @Test("a filter selects the commands to measure")
  func someScale() throws {
    let outcome = try Tool.bench(["scale", "20", "section rename"])
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 4)
  }

  @Test(
    "publishing and searching in PostgreSQL are measured",
    .enabled(if: Database.isThere, Database.need))
  func engine() throws {
    let directory = try TemporaryDirectory()
    // PostgreSQL's own user has to reach its directory.
    #expect(chmod(directory.path, 0o711) == 0)
    let outcome = try Tool.bench(
      ["engine", "500"], environment: ["TMPDIR": directory.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    for row in ["cardex publish", "cardex publish --update, nothing changed", "index by pg_trgm"] {
      #expect(lines.contains { $0.hasPrefix("| \(row) |") }, "\(row)")
    }
    // What is found is what the names hold, where there are no accents.
    let names = try Tool.bench(["names", "500", "5"]).output
      .split(separator: "\n").map { $0.lowercased() }
    for pattern in ["berg", "okonkwo", "ptolemaios", "奥迪"] {
      let hits = names.count { $0.contains(pattern) }
      #expect(lines.contains { $0.hasPrefix("| `\(pattern)`, ") && $0.contains(" | \(hits) | ") })
    }
    #expect(lines.contains { $0.hasPrefix("| 500 entries: rare, beyond `select 1` |") })
    // The server ends with the bench, and nothing is left of it.
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }
}
