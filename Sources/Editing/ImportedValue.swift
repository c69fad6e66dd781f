import Catalogues
import Platform
package import PropertyLists

/// A value of another file.
package struct ImportedValue: Equatable, Sendable {
  /// `.true` for both booleans.
  package let kind: NodeKind
  /// The text of a scalar; an array or a dictionary as XML without white space between elements.
  package let text: String
  /// A null, a date, a large number, or a container, as XML with details that only a binary file
  /// has, such as fractions of seconds, or only JSON, which is null; `nil` if the two files are not
  /// both of that kind.
  package let exact: String?

  init(kind: NodeKind, text: String, exact: String? = nil) {
    (self.kind, self.text, self.exact) = (kind, text, exact)
  }

  /// - Parameter isExact: Whether both files are binary, or both are JSON, so that details count
  ///   that only such files have.
  /// - Complexity: O(*n*) in the length of the value.
  init(_ node: NodeIndex, of document: PropertyListDocument, isExact: Bool = false) {
    func exact() -> String? {
      isExact
        ? String(decoding: ImportedValue.xml(of: node, in: document, isExact: true), as: UTF8.self)
        : nil
    }
    switch document.kind(of: node) {
    case .string, .key:
      self.init(
        kind: .string, text: document.scalar(node).map(document.exactText) ?? "",
        exact: document.isNull(node) ? exact() : nil)
    case .true: self.init(kind: .true, text: "true")
    case .false: self.init(kind: .true, text: "false")
    case .data:
      self.init(kind: .data, text: Base64.encode(document.data(at: node) ?? []))
    case .integer: self.init(kind: .integer, text: document.integer(at: node)?.description ?? "")
    case .real, .date:
      let text = document.scalar(node).map(document.text) ?? ""
      let kind = document.kind(of: node)
      self.init(
        kind: kind, text: text.filter { !$0.isWhitespace },
        exact: ImportedValue.mayBeInexact(node, in: document) ? exact() : nil)
    case .array, .dict:
      self.init(
        kind: document.kind(of: node),
        text: String(decoding: ImportedValue.xml(of: node, in: document), as: UTF8.self),
        exact: exact())
    }
  }

  /// Whether the value is an empty text, as in an empty cell, which is not added to an entry
  /// without the field.
  var isEmpty: Bool { kind == .string && text.isEmpty }

  /// The text by which values are compared. Real numbers, which may be written in several ways, are
  /// normalized.
  var comparable: String {
    kind == .real ? SortValue.normalized(real: text) : text
  }

  /// Whether a value of a catalogue is equal to this one.
  func isEqual(to node: NodeIndex, of document: PropertyListDocument) -> Bool {
    if kind == .string, let string = document.string(node) {
      return document.hasExactText(string, text) && document.isNull(node) == (exact != nil)
    }
    let other = ImportedValue(node, of: document, isExact: exact != nil)
    return ExactText(other.comparable) == ExactText(comparable)
      && (exact.map(ExactText.init) == other.exact.map(ExactText.init))
  }

  /// The value converted to another kind.
  ///
  /// - Returns: `nil` if it cannot be converted.
  func converted(to wanted: NodeKind) -> ImportedValue? {
    let wanted: NodeKind = wanted == .false ? .true : wanted
    if kind == wanted { return self }
    if kind == .string, wanted.isContainer { return container(wanted) }
    if kind.isContainer || wanted.isContainer || kind == .data { return nil }
    var text = text
    switch wanted {
    case .string: return ImportedValue(kind: .string, text: text)
    case .true:
      switch text.lowercased() {
      case "true", "yes", "1": text = "true"
      case "false", "no", "0": text = "false"
      default: return nil
      }
    // `now` stays a text, since as a date it would be another value each time.
    case .date:
      if text != "now", let date = TypedDate(text) {
        guard let written = date.written else { return nil }
        text = written
      }
    case .integer: text = Int128(text)?.description ?? text
    case .real, .data, .key, .false, .array, .dict: break
    }
    if (try? ElementText.value(text, as: wanted)) == nil { return nil }
    return ImportedValue(kind: wanted, text: text)
  }

  /// A list or a dictionary that is written in JSON, as in cells of tables.
  private func container(_ wanted: NodeKind) -> ImportedValue? {
    guard
      let document = try? PropertyListDocument(
        FileBytes(text.utf8), format: .json, decoding: DecodingOptions(isTagged: true)),
      document.kind(of: .root) == wanted
    else { return nil }
    return ImportedValue(.root, of: document)
  }

  /// The value as a field.
  ///
  /// - Parameters:
  ///   - indentation: The indentation of the element; `nil` if elements are on one line.
  ///   - unit: The additional indentation of inner elements, as white space.
  func assignment(to key: String, indentation: [UInt8]?, unit: [UInt8]) -> FieldAssignment {
    guard kind.isContainer else {
      return exact.map { FieldAssignment(key: key, type: .xml, value: $0) }
        ?? FieldAssignment(key: key, type: kind.fieldType, value: text)
    }
    let text = exact ?? text
    let laidOut = indentation.map { ImportedValue.laidOut(Array(text.utf8), $0, unit) }
    return FieldAssignment(
      key: key, type: .xml, value: laidOut.map { String(decoding: $0, as: UTF8.self) } ?? text)
  }

  // MARK: XML

  /// Whether XML may lose details of a scalar. Dates lose fractions of seconds. Integers of more
  /// than 64 bits are real numbers with all their digits in a binary file. Real numbers of 4 bytes
  /// lose nothing.
  private static func mayBeInexact(_ node: NodeIndex, in document: PropertyListDocument) -> Bool {
    switch document.kind(of: node) {
    case .date: true
    case .string: document.isNull(node)
    case .real:
      document.scalar(node).map(document.text)?.utf8.allSatisfy { $0 == 0x2D || 0x30...0x39 ~= $0 }
        ?? false
    default: false
    }
  }

  private static func xml(
    of node: NodeIndex, in document: PropertyListDocument, isExact: Bool = false
  ) -> [UInt8] {
    let kind = document.kind(of: node)
    guard kind.isContainer else {
      if !isExact, document.isNull(node) { return [] }
      if isExact, mayBeInexact(node, in: document) {
        return document.text(at: document.elementRange(of: node))
      }
      let value = ImportedValue(node, of: document)
      // A value that was read can be written, so that nothing is lost here.
      return (try? document.element(of: value.text, as: kind)) ?? []
    }
    var content: [UInt8] = []
    if kind == .array {
      for element in document.elements(of: node) {
        content += xml(of: element, in: document, isExact: isExact)
      }
    } else {
      for member in document.members(of: node) where isExact || !document.isNull(member.value) {
        content += (try? document.element(of: document.exactText(of: member.key), as: .key)) ?? []
        content += xml(of: member.value, in: document, isExact: isExact)
      }
    }
    return ElementText.container(kind, content)
  }

  /// XML with each element on a line of its own.
  private static func laidOut(_ text: [UInt8], _ base: [UInt8], _ unit: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var depth = 0
    var index = 0
    func line() {
      if index > 0 { result += [0x0A] + base + Array(repeatElement(unit, count: depth).joined()) }
    }
    while index < text.count {
      let rest = text[index...]
      // Scalars are copied as a whole; in escaped text, `<` begins a tag.
      let tag = rest.prefix { $0 != UInt8(ascii: ">") }
      let isEnd = tag.starts(with: "</".utf8)
      let isContainer = tag.elementsEqual("<array".utf8) || tag.elementsEqual("<dict".utf8)
      var end = tag.endIndex + 1
      if isEnd { depth -= 1 }
      line()
      if !isEnd, !isContainer, tag.last != UInt8(ascii: "/") {
        // The content and the end tag.
        while !text[end...].starts(with: "</".utf8) { end += 1 }
        while text[end] != UInt8(ascii: ">") { end += 1 }
        end += 1
      }
      result += text[index..<end]
      if isContainer { depth += 1 }
      index = end
    }
    return result
  }
}

extension NodeKind {
  fileprivate var fieldType: FieldType {
    switch self {
    case .string, .key: .string
    case .integer: .integer
    case .real: .real
    case .true, .false: .boolean
    case .date: .date
    case .data: .data
    case .array, .dict: .xml
    }
  }
}
