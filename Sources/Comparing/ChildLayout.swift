import PropertyLists

/// The white space around the children of a container.
struct ChildLayout {
  private let before: Space
  /// In front of the end tag of a container that had no children.
  let beforeEnd: [UInt8]
  private let unit: [UInt8]

  /// - Parameter child: A child of it, if it has one.
  init(_ container: NodeIndex, _ child: NodeIndex?, _ document: PropertyListDocument) {
    unit = document.indentationUnit
    let first = document.key(before: child ?? container) ?? child ?? container
    let space = document.space(before: document.elementStart(of: first))
    let layout = MemberLayout(beforeElement: space, unit: unit)
    (before, beforeEnd) = child == nil ? (layout.beforeKey, layout.beforeEnd.bytes) : (space, [])
  }

  init(beside child: NodeIndex, _ document: PropertyListDocument) {
    self.init(child, child, document)
  }

  /// The text of a child from elsewhere, with the white space in front of it, as it is written here.
  ///
  /// - Parameter old: The indentation that it had; `nil` if it did not begin a line.
  func fitted(_ text: [UInt8], from old: Reindenting.Indentation?) -> [UInt8] {
    let space = text.prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    let rest = text[space.endIndex...]
    guard let new = before.indentation else {
      // Several on a line.
      return before.bytes + rest
    }
    guard let old, space.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return before.line(indentedBy: new).bytes + rest
    }
    return Reindenting.reindented(
      text, from: old, to: Reindenting.Indentation(outer: new, unit: unit))
  }
}
