import Language
import Outlines
import Platform
import PropertyLists
import Servers
import Terminal

/// A trial of an edit in a process of its own. The process is ended when the call is cancelled or
/// takes too long, even in a loop that never asks whether it should stop.
enum EditTrial {
  /// The command of this program that the process runs. Its operands are the file and the folders,
  /// its input the script.
  static let command: FilePath = "__try-edit"

  /// The longest answer, in bytes: the file before and after the edit, and the output.
  private static let mostBytes = 1 << 28

  /// What an answer begins with.
  private enum Outcome: String {
    /// The file before and after follow, then texts.
    case changed
    /// Texts follow.
    case unchanged
    /// The reason follows.
    case failed
  }

  /// Tries an edit.
  ///
  /// - Parameters:
  ///   - program: The path of this program.
  ///   - path: A regular file in the folders.
  /// - Returns: The edit, `nil` if nothing would change; and the output of the commands, with the
  ///   difference.
  static func run(
    _ program: FilePath, _ commands: String, on path: FilePath, in folders: ServedFolders,
    _ call: ToolCall
  ) throws(Failure) -> (edit: FileEdit?, texts: [String]) {
    var limits = ChildProcess.Limits(bytes: mostBytes, seconds: LookingTools.patience)
    limits.isCancelled = call.isCancelled
    let outcome = ChildProcess.run(
      program, ["cardex", command, path] + folders.all, input: Array(commands.utf8), within: limits)
    switch outcome.ending {
    case .cancelled: throw Failure("cancelled")
    case .tooLong: throw Failure("ended after \(Int(LookingTools.patience)) s; do less at once")
    case .tooMuchOutput: throw Failure("the edited file is too large")
    case .itself: break
    }
    var parts = parts(of: outcome.output)[...]
    let texts = { parts.map { String(decoding: $0, as: UTF8.self) } }
    // A process that was killed has printed a part of the answer only.
    let kind = outcome.status == ExitStatus.found.rawValue ? parts.popFirst() : nil
    switch kind.flatMap({ Outcome(rawValue: String(decoding: $0, as: UTF8.self)) }) {
    case .changed:
      guard let before = parts.popFirst(), let after = parts.popFirst() else { break }
      let edit = FileEdit(
        path: path, commands: commands, before: Array(before), after: Array(after))
      return (edit, texts())
    case .unchanged: return (nil, texts())
    case .failed: throw Failure(texts().joined())
    case nil: break
    }
    let errors = String(decoding: TerminalText.shown(outcome.errors), as: UTF8.self)
    throw Failure(errors.isEmpty ? "the edit has failed" : errors)
  }

  /// Tries the edit that is asked for, and prints the answer.
  static func answer(_ operands: [FilePath], to output: Output) throws(Failure) -> ExitStatus {
    Progress.isOn = false
    var parts: [[UInt8]]
    do throws(Failure) {
      let folders = try ServedFolders(Array(operands.dropFirst()))
      guard let path = operands.first.flatMap(folders.file(at:)) else {
        throw Failure("the file is no longer there")
      }
      let (edit, text) = try FileEdit.tried(try script(), on: path, in: folders)
      parts = text.texts.map { Array($0.utf8) }
      parts.insert(contentsOf: edit.map { [$0.before, $0.after] } ?? [], at: 0)
      parts.insert(bytes(edit == nil ? .unchanged : .changed), at: 0)
    } catch {
      parts = [bytes(.failed), Array(error.textInAnswer.utf8)]
    }
    for part in parts {
      try output.write("\(part.count)\n")
      try part.withUnsafeBufferPointer { part throws(Failure) in try output.write(part) }
    }
    return .found
  }

  private static func bytes(_ outcome: Outcome) -> [UInt8] { Array(outcome.rawValue.utf8) }

  private static func script() throws(Failure) -> String {
    do {
      let bytes = try FileBytes(descriptor: STDIN_FILENO).copy
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      throw Failure("\(error)")
    }
  }

  /// The complete parts of an answer, each after a line with the number of its bytes.
  private static func parts(of answer: [UInt8]) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var rest = answer[...]
    while let end = rest.firstIndex(of: 0x0A),
      let count = Int(String(decoding: rest[..<end], as: UTF8.self)),
      (0..<rest.endIndex - end).contains(count)
    {
      parts.append(rest[(end + 1)..<(end + 1 + count)])
      rest = rest[(end + 1 + count)...]
    }
    return parts
  }
}

extension Failure {
  /// The failure as text for an assistant.
  var textInAnswer: String { message.shown + (hint.map { "; \($0)" } ?? "") }
}
