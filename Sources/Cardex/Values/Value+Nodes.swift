import Catalogues
import PropertyLists

/// Values in documents.
extension Value {
  /// The value of a node of a document without a tree's edits.
  init(_ node: NodeIndex, in document: PropertyListDocument) {
    switch document.kind(of: node) {
    case .array:
      self = .array(document.elements(of: node).map { Value($0, in: document) })
    case .dict:
      self = .dictionary(
        document.members(of: node).map {
          Member(key: document.exactText(of: $0.key), value: Value($0.value, in: document))
        })
    default: self.init(single: node, in: document)
    }
  }

  /// The value of a node with the edits of a tree.
  init(_ node: NodeIndex, in tree: EditedTree) {
    switch tree.document.kind(of: node) {
    case .array:
      self = .array(tree.members(of: node).map { Value(tree.value(of: $0), in: tree) })
    case .dict:
      self = .dictionary(
        tree.members(of: node).map { member in
          let key = tree.key(of: member).map(tree.document.exactText) ?? ""
          return Member(key: key, value: Value(tree.value(of: member), in: tree))
        })
    default: self.init(single: node, in: tree.document)
    }
  }

  private init(single node: NodeIndex, in document: PropertyListDocument) {
    let value: Value? =
      switch document.kind(of: node) {
      case .integer: document.integer(at: node).map { .integer($0) }
      case .real: document.real(at: node).map { .real($0) }
      case .true: .boolean(true)
      case .false: .boolean(false)
      case .date:
        document.date(at: node).map {
          .date(secondsSince1970: $0.secondsSince2001 + Value.secondsTo2001)
        }
      case .data: document.data(at: node).map { .data($0) }
      case .string, .key, .array, .dict: document.isNull(node) ? .null : nil
      }
    self = value ?? .string(document.scalar(node).map(document.exactText) ?? "")
  }

  /// The seconds from the beginning of 1970 to the beginning of 2001.
  static let secondsTo2001 = 978_307_200.0

  /// The assignment of the value to a path, as text for a document.
  ///
  /// - Throws: `CatalogueError.refused` if the document cannot hold it.
  func assignment(
    at path: ValuePath, in document: PropertyListDocument
  ) throws(CatalogueError) -> PathAssignment {
    let (type, text) = try written(in: document)
    return PathAssignment(path, type: type, value: text)
  }

  func assignment(
    _ key: String, in document: PropertyListDocument
  ) throws(CatalogueError) -> FieldAssignment {
    let (type, text) = try written(in: document)
    return FieldAssignment(key: key, type: type, value: text)
  }

  /// The type that the value has in a document, and its text.
  func written(
    in document: PropertyListDocument
  ) throws(CatalogueError) -> (type: FieldType, text: String) {
    switch self {
    case .string(let text): return (.string, text)
    case .integer(let number): return (.integer, String(number))
    case .real(let number): return (.real, Value.text(of: number))
    case .boolean(let flag): return (.boolean, flag ? "true" : "false")
    case .date(let seconds): return (.date, try Value.date(seconds))
    case .data(let bytes): return (.data, Base64.encode(bytes))
    case .null: return (.null, "")
    case .array, .dictionary:
      return (.xml, String(decoding: try element(in: document), as: UTF8.self))
    }
  }

  /// A number as property lists write it.
  private static func text(of number: Double) -> String {
    if number.isNaN { return "nan" }
    if number.isInfinite { return number < 0 ? "-infinity" : "infinity" }
    return String(number)
  }

  private static func date(_ seconds: Double) throws(CatalogueError) -> String {
    guard let date = PropertyListDate(secondsSince2001: seconds - secondsTo2001) else {
      throw .refused("\(seconds) seconds are not a date")
    }
    return date.text
  }

  /// The value as an XML element, indented by a tab for each level.
  private func element(
    in document: PropertyListDocument, indentation: String = ""
  ) throws(CatalogueError) -> [UInt8] {
    let inner = indentation + "\t"
    do {
      switch self {
      case .string(let text): return try document.element(of: text)
      case .null:
        return PropertyListDocument.nullElement
      case .array(let values):
        if values.isEmpty { return ElementText.container(.array) }
        var text: [UInt8] = [0x0A]
        for value in values {
          text += inner.utf8 + (try value.element(in: document, indentation: inner)) + [0x0A]
        }
        return ElementText.container(.array, text + indentation.utf8)
      case .dictionary(let members):
        if members.isEmpty { return ElementText.container(.dict) }
        var text: [UInt8] = [0x0A]
        for member in members {
          text += inner.utf8 + (try document.element(of: member.key, as: .key)) + [0x0A]
          text += inner.utf8 + (try member.value.element(in: document, indentation: inner)) + [0x0A]
        }
        return ElementText.container(.dict, text + indentation.utf8)
      case .integer, .real, .boolean, .date, .data:
        let (type, text) = try written(in: document)
        return try ElementText.value(text, as: NodeKind(typeNamed: type.rawValue) ?? .string)
      }
    } catch let error as CatalogueError {
      throw error
    } catch {
      throw .refused("\(error)")
    }
  }

  /// Whether both values mean the same in a file, even if it writes them differently, such as `5`
  /// and `5.0`.
  func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.integer(let number), .real(let real)), (.real(let real), .integer(let number)):
      Int128(exactly: real) == number
    case (.date(let one), .date(let two)): one.rounded(.down) == two.rounded(.down)
    // Canonically equivalent texts may consist of different bytes.
    case (.string(let one), .string(let two)): ExactText(one) == ExactText(two)
    case (.array(let one), .array(let two)):
      one.elementsEqual(two) { $0.isSame(as: $1) }
    case (.dictionary(let one), .dictionary(let two)):
      one.elementsEqual(two) {
        ExactText($0.key) == ExactText($1.key) && $0.value.isSame(as: $1.value)
      }
    default: self == other
    }
  }
}

/// A text that is compared by its bytes, not by canonical equivalence.
struct ExactText: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (one: ExactText, two: ExactText) -> Bool {
    one.text.utf8.elementsEqual(two.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
