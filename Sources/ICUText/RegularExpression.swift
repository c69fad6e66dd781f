import CICU

/// A regular expression in ICU's syntax. Not safe for concurrent use.
package final class RegularExpression {
  private let regex: OpaquePointer
  private let pattern: String
  private let budget: MatchingBudget

  /// Why an expression is invalid, or why matching was given up.
  package struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// ICU's name for the error, such as `U_REGEX_MISMATCHED_PAREN`.
    package let name: String
    /// The position in the expression, counted in characters from 1, if it is known.
    package let column: Int?
    /// The expression that takes too long.
    package var pattern: String?

    package var description: String {
      let what =
        switch name {
        case "U_REGEX_MISMATCHED_PAREN": "an unmatched parenthesis"
        case "U_REGEX_MISSING_CLOSE_BRACKET": "a '[' without a ']'"
        case "U_REGEX_BAD_ESCAPE_SEQUENCE": "an unknown escape sequence"
        case "U_REGEX_RULE_SYNTAX": "a syntax error"
        case "U_REGEX_BAD_INTERVAL", "U_REGEX_MAX_LT_MIN":
          "a '{' that does not begin a valid interval"
        case "U_REGEX_PROPERTY_SYNTAX": "an unknown property"
        case "U_REGEX_INVALID_RANGE": "a range that ends before it begins"
        case "U_REGEX_TIME_OUT", "U_REGEX_STACK_OVERFLOW", "U_REGEX_STOPPED_BY_CALLER":
          "\(pattern.map(Failure.quoted) ?? "it") takes too long to match"
        default: name
        }
      return column.map { "\(what) (character \($0))" } ?? what
    }

    private static func quoted(_ pattern: String) -> String {
      "'\(pattern.count > 60 ? pattern.prefix(59) + "…" : pattern[...])'"
    }
  }

  /// Compiles an expression.
  ///
  /// - Parameter budget: The budget of matching, which several expressions may share.
  /// - Throws: `Failure`, with the position of the error.
  package init(
    _ pattern: String, isCaseSensitive: Bool, budget: MatchingBudget = MatchingBudget()
  ) throws(Failure) {
    self.pattern = pattern
    self.budget = budget
    // The text searched is composed, too.
    let composed = String(Normalizer.nfc.normalize(pattern.unicodeScalars))
    // ICU does not accept an empty expression; an empty group matches the same.
    let source = Array((composed.isEmpty ? "(?:)" : composed).utf16)
    var fault: Int32 = 0
    var status: Int32 = 0
    let opened = cardex_regex_open(
      source, Int32(source.count), !isCaseSensitive, &fault, &status)
    guard let opened else { throw Failure(status, column: fault > 0 ? Int(fault) : nil) }
    regex = opened
    budget.count(opened)
  }

  deinit { cardex_regex_close(regex) }

  /// The byte ranges of the matches in UTF-8 text, in order and without overlaps.
  ///
  /// - Parameter limit: The number of matches after which to stop.
  /// - Throws: `Failure` if matching takes too long.
  package func matches(
    in text: UnsafeBufferPointer<UInt8>, limit: Int = .max
  ) throws(Failure) -> [Range<Int>] {
    var result: [Range<Int>] = []
    try forEachMatch(in: text) { range in
      if result.count < limit { result.append(range) }
      return result.count < limit
    }
    return result
  }

  /// How many groups in parentheses the expression has.
  package var groupCount: Int { Int(cardex_regex_group_count(regex)) }

  /// The matches in UTF-8 text with their groups: for each match its whole range, then the ranges
  /// of the groups; `nil` for a group that takes no part in the match.
  ///
  /// - Throws: `Failure` if matching takes too long.
  package func groups(
    in text: UnsafeBufferPointer<UInt8>
  ) throws(Failure) -> [[Range<Int>?]] {
    let count = groupCount
    var result: [[Range<Int>?]] = []
    try forEachMatch(in: text) { range in
      result.append([range] + (0..<count).map { group($0 + 1) })
      return true
    }
    return result
  }

  private func group(_ number: Int) -> Range<Int>? {
    var (start, end): (Int64, Int64) = (0, 0)
    guard cardex_regex_group(regex, Int32(number), &start, &end) else { return nil }
    return Int(start)..<max(Int(start), Int(end))
  }

  /// Calls the closure with the ranges of the matches until it returns `false`.
  private func forEachMatch(
    in text: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>) -> Bool
  ) throws(Failure) {
    var status: Int32 = 0
    let bytes = UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
    cardex_regex_set_text(regex, bytes, Int64(text.count), &status)
    if status > 0 { throw Failure(status) }
    guard budget.begin(text.count) else { throw Failure.exhausted(pattern) }
    var (start, end): (Int64, Int64) = (0, 0)
    while cardex_regex_find_next(regex, &start, &end, &status) {
      if !body(Int(start)..<max(Int(start), Int(end))) { break }
    }
    if status > 0 {
      var failure = Failure(status)
      failure.pattern = pattern
      throw failure
    }
  }
}

extension RegularExpression.Failure {
  fileprivate static func exhausted(_ pattern: String) -> RegularExpression.Failure {
    RegularExpression.Failure(
      name: "U_REGEX_STOPPED_BY_CALLER", column: nil, pattern: pattern)
  }

  fileprivate init(_ status: Int32, column: Int? = nil) {
    self.init(name: String(cString: cardex_icu_error_name(status)), column: column)
  }
}
