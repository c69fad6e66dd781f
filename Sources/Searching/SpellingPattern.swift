import ICUText
import Readings

/// A pattern that finds other spellings of names: 东风 by `東風`, Müller by `mueller`, 阿斯顿·马丁 by
/// `阿斯顿马丁`.
struct SpellingPattern: Sendable {
  private let units: [TextUnit]
  /// For each unit, the forms of its character, itself included: several for some Han characters,
  /// none for accents alone.
  private let forms: [[Unicode.Scalar]]
  private let options: SearchOptions
  private let distinctions: LetterDistinctions
  /// Texts of which the folded text of every match contains at least one.
  private(set) var needles: [Needle] = []
  /// Whether a text that contains a needle may still not match.
  private(set) var needsVerification = true

  /// The maximum number of needles: each is searched for separately.
  private static let mostNeedles = 32

  /// - Returns: `nil` for a text that has only one spelling.
  init?(
    _ pattern: String, options: SearchOptions, distinctions: LetterDistinctions,
    folding: CaseFolding
  ) {
    var pattern = pattern
    let written = pattern.withUTF8 { TextUnit.units(of: $0, distinctions) }
    units = options.isAccentSensitive ? written : written.map { $0.withoutSpelling(distinctions) }
    forms = units.map { $0.base.map(HanVariants.forms) ?? [] }
    self.options = options
    self.distinctions = distinctions
    let hasOthers = units.indices.contains { index in
      forms[index].count > 1 || mayBeUmlaut(index) || mayFollowDot(index)
    }
    guard hasOthers else { return nil }
    let best = bestNeedles(folding)
    needles = best.texts.map { Needle(bytes: $0) }
    // Needles decide about Han characters and dots, but not about accents and umlauts.
    let isPlain =
      units.allSatisfy { $0.accents.isEmpty } && !units.indices.contains(where: mayBeUmlaut)
    needsVerification =
      !best.areWhole || !isPlain || distinctions != LetterDistinctions()
      || options.matchesWholeWords
      || options.matchesWholeField
  }

  /// Whether the unit at an index and the next one, such as `ue`, may match a letter with two dots.
  private func mayBeUmlaut(_ index: Int) -> Bool {
    guard !options.isAccentSensitive, index + 1 < units.count, let base = units[index].base,
      units[index].accents.isEmpty, units[index + 1].accents.isEmpty
    else { return false }
    return "aouAOU".unicodeScalars.contains(base)
      && (units[index + 1].base == "e" || units[index + 1].base == "E")
  }

  private static let umlaut: [Unicode.Scalar] = ["\u{308}"]

  /// Whether a middle dot may be in the text before a unit of the pattern: it separates the parts
  /// of foreign names in Han script and kana.
  private func mayFollowDot(_ index: Int) -> Bool {
    index > 0 && units[(index - 1)...index].allSatisfy { $0.base?.isWrittenSolid ?? false }
  }

  private static let dots: [Unicode.Scalar] = ["·", "・", "‧", "•"]

  // MARK: Needles

  /// The spellings in folded text of the unit at an index, or of two units that may be an umlaut,
  /// and how many units that are.
  private func spellings(at index: Int) -> (texts: [String], length: Int) {
    let dots = mayFollowDot(index) ? [""] + SpellingPattern.dots.map { String($0) } : [""]
    var own = forms[index].map { String($0) }
    var length = 1
    if mayBeUmlaut(index) {
      own = [own[0], own[0] + String(units[index + 1].base ?? "e")]
      length = 2
    }
    return (dots.flatMap { dot in own.map { dot + $0 } }, length)
  }

