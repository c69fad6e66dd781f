import Foundation
import Testing

/// What the library offers, as the compiler sees it.
@Suite("The interface of the library", .enabled(if: Interface.extractor != nil))
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

  /// The toolchain's program.
  static let extractor: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/swift-symbolgraph-extract" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  private static let result = Result { try read() }

  static func symbols() throws -> [Symbol] { try result.get() }

  private static func read() throws -> [Symbol] {
    let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(filePath: try #require(extractor))
    process.arguments =
      [
        "-module-name", "Cardex", "-I", products.appending(path: "Modules").path(),
        "-target", target, "-output-dir", folder.path(), "-minimum-access-level", "public",
        "-skip-synthesized-members",
      ] + moduleMaps(products)
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let graph = try JSONDecoder().decode(
      Graph.self, from: Data(contentsOf: folder.appending(path: "Cardex.symbols.json")))
    return graph.symbols.map { symbol in
      Symbol(
        name: symbol.pathComponents.joined(separator: "."),
        declaration: symbol.pathComponents.dropLast().map { $0 + ": " }.joined()
          + symbol.declarationFragments.map(\.spelling).joined()
          .split(whereSeparator: \.isWhitespace).joined(separator: " "),
        comment: symbol.docComment?.lines.map(\.text).joined(separator: "\n") ?? "")
    }
  }

  private static var target: String {
    #if arch(arm64)
      let machine = "arm64"
    #else
      let machine = "x86_64"
    #endif
    #if os(macOS)
      return machine + "-apple-macosx15.0"
    #else
      return machine.replacing("arm64", with: "aarch64") + "-unknown-linux-gnu"
    #endif
  }

  /// The modules in C that rooms import.
  private static func moduleMaps(_ products: URL) -> [String] {
    let sources = Samples.package.appending(path: "Sources")
    let maps =
      ["CLibXML2", "ICULibrary"].map { sources.appending(path: "\($0)/module.modulemap") }
      + ["CICU", "CText", "CPlatform"].map {
        products.appending(path: "\($0).build/module.modulemap")
      }
    return maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path())"] }
      + ["-Xcc", "-I/usr/include/libxml2"]
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
