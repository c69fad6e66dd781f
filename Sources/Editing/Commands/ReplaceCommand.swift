import Grammar
import Searching

/// `replace`: replaces text in all entries.
struct ReplaceCommand: OperationCommand {
  static let definition = CommandDefinition(
    "replace", in: .change, "replace text in the values of all entries",
    operands: [.init(.pattern, "PATTERN"), .init(.replacement, "TEXT")],
    options: [
      .init(.field, .required("KEY", .key), isRepeatable: true, "only in the field KEY"),
      .init(.extendedRegexp, letter: "E", "PATTERN is a regular expression (ICU's syntax)"),
      .init(.ignoreCase, letter: "i", "ignore case"),
      .init(.everywhere, "also in fields of sections and of the whole catalogue"),
    ],
    rules: [.either([.field, .everywhere])],
    details: """
      PATTERN is found only as it is written: case, accents and digits count, unlike in 'find'. \
      Only texts are changed, not keys, titles, numbers, dates or data, nor what says which card it \
      is. Those in fields of sections and of the whole catalogue are counted, but need \
      --everywhere. With -E, '$1' in TEXT is \
      what the first group in parentheses matches, '$0' the whole match, and '\\$' a dollar sign; \
      quote it, so that '\\' is kept. Says how many values have changed; 'undo' takes all back.
      """,
    examples: [
      .init("replace 'Acme Ltd' 'Acme plc'", "rename a company wherever it is named"),
      .init(
        "replace -E '^0(?=[1-9])' '+49 ' --field phoneNum", "write numbers with a country code"),
    ])

  private let replacement: TextReplacement
  private let keys: [String]
  private let isEverywhere: Bool

  var namesItems: Bool { false }

  init(_ given: ParsedCommand) throws(CommandError) {
    replacement = TextReplacement(
      given.text(0), by: given.text(1), isExpression: given.has(.extendedRegexp),
      ignoresCase: given.has(.ignoreCase))
    keys = given.values(.field).map(\.text)
    isEverywhere = given.has(.everywhere)
    do throws(TextReplacerError) {
      _ = try TextReplacer(replacement)
    } catch {
      let word = if case .template = error { given.word(1) } else { given.word(0) }
      throw CommandError("\(error)", columns: word.columns)
    }
  }

  func operation(_ command: ResolvedCommand) -> Operation {
    .replace(replacement, in: keys, isEverywhere: isEverywhere)
  }

  static func written(
    _ replacement: TextReplacement, in keys: [String], isEverywhere: Bool
  ) -> WrittenCommand {
    command(
      keys.map { .init(.field, .text($0)) }
        + .flags([
          (replacement.isExpression, .extendedRegexp), (replacement.ignoresCase, .ignoreCase),
          (isEverywhere, .everywhere),
        ]), [.text(replacement.pattern), .text(replacement.text)])
  }
}
