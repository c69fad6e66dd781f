package import PropertyLists

/// The way from a value to a value inside it: keys of dictionaries and positions in arrays, from 0
/// or from the end with -1. The written form joins them by dots. `\.` is a dot in a key and `\\` a
/// backslash; other characters need no escape.
package struct FieldPath: Equatable, Sendable {
  package let components: [String]

  package init(components: [String]) { self.components = components }

  package init(_ text: String) {
    var components: [String] = []
    var current = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "." {
        components.append(String(current))
        current = String.UnicodeScalarView()
      } else if scalar == "\\", rest.first == "." || rest.first == "\\" {
        current.append(rest.removeFirst())
      } else {
        current.append(scalar)
      }
    }
    self.components = text.isEmpty ? [] : components + [String(current)]
  }

  package var text: String { components.map(FieldPath.escaped).joined(separator: ".") }

  /// A key or position as a component of a path.
  package static func escaped(_ key: String) -> String {
    if !hasDotsOrBackslashes(key) { return key }
    var text = String.UnicodeScalarView()
    for scalar in key.unicodeScalars {
      if scalar == "." || scalar == "\\" { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }

  /// The key of a new field from what a user wrote: with escapes, or with unescaped dots that
  /// belong to the key.
  static func key(writtenAs text: String) -> String {
    if !hasDotsOrBackslashes(text) { return text }
    let components = FieldPath(text).components
    return components.count == 1 ? components[0] : text
  }

  /// Whether a text has escapes, so that it was written as a path or as a key with escaped dots.
  static func isEscaped(_ text: String) -> Bool {
    let parsed = FieldPath(text).components
    return parsed.joined(separator: ".") != text
  }

  /// Whether a key could be misread as a path, or a path as a key: it has dots or backslashes.
  package static func hasDotsOrBackslashes(_ key: String) -> Bool {
    key.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\\") }
  }

  // MARK: Keys with dots

  /// The paths of the fields of an item, as they are shown and written. A key is written as it is,
  /// dots included, unless its value is a container, whose values are written as paths, or its
  /// first component is that of another path.
  ///
  /// - Parameter others: The first components of further paths.
  /// - Complexity: O(*n*) in the number of fields.
  package static func names(
    of fields: [(path: [String], isContainer: Bool)], beside others: [String] = []
  ) -> [String] {
    let areEasy = fields.allSatisfy { $0.path.count == 1 && !hasDotsOrBackslashes($0.path[0]) }
    if areEasy { return fields.map { $0.path[0] } }
    let starts = Set(fields.map { $0.path[0] } + others)
    return fields.map { path, isContainer in
      let whole = FieldPath(components: path)
      guard path.count == 1, !isContainer, hasDotsOrBackslashes(path[0]) else { return whole.text }
      let start = FieldPath(path[0]).components[0]
      return start != path[0] && starts.contains(start) ? whole.text : path[0]
    }
  }
}

extension PropertyListDocument {
  /// The value in a dictionary that a user's name means: the value at that path or, if there is
  /// none, under that key, dots included.
  package func value(named name: String, in dict: NodeIndex) -> NodeIndex? {
    guard FieldPath.hasDotsOrBackslashes(name) || kind(of: dict) == .array else {
      return value(of: name, in: dict)
    }
    return node(at: FieldPath(name).components, from: dict) ?? value(of: name, in: dict)
  }

  /// Whether a path leads from a value to another.
  func leads(_ path: some Sequence<String>, from value: NodeIndex) -> Bool {
    node(at: path, from: value) != nil
  }

  private func node(at path: some Sequence<String>, from value: NodeIndex) -> NodeIndex? {
    path.reduce(Optional(value)) { node, name in node.flatMap { child(name, of: $0) } }
  }
}
