import PropertyLists

/// Reading dictionaries according to a level of a shape.
extension PropertyListDocument {
  /// The lists that hold a dictionary's members; empty if it is not a section.
  func memberLists(of dict: NodeIndex, at level: Shape.Level) -> [NodeIndex] {
    switch level {
    case .entries: return []
    case .keyedSections, .numberedSections: return [dict]
    case .titledByKey:
      return members(of: dict).map(\.value).filter { kind(of: $0).isContainer }
    case .sections(let memberKeys, _):
      for key in memberKeys {
        if let list = value(of: key, in: dict), kind(of: list).isContainer { return [list] }
      }
      return []
    }
  }

  /// Whether a row of a settings page is the header of those after it.
  func isHeaderRow(_ dict: NodeIndex) -> Bool {
    value(of: "Type", in: dict).flatMap(scalar).map { hasText($0, "PSGroupSpecifier") } ?? false
  }

  /// Whether a dictionary is a row of a form that hides and shows rows.
  func isFormRow(_ node: NodeIndex) -> Bool {
    kind(of: node) == .dict && value(of: FormKey.isVisible.rawValue, in: node) != nil
      && value(of: FormKey.additionalRows.rawValue, in: node) != nil
  }

  /// Follows keys and positions joined by dots; `\.` is a dot in a key.
  ///
  /// - Throws: `RootError` with what exists instead.
  func node(at path: String) throws(RootError) -> (node: NodeIndex, path: [String]) {
    var node = root
    let components = FieldPath.components(of: path)
    for component in components {
      guard let next = child(component, of: node) else {
        throw RootError(path: path, component: component, candidates: childNames(of: node))
      }
      node = next
    }
    return (node, components)
  }

  private func child(_ name: String, of node: NodeIndex) -> NodeIndex? {
    switch kind(of: node) {
    case .dict: return value(of: name, in: node)
    case .array:
      guard let position = Int(name), position >= 0 else { return nil }
      return elements(of: node).dropFirst(position).first { _ in true }
    default: return nil
    }
  }

  private func childNames(of node: NodeIndex) -> [String] {
    switch kind(of: node) {
    case .dict: members(of: node).prefix(13).map { text(of: $0.key) }
    case .array: elements(of: node).prefix(13).enumerated().map { String($0.offset) }
    default: []
    }
  }
}
