package import Platform

/// The words that can be inserted at the cursor of a command line.
///
/// Words of the grammar are listed as candidates. Words that only the session knows are described
/// by their kinds, and `candidate(_:as:)` writes those that the session finds as a continuation of
/// the typed text.
package struct GrammarCompletion: Equatable, Sendable {
  /// A kind of word that the session may complete.
  package enum Wanted: Equatable, Sendable {
    case address, entryAddress, sectionAddress, sectionTitle, label, file
    /// The path of a value.
    case path
    /// Text to enter in a row of a form.
    case entered
    /// A key by itself.
    case key
    /// A key before `=`.
    case fieldKey
    case fieldValue(key: String)
    /// The name of an option of the session.
    case optionName
    case optionValue(of: String)
  }

  /// A replacement for the typed text.
  package struct Candidate: Equatable, Sendable {
    /// The name under which the candidate is listed.
    package let name: String
    /// The text that replaces `range`.
    package let insertion: String
    /// Whether the word ends with the insertion, so that a blank can follow.
    package let isFinished: Bool
    /// What the candidate does; may be empty.
    package let summary: String
  }

  /// Words of the grammar that begin with the typed text.
  package let candidates: [Candidate]
  /// The kinds of other words that are allowed here.
  package let wanted: [Wanted]
  /// The part that has been typed, without quotes.
  package let prefix: String
  /// The typed part as the name of a file; `nil` if it cannot be one.
  package let fileName: FilePath?
  /// The range of the typed part in the line: offsets in Unicode scalars, up to the cursor.
  package let range: Range<Int>
  /// The command being typed, as far as it is known.
  package let command: CommandName?
  /// The last address before the cursor.
  package let precedingAddress: Word?
  private let quoting: CompletionQuoting

  /// - Parameter cursor: An offset in Unicode scalars; the text after it is ignored.
  package init(line: String, cursor: Int, among commands: CommandSet) {
    let scalars = line.unicodeScalars.prefix(cursor)
    let line = TypedLine(String(String.UnicodeScalarView(scalars)))
    let finder = CompletionFinder(line, commands)
    let typed = line.joining(finder.joinedCount)
    // A quoted word is text, never a word of the grammar.
    candidates =
      typed.word.isQuoted ? [] : finder.candidates(matching: typed.text(from: finder.start))
    wanted = finder.wanted
    prefix = typed.text(from: finder.start)
    fileName = try? typed.word.dropping(finder.start).path()
    range = typed.rangeStart(from: finder.start)..<scalars.count
    command = finder.command
    precedingAddress = finder.precedingAddress
    quoting = typed.quoting(from: finder.start)
  }

  /// A word that the session has found, written as a continuation of the typed text; `nil` if that
  /// is impossible.
  ///
  /// - Parameter isComplete: Whether the word ends with `text`. A section in an address, which may
  ///   be followed by `/` and more, does not end it; then a quote stays open.
  package func candidate(
    _ text: String, as wanted: Wanted, isComplete: Bool = true
  ) -> Candidate? {
    if wanted == .fieldKey {
      return Candidate(
        name: text, insertion: quoting.insertion(ofKey: text), isFinished: false, summary: "")
    }
    return quoting.insertion(of: text, isComplete: isComplete).map {
      Candidate(name: text, insertion: $0, isFinished: isComplete, summary: "")
    }
  }

  /// The name of a file, written as a continuation of the typed text; `nil` if that is impossible.
  ///
  /// - Parameter isComplete: Whether the word ends with the name; a directory does not end it.
  package func candidate(file: FilePath, isComplete: Bool) -> Candidate? {
    quoting.insertion(of: ByteText(file), isComplete: isComplete).map {
      Candidate(name: "\(file)", insertion: $0, isFinished: isComplete, summary: "")
    }
  }
}

/// The operands that can come next in a command.
struct OperandWalk {
  /// The operands that the next word can be.
  private(set) var possible: [CommandOperand] = []
  /// The last word that is an address.
  private(set) var precedingAddress: Word?

  /// - Parameter words: The operands so far.
  init(_ form: CommandForm, after words: [Word]) {
    var rest = form.operands[...]
    var taken = 0
    for word in words {
      while let operand = rest.first, !OperandWalk.accepts(word, operand, rest, taken) {
        rest = rest.dropFirst()
        taken = 0
      }
      guard let operand = rest.first else { return }
      taken += 1
      if operand.kind.isAddress { precedingAddress = word }
      if taken == operand.count.upperBound {
        rest = rest.dropFirst()
        taken = 0
      }
    }
    while let operand = rest.popFirst() {
      possible.append(operand)
      if taken < operand.count.lowerBound || rest.first?.isNested == true { return }
      taken = 0
    }
  }

  private static func accepts(
    _ word: Word, _ operand: CommandOperand, _ rest: ArraySlice<CommandOperand>, _ taken: Int
  ) -> Bool {
    if taken >= operand.count.lowerBound, let next = rest.dropFirst().first,
      next.kind == .keyword(word.text), !word.isQuoted
    {
      return false
    }
    return operand.kind != .label || operand.count.lowerBound > 0
      || FieldWord.separator(in: word) == nil
  }
}
