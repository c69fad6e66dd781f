import Platform
import PropertyLists

/// Reading dictionaries according to a level of a shape.
extension PropertyListDocument {
  /// The lists that hold a dictionary's members; empty if the dictionary is not a section.
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

  /// Whether scalars in a list are its elements. In a dictionary they are if it is one of names and
  /// values, not one of titled lists.
  ///
  /// - Parameters:
  ///   - outer: The level of the section that the list belongs to, if any.
  ///   - level: The level of the dictionaries in the list.
  func keepsScalars(
    _ list: NodeIndex, insideSectionOf outer: Shape.Level?, holding level: Shape.Level
  ) -> Bool {
    if case .numberedSections? = outer { return false }
    guard kind(of: list) == .dict else { return true }
    let census = census(of: list)
    return census.scalars >= census.arrays + census.dicts || census.arrays == 0 && level == .entries
  }

  /// The first strings among a section's members whose keys are those of headers and footers.
  func headerAndFooter(
    _ members: some Sequence<(key: ScalarIndex, value: NodeIndex)>, except title: NodeIndex?
  ) -> (header: NodeIndex?, footer: NodeIndex?) {
    var header: NodeIndex?
    var footer: NodeIndex?
    for (key, value) in members where kind(of: value) == .string && value != title {
      let name = FieldNames.normalized(text(of: key))
      if header == nil, FieldNames.isHeader(name) { header = value }
      if footer == nil, FieldNames.isFooter(name) { footer = value }
    }
    return (header, footer)
  }

  /// Whether a row of a settings page is the header of the rows after it.
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
  /// - Throws: `ReportedError` with what exists instead.
  func node(at path: String) throws(ReportedError) -> (node: NodeIndex, path: [String]) {
    var node = root
    let components = FieldPath(path).components
    for component in components {
      guard let next = child(component, of: node) else {
        throw ReportedError(root: path, component: component, candidates: childNames(of: node))
      }
      node = next
    }
    return (node, components)
  }

  /// The value directly inside a container: under a key, or at a position from 0 or, if negative,
  /// from the end.
  func child(_ name: String, of node: NodeIndex) -> NodeIndex? {
    switch kind(of: node) {
    case .dict: return value(of: name, in: node)
    case .array:
      guard var position = ValuePath.Step.name(name).position else { return nil }
      if position < 0 { position += elements(of: node).reduce(0) { count, _ in count + 1 } }
      return position < 0 ? nil : elements(of: node).dropFirst(position).first { _ in true }
    default: return nil
    }
  }

  /// The first 13 keys or positions of a container; empty for a single value.
  func childNames(of node: NodeIndex) -> [String] {
    switch kind(of: node) {
    case .dict: members(of: node).prefix(13).map { text(of: $0.key) }
    case .array: elements(of: node).prefix(13).enumerated().map { String($0.offset) }
    default: []
    }
  }
}

/// Finding dictionaries that are only wrapped around a list.
extension PropertyListDocument {
  /// The list that a dictionary holds, alone or beside little else.
  func wrappedList(in dict: NodeIndex) -> Member? { wrappedList(among: members(of: dict)) }

  /// The list among the members of a dictionary, alone or beside little else.
  ///
  /// - Complexity: O(*n*) in the number of members, and of the values in containers among them; of
  ///   an array only a few more elements are looked at than there are members.
  func wrappedList(among members: some Sequence<Member>) -> Member? {
    var (scalars, containers) = (0, 0)
    var size = 2
    for (key, value) in members {
      if kind(of: value).isContainer { containers += 1 } else { scalars += 1 }
      size += self.size(of: key.node) + self.size(of: value)
    }
    let lists = members.filter { isList($0.value, besideScalars: scalars) }
    guard lists.count == 1 else { return nil }
    // The list must have most of the values, or there must be little else: in a program's settings,
    // other keys are as important as a list.
    let list = lists[0]
    let isMost =
      containers == 1 && scalars <= 4
      || FieldNames.isMemberList(FieldNames.normalized(text(of: list.key)))
      || self.size(of: list.value) * 2 > size
    return isMost ? list : nil
  }

  private func isList(_ value: NodeIndex, besideScalars scalars: Int) -> Bool {
    switch kind(of: value) {
    case .array:
      // An array of few strings among many settings is itself a setting.
      let limit = scalars * (scalars > 3 ? 4 : 1)
      var count = 0
      for element in elements(of: value) {
        count += 1
        if kind(of: element).isContainer || count > limit { return true }
      }
      return scalars == 0
    case .dict:
      let inside = census(of: value)
      if inside.scalars == 0 { return inside.arrays + inside.dicts > 0 }
      // Nothing is beside the dictionary, and it is not a record.
      if scalars == 0, inside.dicts > max(inside.scalars, 1), inside.arrays == 0 { return true }
      // It may be a wrapper inside a wrapper, but not a record with a list of single values.
      guard let inner = wrappedList(in: value)?.value else { return false }
      return elements(of: inner).contains { kind(of: $0).isContainer }
    default: return false
    }
  }
}
