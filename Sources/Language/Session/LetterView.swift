import Catalogues
package import Editing
import ICUText
package import Presentation
import Readings

/// The state of a session's view of entries under the letters of a language. It is not stored in
/// the file.
struct LetterView {
  var isOn = false
  private(set) var locale: LocaleIdentifier
  /// The field that entries are filed by; `nil` for the label.
  private(set) var key: String?
  /// The entries under the letters; `nil` if they are not known, as after an edit.
  var listing: AlphabeticListing?
  /// The letter that `next` and `previous` start from.
  var current: Heading?
  private var filing: EntryFiling?

  private let readings: UserReadings

  init(_ locale: LocaleIdentifier, _ readings: UserReadings) {
    self.locale = locale
    self.readings = readings
  }

  mutating func file(in locale: LocaleIdentifier) {
    self.locale = locale
    (filing, listing, current) = (nil, nil, nil)
  }

  mutating func file(by key: String?) {
    self.key = key
    (filing, listing, current) = (nil, nil, nil)
  }

  mutating func entryFiling() -> EntryFiling {
    if let filing { return filing }
    let readings = readings
    let made = EntryFiling(
      NameFiling(locale, table: readings.tableForIndexes), by: key)
    filing = made
    return made
  }
}

extension Session {
  /// The present entries under the letters.
  private func letterListing() throws(SessionError) -> AlphabeticListing {
    if let listing = view.listing { return listing }
    let listing = try view.entryFiling().listing(of: catalogue) {
      done, all throws(SessionError) in
      try checkInterrupt()
      editing.didAdvance(done, all)
    }
    view.listing = listing
    return listing
  }

  /// The division of entries that is shown: by sections or by letters.
  package func sectioning() throws(SessionError) -> Sectioning {
    view.isOn
      ? Sectioning(catalogue, letters: try letterListing()) : Sectioning(catalogue)
  }

  /// The division of entries that a heading belongs to: sections are shown as sections even if
  /// entries are listed by letter.
  func sectioning(of heading: Heading) throws(SessionError) -> Sectioning {
    heading.section == nil ? try sectioning() : Sectioning(catalogue)
  }

  /// The texts of the headings that `jump` goes to, as far as they are known without filing the
  /// entries.
  var headingTitles: [String] {
    guard view.isOn else {
      return catalogue.sections(in: .root).map { catalogue.name(of: .section($0)) }
    }
    if let listing = view.listing { return listing.groups.map { listing.label(of: $0).text } }
    return view.entryFiling().names.index.labels.filter(\.isOwn).map(\.text)
  }

  /// The letter that an entry is filed under.
  func letter(of entry: Entry.ID) -> Heading {
    .letter(view.entryFiling().letter(of: entry, in: catalogue))
  }

  /// The heading of a letter by its text, even if it has no entries.
  func letter(named text: String) -> Heading? {
    view.entryFiling().names.index.letter(labelled: text).map { .letter($0) }
  }
}
