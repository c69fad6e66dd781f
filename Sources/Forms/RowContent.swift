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
