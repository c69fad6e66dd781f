import Foundation
import Testing

/// Commands with the output that they should have, as written in a file of `Scripts`.
///
/// - `# …` is a comment, as is an empty line before a command or directive.
/// - `> COMMAND` is followed by what the command prints. An error is `! MESSAGE`, its hint `?
///   HINT`.
/// - `>+ COMMAND` prints something that is not checked.
/// - `@ NAME ARGUMENT` is a directive, see `TranscriptRun`; the lines of some end with `@ end`.
///
/// In commands and output, `%/` is the directory of the edited file, which is `%/list.plist`.
struct Transcript: Sendable, CustomTestStringConvertible {
  struct Step: Sendable {
    enum Kind: Equatable, Sendable {
      case command(String, isCompared: Bool)
      case directive(String, argument: String)
    }

    let kind: Kind
    /// From 1.
    let line: Int
    /// The comments and blank lines before the step, then the line of the step itself.
    let head: [String]
    /// What a command should print, or the lines of a directive.
    var body: [String]
  }

  let url: URL
  private(set) var steps: [Step] = []

  /// Directives with lines of their own.
  private static let directivesWithLines: Set = ["catalogue", "write", "file", "text"]

  private static func hasLines(_ name: String, _ argument: String) -> Bool {
    name == "other" || argument.isEmpty && directivesWithLines.contains(name)
  }

  static let directory = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Scripts")

  static let all: [Transcript] = {
    let files = try? FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "txt" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .compactMap { try? Transcript($0) }
  }()

  var testDescription: String { url.lastPathComponent }

  init(_ url: URL) throws {
    self.url = url
    var lines = try String(contentsOf: url, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    var number = 0
    var head: [String] = []
    while number < lines.count {
      let line = lines[number]
      number += 1
      head.append(line)
      guard let kind = Transcript.kind(of: line) else {
        if !line.isEmpty, !line.hasPrefix("#") {
          Issue.record("\(url.lastPathComponent):\(number): no command, directive or comment")
        }
        continue
      }
      let first = number
      number = Transcript.end(of: kind, in: lines, from: number)
      steps.append(
        Step(kind: kind, line: first, head: head, body: Array(lines[first..<number])))
      if lines.indices.contains(number), lines[number] == "@ end" { number += 1 }
      head = []
    }
  }

  private static func kind(of line: String) -> Step.Kind? {
    if line.hasPrefix("> ") { return .command(String(line.dropFirst(2)), isCompared: true) }
    if line.hasPrefix(">+ ") { return .command(String(line.dropFirst(3)), isCompared: false) }
    guard line.hasPrefix("@ ") else { return nil }
    let words = line.dropFirst(2).split(separator: " ", maxSplits: 1).map(String.init)
    return .directive(words.first ?? "", argument: words.count > 1 ? words[1] : "")
  }

  /// The index of the first line that does not belong to a step.
  private static func end(of kind: Step.Kind, in lines: [String], from start: Int) -> Int {
    let rest = lines[start...]
    switch kind {
    case .command:
      let isOver: (String) -> Bool = { $0.hasPrefix("#") || self.kind(of: $0) != nil }
      var end = rest.firstIndex(where: isOver) ?? lines.count
      while end > start, lines[end - 1].isEmpty { end -= 1 }
      return end
    case .directive(let name, let argument):
      guard hasLines(name, argument) else { return start }
      return rest.firstIndex(of: "@ end") ?? lines.count
    }
  }

  /// Writes the file with other output.
  func record(_ bodies: [[String]]) throws {
    var text = ""
    for (step, body) in zip(steps, bodies) {
      text += (step.head + body).map { $0 + "\n" }.joined()
      if case .directive(let name, let argument) = step.kind, Transcript.hasLines(name, argument) {
        text += "@ end\n"
      }
    }
    try Data(text.utf8).write(to: url)
  }
}
