import Catalogues
package import PropertyLists

extension FieldType {
  /// The type of values of a kind; `nil` for containers and data.
  init?(_ kind: NodeKind) {
    switch kind {
    case .string, .key: self = .string
    case .integer: self = .integer
    case .real: self = .real
    case .true, .false: self = .boolean
    case .date: self = .date
    case .data, .array, .dict: return nil
    }
  }
}

extension PropertyListDocument {
  /// A value as it is written in a field; empty for containers and data.
  package func writtenText(of node: NodeIndex) -> String {
    switch kind(of: node) {
    case .true: "true"
    case .false: "false"
    case .array, .dict, .data: ""
    default: scalar(node).map(text) ?? ""
    }
  }
}
