/// The candidates that can replace a part of a line.
package struct CompletionResult {
  package struct Candidate {
    /// The text to insert into the line.
    package let insertion: String
    /// The text to show in a list of candidates.
    package let display: String
    /// Whether the word is complete, so that a blank follows it.
    package let isWhole: Bool

    package init(_ insertion: String, display: String? = nil, isWhole: Bool = true) {
      self.insertion = insertion
      self.display = display ?? insertion
      self.isWhole = isWhole
    }
  }

  /// The range of the line, in Unicode scalars, that a candidate replaces.
  package let range: Range<Int>
  package let candidates: [Candidate]

  package init(range: Range<Int>, candidates: [Candidate]) {
    (self.range, self.candidates) = (range, candidates)
  }

  /// The effect of the completion key.
  package enum KeyAction: Equatable {
    case nothing
    /// Replaces the range with a text.
    case insert(String)
    /// Shows the candidates.
    case list
  }

  /// The next step of completion.
  ///
  /// - Parameters:
  ///   - line: The line to complete.
  ///   - isRepeated: Whether the previous key was the same.
  package func step(in line: String, isRepeated: Bool) -> KeyAction {
    guard let first = candidates.first else { return .nothing }
    if candidates.count == 1 { return .insert(first.insertion + (first.isWhole ? " " : "")) }
    let typed = String(line.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count))
    let common = commonPrefix
    // Candidates need not begin with the typed text, which must not get lost.
    let isSame = common.unicodeScalars.elementsEqual(typed.unicodeScalars)
    if common.count >= typed.count, !isSame { return .insert(common) }
    return isRepeated ? .list : .nothing
  }

  private var commonPrefix: String {
    guard var common = candidates.first.map({ Substring($0.insertion) }) else { return "" }
    for candidate in candidates.dropFirst() where !candidate.insertion.hasPrefix(common) {
      let length = zip(common, candidate.insertion).prefix { $0 == $1 }.count
      common = common.prefix(length)
    }
    return String(common)
  }
}
