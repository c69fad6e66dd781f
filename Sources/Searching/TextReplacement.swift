/// What is to be replaced in texts, and by what.
package struct TextReplacement: Equatable, Sendable {
  package let pattern: String
  /// The text that replaces a match; for an expression, `$0` is the match, `$1` its first group and
  /// `\$` a dollar sign.
  package let text: String
  package let isExpression: Bool
  package let ignoresCase: Bool

  package init(
    _ pattern: String, by text: String, isExpression: Bool = false, ignoresCase: Bool = false
  ) {
    self.pattern = pattern
    self.text = text
    self.isExpression = isExpression
    self.ignoresCase = ignoresCase
  }

  /// Options to search for texts with the pattern; texts without it may be found, too.
  package var searchOptions: SearchOptions {
    var options = SearchOptions()
    options.syntax = isExpression ? .regularExpression : .literal
    options.caseSensitivity = ignoresCase ? .insensitive : .sensitive
    options.findsGroupedDigits = false
    return options
  }
}

/// The text that replaces a match of an expression: `$1, $2`.
struct ReplacementTemplate {
  private enum Segment {
    case text([UInt8])
    case group(Int)
  }

  private var parts: [Segment] = []

  /// - Parameter groupCount: The number of the last group; of `$12`, only as many digits count as
  ///   name a group.
  init(_ template: String, groupCount: Int) throws(TextReplacerError) {
    var rest = template.unicodeScalars[...]
    var text = String.UnicodeScalarView()
    func flushed() -> [Segment] { text.isEmpty ? [] : [.text(Array(String(text).utf8))] }
    while let scalar = rest.popFirst() {
      if scalar == "\\" {
        guard let escaped = rest.popFirst() else { throw .template("nothing follows the '\\'") }
        if ("0"..."9").contains(escaped) {
          throw .template("a group is written $\(escaped), not \\\(escaped)")
        }
        text.append(escaped)
      } else if scalar == "$" {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        if digits.isEmpty { throw .template("no number follows '$'; '\\$' is a dollar sign") }
        guard let (group, length) = ReplacementTemplate.group(digits, groupCount) else {
          throw .template("the expression has no group \(String(digits))")
        }
        rest = rest.dropFirst(length)
        parts += flushed() + [.group(group)]
        text = String.UnicodeScalarView()
      } else {
        text.append(scalar)
      }
    }
    parts += flushed()
  }

  /// The group that as many of the digits as possible name, and the number of these digits.
  private static func group(
    _ digits: Substring.UnicodeScalarView, _ count: Int
  ) -> (group: Int, length: Int)? {
    for length in stride(from: min(digits.count, 9), to: 0, by: -1) {
      if let number = Int(String(digits.prefix(length))), number <= count {
        return (number, length)
      }
    }
    return nil
  }

  /// The text for a match.
  ///
  /// - Parameter group: Returns the text of a group, or of the match for 0; `nil` for a group that
  ///   is not part of the match.
  func bytes(_ group: (Int) -> [UInt8]?) -> [UInt8] {
    parts.flatMap { part -> [UInt8] in
      switch part {
      case .text(let bytes): bytes
      case .group(let number): group(number) ?? []
      }
    }
  }
}
