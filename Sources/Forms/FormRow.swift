package import Catalogues
package import PropertyLists

/// A row of a form.
package struct FormRow {
  let form: Form
  package let entry: Entry.ID

  // MARK: What it says of itself

  /// The text under a key, or an empty one if there is none.
  func text(_ key: FormKey) -> String {
    if let drafted = form.drafted(key, of: entry) { return drafted }
    return node(key).map(document.writtenText) ?? ""
  }

  /// The boolean under a key; `nil` if there is none, or if it is neither yes nor no.
  func flag(_ key: FormKey) -> Bool? {
    if let drafted = form.drafted(key, of: entry) { return Flag.value(of: drafted) }
    return node(key).flatMap(document.flag)
  }

  func number(_ key: FormKey) -> Double? { Double(text(key)).flatMap { $0.isFinite ? $0 : nil } }

  /// Whether the node under `value` cannot have been entered: a list, a dictionary or data.
  var holdsOther: Bool {
    node(.value).map { document.kind(of: $0).isContainer || document.kind(of: $0) == .data }
      ?? false
  }

  /// Whether what has been entered is stored as a value of this kind.
  func holds(_ kind: NodeKind) -> Bool {
    node(.value).map { document.kind(of: $0) == kind } ?? false
  }

  /// Why the value could not have been entered; `nil` if it could, or if the row had it before.
  ///
  /// - Parameter before: The dictionary that the row was; `nil` for a new row.
  package func rejection(unlessAsIn before: NodeIndex?) -> FormError? {
    guard let kind, let value = node(.value),
      !document.isSame(value, under: FormKey.value.rawValue, asIn: before)
    else { return nil }
    return kind.rejection(of: self)
  }

  private func node(_ key: FormKey) -> NodeIndex? { form.catalogue.formField(key, of: entry) }

  private var document: PropertyListDocument { form.catalogue.document }

  /// The name of the row: the small title, which says what it is about, or the large one; of a row
  /// without either, what it is.
  package var title: String {
    let label = form.catalogue.label(of: entry)
    if !label.isEmpty { return label }
    if let kind { return kind.name }
    let identifier = text(.cellIdentifier)
    return identifier.isEmpty
      ? "#\(form.catalogue.position(of: .entry(entry)) + 1)" : identifier
  }

  // MARK: Its place

  /// The row that this one belongs to.
  package var owner: FormRow? {
    guard let (section, position) = form.place(of: self) else { return nil }
    return section.owner(of: position).map { form.row(section.entries[$0]) }
  }

  /// The rows that belong to this one, directly or indirectly.
  package var ownedRows: [FormRow] {
    guard let (section, position) = form.place(of: self) else { return [] }
    return section.rows(of: position).map { form.row(section.entries[$0]) }
  }

  /// The rows that belong to this one directly.
  var directRows: [FormRow] {
    guard let (section, position) = form.place(of: self) else { return [] }
    return section.rows(of: position).filter { section.owner(of: $0) == position }
      .map { form.row(section.entries[$0]) }
  }

  /// The rows that belong to the same row, including this one; if it belongs to none, the rows of
  /// its section that belong to none either.
  var siblings: [FormRow] {
    if let owner { return owner.directRows }
    guard let (section, _) = form.place(of: self) else { return [] }
    return section.entries.indices.filter { section.owner(of: $0) == nil }
      .map { form.row(section.entries[$0]) }
  }

  /// The number of rows that this row is nested in.
  package var level: Int { form.place(of: self).map { $0.section.level(of: $0.position) } ?? 0 }

  // MARK: Changing

  func set(_ key: FormKey, to text: String) { form.write(text, under: key, of: self) }

  func set(_ key: FormKey, to flag: Bool) { set(key, to: flag ? "true" : "false") }

  /// The assignment of a text to a field, keeping the field's type; `nil` if it already has that
  /// text.
  func assignment(of text: String, to key: FormKey) -> FieldAssignment? {
    guard let node = node(key) else {
      // A missing field counts as empty.
      let type: FieldType = key == .isExpanded || key == .isVisible ? .boolean : .string
      return text.isEmpty ? nil : FieldAssignment(key: key.rawValue, type: type, value: text)
    }
    let kind = document.kind(of: node)
    if document.writtenText(of: node).utf8.elementsEqual(text.utf8) { return nil }
    switch kind {
    case .integer, .real:
      guard let flag = Flag.value(of: text), Double(text) == nil else {
        return FieldAssignment(key: key.rawValue, type: nil, value: text)
      }
      if document.flag(at: node) == flag { return nil }
      return FieldAssignment(
        key: key.rawValue, type: kind == .real ? .real : .integer, value: flag ? "1" : "0")
    case .string where key == .isExpanded || key == .isVisible:
      if document.flag(at: node) == Flag.value(of: text) { return nil }
      return FieldAssignment(key: key.rawValue, type: .string, value: text)
    default: return FieldAssignment(key: key.rawValue, type: nil, value: text)
    }
  }
}
