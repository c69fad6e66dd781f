import PropertyLists

/// A value for a key, as users write it: `year=1998`, `year:integer=1998`.
package struct FieldAssignment: Equatable, Sendable {
  /// The key; empty for the value of an entry that is not a dictionary.
  package let key: String
  /// The type, or `nil` for the one that the key's values have in neighbouring entries.
  package let type: FieldType?
  package let value: String

  package init(key: String, type: FieldType?, value: String) {
    self.key = key
    self.type = type
    self.value = value
  }
}

/// The types that users can name.
package enum FieldType: String, CaseIterable, Sendable {
  case string, integer, real, boolean, date, data, array, dict
  /// An element as it is to be written to the file.
  case xml

  /// The kind of node; `nil` for an element, which specifies it itself.
  var kind: NodeKind? {
    switch self {
    case .string: .string
    case .integer: .integer
    case .real: .real
    case .boolean: .true
    case .date: .date
    case .data: .data
    case .array: .array
    case .dict: .dict
    case .xml: nil
    }
  }
}
