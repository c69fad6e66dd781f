import Forms
import Presentation

/// A row of a table: what it shows, whoever draws it.
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

  /// What a row looks like, by which its cell can be chosen.
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

  /// What the row is operated by.
  public enum Control: Hashable, Sendable {
    /// A switch that is on or off.
    case toggle(Bool)
    /// One of several choices; of exclusive ones, only one is chosen.
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
  /// What it looks like.
  public let style: Style
  /// The main text.
  public let title: String
  /// What was searched for in the title, in order.
  public let titleMatches: [Range<String.Index>]
  /// The other text, if there is one.
  public let detail: String?
  /// What was searched for in the detail, in order.
  public let detailMatches: [Range<String.Index>]
  /// How many levels the row is indented by within its section of the table.
  public let depth: Int
  /// How many entries are in a section.
  public let count: Int?
  /// Whether what belongs to the row is shown; `nil` if there is nothing to open or close.
  public let isExpanded: Bool?
  /// What it is operated by, if by anything.
  public let control: Control?
  /// What is shown at its end, by the number that UIKit has for it
  /// (`UITableViewCell.AccessoryType`): 0 is nothing; 1 a disclosure indicator, which also rows have
  /// that lead to another page; 3 a checkmark.
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

  /// A row of something that is not there any more.
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
