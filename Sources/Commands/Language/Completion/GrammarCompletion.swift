package import Platform

/// What can stand at the cursor of a command line.
///
/// Words of the grammar are given as candidates. What only the session knows is said by kind, and
/// `candidate(_:as:)` writes what the session finds so that it fits what has been typed.
package struct GrammarCompletion: Equatable, Sendable {
  /// What the session may complete.
  package enum Wanted: Equatable, Sendable {
    case address, entryAddress, sectionAddress, sectionTitle, label, file
    /// What is entered in a row of a form.
    case entered
    /// A key by itself.
    case key
    /// A key in front of `=`.
    case fieldKey
    case fieldValue(key: String)
    /// The name of an option of the session.
    case optionName
    case optionValue(of: String)
  }

  /// Something to put in place of what has been typed.
  package struct Candidate: Equatable, Sendable {
    /// As it is listed.
    package let name: String
    /// What replaces `range`.
    package let insertion: String
    /// Whether the word ends with it, so that a blank can follow.
    package let isFinished: Bool
    /// What it does; may be empty.
    package let summary: String
  }

  /// Words of the grammar that begin with what has been typed.
  package let candidates: [Candidate]
  /// What else may stand here.
  package let wanted: [Wanted]
  /// What has been typed of it, without quotes.
  package let prefix: String
  /// The same as the name of a file; `nil` if it can be none.
  package let fileName: FilePath?
  /// Where in the line that stands: offsets in Unicode scalars, up to the cursor.
  package let range: Range<Int>
  /// The command that is typed, as far as that is known.
  package let command: CommandName?
  /// The last address in front of the cursor.
  package let precedingAddress: Word?
  private let quoting: CompletionQuoting

  /// - Parameter cursor: an offset in Unicode scalars; what stands behind it is not looked at
  package init(line: String, cursor: Int) {
    let scalars = line.unicodeScalars.prefix(cursor)
    let line = TypedLine(String(String.UnicodeScalarView(scalars)))
    let finder = CompletionFinder(line)
    let typed = line.joining(finder.joinedCount)
    // In quotes a word is text, never a word of the grammar.
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

  /// What the session has found, written so that it fits here; `nil` if that cannot be.
  ///
  /// - Parameter isComplete: whether the word ends with it. A section in an address, to be followed by
  ///   `/` and more, does not end it; then a quote stays open.
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

  /// The name of a file, written so that it fits here; `nil` if that cannot be.
  ///
  /// - Parameter isComplete: whether the word ends with it; a folder does not end it.
  package func candidate(file: FilePath, isComplete: Bool) -> Candidate? {
    quoting.insertion(of: ByteText(file), isComplete: isComplete).map {
      Candidate(name: "\(file)", insertion: $0, isFinished: isComplete, summary: "")
    }
  }
}
