package import Forms
import ICUText
import Presentation
package import Terminal

/// How the controls of forms and of settings are drawn in text.
enum Look {
  /// A switch, or an option where several may be selected: `[x]` or `[ ]`.
  static func checkBox(_ isOn: Bool) -> String { isOn ? "[x]" : "[ ]" }

  /// An option where only one may be selected: `(•)` or `( )`.
  ///
  /// - Parameter ascii: Whether only ASCII can be shown: `(*)`.
  static func radioButton(_ isOn: Bool, ascii: Bool) -> String {
    isOn ? (ascii ? "(*)" : "(•)") : "( )"
  }

  /// A text in a field, with underscores in the free columns: `[Ada_______]`.
  ///
  /// - Parameter width: The minimum number of columns between the brackets.
  static func textField(_ text: String, width: Int = 12) -> String {
    "[" + text + String(repeating: "_", count: max(width - DisplayWidth.of(text), 0)) + "]"
  }

  /// A value in a range, as a bar: `[####------]`.
  ///
  /// - Parameters:
  ///   - fraction: Where the value is, from 0 to 1. Values beyond either end are drawn as that end,
  ///     NaN as 0.
  ///   - width: The columns between the brackets.
  static func slider(_ fraction: Double, width: Int = 10) -> String {
    let width = max(width, 0)
    let within = fraction > 0 ? min(fraction, 1) : 0
    let filled = Int((within * Double(width)).rounded())
    return "["
      + String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled) + "]"
  }
}

extension Look {
  /// A control as text; `nil` for none.
  ///
  /// - Parameter ascii: Whether only ASCII can be shown.
  static func text(of control: Control, ascii: Bool) -> String? {
    switch control {
    case .none: nil
    case .switch(let isOn), .choice(let isOn, isExclusive: false): checkBox(isOn)
    case .choice(let isOn, isExclusive: true): radioButton(isOn, ascii: ascii)
    case .text(let text), .date(let text): textField(text)
    case .slider(let value, let lower, let upper):
      slider((value - lower) / (upper - lower))
    case .link: ">"
    }
  }
}

extension Look {
  /// The accessory at the end of a row as text; `nil` for none.
  ///
  /// - Parameter ascii: Whether only ASCII can be shown.
  static func text(of accessory: Accessory, ascii: Bool) -> String? {
    switch accessory {
    case .none: nil
    case .disclosureIndicator: ">"
    case .detailDisclosureButton: "(i) >"
    case .checkmark: ascii ? "*" : "✓"
    case .detailButton: "(i)"
    }
  }
}

extension OutlineStyle {
  /// A control as text; `nil` for none.
  package func text(of control: Control) -> String? { Look.text(of: control, ascii: isASCII) }
}

extension Outline {
  /// A row with its control and its position as parts of its label or detail.
  func drawn(_ row: Row) -> Row {
    guard let position = row.position else { return withControl(of: row) }
    var row = withControl(of: row)
    row.position = nil
    row.label = row.label.following(position + "  ")
    return row
  }

  /// A row that shows only the value of a slider, at the right edge, if the slider fits neither
  /// beside the label nor, if details may be lowered, below it.
  func fitted(_ row: Row, in columns: RowColumns) -> Row {
    guard let width = style.width, case .slider(let value, _, _) = row.control else { return row }
    let whole = withControl(of: row)
    let room = width - accessoryWidth(of: row) - shownWidth(of: whole.detail?.value ?? "")
    let column = labelColumn(of: row)
    let start = column + shownWidth(of: whole.label.value) + 2
    if min(start, columns.lowersLongDetails ? belowColumn(of: row) : start) <= room { return row }
    var row = row
    row.detail = row.detail ?? Row.Text(value.shortText)
    (row.control, row.style) = (.none, .value)
    return row
  }

  private func withControl(of row: Row) -> Row {
    // Most rows have no control.
    if case .none = row.control { return row }
    guard let control = Look.text(of: row.control, ascii: style.isASCII) else { return row }
    var row = row
    row.control = .none
    if row.leadsWithControl {
      row.label = row.label.value.isEmpty ? Row.Text(control) : row.label.following(control + " ")
    } else if let detail = row.detail, !detail.value.isEmpty {
      row.detail = detail.following(control + " ")
    } else {
      row.detail = Row.Text(control)
    }
    return row
  }

  /// The blanks before an accessory.
  static let accessoryGap = 2

  /// The columns at the right edge that the accessory of a row takes, with the blanks before it; 0
  /// if there is none, or no room for it.
  func accessoryWidth(of row: Row) -> Int {
    guard let mark = Look.text(of: row.accessory, ascii: style.isASCII) else { return 0 }
    let width = DisplayWidth.of(mark) + Outline.accessoryGap
    let label = min(shownWidth(of: row.label.value), Outline.sharedColumns)
    if let all = style.width, labelColumn(of: row) + label + width > all { return 0 }
    return width
  }

  /// Rows with their controls as parts of their labels or details.
  func drawn(_ rows: [Row]) -> [Row] {
    rows.contains { row in
      if case .none = row.control { row.position != nil } else { true }
    }
      ? rows.map { drawn($0) } : rows
  }

  /// A line that says something about rows, in the style of a footer.
  package func note(_ text: String) -> StyledText {
    line(for: Row(.footer, depth: 0, label: Row.Text(text)))
  }
}
