import ICUText

/// How the controls of forms and of settings are drawn in text.
package enum Look {
  /// A switch, or an option where several may be selected: `[x]` or `[ ]`.
  package static func checkBox(_ isOn: Bool) -> String { isOn ? "[x]" : "[ ]" }

  /// An option where only one may be selected: `(•)` or `( )`.
  ///
  /// - Parameter ascii: Whether only ASCII can be shown: `(*)`.
  package static func radioButton(_ isOn: Bool, ascii: Bool) -> String {
    isOn ? (ascii ? "(*)" : "(•)") : "( )"
  }

  /// A text in a field, with underscores in the free columns: `[Ada_______]`.
  ///
  /// - Parameter width: The minimum number of columns between the brackets.
  package static func textField(_ text: String, width: Int = 12) -> String {
    "[" + text + String(repeating: "_", count: max(width - DisplayWidth.of(text), 0)) + "]"
  }

  /// A value in a range, as a bar: `[####------]`.
  ///
  /// - Parameters:
  ///   - fraction: Where the value is, from 0 to 1. Values beyond either end are drawn as that end,
  ///     NaN as 0.
  ///   - width: The columns between the brackets.
  package static func slider(_ fraction: Double, width: Int = 10) -> String {
    let width = max(width, 0)
    let within = fraction > 0 ? min(fraction, 1) : 0
    let filled = Int((within * Double(width)).rounded())
    return "["
      + String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled) + "]"
  }
}
