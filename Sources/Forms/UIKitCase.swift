import Catalogues

/// The name of a case of one of UIKit's enumerations, as property lists have it:
/// `UITableViewCellStyleValue1`, `UITableViewCell.CellStyle.value1`, `.value1`, `Right Detail` or
/// `1`.
struct UIKitCase {
  /// The name in lower case, without the type and without anything but letters and digits.
  let name: String
  /// Whether the text says of which type it is, or at least that it is a case.
  let isQualified: Bool

  /// - Parameter type: The enumeration's own name, `CellStyle` or `AccessoryType`.
  init(_ text: String, of type: String) {
    let name = text.lowercased().filter { $0.isLetter || $0.isNumber }
    let type = type.lowercased()
    // The Objective-C names leave out what Swift repeats, or the word for a type.
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
