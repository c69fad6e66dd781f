import Catalogues
import Comparing
import Platform
import PropertyLists

/// Values of documents as scripts express them.
extension FieldAssignment {
  /// A field with a value as an XML element.
  init(
    _ key: String = "", wholeValue node: NodeIndex, of document: PropertyListDocument
  ) throws(EditError) {
    if document.isNull(node) {
      self.init(key: key, type: .null, value: "")
      return
    }
    var inner = node
    while inner < document.end(of: node) {
      if document.exactObject(of: inner) != nil, !document.isNull(inner) {
        throw .value(
          key: key, ReportedError("no command can say a value that only binary files have"))
      }
      inner =
        document.kind(of: inner).isContainer
        ? document.firstChild(of: inner) : document.end(of: inner)
    }
    do throws(ReportedError) {
      var text: [UInt8] = []
      try document.appendElement(of: node, to: &text)
      self.init(key: key, element: text)
    } catch {
      throw .value(key: key, error)
    }
  }
}

extension PropertyListDocument {
  /// Keys under which some dictionary has a value that is not a text, which may be a container; the
  /// empty key means elements of arrays that are scalars other than texts.
  var mixedKeys: Set<String> {
    var result: Set<String> = []
    var node = root
    while node < end {
      if kind(of: node) == .key, let key = scalar(node), kind(of: end(of: node)) != .string {
        result.insert(text(of: key))
      }
      if kind(of: node) == .array,
        elements(of: node).contains(where: { !kind(of: $0).isContainer && kind(of: $0) != .string })
      {
        result.insert("")
      }
      node = kind(of: node).isContainer ? firstChild(of: node) : end(of: node)
    }
    return result
  }

  /// Appends an element with the same value, without white space or comments.
  ///
  /// - Throws: `ReportedError` for text that XML cannot represent.
  fileprivate func appendElement(
    of node: NodeIndex, to text: inout [UInt8]
  ) throws(ReportedError) {
    let kind = kind(of: node)
    switch kind {
    case .string where isNull(node): text += PropertyListDocument.nullElement
    case .array, .dict:
      text += Array("<\(kind.elementName)>".utf8)
      for child in children(of: node) {
        if kind == .dict, let key = key(before: child).flatMap(scalar) {
          text += try ElementText.key(self.text(of: key))
        }
        try appendElement(of: child, to: &text)
      }
      text += Array("</\(kind.elementName)>".utf8)
    case .true, .false: text += Array("<\(kind.elementName)/>".utf8)
    default: text += try ElementText.value(writtenText(of: node), as: kind)
    }
  }

  /// A single value in the form that commands take.
  func writtenText(of node: NodeIndex) -> String {
    switch kind(of: node) {
    case .true: "true"
    case .false: "false"
    default: scalar(node).map(text) ?? ""
    }
  }
}
