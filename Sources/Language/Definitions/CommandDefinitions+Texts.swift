import Editing
import Searching

extension CommandDefinition {
  /// Commands that change texts in many entries.
  static let changingTexts = [
    CommandDefinition(
      "replace", in: .change, "replace text in the values of all entries",
      operands: [.init(.pattern, "PATTERN"), .init(.replacement, "TEXT")],
      options: [
        .init(
          .field, takes: .required("KEY", .key), isRepeatable: true, "only in the field KEY"),
        .init(.extendedRegexp, letter: "E", "PATTERN is a regular expression (ICU's syntax)"),
        .init(.ignoreCase, letter: "i", "ignore case"),
      ],
      details: """
        PATTERN is found only as it is written: case, accents and digits count, unlike in 'find'. \
        Only texts are changed, not keys, titles, numbers, dates or data. With -E, '$1' in TEXT is \
        what the first group in parentheses matches, '$0' the whole match, and '\\$' a dollar sign; \
        quote it, so that '\\' is kept. Says how many values have changed; 'undo' takes all back.
        """,
      examples: [
        .init("replace 'Acme Ltd' 'Acme plc'", "rename a company wherever it is named"),
        .init(
          "replace -E '^0(?=[1-9])' '+49 ' --field phoneNum", "write numbers with a country code"),
      ],
      action: .edit(
        { given throws(CommandError) in (try given.replacement(), given.values(.field).map(\.text))
        },
        { _, arguments throws(SessionError) in .replace(arguments.0, in: arguments.1) },
        written: { operation in
          guard case .replace(let replacement, let keys) = operation else { return nil }
          return .init(
            options: keys.map { .init(.field, .text($0)) }
              + (replacement.isExpression ? [.init(.extendedRegexp)] : [])
              + (replacement.ignoresCase ? [.init(.ignoreCase)] : []),
            operands: [.text(replacement.pattern), .text(replacement.text)])
        }))
  ]
}
