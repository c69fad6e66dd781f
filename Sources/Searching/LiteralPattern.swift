import ICUText

/// A folded text that occurs in the folded text of every matching record.
package struct Needle: Sendable {
  /// UTF-8; may be empty.
  package let bytes: [UInt8]
  /// Whether it must be a whole field.
  package let isWholeField: Bool
  /// The pattern that checks the accents, if they matter.
  let accents: AccentPattern?

  init(bytes: [UInt8], isWholeField: Bool = false, accents: AccentPattern? = nil) {
    self.bytes = bytes
    self.isWholeField = isWholeField
    self.accents = accents
  }
}

/// A text to search for.
// A class, since copies would cost much of the time that a short search takes.
final class LiteralPattern {
  private let units: [TextUnit]
  private let options: SearchOptions
  private let distinctions: LetterDistinctions
  /// The folded pattern, which is part of every folded text that it matches.
  let needle: Needle
  /// Whether folded text that contains the needle may still not match.
  let needsVerification: Bool
  /// Whether verification needs the original text, since folded text with accents is not enough.
  let needsWrittenText: Bool

  init(_ pattern: String, options: SearchOptions, isCaseSensitive: Bool, folding: CaseFolding) {
    let distinctions = options.distinctions(isCaseSensitive: isCaseSensitive)
    self.distinctions = distinctions
    var pattern = pattern
    let written = pattern.withUTF8 { TextUnit.units(of: $0, distinctions) }
    units = options.isAccentSensitive ? written : written.map { $0.withoutSpelling(distinctions) }
    // Accents alone match on letters that are not part of the needle.
    let isWholeField = options.matchesWholeField && units.allSatisfy { $0.base != nil }
    // A field may be more than its letters: accents without a letter are part of it, too.
    let mindsAccents =
      options.isAccentSensitive || options.matchesWholeField
      || units.contains { !$0.accents.isEmpty }
    // Stored text is folded the same way, whatever the options tell apart.
    let isFoldedOtherwise =
      isCaseSensitive
      || mindsAccents
        && units.contains { unit in
          unit.base.map {
            options.pairsDottedI && $0 == "i" || options.isAccentSensitive && $0.isKana
          } ?? false
        }
    let accents =
      mindsAccents && !isFoldedOtherwise
      ? AccentPattern(
        units, isAccentSensitive: options.isAccentSensitive,
        isWholeField: options.matchesWholeField) : nil
    needle = Needle(bytes: folding.fold(pattern), isWholeField: isWholeField, accents: accents)
    self.options = options
    // An empty needle does not distinguish fields without text from fields of accents alone.
    needsWrittenText =
      isFoldedOtherwise || options.matchesWholeWords
      || options.matchesWholeField && needle.bytes.isEmpty
    needsVerification = isCaseSensitive || mindsAccents || options.matchesWholeWords
  }

  /// The byte ranges of the matches in a text, in order and without overlaps.
  ///
  /// - Complexity: O(*n* × *m*) in the lengths of text and pattern in the worst case.
  func matches(in text: UnsafeBufferPointer<UInt8>, limit: Int = .max) -> [Range<Int>] {
    var reader = TextUnitReader(text, distinctions)
    return matches(by: &reader, limit: limit)
  }

  /// The matches in a text, which is read no further than needed to find them.
  func matches(by reader: inout TextUnitReader, limit: Int) -> [Range<Int>] {
    guard limit > 0 else { return [] }
    // The units read, from the unit before the position where the pattern is tried.
    var text: [TextUnit] = []
    var isAtEnd = false
    func read(_ count: Int) {
      while text.count < count, !isAtEnd { isAtEnd = !reader.appendNext(to: &text) }
    }
    if options.matchesWholeField {
      read(units.count + 1)
      return text.count == units.count && matches(text, at: 0) ? [range(of: text[...])] : []
    }
    var result: [Range<Int>] = []
    var start = 0
    while result.count < limit {
      // The unit after the match decides whether a word ends there.
      read(start + units.count + 1)
      guard start + units.count <= text.count else { break }
      if matches(text, at: start), !options.matchesWholeWords || isWord(in: text, at: start) {
        result.append(range(of: text[start..<(start + units.count)]))
        start += max(units.count, 1)
      } else {
        start += 1
      }
      if start > LiteralPattern.window {
        text.removeFirst(start - 1)
        start = 1
      }
    }
    return result
  }

  /// The most units kept after they have been examined.
  private static let window = 4096

  private func matches(_ text: [TextUnit], at start: Int) -> Bool {
    for (offset, wanted) in units.enumerated() {
      let found = text[start + offset]
      if wanted.base == nil {
        // Accents alone match on any letter.
        if !wanted.accents.allSatisfy(found.accents.contains) { return false }
        continue
      }
      let acceptsAnyAccents = wanted.accents.isEmpty && !options.isAccentSensitive
      if found.base != wanted.base { return false }
      if !acceptsAnyAccents && found.accents != wanted.accents { return false }
    }
    return true
  }

  private func isWord(in text: [TextUnit], at start: Int) -> Bool {
    let end = start + units.count
    let before = start > 0 ? text[start - 1].base : nil
    let after = end < text.count ? text[end].base : nil
    return before?.isWordConstituent != true && after?.isWordConstituent != true
  }

  private func range(of units: ArraySlice<TextUnit>) -> Range<Int> {
    guard let first = units.first, let last = units.last else { return 0..<0 }
    return first.range.lowerBound..<last.range.upperBound
  }
}
