import Catalogues
import Editing
import Grammar
import Language

/// Fuzzing of scripts: the meaning of a command does not depend on how it is written, and every
/// prefix of a line can be completed.
enum ScriptFuzzing {
  private static let completedLines = 4
  private static let completedLength = 40

  static func run(_ bytes: [UInt8]) throws {
    if let commands = try? CommandScript.commands(in: bytes) {
      for command in commands {
        try require(command.line >= 1, "a command before the first line")
        try check(command)
      }
    }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .prefix(completedLines)
    {
      try checkCompletion(of: String(line))
      _ = try? Address(String(line))
    }
  }

  private static func check(_ command: ScriptCommand) throws {
    let parsed: ParsedCommand?
    do throws(CommandError) {
      parsed = try SessionCommands.all.parse(command.text)?.parsed
    } catch {
      let place = command.location(ofColumn: error.columns.lowerBound)
      try require(place.line >= command.line && place.column >= 1, "an error outside the script")
      return
    }
    guard let parsed else { return }
    let canonical = parsed.canonicalText
    guard let again = try? SessionCommands.all.parse(canonical)?.parsed else {
      throw Violation("'\(command.text)' becomes '\(canonical)', which is no command")
    }
    try require(
      again.name == parsed.name && again.canonicalText == canonical
        && again.addresses.map(\.reference) == parsed.addresses.map(\.reference)
        && again.options.map(\.value?.text) == parsed.options.map(\.value?.text)
        && again.operands.map(\.content) == parsed.operands.map(\.content),
      "'\(command.text)' becomes '\(canonical)', which is another command")
  }

  private static func checkCompletion(of line: String) throws {
    for cursor in 0...min(line.unicodeScalars.count, completedLength) {
      let completion = GrammarCompletion(
        line: line, cursor: cursor, among: SessionCommands.all.definitions)
      try require(completion.range.upperBound == cursor, "what is completed ends elsewhere")
      for candidate in completion.candidates {
        try require(
          candidate.name.utf8.starts(with: completion.prefix.utf8), "another word is completed")
      }
      for wanted in completion.wanted {
        _ = completion.candidate("A b/'$", as: wanted)
        _ = completion.candidate("A b/", as: wanted, isComplete: false)
      }
    }
  }
}

extension GivenOperand {
  /// What a word means: the type of a field may be abbreviated.
  fileprivate var content: String {
    guard case .field = operand.kind else { return word.text }
    return (try? FieldAssignment(word))?.canonicalText ?? word.text
  }
}
