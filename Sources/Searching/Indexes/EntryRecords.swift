package import Catalogues
package import PropertyLists

/// The fields of entries that are searched.
package enum SearchedFields: Equatable, Sendable {
  case labelAndDetail
  case label
  case detail
  /// The values under keys, and at paths.
  case keys([String])
  case all
  /// The names of keys at any depth, besides other fields, if any. Titles of sections that are not
  /// names of keys are searched only with `titles`.
  indirect case keyNames(beside: SearchedFields?, titles: Bool)

  /// Whether an index covers these fields: it has no names of keys.
  package var areIndexed: Bool { if case .keyNames = self { false } else { true } }
}

/// The entries of a catalogue as records to search.
package struct EntryRecords: RecordSource {
  private let catalogue: Catalogue
  private let fields: SearchedFields

  package init(catalogue: Catalogue, fields: SearchedFields) {
    self.catalogue = catalogue
    self.fields = fields
  }

  /// A piece of text that is searched.
  package struct Field {
    /// The path of keys to it, joined by dots; empty for an entry that is a text.
    package let name: String
    package let node: ScalarIndex
    /// Whether the text is the name of a key, in the container that has the path.
    package var isKey = false
  }

  var recordCount: Int { catalogue.entryCount }

  func withFields(of record: Int, _ body: (UnsafeBufferPointer<UInt8>, Bool) -> Void) {
    let entry = Entry.ID(rawValue: record)
    switch fields {
    case .labelAndDetail, .label, .detail:
      if fields != .detail {
        // Every entry has a label, though it may be empty.
        if let label = catalogue.labelNode(of: entry) {
          withText(of: label, body)
        } else {
          body(UnsafeBufferPointer(start: nil, count: 0), true)
        }
      }
      if fields != .label, let detail = catalogue.detailNode(of: entry) {
        withText(of: detail, body)
      }
    case .keys, .all, .keyNames:
      for field in searchedFields(of: entry) {
        catalogue.document.withSearchedText(of: field.node) {
          body($0, catalogue.document.isString(field.node))
        }
      }
    }
  }

  private func withText(
    of shown: ScalarIndex, _ body: (UnsafeBufferPointer<UInt8>, Bool) -> Void
  ) {
    catalogue.document.withShownText(of: shown) { body($0, catalogue.document.isString(shown)) }
  }

  /// The searched fields with their names.
  package func searchedFields(of entry: Entry.ID) -> [Field] {
    var result: [Field] = []
    let value = catalogue.value(of: entry)
    switch fields {
    case .labelAndDetail, .label, .detail:
      let nodes = [
        fields != .detail ? catalogue.labelNode(of: entry) : nil,
        fields != .label ? catalogue.detailNode(of: entry) : nil,
      ]
      result = nodes.compactMap(\.self).map { Field(name: name(of: $0.node, in: value), node: $0) }
    case .keys(let keys):
      guard catalogue.document.kind(of: value) == .dict else { return [] }
      for key in keys { addTexts(under: key, of: value, to: &result) }
    case .all:
      if let key = catalogue.key(of: entry) { result.append(Field(name: "", node: key)) }
      if let fields = catalogue.localizedFields(of: value) {
        for field in fields { addTexts(of: field.value, name: field.name, to: &result) }
      } else {
        addTexts(of: value, name: "", to: &result)
      }
    case .keyNames(let others, _):
      let others = others.map { EntryRecords(catalogue: catalogue, fields: $0) }
      result = others?.searchedFields(of: entry) ?? []
      let known = result.map(\.node.node)
      if let key = catalogue.key(of: entry), !known.contains(key.node) {
        result.append(Field(name: "", node: key, isKey: true))
      }
      EntryRecords.addKeys(of: value, name: "", in: catalogue.document, to: &result)
    }
    return result
  }

  /// Adds the texts under a key, or at a path, of an entry that is a dictionary.
  private func addTexts(under key: String, of value: NodeIndex, to result: inout [Field]) {
    let document = catalogue.document
    if catalogue.shape.isStringCatalog {
      for field in catalogue.localizedFields(named: key, of: value) {
        addTexts(of: field.value, name: field.name, to: &result)
      }
    } else if FieldPath.hasDotsOrBackslashes(key) {
      if let inner = document.value(named: key, in: value) {
        addTexts(of: inner, name: key, to: &result)
      }
    } else {
      for member in document.members(of: value) where document.hasText(member.key, key) {
        addTexts(of: member.value, name: key, to: &result)
      }
    }
  }

  private func addTexts(of value: NodeIndex, name: String, to result: inout [Field]) {
    EntryRecords.addTexts(of: value, name: name, in: catalogue.document, to: &result)
  }

  /// A field's text; the base64 of data is without white space.
  package func text(of field: Field) -> String {
    var result = ""
    catalogue.document.withSearchedText(of: field.node) {
      result = String(decoding: $0, as: UTF8.self)
    }
    return result
  }

  private func name(of node: NodeIndex, in value: NodeIndex) -> String {
    guard catalogue.document.kind(of: value) == .dict else { return "" }
    let member = catalogue.document.members(of: value).first { $0.value == node }
    return member.map { catalogue.document.text(of: $0.key) } ?? ""
  }

  /// Adds all searched texts in a value.
  static func addTexts(
    of value: NodeIndex, name: String, in document: PropertyListDocument,
    to result: inout [Field]
  ) {
    if let text = document.searchedText(at: value) {
      result.append(Field(name: name, node: text))
      return
    }
    switch document.kind(of: value) {
    case .array:
      for element in document.elements(of: value) {
        addTexts(of: element, name: name, in: document, to: &result)
      }
    case .dict:
      for member in document.members(of: value) {
        let key = document.text(of: member.key)
        addTexts(
          of: member.value, name: name.isEmpty ? key : "\(name).\(key)", in: document, to: &result)
      }
    default: break
    }
  }

  /// Adds all keys in a value.
  static func addKeys(
    of value: NodeIndex, name: String, in document: PropertyListDocument,
    to result: inout [Field]
  ) {
    switch document.kind(of: value) {
    case .array:
      for element in document.elements(of: value) {
        addKeys(of: element, name: name, in: document, to: &result)
      }
    case .dict:
      for member in document.members(of: value) {
        result.append(Field(name: name, node: member.key, isKey: true))
        if document.kind(of: member.value).isContainer {
          let key = document.text(of: member.key)
          addKeys(
            of: member.value, name: name.isEmpty ? key : "\(name).\(key)", in: document,
            to: &result)
        }
      }
    default: break
    }
  }
}

extension PropertyListDocument {
  /// A scalar, which is searched by its key or with all fields; `nil` for a container.
  func searchedText(at node: NodeIndex) -> ScalarIndex? {
    if let string = string(node) { return string }
    switch kind(of: node) {
    case .string, .integer, .real, .date, .data, .key, .true, .false: return scalar(node)
    case .array, .dict: return nil
    }
  }

  /// Whether a scalar is a text that people write freely, not a number, a date or the like.
  package func isString(_ scalar: ScalarIndex) -> Bool {
    switch kind(of: scalar.node) {
    case .string, .key: true
    case .integer, .real, .date, .data, .true, .false, .array, .dict: false
    }
  }

  /// Calls the closure with the text of a searched value.
  func withSearchedText(of scalar: ScalarIndex, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    guard kind(of: scalar.node) == .data else { return withShownText(of: scalar, body) }
    withText(of: scalar) { $0.filter { $0 > 0x20 }.withUnsafeBufferPointer(body) }
  }
}
