import ICUText
import Readings

/// The languages that the sections of a catalogue may be filed in: that of whoever asks first, then
/// others. A list of names may come from anywhere. For one thread.
final class FilingLocales {
  private let first: LocaleIdentifier
  /// Whether only the first one counts.
  private let isFixed: Bool
  private let table: ReadingTable?
  private var filings: [Int: NameFiling] = [:]

  init(_ first: LocaleIdentifier, isFixed: Bool, table: ReadingTable?) {
    self.first = first
    self.isFixed = isFixed
    self.table = table
  }

  /// The sections of a parent as those of the language in which most of their entries stand under
  /// their letters; of several that in which the letters are in order, or the first. Where that is
  /// neither the language that was asked for nor a common one, even fewer entries may stand under
  /// others.
  ///
  /// - Returns: `nil` if they are no alphabetic index: too few titles are labels, or too few entries
  ///   agree.
  /// - Complexity: O(*n*) in the number of entries; some milliseconds where the first language does
  ///   not fit.
  func sections(of parent: Section.ID, in catalogue: Catalogue) -> LetteredSections? {
    guard LetteredSections.mayBe(childrenOf: parent, in: catalogue) else { return nil }
    var best: (sections: LetteredSections, score: (Int, Int, Int))?
    for number in 0...(isFixed ? 0 : FilingLocales.others.count) {
      guard let filing = filing(number),
        let sections = LetteredSections(of: parent, in: catalogue, filing)
      else { continue }
      // Spread evenly over all entries.
      let stride = sections.entryCount(in: catalogue) / FilingLocales.sampleSize + 1
      var (sampled, right, wrong) = (0, 0, 0)
      sections.forEachEntry(in: catalogue) {
        $0 % stride == 0
      } _: { _, _, verdict in
        sampled += 1
        if verdict == .isRight { right += 1 } else if verdict != .isUnknown { wrong += 1 }
      }
      let part = isFixed ? 2 : number <= FilingLocales.commonCount ? 4 : 8
      guard right > 0, wrong * part <= right + wrong else { continue }
      let moved = sections.outOfOrder.count
      // More that is right counts before less that is wrong, and that before order.
      let score = (right, -wrong, -moved)
      if best.map({ score > $0.score }) ?? true { best = (sections, score) }
      if right == sampled, moved == 0 { break }
    }
    return best?.sections
  }

  private static let sampleSize = 1000

  private func filing(_ number: Int) -> NameFiling? {
    if let known = filings[number] { return known }
    let locale = number == 0 ? first : try? LocaleIdentifier(FilingLocales.others[number - 1])
    guard let locale, number == 0 || locale != first else { return nil }
    let table = table
    let filing = NameFiling(locale, table: table ?? .shared)
    filings[number] = filing
    return filing
  }

  /// How many of the other languages are so common that a list is likely to be in them.
  private static let commonCount = 2

  /// Languages whose labels are others, the most common first.
  private static let others = [
    "en", "zh", "ja", "ko", "zh_TW", "zh@collation=zhuyin", "ru", "de@collation=phonebook", "sv",
    "da", "es", "pl", "cs", "hu", "tr", "el", "uk", "bg", "sr", "hr", "ro", "lt", "lv", "et", "sk",
    "is", "vi", "he", "ar", "fa", "hi", "th",
  ]
}
