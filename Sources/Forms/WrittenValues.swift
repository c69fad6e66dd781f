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

extension FieldAssignment {
  /// A value like another one: as an element if only a binary file can say it, such as a text with
  /// a control character; `nil` for containers and data.
  init?(_ key: String, copying node: NodeIndex, of document: PropertyListDocument) {
    guard let type = FieldType(document.kind(of: node)) else { return nil }
    if document.exactObject(of: node) == nil {
      self.init(key: key, type: type, value: document.writtenText(of: node))
    } else {
      let element = document.text(at: document.elementRange(of: node))
      self.init(key: key, type: .xml, value: String(decoding: element, as: UTF8.self))
    }
  }
}

extension PropertyListDocument {
  /// Whether a value is written like the one under a key of another dictionary.
  func isSame(_ value: NodeIndex?, under key: String, asIn other: NodeIndex?) -> Bool {
    guard let value, let other, kind(of: other) == .dict, let old = self.value(of: key, in: other)
    else { return false }
    return kind(of: old) == kind(of: value) && writtenText(of: old) == writtenText(of: value)
  }

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
