import ICUText

/// How the controls of forms and of settings are drawn in text.
package enum Look {
  /// A switch, or a choice of which several may be taken: `[x]` or `[ ]`.
  package static func checkBox(_ isOn: Bool) -> String { isOn ? "[x]" : "[ ]" }

  /// A choice of which only one may be taken: `(•)` or `( )`.
  ///
  /// - Parameter ascii: Whether only ASCII can be shown: `(*)`.
  package static func radioButton(_ isOn: Bool, ascii: Bool) -> String {
    isOn ? (ascii ? "(*)" : "(•)") : "( )"
  }

  /// A text in its field, with lines where there is room for more: `[Ada_______]`.
  ///
  /// - Parameter width: The columns between the brackets, if the text takes fewer.
  package static func textField(_ text: String, width: Int = 12) -> String {
    "[" + text + String(repeating: "_", count: max(width - DisplayWidth.of(text), 0)) + "]"
  }

  /// A value between two others, as a bar: `[####------]`.
  ///
  /// - Parameters:
  ///   - fraction: Where the value is, from 0 to 1. What is beyond is drawn as the end it is beyond,
  ///     what is no number as 0.
  ///   - width: The columns between the brackets.
  package static func slider(_ fraction: Double, width: Int = 10) -> String {
    let width = max(width, 0)
    let within = fraction > 0 ? min(fraction, 1) : 0
    let filled = Int((within * Double(width)).rounded())
    return "["
      + String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled) + "]"
  }
}
