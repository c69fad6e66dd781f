package import ICUText

/// Replaces what it finds in texts. Without `ignoresCase` it finds a text only as it is written,
/// though composed characters and decomposed ones are the same. Not safe for concurrent use.
package final class TextReplacer {
  private enum Finder {
    case exact([UInt8])
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
        : .exact(Array(pattern.utf8).withUnsafeBufferPointer { MappedText(composing: $0).utf8 })
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
    for groups in found {
      guard let range = groups[0] else { continue }
      if range.isEmpty { throw .emptyMatch }
      // A character that was divided is replaced as a whole.
      if range.lowerBound < position { continue }
      result += text[position..<range.lowerBound]
      result += template?.bytes(for: groups, in: text) ?? self.text
      position = range.upperBound
    }
    return result + text[position...]
  }

  /// The ranges of the matches and of their groups.
  private func matches(
    in text: UnsafeBufferPointer<UInt8>
  ) throws(Problem) -> [[Range<Int>?]] {
    if case .literal(let pattern) = finder { return pattern.matches(in: text).map { [$0] } }
    if text.allSatisfy({ $0 < 0x80 }) { return try matches(inComposed: text) }
    let composed = MappedText(composing: text)
    let found = composed.utf8.withUnsafeBufferPointer { bytes in
      Result { () throws(Problem) in try matches(inComposed: bytes) }
    }
    return try found.get().map { $0.map { $0.map(composed.original) } }
  }

  private func matches(
    inComposed text: UnsafeBufferPointer<UInt8>
  ) throws(Problem) -> [[Range<Int>?]] {
    switch finder {
    case .exact(let pattern): return TextReplacer.occurrences(of: pattern, in: text).map { [$0] }
    case .literal(let pattern): return pattern.matches(in: text).map { [$0] }
    case .expression(let expression):
      do throws(RegularExpression.Failure) {
        return try expression.groups(in: text)
      } catch {
        throw .expression(error)
      }
    }
  }

  /// Where a text occurs in another, without overlaps; not where its last letter has a further
  /// accent there.
  private static func occurrences(
    of pattern: [UInt8], in text: UnsafeBufferPointer<UInt8>
  ) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    while start + pattern.count <= text.count {
      let range = start..<(start + pattern.count)
      guard text[start] == pattern[0], text[range].elementsEqual(pattern),
        !isAccent(at: range.upperBound, of: text)
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