  /// The spellings of the best part of the pattern: of the parts with few enough spellings, the
  /// part whose shortest spelling is longest. The tie-break is the smaller number of spellings.
  ///
  /// - Returns: The folded spellings, and whether they are of the whole pattern.
  private func bestNeedles(_ folding: CaseFolding) -> (texts: [[UInt8]], areWhole: Bool) {
    var best: [[UInt8]] = [[]]
    var areWhole = false
    for start in units.indices where !forms[start].isEmpty {
      // An `e` may be written as the dots of the letter before it.
      if start > 0, mayBeUmlaut(start - 1) { continue }
      // A dot before the first unit is not part of the match.
      var (texts, length) = spellings(at: start)
      texts = texts.filter { text in
        !SpellingPattern.dots.contains { text.unicodeScalars.first == $0 }
      }
      var end = start
      while true {
        end += length
        let folded = texts.map { folding.fold($0) }
        let (shortest, bestShortest) = (
          folded.map(\.count).min() ?? 0, best.map(\.count).min() ?? 0
        )
        if shortest > bestShortest || shortest == bestShortest && folded.count < best.count {
          best = folded
          areWhole = start == 0 && end == units.count
        }
        guard end < units.count, !forms[end].isEmpty else { break }
        let next = spellings(at: end)
        guard texts.count * next.texts.count <= SpellingPattern.mostNeedles else { break }
        texts = texts.flatMap { text in next.texts.map { text + $0 } }
        length = next.length
      }
    }
    return (best, areWhole)
  }

  // MARK: Matching

  /// The byte ranges of the matches in a text, in order and without overlaps: the longest of the
  /// leftmost matches, and so on after it.
  ///
  /// - Complexity: O(*n* × *m*) in the lengths of text and pattern.
  func matches(in text: UnsafeBufferPointer<UInt8>, limit: Int = .max) -> [Range<Int>] {
    let text = TextUnit.units(of: text, distinctions)
    var result: [Range<Int>] = []
    var start = 0
    while start < text.count, result.count < limit {
      if let end = end(ofMatchIn: text, from: start) {
        result.append(text[start].range.lowerBound..<text[end - 1].range.upperBound)
        start = end
      } else {
        start += 1
      }
      if options.matchesWholeField { break }
    }
    return result
  }

  /// The end of the longest match that begins at a unit of the text.
  private func end(ofMatchIn text: [TextUnit], from start: Int) -> Int? {
    guard isMatch(text[start], 0) || mayBeUmlaut(0) && isUmlaut(text[start], 0) else { return nil }
    // For each index, where in the text the part of the pattern before it may end.
    var positions = [[Int]](repeating: [], count: units.count + 1)
    positions[0] = [start]
    for index in units.indices {
      var next = 0
      while next < positions[index].count {
        let position = positions[index][next]
        next += 1
        guard position < text.count else { continue }
        if mayFollowDot(index), let base = text[position].base, SpellingPattern.dots.contains(base),
          text[position - 1].base?.isWrittenSolid ?? false
        {
          positions[index].append(position + 1)
        }
        if isMatch(text[position], index) { positions[index + 1].append(position + 1) }
        if mayBeUmlaut(index), isUmlaut(text[position], index) {
          positions[index + 2].append(position + 1)
        }
      }
    }
    return positions[units.count].filter { isAllowed($0, text, from: start) }.max()
  }

  private func isMatch(_ found: TextUnit, _ index: Int) -> Bool {
    let wanted = units[index]
    guard let base = found.base, forms[index].contains(base) else { return false }
    return wanted.accents.isEmpty && !options.isAccentSensitive || found.accents == wanted.accents
  }

  private func isUmlaut(_ found: TextUnit, _ index: Int) -> Bool {
    found.base == units[index].base && found.accents == SpellingPattern.umlaut
  }

  private func isAllowed(_ end: Int, _ text: [TextUnit], from start: Int) -> Bool {
    if options.matchesWholeField { return start == 0 && end == text.count }
    guard options.matchesWholeWords else { return true }
    let before = start > 0 ? text[start - 1].base : nil
    let after = end < text.count ? text[end].base : nil
    return before?.isWordConstituent != true && after?.isWordConstituent != true
  }
}
