package import PropertyLists

/// The elements of single values, as they are printed.
extension PropertyListDocument {
  /// The element of a value as it is written, without the indentation of its containers.
  package func elementText(of value: NodeIndex) -> String {
    let outer = space(before: elementStart(of: key(before: value) ?? value)).indentation ?? []
    let unit = indentationUnit
    let text = Reindenting.reindented(
      text(at: elementRange(of: value)), from: Reindenting.Indentation(outer: outer, unit: unit),
      to: Reindenting.Indentation(outer: [], unit: unit))
    return String(decoding: text, as: UTF8.self)
  }

  /// An element that was written without outer indentation, indented for the line that the space
  /// begins.
  func reindented(_ element: [UInt8], after space: Space) -> [UInt8] {
    guard let outer = space.indentation else { return element }
    return Reindenting.reindented(
      element, from: Reindenting.Indentation(outer: [], unit: [0x09]),
      to: Reindenting.Indentation(outer: outer, unit: indentationUnit))
  }
}

extension NodeKind {
  /// The names of types, in the order in which help lists them.
  package static var typeNames: [String] {
    FieldType.allCases.filter { $0.kind != nil }.map(\.rawValue)
  }

  /// - Parameter name: The name of a type, or `bool`, `int` or `float`.
  package init?(typeNamed name: String) {
    guard let kind = FieldType(named: name)?.kind else { return nil }
    self = kind
  }

  /// The name of the value's type: `boolean` for `true` and `false`.
  package var fieldTypeName: String {
    switch self {
    case .true, .false: FieldType.boolean.rawValue
    default: elementName
    }
  }

  package func isSameType(as other: NodeKind) -> Bool { fieldTypeName == other.fieldTypeName }
}
