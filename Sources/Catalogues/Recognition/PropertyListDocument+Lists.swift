package import PropertyLists

/// Reading dictionaries and arrays as lists.
extension PropertyListDocument {
  /// An element of a list: its value and, if the list is a dictionary with meaningful keys, its
  /// key.
  struct ListElement {
    let key: ScalarIndex?
    let value: NodeIndex
  }

  /// Calls the closure with the elements of an array or a dictionary. Keys that only number the
  /// values are left out.
  ///
  /// - Parameter level: The level of the section that the list belongs to, if any.
  func forEachElement(
    of list: NodeIndex, insideSectionOf level: Shape.Level? = nil, _ body: (ListElement) -> Void
  ) {
    if case .numberedSections? = level, kind(of: list) == .dict {
      let inside = census(of: list)
      // Without containers it has only fields, such as its title.
      if inside.arrays + inside.dicts == 0 { return }
      if let members = numberedMembers(of: list) {
        for value in members { body(ListElement(key: nil, value: value)) }
        return
      }
    }
    switch kind(of: list) {
    case .array:
      for value in elements(of: list) { body(ListElement(key: nil, value: value)) }
    case .dict:
      let isNumbered = isNumberedList(list)
      for (key, value) in members(of: list) {
        body(ListElement(key: isNumbered ? nil : key, value: value))
      }
    default: break
    }
  }

  /// The list that holds the elements: the list itself or, for an array whose only element is a
  /// dictionary of titled arrays, that dictionary.
  ///
  /// - Parameter level: The level of the dictionaries in the list, if it is known.
  func innerList(of list: NodeIndex, at level: Shape.Level? = nil) -> NodeIndex {
    guard kind(of: list) == .array, let only = onlyElement(of: list), kind(of: only) == .dict else {
      return list
    }
    if case .sections(let memberKeys, _)? = level,
      memberKeys.contains(where: { value(of: $0, in: only) != nil })
    {
      return list
    }
    var count = 0
    for (key, value) in members(of: only) {
      let name = FieldNames.normalized(text(of: key))
      guard kind(of: value) == .array, !FieldNames.isMemberList(name),
        !FieldNames.isAttributeList(name, ofDictionaries: false)
      else { return list }
      count += 1
    }
    return count > 0 && !isNumberedList(only) ? only : list
  }

  private func onlyElement(of array: NodeIndex) -> NodeIndex? {
    let first = firstChild(of: array)
    return first < end(of: array) && end(of: first) == end(of: array) ? first : nil
  }

  /// Whether all keys of a dictionary differ only in a number, counted without gaps from 0 (or,
  /// after a common word, from 1), and all values are containers.
  ///
  /// After a word other than "item", the values must have names of their own: otherwise the key,
  /// such as "Grade 2", is the name.
  func isNumberedList(_ dict: NodeIndex) -> Bool {
    var numbers: [Int] = []
    var prefix: String?
    var areNamed = true
    for (key, value) in members(of: dict) {
      guard kind(of: value).isContainer, let parts = numberedName(text(of: key)),
        prefix == nil || prefix == parts.prefix
      else { return false }
      if prefix == nil {
        prefix = parts.prefix
        areNamed = ["", "item"].contains(FieldNames.normalized(parts.prefix))
      }
      if !areNamed, !hasName(value) { return false }
      numbers.append(parts.number)
    }
    return isCounting(numbers, prefix: prefix ?? "") && dict != stringTable
  }

  /// The values that a dictionary's keys only number: all values of a numbered list; else the
  /// containers with numbered keys, if they have names of their own; else, without such containers,
  /// the single values if all are numbered.
  package func numberedItems(of dict: NodeIndex) -> [NodeIndex] {
    if isNumberedList(dict) { return members(of: dict).map(\.value) }
    let items = numberedMembers(of: dict) ?? []
    if !items.isEmpty { return items.allSatisfy(hasName) ? items : [] }
    return numberedMembers(of: dict, areContainers: false) ?? []
  }

  /// Whether a value is a dictionary with a text under a usual key of names or titles.
  private func hasName(_ value: NodeIndex) -> Bool {
    kind(of: value) == .dict
      && members(of: value).contains { member in
        kind(of: member.value) == .string
          && FieldNames.titleRank(FieldNames.normalized(text(of: member.key))) != nil
      }
  }

  /// The size of a value with everything in it, in words of the node table: about its number of
  /// values and keys.
  func size(of node: NodeIndex) -> Int { end(of: node).rawValue - node.rawValue }

  /// The containers in a dictionary, if all keys of containers are numbered; otherwise `nil`.
  ///
  /// - Parameter areContainers: False to look for single values instead of containers.
  func numberedMembers(of dict: NodeIndex, areContainers: Bool = true) -> [NodeIndex]? {
    var numbers: [Int] = []
    var values: [NodeIndex] = []
    var prefix: String?
    for (key, value) in members(of: dict) where kind(of: value).isContainer == areContainers {
      guard let parts = numberedName(text(of: key)), prefix == nil || prefix == parts.prefix
      else { return nil }
      prefix = parts.prefix
      numbers.append(parts.number)
      values.append(value)
    }
    return isCounting(numbers, prefix: prefix ?? "") ? values : nil
  }

  private func isCounting(_ numbers: [Int], prefix: String) -> Bool {
    let sorted = numbers.sorted()
    guard let first = sorted.first, first == 0 || first == 1 && !prefix.isEmpty && sorted.count > 1
    else { return false }
    return zip(sorted, sorted.dropFirst()).allSatisfy { $1 == $0 + 1 }
  }

  private func numberedName(_ key: String) -> (prefix: String, number: Int)? {
    let digits = key.reversed().prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, let number = Int(String(digits.reversed())) else { return nil }
    return (String(key.dropLast(digits.count)), number)
  }

  /// The text of a value that can be shown: a string, key, number, date or boolean; otherwise
  /// `nil`.
  func shownText(of value: NodeIndex) -> String? { scalar(value).flatMap(shownText) }

  /// The text of a scalar that can be shown; `nil` for data.
  func shownText(of scalar: ScalarIndex) -> String? {
    switch kind(of: scalar.node) {
    case .string, .key, .integer, .real, .date: text(of: scalar)
    case .true: "true"
    case .false: "false"
    case .data, .array, .dict: nil
    }
  }

  /// Calls the closure with the UTF-8 of the result of `shownText(of:)`, without making a string.
  package func withShownText(
    of scalar: ScalarIndex, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    if let flag = boolean(at: scalar.node) {
      var text = flag ? "true" : "false"
      text.withUTF8(body)
    } else {
      withText(of: scalar, body)
    }
  }

  /// The numbers of a container's values that are scalars, arrays and dictionaries.
  func census(of container: NodeIndex) -> (scalars: Int, arrays: Int, dicts: Int) {
    var result = (scalars: 0, arrays: 0, dicts: 0)
    let isDict = kind(of: container) == .dict
    var isKey = isDict
    for child in elements(of: container) {
      defer { if isDict { isKey.toggle() } }
      if isKey { continue }
      switch kind(of: child) {
      case .array: result.arrays += 1
      case .dict: result.dicts += 1
      default: result.scalars += 1
      }
    }
    return result
  }
}
