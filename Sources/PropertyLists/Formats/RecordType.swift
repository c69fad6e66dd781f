/// The type of a field's value in a recfile.
package enum RecordType: String, CaseIterable, Sendable {
  case string, integer, real, boolean, date, data
  /// A container; the field says only that it is there, or that it is empty.
  case array, dict
  /// A text in JSON, because it has characters that a field cannot have.
  case json

  /// - Parameter name: The type as it is written after the path of a field: `.age:integer: 30`.
  package init?(named name: some StringProtocol) {
    switch name {
    case "bool": self = .boolean
    case "int": self = .integer
    case "float": self = .real
    default: self.init(rawValue: String(name))
    }
  }

  /// The name of the type in a descriptor: a type of recutils if it accepts all values, otherwise a
  /// type that the descriptor defines. Real numbers of recutils have no exponents.
  ///
  /// - Returns: `nil` for texts, which need no type.
  package func typeName(isPlain: Bool) -> (name: String, definition: String?)? {
    switch self {
    case .string: nil
    case .integer: ("int", nil)
    case .boolean: ("bool", nil)
    case .date: ("date", nil)
    case .real: isPlain ? ("real", nil) : ("plist_real", "line")
    case .data: ("plist_data", "regexp |^[A-Za-z0-9+/=[:space:]]*$|")
    case .array: ("plist_array", "size 0")
    case .dict: ("plist_dict", "size 0")
    case .json: ("plist_json", "line")
    }
  }

  /// - Parameter name: The name of a type in a descriptor. All types of texts are read as strings.
  init(ofDescriptor name: String) {
    switch name {
    case "int", "range": self = .integer
    case "bool": self = .boolean
    case "date": self = .date
    case "real": self = .real
    case _ where name.hasPrefix("plist_"):
      self = RecordType(rawValue: String(name.dropFirst("plist_".count))) ?? .string
    default: self = .string
    }
  }
}
