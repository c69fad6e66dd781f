import Forms
import Presentation

/// A row of a table: what it shows, however it is drawn.
public struct Row: Identifiable, Equatable, Sendable {
  /// What a row is about: an entry, a section, or the text below a section.
  ///
  /// It stays the same while the catalogue is open: when the row changes or moves, when an edit is
  /// undone, and when the file is read again.
  public struct ID: Hashable, Sendable {
    enum Kind: UInt8 {
      case entry, section, footer
    }

    let kind: Kind
    let number: Int
  }

  /// The layout of a row, by which a cell can be chosen for it.
  public enum Style: Hashable, Sendable {
    /// The title of a section inside another one, or above rows.
    case section
    /// Only a title.
    case plain
    /// A title, and a detail at the other edge.
    case value
    /// A title, and a detail after it.
    case aside
    /// A title, and a detail below it.
    case subtitle
    /// A text below the rows of a section.
    case text
  }

  /// The control that a row is operated by.
  public enum Control: Hashable, Sendable {
    /// A switch that is on or off.
    case toggle(Bool)
    /// One of several choices; of exclusive choices, only one is chosen.
    case choice(Bool, isExclusive: Bool)
    /// A field with a text.
    case text(String)
    /// A field with a day, as a text.
    case date(String)
    /// A number between two bounds, which need not be in order.
    case slider(Double, from: Double, to: Double)
  }

  /// What the row is about.
  public let id: ID
  /// The layout.
  public let style: Style
  /// The main text.
  public let title: String
  /// The ranges of the title that match the search, in order.
  public let titleMatches: [Range<String.Index>]
  /// The other text, if there is one.
  public let detail: String?
  /// The ranges of the detail that match the search, in order.
  public let detailMatches: [Range<String.Index>]
  /// How many levels the row is indented by within its section of the table.
  public let depth: Int
  /// How many entries are in a section.
  public let count: Int?
  /// Whether the row is open; `nil` if it cannot be opened or closed.
  public let isExpanded: Bool?
  /// The control of the row, if it has one.
  public let control: Control?
  /// The accessory at the end of the row, as a raw value of UIKit's
  /// `UITableViewCell.AccessoryType`: 0 is none; 1 is a disclosure indicator, which rows that lead
  /// to another page have, too; 3 is a checkmark.
  public let accessory: Int
}

extension Row {
  /// - Parameter depth: How many levels less the row is indented by here.
  init(_ row: Presentation.Row, _ id: ID, outdentedBy depth: Int) {
    self.id = id
    style =
      switch row.kind {
      case .section, .heading: .section
      case .header, .footer: .text
      case .entry, .formRow, .field:
        switch row.style {
        case .plain: .plain
        case .value: .value
        case .aside: .aside
        case .subtitle: .subtitle
        case nil: row.detail == nil ? .plain : .value
        }
      }
    title = row.label.value
    titleMatches = row.label.ranges
    detail = row.detail?.value
    detailMatches = row.detail?.ranges ?? []
    self.depth = max(row.depth - depth, 0) + row.indentationLevel
    count = row.count?.number
    isExpanded = row.isExpanded
    control = Control(row.control)
    accessory =
      row.control == .link && row.accessory == .none
      ? Accessory.disclosureIndicator.rawValue : row.accessory.rawValue
  }

  /// The row of an item that is gone.
  init(gone id: ID) {
    (self.id, style, title, titleMatches) = (id, .plain, "", [])
    (detail, detailMatches, depth, count) = (nil, [], 0, nil)
    (isExpanded, control, accessory) = (nil, nil, 0)
  }
}

extension Row.Control {
  fileprivate init?(_ control: Forms.Control) {
    switch control {
    case .none, .link: return nil
    case .switch(let isOn): self = .toggle(isOn)
    case .choice(let isChosen, let isExclusive): self = .choice(isChosen, isExclusive: isExclusive)
    case .text(let text): self = .text(text)
    case .date(let text): self = .date(text)
    case .slider(let number, let low, let high): self = .slider(number, from: low, to: high)
    }
  }
}

extension Presentation.Row.Text {
  /// The matches as ranges of the text.
  fileprivate var ranges: [Range<String.Index>] {
    matches.map { range in
      let start = value.utf8.index(value.startIndex, offsetBy: range.lowerBound)
      return start..<value.utf8.index(start, offsetBy: range.count)
    }
  }
}
