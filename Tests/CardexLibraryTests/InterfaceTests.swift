import Foundation
import Testing

/// What the library offers, as the compiler sees it.
@Suite(
  "The interface of the library",
  .enabled(if: Interface.extractor != nil, "they need swift-symbolgraph-extract"))
struct InterfaceTests {
  private static let listing = Samples.package.appending(
    path: "Tests/CardexLibraryTests/interface.txt")

  @Test("public symbols are those that are listed")
  func listed() throws {
    let found = try Interface.symbols().map { $0.declaration + "\n" }.sorted().joined()
    if ProcessInfo.processInfo.environment["CARDEX_RECORD"] != nil {
      try Data(found.utf8).write(to: Self.listing)
    }
    let known = try String(contentsOf: Self.listing, encoding: .utf8)
    #expect(found == known, "CARDEX_RECORD=1 writes the list again")
  }

  @Test("they are few, and each says what it is")
  func documented() throws {
    let symbols = try Interface.symbols()
    #expect(symbols.count > 100 && symbols.count <= 150)
    for symbol in symbols {
      #expect(symbol.summary.hasSuffix(".") || symbol.summary.hasSuffix(":"), "\(symbol.name)")
      if symbol.declaration.contains("throws") {
        #expect(symbol.comment.contains("- Throws:"), "\(symbol.name)")
      }
    }
  }

  @Test("the documentation is made without a warning")
  func documentation() throws {
    try Interface.withGraph { folder in
      let outcome = try Toolchain.run(
        try #require(Toolchain.program("docc")),
        [
          "convert", Samples.package.appending(path: "Sources/Cardex/Cardex.docc").path(),
          "--additional-symbol-graph-dir", folder.path(), "--fallback-display-name", "Cardex",
          "--fallback-bundle-identifier", "Cardex", "--warnings-as-errors",
          "--output-dir", folder.appending(path: "docs").path(),
        ])
      #expect(outcome.status == 0, "\(outcome.output)")
    }
  }

  @Test("no name is one of C, of nodes or of offsets")
  func names() throws {
    for symbol in try Interface.symbols() {
      #expect(
        symbol.declaration.firstMatch(
          of: /Unsafe|Opaque|CChar|CInt|Node|Offset|offset|xml|ICU|Foundation/) == nil,
        "\(symbol.declaration)")
    }
  }
}

/// The symbol graph of the module that was built.
enum Interface {
  struct Symbol {
    let name: String
    let declaration: String
    let comment: String

    var summary: String {
      comment.split(separator: "\n\n", maxSplits: 1).first.map(String.init) ?? ""
    }
  }

  static let extractor = Toolchain.program("swift-symbolgraph-extract")

  private static let result = Result { try read() }

  static func symbols() throws -> [Symbol] { try result.get() }

  /// Calls the closure with a folder that has the symbol graph.
  static func withGraph<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Toolchain.run(
      Samples.package.appending(path: "Packaging/symbol-graph.sh").path(),
      [Toolchain.products.path(), folder.path()])
    try #require(outcome.status == 0, "\(outcome.output)")
    return try body(folder)
  }

  private static func read() throws -> [Symbol] {
    let graph = try withGraph { folder in
      try JSONDecoder().decode(
        Graph.self, from: Data(contentsOf: folder.appending(path: "Cardex.symbols.json")))
    }
    return graph.symbols.map { symbol in
      Symbol(
        name: symbol.pathComponents.joined(separator: "."),
        declaration: symbol.pathComponents.dropLast().map { $0 + ": " }.joined()
          + symbol.declarationFragments.map(\.spelling).joined()
          .split(whereSeparator: \.isWhitespace).joined(separator: " ")
          // Where the module is compiled as a whole.
          .replacing("Value.Value", with: "Value"),
        comment: symbol.docComment?.lines.map(\.text).joined(separator: "\n") ?? "")
    }
  }

  private struct Graph: Decodable {
    struct Symbol: Decodable {
      struct Fragment: Decodable { let spelling: String }

      struct Comment: Decodable {
        struct Line: Decodable { let text: String }

        let lines: [Line]
      }

      let pathComponents: [String]
      let declarationFragments: [Fragment]
      let docComment: Comment?
    }

    let symbols: [Symbol]
  }
}
