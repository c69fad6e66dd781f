import CICU

/// A regular expression in ICU's syntax, for one thread.
package final class RegularExpression {
  private let regex: OpaquePointer

  /// Why an expression is not one, or why matching was given up.
  package struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// ICU's name of the error, such as `U_REGEX_MISMATCHED_PAREN`.
    package let name: String
    /// Where in the expression, counted in characters from 1, if it is known.
    package let column: Int?

    package var description: String {
      let what =
        switch name {
        case "U_REGEX_MISMATCHED_PAREN": "a parenthesis without its partner"
        case "U_REGEX_MISSING_CLOSE_BRACKET": "a '[' without its ']'"
        case "U_REGEX_BAD_ESCAPE_SEQUENCE": "an unknown escape sequence"
        case "U_REGEX_RULE_SYNTAX": "a syntax error"
        case "U_REGEX_TIME_OUT", "U_REGEX_STACK_OVERFLOW": "it takes too long to match"
        default: name
        }
      return column.map { "\(what) (character \($0))" } ?? what
    }
  }

  /// Compiles an expression.
  ///
  /// - Throws: `Failure`, with the place of the fault.
  package init(_ pattern: String, isCaseSensitive: Bool) throws(Failure) {
    // What is searched is composed, too.
    let composed = String(Normalizer.nfc.normalize(pattern.unicodeScalars))
    // ICU takes no empty expression; an empty group matches the same.
    let source = Array((composed.isEmpty ? "(?:)" : composed).utf16)
    var fault = UParseError()
    var status = U_ZERO_ERROR
    let flags = isCaseSensitive ? 0 : UREGEX_CASE_INSENSITIVE.rawValue
    let opened = cardex_regex_open(source, Int32(source.count), flags, &fault, &status)
    guard let opened, status.rawValue <= U_ZERO_ERROR.rawValue else {
      if let opened { cardex_regex_close(opened) }
      let column = fault.offset > 0 ? Int(fault.offset) : nil
      throw Failure(name: String(cString: cardex_error_name(status)), column: column)
    }
    regex = opened
    // A few seconds on one text: an expression that backtracks without end is given up.
    cardex_regex_limit(regex, 4000, &status)
  }

  deinit { cardex_regex_close(regex) }

  /// The byte ranges of the matches in UTF-8 text, in order and without overlaps.
  ///
  /// - Parameter limit: The number of matches after which to stop.
  /// - Throws: `Failure` if matching takes too long.
  package func matches(
    in text: UnsafeBufferPointer<UInt8>, limit: Int = .max
  ) throws(Failure) -> [Range<Int>] {
    var status = U_ZERO_ERROR
    let start = UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
    guard let opened = cardex_text_open(nil, start, Int64(text.count), &status) else {
      throw Failure(name: String(cString: cardex_error_name(status)), column: nil)
    }
    defer { cardex_text_close(opened) }
    cardex_regex_set_text(regex, opened, &status)
    var result: [Range<Int>] = []
    while result.count < limit, cardex_regex_find_next(regex, &status) {
      let lower = Int(cardex_regex_start(regex, &status))
      result.append(lower..<max(lower, Int(cardex_regex_end(regex, &status))))
    }
    guard status.rawValue <= U_ZERO_ERROR.rawValue else {
      throw Failure(name: String(cString: cardex_error_name(status)), column: nil)
    }
    return result
  }
}
