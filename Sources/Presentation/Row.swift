package import Catalogues
package import Forms
package import ICUText

/// A row that a person sees, before it is drawn.
package struct Row: Equatable, Sendable {
  /// What the row is about. It stays the same when the row changes, or moves to another index.
  package enum ID: Hashable, Sendable {
    case heading(Heading)
    case entry(Entry.ID)
    case footer(of: Heading)
  }

  package enum Kind: Equatable, Sendable {
    /// A heading that can be opened and closed, and a heading above rows that are always shown.
    case section, heading
    /// An entry, a row of a form, and a field of an entry.
    case entry, formRow, field
    /// The text above and below a section's rows.
    case header, footer
  }

  /// Text with the ranges of its UTF-8 bytes that match a search.
  package struct Text: Equatable, Sendable {
    package let value: String
    /// In order and without overlaps.
    package let matches: [Range<Int>]
    /// The number of bytes at the beginning, such as a position, that are shown even if the text
    /// between them and a match is left out.
    package let lead: Int
    /// Where the text leads to, if that is asked for.
    package var link: Link?

    package init(_ value: String, matches: [Range<Int>] = [], lead: Int = 0) {
      self.value = value
      self.matches = matches
      self.lead = lead
    }

    /// The text after a prefix, which has no matches and becomes part of the lead.
    package func following(_ prefix: String) -> Text {
      let shift = prefix.utf8.count
      return Text(
        prefix + value,
        matches: matches.map { ($0.lowerBound + shift)..<($0.upperBound + shift) },
        lead: lead + shift)
    }
  }

  /// A number of entries; in a search, out of how many.
  package struct Count: Equatable, Sendable {
    package let number: Int
    package let total: Int?

    package init(_ number: Int, of total: Int? = nil) {
      (self.number, self.total) = (number, total)
    }
  }

  package var kind: Kind
  /// How many levels the row is indented.
  package var depth: Int
  package var label: Text
  package var detail: Text?
  /// The item's position, if it is shown before the row.
  package var position: String?
  package var control = Control.none
  /// Whether the control is before the label instead of before the detail.
  package var leadsWithControl = false
  /// The accessory at the end of the row.
  package var accessory = Accessory.none
  /// How many levels an entry is indented by besides its depth.
  package var indentationLevel = 0
  /// How many entries are under a heading.
  package var count: Count?
  /// Whether the rows under this row are shown; `nil` if there is nothing to open or close.
  package var isExpanded: Bool?
  /// Where the detail goes, if the row has a preference.
  package var style: RowStyle?

  package init(
    _ kind: Kind, depth: Int, label: Text, detail: Text? = nil, count: Count? = nil,
    isExpanded: Bool? = nil, style: RowStyle? = nil
  ) {
    self.kind = kind
    self.depth = depth
    self.label = label
    self.detail = detail
    self.count = count
    self.isExpanded = isExpanded
    self.style = style
  }
}

/// What rows are listed under.
package enum Heading: Hashable, Sendable {
  /// The whole list, which has no row of its own.
  case top
  /// A section of the file.
  case section(Section.ID)
  /// A letter of an alphabetic index.
  case letter(Letter)
  /// The new or the changed entries of a section, under a letter, or of the whole list.
  case sectionNews(Section.ID, News)
  case letterNews(Letter, News)
  case news(News)

  package func hash(into hasher: inout Hasher) {
    // One number suffices, and sets of many headings take half of the time.
    switch self {
    case .top: hasher.combine(-1)
    case .section(let section), .sectionNews(let section, _): hasher.combine(section.rawValue)
    case .letter(let letter), .letterNews(let letter, _): hasher.combine(letter)
    case .news: hasher.combine(-2)
    }
  }

  package enum News: String, Sendable {
    case new, changed
  }

  /// The section, if the heading is that of a section.
  package var section: Section.ID? { if case .section(let section) = self { section } else { nil } }

  /// The letter, if the heading is one.
  package var letter: Letter? { if case .letter(let letter) = self { letter } else { nil } }
}

extension Item {
  /// The heading of the item; `nil` for an entry.
  package var heading: Heading? {
    switch self {
    case .section(.root): .top
    case .section(let section): .section(section)
    case .entry: nil
    }
  }
}
