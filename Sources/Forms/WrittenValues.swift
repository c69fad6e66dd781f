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
  /// An assignment of a copy of a value; `nil` for containers and data. A value that only a binary
  /// file can express, such as a text with a control character, is copied as an element.
  init?(_ key: String, copying node: NodeIndex, of document: PropertyListDocument) {
    guard let type = FieldType(document.kind(of: node)) else { return nil }
    if document.exactObject(of: node) == nil {
      self.init(key: key, type: type, value: document.writtenText(of: node))
    } else {
      let element = document.text(at: document.elementRange(of: node))
      self.init(key: key, element: element)
    }
  }
}

extension PropertyListDocument {
  /// Whether a value has the kind and the text of the value under a key of another dictionary.
  func isSame(_ value: NodeIndex?, under key: String, asIn other: NodeIndex?) -> Bool {
    guard let value, let other, kind(of: other) == .dict, let old = self.value(of: key, in: other)
    else { return false }
    return kind(of: old) == kind(of: value) && writtenText(of: old) == writtenText(of: value)
  }

  /// The text of a value in a field; empty for containers and data.
  package func writtenText(of node: NodeIndex) -> String {
    switch kind(of: node) {
    case .true: "true"
    case .false: "false"
    case .array, .dict, .data: ""
    default: scalar(node).map(text) ?? ""
    }
  }
}
