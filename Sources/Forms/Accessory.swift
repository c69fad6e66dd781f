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
