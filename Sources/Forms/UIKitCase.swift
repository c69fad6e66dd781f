import Catalogues

/// A case of one of UIKit's enumerations, as it is written in property lists:
/// `UITableViewCellStyleValue1`, `UITableViewCell.CellStyle.value1`, `.value1`, `Right Detail` or
/// `1`.
struct UIKitCase {
  /// The name in lower case, without the type and without anything but letters and digits.
  let name: String
  /// Whether the text has the name of the type or begins with a dot, so that it is certainly a
  /// case.
  let isQualified: Bool

  /// - Parameter type: The enumeration's own name, `CellStyle` or `AccessoryType`.
  init(_ text: String, of type: String) {
    let name = text.lowercased().filter { $0.isLetter || $0.isNumber }
    let type = type.lowercased()
    // Objective-C's names do not repeat the outer type, or leave out the word `Type`.
    let short = type.hasSuffix("type") ? String(type.dropLast(4)) : type
    let prefixes = [
      "uitableviewcell" + type, "uitableview" + type, "uitableviewcell" + short,
      "uitableview" + short, type,
    ]
    let prefix = prefixes.first { name.hasPrefix($0) && name.count > $0.count }
    self.name = prefix.map { String(name.dropFirst($0.count)) } ?? name
    isQualified = prefix != nil || text.hasPrefix(".")
  }
}
