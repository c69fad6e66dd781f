package import ICUText
import Platform

/// What is wrong with a pattern or with the text that replaces it.
package enum TextReplacerError: Error, Equatable, CustomStringConvertible {
  case emptyPattern
  /// An expression that also matches the empty text.
  case emptyMatch
  case expression(RegularExpression.Failure)
  case template(String)

  package var description: String {
    switch self {
    case .emptyPattern: "PATTERN is empty"
    case .emptyMatch: "PATTERN must not match the empty text"
    case .expression(let failure): "the expression failed: \(failure)"
    case .template(let problem): "TEXT: \(problem)"
    }
  }
}

/// Replaces the matches of a pattern in texts.
///
/// A pattern matches only text that is written the same way; but composed and decomposed characters
/// are the same, and with `ignoresCase` upper and lower case are. It does not match a part of a
/// character, so that nothing is replaced but the match. Not safe for concurrent use.
package final class TextReplacer {
  private enum Finder {
    case literal(WrittenPattern)
    case expression(RegularExpression, ReplacementTemplate)
  }

  private let finder: Finder
  private let budget = MatchingBudget()
  private let text: [UInt8]

  package init(_ replacement: TextReplacement) throws(TextReplacerError) {
    let pattern = replacement.pattern
    text = Array(replacement.text.utf8)
    if pattern.isEmpty { throw .emptyPattern }
    guard replacement.isExpression else {
      finder = .literal(WrittenPattern(pattern, ignoresCase: replacement.ignoresCase))
      return
    }
    let expression: RegularExpression
    let matchesNothing: Bool
    do throws(RegularExpression.Failure) {
      expression = try RegularExpression(
        pattern, isCaseSensitive: !replacement.ignoresCase, budget: budget)
      matchesNothing = try !expression.matches(in: UnsafeBufferPointer(start: nil, count: 0))
        .isEmpty
    } catch {
      throw .expression(error)
    }
    if matchesNothing { throw .emptyMatch }
    finder = .expression(
      expression, try ReplacementTemplate(replacement.text, groupCount: expression.groupCount))
  }

  /// Lets an expression fail as soon as a closure returns `false`.
  package func limit(while shouldContinue: @escaping () -> Bool) {
    budget.limit(while: shouldContinue)
  }

  /// Whether that closure has returned `false`.
  package var isStopped: Bool { budget.isStopped }

  /// A text with all its matches replaced; `nil` if there are none.
  ///
  /// - Complexity: O(*n*) for a literal pattern; otherwise that of the expression.
  package func replacing(in text: UnsafeBufferPointer<UInt8>) throws(TextReplacerError) -> [UInt8]?
  {
    let found = try matches(in: text)
    if found.isEmpty { return nil }
    var result: [UInt8] = []
    var position = 0
    for match in found {
      result += text[position..<match.range.lowerBound]
      result += match.replacement
      position = match.range.upperBound
    }
    return result + text[position...]
  }

  private struct Match {
    let range: Range<Int>
    let replacement: [UInt8]
  }

  /// The matches in order.
  private func matches(in text: UnsafeBufferPointer<UInt8>) throws(TextReplacerError) -> [Match] {
    let found =
      switch finder {
      case .literal(let pattern):
        pattern.ranges(in: text).map { Match(range: $0, replacement: self.text) }
      case .expression(let expression, let template):
        try TextReplacer.matches(of: expression, in: text, replacedBy: template)
      }
    // Composing may have put accents into another order.
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private static func matches(
    of expression: RegularExpression, in text: UnsafeBufferPointer<UInt8>,
    replacedBy template: ReplacementTemplate
  ) throws(TextReplacerError) -> [Match] {
    let composed = ComposedText(text)
    let found = composed.utf8.withUnsafeBufferPointer { bytes in
      Result { () throws(RegularExpression.Failure) in try expression.groups(in: bytes) }
    }
    var result: [Match] = []
    for groups in try rethrowing(found.get(), as: TextReplacerError.expression) {
      guard let match = groups[0] else { continue }
      if match.isEmpty { throw .emptyMatch }
      guard let range = composed.original(of: match) else { continue }
      let replacement = template.bytes { number in
        groups[number].map { group in
          composed.original(of: group).map { Array(text[$0]) } ?? Array(composed.utf8[group])
        }
      }
      result.append(Match(range: range, replacement: replacement))
    }
    return result
  }
}

/// A text to find as it is written.
private struct WrittenPattern {
  private let ignoresCase: Bool
  private let composed: [UInt8]
  /// Whether the pattern is accents alone.
  private let isAccents: Bool

  init(_ pattern: String, ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    composed = Array(pattern.utf8).withUnsafeBufferPointer {
      ComposedText($0, foldsCase: ignoresCase).utf8
    }
    isAccents = pattern.unicodeScalars.allSatisfy(\.isAccent)
  }

  /// Where the pattern occurs in a text, without overlaps.
  ///
  /// It does not occur where its last letter has a further accent, unless the pattern is accents
  /// alone.
  func ranges(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    let text = ComposedText(text, foldsCase: ignoresCase)
    var result: [Range<Int>] = []
    var start = 0
    while start + composed.count <= text.utf8.count {
      let end = start + composed.count
      if text.utf8[start] == composed[0], text.utf8[start..<end].elementsEqual(composed),
        isAccents || !WrittenPattern.isAccent(at: end, of: text.utf8),
        let range = text.original(of: start..<end)
      {
        result.append(range)
        start = end
      } else {
        start += 1
      }
    }
    return result
  }

  private static func isAccent(at offset: Int, of text: [UInt8]) -> Bool {
    guard offset < text.count, text[offset] >= 0x80 else { return false }
    let character = String(decoding: text[offset...].prefix(4), as: UTF8.self)
    return character.unicodeScalars.first?.isAccent ?? false
  }
}
