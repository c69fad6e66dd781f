import ICUText
import Readings

/// The languages in which the sections of a catalogue may be filed: the requested one first, then
/// many others, since a list of names may come from anywhere. Not safe for concurrent use.
final class FilingLocales {
  private let first: LocaleIdentifier
  /// Whether only the first language is considered.
  private let isFixed: Bool
  private let table: ReadingTable?
  private let sampleSize: Int
  private var filings: [Int: NameFiling] = [:]

  /// - Parameter sampleSize: The approximate number of entries of a parent that are read in each
  ///   language.
  init(
    _ first: LocaleIdentifier, isFixed: Bool, table: ReadingTable?, sampleSize: Int = 1000
  ) {
    self.first = first
    self.isFixed = isFixed
    self.table = table
    self.sampleSize = sampleSize
  }

  /// The sections of a parent as letters of the language in which most entries are under their own
  /// letters. Ties are broken by fewer misfiled entries, then by fewer letters out of order, then
  /// by the order of the languages. An uncommon language that was not requested must fit better
  /// than others.
  ///
  /// - Returns: `nil` if they are not an alphabetic index: too few titles are labels, or too many
  ///   entries are misfiled.
  /// - Complexity: O(*n*) in the number of entries; some milliseconds if the first language does
  ///   not fit.
  func sections(of parent: Section.ID, in catalogue: Catalogue) -> LetteredSections? {
    guard LetteredSections.mayBe(childrenOf: parent, in: catalogue) else { return nil }
    var best: (sections: LetteredSections, score: (Int, Int, Int))?
    for number in 0...(isFixed ? 0 : FilingLocales.others.count) {
      guard let filing = filing(number),
        let sections = LetteredSections(of: parent, in: catalogue, filing)
      else { continue }
      // The sample is spread evenly over all entries.
      let stride = sections.entryCount(in: catalogue) / sampleSize + 1
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
      // More correctly filed entries count first, then fewer misfiled ones, then order.
      let score = (right, -wrong, -moved)
      if best.map({ score > $0.score }) ?? true { best = (sections, score) }
      if right == sampled, moved == 0 { break }
    }
    return best?.sections
  }

  private func filing(_ number: Int) -> NameFiling? {
    if let known = filings[number] { return known }
    let locale = number == 0 ? first : try? LocaleIdentifier(FilingLocales.others[number - 1])
    guard let locale, number == 0 || locale != first else { return nil }
    let table = table
    let filing = NameFiling(locale, table: table ?? .shared)
    filings[number] = filing
    return filing
  }

  /// The number of languages at the beginning of `others` that are common.
  private static let commonCount = 2

  /// Languages with different labels, the most common first.
  static let others = [
    "en", "zh", "ja", "ko", "zh_TW", "zh@collation=zhuyin", "ru", "de@collation=phonebook", "sv",
    "da", "es", "pl", "cs", "hu", "tr", "el", "uk", "bg", "sr", "hr", "ro", "lt", "lv", "et", "sk",
    "is", "vi", "he", "ar", "fa", "hi", "th",
  ]
}
