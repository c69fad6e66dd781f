/// The colours of what stands out on the full screen. Most of it is also bold, underlined or
/// reversed.
package struct Theme: Equatable, Sendable {
  /// What is selected, and where text is typed.
  package var focus: CellStyle.Color?
  /// Where a search matches.
  package var hit: CellStyle.Color?
  /// Rows that are marked.
  package var mark: CellStyle.Color?
  /// Letters of the strip under which something was found.
  package var letter: CellStyle.Color?
  package var file: CellStyle.Color?
  package var added: CellStyle.Color?
  /// Errors, and what was removed.
  package var alert: CellStyle.Color?

  /// The colours that can be read on a light background.
  package static let light = Theme(
    focus: .blue, hit: .red, mark: .magenta, letter: .blue, file: .magenta, added: .green,
    alert: .red)
  /// The colours that can be read on a dark background.
  package static let dark = Theme(
    focus: .brightCyan, hit: .brightYellow, mark: .brightMagenta, letter: .brightCyan,
    file: .brightMagenta, added: .brightGreen, alert: .brightRed)
  /// The colours that can be read on any background.
  package static let any = Theme(
    hit: .red, mark: .magenta, file: .magenta, added: .green, alert: .red)
  package static let none = Theme()

  /// The themes that a person may choose.
  package static let named = [("light", light), ("dark", dark), ("none", none)]

  /// The theme for the background that some terminals name in `COLORFGBG`: a number of a colour
  /// after the last semicolon.
  package static func forBackground(_ variable: String?) -> Theme {
    let number = variable?.split(separator: ";", omittingEmptySubsequences: false).last
    switch number.flatMap({ Int($0) }) {
    case 7?, 15?: return .light
    case 0?, 8?: return .dark
    default: return .any
    }
  }
}
