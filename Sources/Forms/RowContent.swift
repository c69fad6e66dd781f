package import Catalogues
package import PropertyLists

/// The content of an entry's row, for any front end.
package struct RowContent: Equatable, Sendable {
  /// The text in place of the entry's label; `nil` for the label.
  package var label: String?
  package var detail: String?
  package var control = Control.none
  /// Whether the control is before the label instead of before the detail.
  package var leadsWithControl = false
  /// The style of the row, if it has a preference.
  package var style: RowStyle?
  /// The accessory at the row's end.
  package var accessory = Accessory.none
  /// The number of levels by which the row is indented within its list.
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
  /// The detail is not shown.
  case plain
  /// At the right edge of the lines.
  case value
  /// After the label, in one column with the details of the rows around.
  case aside
  /// Below the label, indented further.
  case subtitle
}

/// The control of a row, as a value that each front end draws in its own way. Indirect, so that the
/// many rows without a control are small.
package indirect enum Control: Equatable, Sendable {
  /// No control.
  case none
  case `switch`(Bool)
  /// One of several choices, and whether it is chosen. Of exclusive choices only one is chosen at a
  /// time.
  case choice(Bool, isExclusive: Bool)
  /// A field for text, with the text in it.
  case text(String)
  /// A field for a day, with the text in it.
  case date(String)
  /// A number between two bounds, which need not be in order.
  case slider(Double, from: Double, to: Double)
  /// A link to another page.
  case link
}

/// The symbol at the end of a row, as in UIKit.
package enum Accessory: Int, CaseIterable, Sendable {
  /// The cases in the order of UIKit's, whose numbers they have.
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
  /// The accessory that the entry's fields declare.
  var accessory: Accessory {
    let keys = ["accessoryType", "accessory", "AccessoryType", "Accessory", "accessory_type"]
    return keys.lazy.compactMap(text).compactMap { Accessory($0) }.first ?? .none
  }

  private static let deepestLevel = 64.0

  /// The indentation level that the entry's fields declare, from 0 to 64.
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

extension Catalogue {
  /// The text that is shown in place of a secret. It has the same length for all secrets.
  package static let mask = "********"

  /// The value of an entry that is only shown as asterisks; `nil` if the entry has no secret.
  package func secret(of entry: Entry.ID) -> NodeIndex? {
    let value = value(of: entry)
    guard document.kind(of: value) == .dict,
      document.value(of: "IsSecure", in: value).flatMap(document.flag) == true
    else { return nil }
    return document.value(of: FormRow.settingKey, in: value)
  }
}
