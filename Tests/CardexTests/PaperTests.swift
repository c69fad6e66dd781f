import Foundation
import Testing

/// Checks `ARCHITECTURE.md` and the READMEs beside sources against these.
@Suite struct PaperTests {
  @Test("every room has a README")
  func everyRoom() throws {
    let rooms = try Paper.rooms()
    #expect(rooms.count > 20)
    for room in rooms { #expect(Paper.exists(room.appending(path: "README.md")), "\(room.path())") }
  }

  @Test("no paper is longer than it may be", arguments: try Paper.all())
  func length(_ paper: Paper) {
    let lines = paper.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= paper.mostLines)
  }

  @Test("files, folders and types that a paper names exist", arguments: try Paper.all())
  func names(_ paper: Paper) {
    for name in paper.names where !paper.isThere(name) { Issue.record("'\(name)'") }
  }

  @Test(
    "names that do not exist are noticed",
    arguments: [
      "Gone.swift", "Searching/Gone.swift", "../Gone.md", "Gone/", "GoneType", "Row.GoneType",
    ]
  )
  func missing(_ name: String) {
    let paper = Paper(Paper.sources.appending(path: "Searching/README.md"), "See `\(name)` there.")
    #expect(paper.names == [name])
    #expect(!paper.isThere(name))
  }
}

/// A description of the sources, which names files, folders and types between grave accents.
struct Paper: CustomTestStringConvertible, Sendable {
  static let sources = Tool.package.appending(path: "Sources")

  let url: URL
  let text: String

  init(_ url: URL, _ text: String) { (self.url, self.text) = (url, text) }

  var testDescription: String { url.path() }

  static func all() throws -> [Paper] {
    let urls = files.filter { $0.hasSuffix("/README.md") }.sorted().map { URL(filePath: $0) }
    return try ([architecture] + urls).map {
      Paper($0, try String(contentsOf: $0, encoding: .utf8))
    }
  }

  static func rooms() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: sources, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
  }

  static func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path()) }

  private static let architecture = Tool.package.appending(path: "ARCHITECTURE.md")

  private var isArchitecture: Bool { url == Paper.architecture }

  var mostLines: Int { isArchitecture ? 150 : 30 }

  /// What it names that has the form of a file, a folder or a type.
  var names: [String] {
    text.matches(of: /`([^`\n]+)`/).map { String($0.1) }.filter { isPath($0) || isType($0) }
  }

  private func isPath(_ name: String) -> Bool {
    name.wholeMatch(of: /[\w.+\/-]+\.(?:swift|c|cpp|h|md|py|sh|html|css|js|[157])|[\w.\/-]+\//)
      != nil
  }

  private func isType(_ name: String) -> Bool {
    name.wholeMatch(of: /[A-Z]+[a-z][A-Za-z0-9]*(?:\.[A-Za-z]+)*/) != nil
  }

  /// Whether there is what a name means: a room or a type, or a path from the paper's folder, from
  /// `Sources`, or from the package. A README may name a file anywhere below it.
  func isThere(_ name: String) -> Bool {
    if !isPath(name) {
      return Paper.exists(Paper.sources.appending(path: name))
        || name.split(separator: ".").allSatisfy { Paper.words.contains(String($0)) }
    }
    let folder = url.deletingLastPathComponent()
    if [folder, Paper.sources, Tool.package].contains(where: {
      Paper.exists($0.appending(path: name).standardizedFileURL)
    }) {
      return true
    }
    return !isArchitecture && !name.contains("/")
      && Paper.files.contains { $0.hasPrefix(folder.path()) && $0.hasSuffix("/" + name) }
  }

  /// The paths of all files and folders with sources.
  private static let files: [String] = ["Sources", "Benchmarks", "Tools"].flatMap { folder in
    let folder = Tool.package.appending(path: folder)
    let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder.path())
    return (paths ?? []).map { folder.appending(path: $0).path() }
  }

  /// The words of all sources in Swift.
  private static let words: Set<String> = {
    let texts = files.filter { $0.hasSuffix(".swift") }.compactMap { path in
      try? String(contentsOfFile: path, encoding: .utf8)
    }
    return Set(texts.flatMap { $0.components(separatedBy: .alphanumerics.inverted) })
  }()
}
