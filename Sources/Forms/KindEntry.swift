import Catalogues
import PropertyLists

/// An entry as examined by the kinds of rows.
struct KindEntry {
  let catalogue: Catalogue
  let entry: Entry.ID
  /// What the entry declares itself to be in a page of settings: `PSSliderSpecifier`.
  let settingType: String?
  /// The row, if the catalogue is a form, and the words of its identifier.
  let formRow: FormRow?
  let identifierWords: IdentifierWords?
  private let value: NodeIndex
  private let isDict: Bool

  init(_ entry: Entry.ID, in catalogue: Catalogue, form: Form?) {
    self.catalogue = catalogue
    self.entry = entry
    formRow = form?.row(entry)
    identifierWords = formRow.map { IdentifierWords($0.text(.cellIdentifier)) }
    let document = catalogue.document
    value = catalogue.value(of: entry)
    isDict = document.kind(of: value) == .dict
    guard isDict, let type = document.value(of: "Type", in: value).flatMap(document.string)
    else {
      settingType = nil
      return
    }
    let name = document.text(of: type)
    settingType = name.hasPrefix("PS") && name.hasSuffix("Specifier") ? name : nil
  }

  /// The entry's detail in the catalogue.
  var detail: String? { catalogue.detail(of: entry) }

  /// The only value of the entry besides its label, if it is a boolean.
  var onlyBoolean: Bool? {
    guard let value = catalogue.onlyContent(of: entry) else { return nil }
    return catalogue.document.boolean(at: value)
  }

  /// The text of a string, number or date under a key.
  func text(_ key: String) -> String? { node(key).flatMap(shownText) }

  /// The number under a key.
  func number(_ key: String) -> Double? { node(key).flatMap(number) }

  /// The boolean under a key; `nil` if there is none, or if it is neither yes nor no.
  func flag(_ key: String) -> Bool? { node(key).flatMap(catalogue.document.flag) }

  /// The texts in the array under a key, with empty ones for elements that are not text.
  func texts(_ key: String) -> [String] {
    guard let node = node(key), catalogue.document.kind(of: node) == .array else { return [] }
    return catalogue.document.elements(of: node).map { shownText(of: $0) ?? "" }
  }

  // MARK: Entering

  /// The key of what is entered in a row of settings.
  static let valueKey = "DefaultValue"

  /// The entry's label, or its position if it has none.
  var title: String {
    let label = catalogue.label(of: entry)
    return label.isEmpty ? "#\(catalogue.position(of: .entry(entry)) + 1)" : label
  }

  func has(_ key: String) -> Bool { node(key) != nil }

  /// Whether what is entered is what it was in a dictionary.
  func hasSameValue(asIn other: NodeIndex?) -> Bool {
    catalogue.document.isSame(node(KindEntry.valueKey), under: KindEntry.valueKey, asIn: other)
  }

  func holdsNumber(_ key: String) -> Bool {
    node(key).map { [.integer, .real].contains(catalogue.document.kind(of: $0)) } ?? false
  }

  /// A value as it is written, with its type; `nil` for containers and data.
  func value(_ key: String) -> FieldAssignment? { node(key).flatMap(value) }

  /// The values in the array under a key, with empty texts for containers and data.
  func values(_ key: String) -> [FieldAssignment] {
    guard let node = node(key), catalogue.document.kind(of: node) == .array else { return [] }
    return catalogue.document.elements(of: node).map {
      value(at: $0) ?? FieldAssignment(key: "", type: .string, value: "")
    }
  }

  /// What is entered to give the row the value under another key, or an element of the array there;
  /// `nil` for containers and data.
  func entering(_ key: String, at index: Int? = nil) -> FieldAssignment? {
    let document = catalogue.document
    guard let node = node(key) else { return nil }
    let value = index.map { Array(document.elements(of: node))[$0] } ?? node
    return FieldAssignment(KindEntry.valueKey, copying: value, of: document)
  }

  private func value(at node: NodeIndex) -> FieldAssignment? {
    let document = catalogue.document
    guard let type = FieldType(document.kind(of: node)) else { return nil }
    return FieldAssignment(key: "", type: type, value: document.writtenText(of: node))
  }

  private func node(_ key: String) -> NodeIndex? {
    isDict ? catalogue.document.value(of: key, in: value) : nil
  }

  private func number(at node: NodeIndex) -> Double? {
    let document = catalogue.document
    return document.integer(at: node).map(Double.init) ?? document.real(at: node)
  }

  private func shownText(of node: NodeIndex) -> String? {
    let document = catalogue.document
    switch document.kind(of: node) {
    case .string, .key, .integer, .real, .date: return document.scalar(node).map(document.text)
    case .true, .false, .data, .array, .dict: return nil
    }
  }
}
