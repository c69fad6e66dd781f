import Foundation
import Testing

@Suite("Articles", .enabled(if: Toolchain.links, "they need swiftc on the path, and no sanitizer"))
struct ArticleTests {
  @Test(
    "the code of an article compiles, and prints what is said there", arguments: try Article.all())
  func code(_ article: Article) throws {
    try Toolchain.withData { folder in
      let source = folder.appending(path: "main.swift")
      try Data(article.program.utf8).write(to: source)
      let stub = folder.appending(path: "UIKit.swift")
      try FileManager.default.copyItem(
        at: Samples.package.appending(path: "Tests/CardexLibraryTests/UIKit.swift.txt"), to: stub)
      let program = folder.appending(path: "article")
      try Toolchain.compile([source, stub], to: program)
      let outcome = try Toolchain.run(program.path(), [], in: folder)
      #expect(outcome.status == 0, "\(outcome.output)")
      var rest = outcome.output[...]
      for text in article.outputs {
        guard let range = rest.range(of: text) else {
          Issue.record("'\(text)' is not in '\(outcome.output)'")
          break
        }
        rest = rest[range.upperBound...]
      }
    }
  }

  @Test("there is an article for each task")
  func all() throws { #expect(try Article.all().count >= 8) }
}

/// An article with its code and what that prints.
struct Article: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let program: String
  let outputs: [String]

  static func all() throws -> [Article] {
    let folder = Samples.package.appending(path: "Sources/Cardex/Cardex.docc")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path())
      .filter { $0.hasSuffix(".md") }.sorted()
      .map { Article($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
  }

  private init(_ name: String, _ text: String) {
    testDescription = name
    func blocks(_ language: String) -> [String] {
      text.matches(of: /(?ms)^```(\w+)\n(.*?)^```$/).filter { $0.1 == language }.map {
        String($0.2)
      }
    }
    program = blocks("swift").joined(separator: "\n").replacing(
      "import UIKit", with: "import Foundation")
    outputs = blocks("text")
  }
}
