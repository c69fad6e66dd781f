/// What a row shows of an entry, whoever draws it.
package struct RowContent: Equatable, Sendable {
  /// The text in place of the entry's label; `nil` for the label.
  package var label: String?
  package var detail: String?
  package var control = Control.none
  /// Whether the control is before the label instead of before the detail.
  package var leadsWithControl = false
  /// Where the detail is shown, if the row has a preference.
  package var style: RowStyle?
  /// What is shown at the row's end.
  package var accessory = Accessory.none
  /// How many levels the row is indented by within its list.
  package var indentationLevel = 0

  package init(
    _ label: String? = nil, detail: String? = nil, control: Control = .none,
    leadsWithControl: Bool = false, style: RowStyle? = nil
  ) {
    self.label = label
    self.detail = detail
    self.control = control
    self.leadsWithControl = leadsWithControl
    self.style = style
  }
}

/// Where the detail of an entry's row is shown.
package enum RowStyle: String, CaseIterable, Sendable {
  /// Nowhere: only the label is shown.
  case plain
  /// At the right edge of the lines.
  case value
  /// After the label, in one column with those of the rows around it.
  case aside
  /// Below the label, indented further.
  case subtitle
}

/// What a row is operated by, as a value that every front end draws in its own way. Indirect, so
/// that the many rows without one are small.
package indirect enum Control: Equatable, Sendable {
  /// Nothing: the row only shows something.
  case none
  case `switch`(Bool)
  /// One of several choices. Of exclusive ones, only one is chosen at a time.
  case choice(Bool, isExclusive: Bool)
  /// A field for text, with the text in it.
  case text(String)
  /// A field for a day, with the text in it.
  case date(String)
  /// A number between two bounds, which need not be in order.
  case slider(Double, from: Double, to: Double)
  /// The way to another page.
  case link
}

/// What a row shows at its end, as in UIKit.
package enum Accessory: Int, CaseIterable, Sendable {
  /// The numbers are UIKit's.
  case none, disclosureIndicator, detailDisclosureButton, checkmark, detailButton

  /// Reads a case by its name in UIKit, Swift or a storyboard, or by its number.
  init?(_ text: String) {
    if let number = Int(text) {
      self.init(rawValue: number)
      return
    }
    switch UIKitCase(text, of: "AccessoryType").name {
    case "none": self = .none
    case "disclosureindicator": self = .disclosureIndicator
    case "detaildisclosurebutton", "detaildisclosure": self = .detailDisclosureButton
    case "checkmark": self = .checkmark
    case "detailbutton", "detail": self = .detailButton
    default: return nil
    }
  }
}

extension FormRow {
  /// What the entry says that its row shows at its end.
  var accessory: Accessory {
    let keys = ["accessoryType", "accessory", "AccessoryType", "Accessory", "accessory_type"]
    return keys.lazy.compactMap(text).compactMap { Accessory($0) }.first ?? .none
  }

  private static let deepestLevel = 64.0

  /// How many levels the entry says that its row is indented by.
  var indentationLevel: Int {
    let level = number("indentationLevel") ?? number("IndentationLevel") ?? 0
    return Int(min(max(level, 0), FormRow.deepestLevel))
  }
}

/// An operation on the disclosure of an outline's sections or of rows that expand.
package enum Disclosure: Sendable {
  case expand, collapse
  case toggle
  /// Opens a section or row, and closes all others except those that contain it or are inside it.
  case accordion

  /// Whether a section or row is open afterwards.
  package func opens(isClosed: Bool) -> Bool {
    switch self {
    case .expand, .accordion: true
    case .collapse: false
    case .toggle: isClosed
    }
  }
}
