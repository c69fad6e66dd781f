package import ICUText

/// Replaces what it finds in texts. Without `ignoresCase` it finds a text only as it is written,
/// though composed characters and decomposed ones are the same. What is only a part of a character
/// is not found, so that nothing is replaced but what has matched. Not safe for concurrent use.
package final class TextReplacer {
  private enum Finder {
    /// - Parameter isAccents: Whether it is accents alone.
    case exact([UInt8], isAccents: Bool)
    case literal(LiteralPattern)
    case expression(RegularExpression)
  }

  /// What is wrong with a pattern or with the text that replaces it.
  package enum Problem: Error, Equatable, CustomStringConvertible {
    case emptyPattern
    /// An expression that also matches where there is nothing.
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

  private let finder: Finder
  private let template: ReplacementTemplate?
  private let budget = MatchingBudget()
  private let text: [UInt8]

  package init(_ replacement: TextReplacement) throws(Problem) {
    let pattern = replacement.pattern
    text = Array(replacement.text.utf8)
    if pattern.isEmpty { throw .emptyPattern }
    guard replacement.isExpression else {
      template = nil
      let options = replacement.searchOptions
      finder =
        replacement.ignoresCase
        ? .literal(
          LiteralPattern(
            pattern, options: options, isCaseSensitive: false, folding: CaseFolding()))
        : .exact(
          Array(pattern.utf8).withUnsafeBufferPointer { ComposedText($0).utf8 },
          isAccents: pattern.unicodeScalars.allSatisfy(\.isAccent))
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
    finder = .expression(expression)
    template = try ReplacementTemplate(replacement.text, groupCount: expression.groupCount)
  }

  /// Lets an expression fail as soon as a closure returns `false`.
  package func limit(while shouldContinue: @escaping () -> Bool) {
    budget.limit(while: shouldContinue)
  }

  /// Whether that closure has returned `false`.
  package var isStopped: Bool { budget.isStopped }

  /// A text with everything replaced that is found; `nil` if there is nothing.
  ///
  /// - Complexity: O(*n*) for texts; that of the expression for others.
  package func replacing(in text: UnsafeBufferPointer<UInt8>) throws(Problem) -> [UInt8]? {
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
  private func matches(in text: UnsafeBufferPointer<UInt8>) throws(Problem) -> [Match] {
    if case .literal(let pattern) = finder {
      return pattern.matches(in: text, dividesCharacters: false).map {
        Match(range: $0, replacement: self.text)
      }
    }
    let composed = ComposedText(text)
    let found = composed.utf8.withUnsafeBufferPointer { bytes in
      Result { () throws(Problem) in try matches(inComposed: bytes) }
    }
    var result: [Match] = []
    for groups in try found.get() {
      guard let match = groups[0] else { continue }
      if match.isEmpty { throw .emptyMatch }
      guard let range = composed.original(of: match) else { continue }
      let replacement = template?.bytes { number in
        groups[number].map { group in
          composed.original(of: group).map { Array(text[$0]) } ?? Array(composed.utf8[group])
        }
      }
      result.append(Match(range: range, replacement: replacement ?? self.text))
    }
    // Composing has put accents into another order.
    return result.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The ranges of the matches and of their groups.
  private func matches(
    inComposed text: UnsafeBufferPointer<UInt8>
  ) throws(Problem) -> [[Range<Int>?]] {
    switch finder {
    case .exact(let pattern, let isAccents):
      return TextReplacer.occurrences(of: pattern, isAccents: isAccents, in: text).map { [$0] }
    case .literal: return []
    case .expression(let expression):
      do throws(RegularExpression.Failure) {
        return try expression.groups(in: text)
      } catch {
        throw .expression(error)
      }
    }
  }

  /// Where a text occurs in another, without overlaps; not where its last letter has a further
  /// accent there, unless it is accents alone.
  private static func occurrences(
    of pattern: [UInt8], isAccents: Bool, in text: UnsafeBufferPointer<UInt8>
  ) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    while start + pattern.count <= text.count {
      let range = start..<(start + pattern.count)
      guard text[start] == pattern[0], text[range].elementsEqual(pattern),
        isAccents || !isAccent(at: range.upperBound, of: text)
      else {
        start += 1
        continue
      }
      result.append(range)
      start = range.upperBound
    }
    return result
  }

  private static func isAccent(at offset: Int, of text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard offset < text.count, text[offset] >= 0x80 else { return false }
    let rest = UnsafeBufferPointer(rebasing: text[offset...].prefix(4))
    return String(decoding: rest, as: UTF8.self).unicodeScalars.first?.isAccent ?? false
  }
}
