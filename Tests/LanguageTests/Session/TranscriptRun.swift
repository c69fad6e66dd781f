import Catalogues
import Foundation
import Outlines
import Searching
import Storage
import Testing

@testable import Editing
@testable import Language

/// Runs a transcript and compares what is printed.
///
/// | directive | does |
/// |---|---|
/// | `@ catalogue NAME` | begins with the fixture NAME, or with the lines that follow |
/// | `@ locale NAME`, `@ width N` | how the next session sorts; how wide lines are |
/// | `@ lines N` | how many lines titles, headers and footers may have |
/// | `@ again` | a new session on the file as it is now |
/// | `@ write`, `@ replace OLD => NEW`, `@ remove` | another program changes the file |
/// | `@ other NAME` | another file has the lines that follow |
/// | `@ file`, `@ text` | what is in the file, and what would be saved |
/// | `@ exists NAME`, `@ link NAME` | there is a file of that name; gives the file that other name |
/// | `@ original` | what would be saved is what the catalogue began with |
/// | `@ edited`, `@ saved` | whether there are edits that are not in the file |
/// | `@ exact` | edits take names exactly, as in scripts |
/// | `@ quiet` | edits do not say what they have done |
/// | `@ ends` | the command before has ended the session |
final class TranscriptRun {
  private let transcript: Transcript
  private var catalogue: EditedCatalogue?
  private var original: [UInt8] = []
  private var session: Session?
  private let output = RecordingOutput()
  private var locale = ""
  private var outcome = Session.Outcome.shouldContinue
  /// Every error that occurred.
  private var mode = CommandMode()
  private(set) var errors: [SessionError] = []
  /// The output of each step, in order.
  private(set) var bodies: [[String]] = []

  private let indexPolicy: LiveIndex.Policy

  init(_ transcript: Transcript, indexPolicy: LiveIndex.Policy = LiveIndex.Policy()) {
    self.transcript = transcript
    self.indexPolicy = indexPolicy
  }

  /// Runs all steps; differences are recorded as issues.
  func run() throws {
    for step in transcript.steps {
      switch step.kind {
      case .command(let line, let isCompared):
        let lines = try run(line)
        if isCompared {
          compare(lines, with: step)
        } else if lines.allSatisfy(\.isEmpty) {
          record("prints nothing", at: step)
        }
        bodies.append(isCompared ? lines : [])
      case .directive(let name, let argument):
        bodies.append(try follow(name, argument, step))
      }
    }
  }

  // MARK: Commands

  private func run(_ line: String) throws -> [String] {
    let session = try #require(session, "a catalogue comes first")
    let directory = try #require(catalogue).directory.path() + (directoryEndsInSlash ? "" : "/")
    var text: String
    do throws(SessionError) {
      outcome = try session.run(line.replacingOccurrences(of: "%/", with: directory), mode)
      text = output.take()
    } catch {
      errors.append(error)
      text = output.take() + "! \(error.message)\n" + (error.hint.map { "? \($0)\n" } ?? "")
    }
    text = text.replacingOccurrences(of: directory, with: "%/")
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  private var directoryEndsInSlash: Bool { catalogue?.directory.path().hasSuffix("/") ?? false }

  // MARK: Directives

  /// - Returns: The lines that the directive should have.
  private func follow(
    _ name: String, _ argument: String, _ step: Transcript.Step
  ) throws -> [String] {
    switch name {
    case "catalogue":
      original =
        argument.isEmpty
        ? Array(text(step.body).utf8) : try EditedCatalogue.text(ofFixture: argument)
      catalogue = try EditedCatalogue(original)
      try begin()
    case "again": try begin()
    case "locale": locale = argument
    case "width": output.style.width = Int(argument)
    case "lines": output.style.textLines = Int(argument) ?? 1
    case "exact": mode = CommandMode(.exact)
    case "quiet": session?.reportsEdits = false
    case "write": try catalogue?.write(Array(text(step.body).utf8))
    case "other":
      let path = try #require(catalogue).directory.appending(path: argument)
      try Data(text(step.body).utf8).write(to: path)
    case "replace": try replace(argument)
    case "remove": try FileManager.default.removeItem(at: try #require(catalogue).file)
    case "exists":
      let path = try #require(catalogue).directory.appending(path: argument).path()
      if !FileManager.default.fileExists(atPath: path) { record("there is no such file", at: step) }
    case "link": try link(argument)
    case "file": return compare(lines(of: try #require(catalogue).read()), with: step)
    case "text": return compare(lines(of: try #require(session).text), with: step)
    case "original":
      if session?.text != original { record("the text is not what it was", at: step) }
    case "edited": if session?.isDirty != true { record("there are no edits", at: step) }
    case "saved": if session?.isDirty != false { record("there are edits", at: step) }
    case "ends": if outcome != .ends { record("the session goes on", at: step) }
    default: record("no directive is called '\(name)'", at: step)
    }
    return step.body
  }

  private func begin() throws {
    session = try catalogue?.session(output, locale: locale, indexPolicy: indexPolicy)
    outcome = .shouldContinue
    mode = CommandMode()
  }

  private func replace(_ argument: String) throws {
    let file = try #require(catalogue).file
    let parts = argument.components(separatedBy: " => ")
    let old = try String(contentsOf: file, encoding: .utf8)
    let new = old.replacingOccurrences(of: parts[0], with: parts[1])
    #expect(old != new, "'\(parts[0])' is not in the file")
    try Data(new.utf8).write(to: file)
  }

  private func link(_ name: String) throws {
    let catalogue = try #require(catalogue)
    try FileManager.default.linkItem(
      at: catalogue.file, to: catalogue.directory.appending(path: name))
  }

  private func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  private func lines(of text: [UInt8]) -> [String] {
    var lines = String(decoding: text, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  // MARK: Differences

  @discardableResult
  private func compare(_ lines: [String], with step: Transcript.Step) -> [String] {
    guard lines != step.body else { return lines }
    let difference = lines.difference(from: step.body)
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var shown: [String] = []
    var (old, new) = (0, 0)
    while old < step.body.count || new < lines.count {
      if removed.contains(old) {
        shown.append("- " + step.body[old])
        old += 1
      } else if inserted.contains(new) {
        shown.append("+ " + lines[new])
        new += 1
      } else {
        shown.append("  " + lines[new])
        (old, new) = (old + 1, new + 1)
      }
    }
    record("expected -, printed +\n" + shown.joined(separator: "\n"), at: step)
    return lines
  }

  private func record(_ message: String, at step: Transcript.Step) {
    if TranscriptRun.isRecording { return }
    let place = SourceLocation(
      fileID: "LanguageTests/" + transcript.url.lastPathComponent,
      filePath: transcript.url.path(), line: step.line, column: 1)
    Issue.record(
      "\(transcript.url.lastPathComponent):\(step.line): \(step.head.last ?? "")\n\(message)",
      sourceLocation: place)
  }

  /// Whether transcripts are rewritten with the current output.
  static let isRecording = ProcessInfo.processInfo.environment["CARDEX_RECORD"] != nil
}
