package import Platform

/// A command of a script, and its position there.
package struct ScriptCommand: Equatable, Sendable {
  /// The command on one line.
  package let text: String
  /// The line in which it begins, from 1.
  package let line: Int
  /// The columns of `text`, from 1, at which its lines begin.
  private let lineStarts: [Int]

  fileprivate init(text: String, line: Int, lineStarts: [Int]) {
    self.text = text
    self.line = line
    self.lineStarts = lineStarts
  }

  /// The position in the script of a column of `text`; both from 1, columns in Unicode scalars.
  package func location(ofColumn column: Int) -> (line: Int, column: Int) {
    let index = (lineStarts.lastIndex { $0 <= column }) ?? 0
    return (line + index, column - lineStarts[index] + 1)
  }
}

package enum CommandScript {
  /// The commands in a script.
  ///
  /// A script is UTF-8, optionally with a byte order mark. Its lines end in LF or CR LF; a line
  /// that ends in a backslash outside quotes and comments continues on the next. Blank lines and
  /// comments are omitted. The grammar of the commands is not checked.
  ///
  /// - Throws: `LocatedError` for text that is not UTF-8, for NUL, and for a backslash at the end of
  ///   the last line.
  /// - Complexity: O(*n*)
  package static func commands(in bytes: [UInt8]) throws(LocatedError) -> [ScriptCommand] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let content = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    var commands: [ScriptCommand] = []
    var open: CommandAssembler?
    for (index, bytes) in content.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    {
      let text = try decoded(bytes.last == 0x0D ? bytes.dropLast() : bytes, line: index + 1)
      var command = open.take() ?? CommandAssembler(line: index + 1)
      command.append(text)
      if command.shouldContinue {
        open = command
      } else if command.isCommand {
        commands.append(command.finished)
      }
    }
    if let open { throw open.unfinished }
    return commands
  }

  private static func decoded(
    _ bytes: ArraySlice<UInt8>, line: Int
  ) throws(LocatedError) -> String {
    var text = String.UnicodeScalarView()
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue("\0"):
        throw LocatedError("NUL character", line: line, column: text.count + 1)
      case .scalarValue(let scalar): text.append(scalar)
      case .emptyInput: return String(text)
      case .error:
        throw LocatedError(
          "invalid UTF-8", line: line, column: text.count + 1)
      }
    }
  }
}

/// A command whose lines may not all have been read; each line is scanned once.
package struct CommandAssembler {
  private let line: Int
  /// The lines of the command joined into one, without the backslashes at their ends.
  package private(set) var text = ""
  /// In Unicode scalars.
  private var length = 0
  private var lineStarts: [Int] = []
  /// Whether the last line ends in a backslash, which is no longer part of `text`.
  package private(set) var shouldContinue = false
  /// A substitute for the text so far, which determines where the next line begins: inside a word,
  /// between words, or at the start.
  private var lead = ""

  package init(line: Int) { self.line = line }

  package mutating func append(_ line: String) {
    var line = line
    lineStarts.append(length + 1)
    shouldContinue = false
    if !lead.isEmpty || Lexer.title(of: line) == nil {
      var scanner = LineScanner(lead + line)
      scanner.scan()
      if scanner.endsInBackslash, let last = scanner.words.last {
        shouldContinue = true
        line.unicodeScalars.removeLast()
        let isInWord = last.marks.count > 1 || last.isQuoted
        lead = isInWord ? "x" : scanner.words.count > 1 ? "x " : ""
      }
    }
    // Appending to the text's Unicode scalars would copy it each time.
    text += line
    length += line.unicodeScalars.count
  }

  var isCommand: Bool {
    guard let first = text.unicodeScalars.first(where: { !$0.isBlank }) else { return false }
    return first != "#"
  }

  package var finished: ScriptCommand {
    ScriptCommand(text: text, line: line, lineStarts: lineStarts)
  }

  fileprivate var unfinished: LocatedError {
    let start = lineStarts.last ?? 1
    return LocatedError(
      "backslash at the end of the script", line: line + lineStarts.count - 1,
      column: length - start + 2)
  }
}
