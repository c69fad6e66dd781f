import PropertyLists

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
