import Foundation
import Testing

/// Indexes in the cache that sessions make and use.
@Suite struct SessionIndexFileTests {
  /// A large catalogue with a cache of its own, which goes away with its owner.
  private final class LargeCatalogue {
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "cardex-kept-" + UUID().uuidString)
    var file: String { directory.appending(path: "large.plist").path() }
    var environment: [String: String] {
      [
        "XDG_CACHE_HOME": directory.appending(path: "cache").path(),
        "XDG_STATE_HOME": directory.appending(path: "state").path(),
      ]
    }

    /// - Parameter padding: The length of the field that makes the catalogue large.
    init(padding: Int = 60) throws {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      let padding = String(repeating: "-", count: padding)
      let entries = (0..<10_500).map {
        "<dict><key>name</key><string>n\($0)x</string><key>note</key><string>\(padding)</string></dict>\n"
      }
      let text = "<plist><array>\n\(entries.joined())</array></plist>\n"
      try Data(text.utf8).write(to: URL(filePath: file))
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    func run(_ arguments: [String], _ input: String = "") throws -> Tool.Outcome {
      try Tool.run(arguments + [file], input: Data(input.utf8), environment: environment)
    }

    var indexes: [URL] {
      let cache = directory.appending(path: "cache/cardex")
      let files = try? FileManager.default.contentsOfDirectory(
        at: cache, includingPropertiesForKeys: nil)
      return (files ?? []).filter { $0.pathExtension == "index" }
    }
  }

  @Test("a shell keeps the index that it makes of a file; batch and the next shell use it")
  func keeping() throws {
    let catalogue = try LargeCatalogue()
    #expect(try catalogue.run(["batch", "-e", "find n77x --count"]).output == "1\n")
    #expect(catalogue.indexes.isEmpty)
    #expect(try catalogue.run(["shell"], "find n77x --count\n").output == "1\n")
    #expect(catalogue.indexes.count == 1)
    let search = try catalogue.run(["search", "--explain", "--count", "n77x"])
    #expect(search.output == "1\n")
    #expect(search.errors.contains("index used"))

    let script = "rename /n77x zebra\nfind n77x --count\nfind zebra --count\nfind n7 --count\n"
    let expected = "renamed 'n77x' to 'zebra'\n0\n1\n1110\n"
    #expect(try catalogue.run(["shell"], script + "quit --discard\n").output == expected)
    #expect(
      try catalogue.run(["batch", "--verbose", "--dry-run", "-e", script]).output
        .hasPrefix(expected))
  }

  @Test("of a file of less than a mebibyte no index is kept", arguments: [(0, 0), (60, 1)])
  func smallFile(padding: Int, indexes: Int) throws {
    let catalogue = try LargeCatalogue(padding: padding)
    #expect(try catalogue.run(["shell"], "find n77x --count\n").output == "1\n")
    #expect(catalogue.indexes.count == indexes)
  }

  @Test("an index that is damaged, or made before the file was changed, changes no answer")
  func staleness() throws {
    let catalogue = try LargeCatalogue()
    let script = "find n7 --count\nfind n77x --count\n"
    #expect(try catalogue.run(["shell"], script).output == "1111\n1\n")
    let index = try #require(catalogue.indexes.first)
    var bytes = Array(try Data(contentsOf: index))
    for offset in stride(from: 4096, to: bytes.count, by: 512) { bytes[offset] ^= 0xFF }
    try Data(bytes).write(to: index)
    #expect(try catalogue.run(["shell"], script).output == "1111\n1\n")

    #expect(
      try catalogue.run(["shell"], "find n77x --count\ndelete /n77x\nsave\n" + script).output
        == "1\ndeleted 'n77x'\nsaved \(catalogue.file)\n1110\n0\n")
    #expect(try catalogue.run(["shell"], script).output == "1110\n0\n")
  }
}
