import Catalogues
import ICUText

/// How a session shows the entries under the labels of an alphabetic index. It is not stored in the
/// file.
struct LetterView {
  var isOn = false
  private(set) var locale: LocaleIdentifier
  /// The field that entries are filed by; `nil` if that is the label.
  private(set) var key: String?
  /// What is listed under the labels; `nil` if that is not known, as after an edit.
  var listing: AlphabeticListing?
  /// The place of the label that `next` and `previous` start from.
  var current: Int?
  /// The places of the labels whose entries are not shown.
  private(set) var closed: Set<Int> = []
  private var filing: EntryFiling?

  private let readings: UserReadings

  init(_ locale: LocaleIdentifier, _ readings: UserReadings) {
    self.locale = locale
    self.readings = readings
  }

  mutating func file(in locale: LocaleIdentifier) { change { $0.locale = locale } }

  mutating func file(by key: String?) { change { $0.key = key } }

  /// Makes a change that gives the labels a different meaning.
  private mutating func change(_ body: (inout LetterView) -> Void) {
    body(&self)
    (filing, listing, current, closed) = (nil, nil, nil, [])
  }

  mutating func entryFiling() -> EntryFiling {
    if let filing { return filing }
    let readings = readings
    let made = EntryFiling(
      NameFiling(locale, table: readings.tableForIndexes), by: key)
    filing = made
    return made
  }

  // MARK: Opening and closing

  func isClosed(_ place: Int) -> Bool { closed.contains(place) }

  mutating func close(_ place: Int) { closed.insert(place) }

  /// - Parameter closesOthers: Whether all other labels are closed.
  mutating func open(_ place: Int, closesOthers: Bool) {
    if closesOthers { closed = Set(entryFiling().names.index.labels.indices) }
    closed.remove(place)
  }
}
