import PropertyLists

/// What an entry of a String Catalog becomes: values as they are written, and new ones.
struct EditedString {
  private typealias Key = LocalizedField.Key

  private indirect enum Value {
    /// A value of the document that stays.
    case written(NodeIndex)
    /// The text of a new element.
    case element([UInt8])
    case dict([Member])
  }

  private struct Member {
    let key: String
    var value: Value
  }

  private let document: PropertyListDocument
  private var root: Value

  /// - Parameter entry: The dictionary of an entry; `nil` for a new one.
  init(_ entry: NodeIndex?, in document: PropertyListDocument) {
    self.document = document
    root = entry.map { .written($0) } ?? .dict([])
  }

  // MARK: Looking

  /// The node of what is written at a path, and still there.
  func node(at path: some Sequence<String>) -> NodeIndex? {
    if case .written(let node)? = value(at: path) { node } else { nil }
  }

  func hasValue(at path: some Sequence<String>) -> Bool { value(at: path) != nil }

  private func value(at path: some Sequence<String>) -> Value? {
    path.reduce(Optional(root)) { outer, key in
      outer.flatMap(members)?.first { $0.key == key }?.value
    }
  }

  /// The keys in a dictionary at a path.
  func keys(at path: some Sequence<String>) -> [String] {
    value(at: path).flatMap(members)?.map(\.key) ?? []
  }

  /// The members of a dictionary; `nil` for what is none.
  private func members(of value: Value) -> [Member]? {
    switch value {
    case .written(let node):
      guard document.kind(of: node) == .dict else { return nil }
      return document.members(of: node).map {
        Member(key: document.exactText(of: $0.key), value: .written($0.value))
      }
    case .element: return nil
    case .dict(let members): return members
    }
  }

  // MARK: Changing

  /// Puts an element at a path, with the dictionaries that lead there. A new key goes where it belongs
  /// if the others are sorted, as Xcode writes them, and else to the end.
  ///
  /// - Throws: `EditError.holdsNoFields` if the path leads through a single value.
  mutating func set(
    _ path: some Collection<String>, to element: [UInt8], for name: String
  ) throws(EditError) {
    root = try setting(Array(path)[...], to: element, in: root, for: name)
  }

  private func setting(
    _ path: ArraySlice<String>, to element: [UInt8], in value: Value?, for name: String
  ) throws(EditError) -> Value {
    guard let key = path.first else { return .element(element) }
    var own: [Member] = []
    if let value {
      guard let members = members(of: value) else {
        throw .holdsNoFields([name], key: name)
      }
      own = members
    }
    let places = own.indices.filter { own[$0].key == key }
    for place in places {
      own[place].value = try setting(
        path.dropFirst(), to: element, in: own[place].value, for: name)
    }
    if places.isEmpty {
      let new = Member(
        key: key, value: try setting(path.dropFirst(), to: element, in: nil, for: name))
      own.insert(new, at: EditedString.place(of: key, among: own.map(\.key)))
    }
    return .dict(own)
  }

  private static func place(of key: String, among keys: [String]) -> Int {
    func isOrdered(_ one: String, _ other: String) -> Bool {
      !other.utf8.lexicographicallyPrecedes(one.utf8)
    }
    let isSorted = zip(keys, keys.dropFirst()).allSatisfy(isOrdered)
    return isSorted ? keys.firstIndex { isOrdered(key, $0) } ?? keys.count : keys.count
  }

  /// Removes what is at a path, and the dictionaries around it that become empty.
  mutating func remove(_ path: some Collection<String>) {
    root = removing(Array(path)[...], from: root) ?? .dict([])
  }

  private func removing(_ path: ArraySlice<String>, from value: Value) -> Value? {
    guard let key = path.first, let own = members(of: value) else { return nil }
    let rest = own.compactMap { member in
      member.key != key
        ? member
        : removing(path.dropFirst(), from: member.value).map { Member(key: key, value: $0) }
    }
    return rest.isEmpty ? nil : .dict(rest)
  }

  // MARK: Writing

  /// The element of the entry.
  func element() throws(ValueError) -> [UInt8] { try element(of: root) }

  private func element(of value: Value) throws(ValueError) -> [UInt8] {
    switch value {
    case .written(let node): return document.text(at: document.elementRange(of: node))
    case .element(let text): return text
    case .dict(let members):
      if members.isEmpty { return Array("<dict/>".utf8) }
      var text = Array("<dict>".utf8)
      for member in members {
        text += try document.element(of: member.key, as: .key) + element(of: member.value)
      }
      return text + Array("</dict>".utf8)
    }
  }
}
