/// What the value of a field in a recfile is.
package enum RecordType: String, CaseIterable, Sendable {
  case string, integer, real, boolean, date, data
  /// A container; the field says only that it is there, or that it is empty.
  case array, dict
  /// A text of which a field cannot have every character, in JSON.
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

  /// What a descriptor calls the type: one of recutils' types if all values of these are of it, or
  /// else one that the descriptor defines. Of real numbers, recutils has those without exponents.
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

  /// - Parameter name: The name of a type in a descriptor. Types of texts are not told apart.
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
