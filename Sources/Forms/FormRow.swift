package import Catalogues
package import PropertyLists

/// An entry as a row of a form or of a page of settings.
package struct FormRow {
  package let form: Form
  package let entry: Entry.ID

  init(form: Form, entry: Entry.ID) { (self.form, self.entry) = (form, entry) }

  /// - Parameter form: The catalogue as a form, if it is one.
  /// - Returns: `nil` if the entry is neither a row of a form nor a setting.
  package init?(_ entry: Entry.ID, of form: Form?, in catalogue: Catalogue) {
    self.init(form: form ?? Form(rowsOf: catalogue), entry: entry)
    if form == nil, specifier == nil { return nil }
  }

  /// Whether the row is not in a form, so that it may only be a setting.
  var isSetting: Bool { !form.isForm }

  // MARK: What it says of itself

  /// The type that the row declares.
  var type: RowType {
    isSetting
      ? specifier.map(RowType.specifier) ?? .none : .cell(IdentifierWords(text(.cellIdentifier)))
  }

  /// The declared type of a row in a page of settings, such as `PSSliderSpecifier`; `nil` for other
  /// entries.
  var specifier: String? {
    guard let type = node("Type").flatMap(document.string).map(document.text),
      type.hasPrefix("PS"), type.hasSuffix("Specifier")
    else { return nil }
    return type
  }

  /// The text under a key; empty if there is none.
  func text(_ key: FormKey) -> String {
    if let drafted = form.drafted(key, of: entry) { return drafted }
    return node(key).map(document.writtenText) ?? ""
  }

  /// The boolean under a key; `nil` if there is none, or the value is neither true nor false.
  func flag(_ key: FormKey) -> Bool? {
    if let drafted = form.drafted(key, of: entry) { return Flag.value(of: drafted) }
    return node(key).flatMap(document.flag)
  }

  func number(_ key: FormKey) -> Double? { Double(text(key)).flatMap { $0.isFinite ? $0 : nil } }

  /// Whether the value is of a type that cannot be entered: a list, a dictionary or data.
  var holdsOther: Bool {
    node(.value).map { document.kind(of: $0).isContainer || document.kind(of: $0) == .data }
      ?? false
  }

  /// Whether the entered value is stored as a value of this kind.
  func holds(_ kind: NodeKind) -> Bool {
    node(.value).map { document.kind(of: $0) == kind } ?? false
  }

  /// Whether the row is a field for a text.
  package var isText: Bool { kind is TextRow }

  /// Whether the entered value is secret.
  package var isSecret: Bool { isSetting && flag("IsSecure") == true }

  /// Why the value cannot be entered; `nil` if it can, or if the row already had it.
  ///
  /// - Parameter before: The row's dictionary before the edit; `nil` for a new row.
  package func rejection(unlessAsIn before: NodeIndex?) -> FormError? {
    guard let kind, let value = node(.value),
      !document.isSame(value, under: name(of: .value), asIn: before)
    else { return nil }
    return isSetting && holdsOther ? .unfillable(title) : kind.rejection(of: self)
  }

  /// The key of the entered value in a row of settings.
  package static let settingKey = "DefaultValue"

  /// The keys of the texts and values that a person enters or reads in rows of forms and of
  /// settings.
  package static let readKeys: Set<String> = [
    FormKey.value, .primaryTitle, .secondaryTitle, .minimum, .maximum,
  ].reduce(into: [settingKey, "Title", "FooterText", "Titles", "MinimumValue", "MaximumValue"]) {
    $0.insert($1.rawValue)
  }

  /// The name of a key in a form or in a page of settings, where the row is.
  private func name(of key: FormKey) -> String {
    switch key {
    case .value where isSetting: FormRow.settingKey
    case .minimum where isSetting: "MinimumValue"
    case .maximum where isSetting: "MaximumValue"
    default: key.rawValue
    }
  }

  private func node(_ key: FormKey) -> NodeIndex? { node(name(of: key)) }

  private func node(_ key: String) -> NodeIndex? {
    let value = form.catalogue.value(of: entry)
    return document.kind(of: value) == .dict ? document.value(of: key, in: value) : nil
  }

  private var document: PropertyListDocument { form.catalogue.document }

  /// The name of the row: the small title, which is its subject, or else the large one; for a row
  /// without titles its kind, identifier or position.
  package var title: String {
    let label = form.catalogue.label(of: entry)
    if !label.isEmpty { return label }
    if !isSetting, let kind { return kind.name }
    let identifier = isSetting ? "" : text(.cellIdentifier)
    return identifier.isEmpty
      ? "#\(form.catalogue.position(of: .entry(entry)) + 1)" : identifier
  }

  // MARK: What is under other keys

  /// The entry's detail in the catalogue.
  var detail: String? { form.catalogue.detail(of: entry) }

  /// The only value of the entry besides its label, if it is a boolean.
  var onlyBoolean: Bool? {
    form.catalogue.onlyContent(of: entry).flatMap(document.boolean)
  }

  /// The text of a string, number or date under a key.
  func text(_ key: String) -> String? { node(key).flatMap(shownText) }

  /// The number under a key.
  func number(_ key: String) -> Double? {
    node(key).flatMap { document.integer(at: $0).map(Double.init) ?? document.real(at: $0) }
  }

  /// The boolean under a key; `nil` if there is none, or the value is neither true nor false.
  func flag(_ key: String) -> Bool? { node(key).flatMap(document.flag) }

  /// The texts in the array under a key, with empty ones for elements that are not text.
  func texts(_ key: String) -> [String] { elements(key).map { shownText(of: $0) ?? "" } }

  /// A value as it is written; `nil` for containers and data.
  func writtenText(_ key: String) -> String? {
    node(key).flatMap {
      FieldType(document.kind(of: $0)) == nil ? nil : document.writtenText(of: $0)
    }
  }

  /// The values in the array under a key, with empty texts for containers and data.
  func writtenTexts(_ key: String) -> [String] { elements(key).map(document.writtenText) }

  private func elements(_ key: String) -> [NodeIndex] {
    guard let node = node(key), document.kind(of: node) == .array else { return [] }
    return Array(document.elements(of: node))
  }

  private func shownText(of node: NodeIndex) -> String? {
    switch document.kind(of: node) {
    case .string, .key, .integer, .real, .date: document.scalar(node).map(document.text)
    case .true, .false, .data, .array, .dict: nil
    }
  }

  // MARK: The rows around it

  /// The row that this one belongs to.
  package var owner: FormRow? {
    guard let (section, position) = form.position(of: self) else { return nil }
    return section.owner(of: position).map { form.row(section.entries[$0]) }
  }

  /// The rows that belong to this one, directly or indirectly.
  package var ownedRows: [FormRow] {
    guard let (section, position) = form.position(of: self) else { return [] }
    return section.rows(of: position).map { form.row(section.entries[$0]) }
  }

  /// The rows that belong to this one directly.
  var directRows: [FormRow] {
    guard let (section, position) = form.position(of: self) else { return [] }
    return section.rows(of: position).filter { section.owner(of: $0) == position }
      .map { form.row(section.entries[$0]) }
  }

  /// The rows that belong to the same row, including this one; if it belongs to none, the rows of
  /// its section that belong to none either.
  var siblings: [FormRow] {
    if let owner { return owner.directRows }
    guard let (section, _) = form.position(of: self) else { return [] }
    return section.entries.indices.filter { section.owner(of: $0) == nil }
      .map { form.row(section.entries[$0]) }
  }

  /// The number of rows that this row is nested in.
  package var level: Int { form.position(of: self).map { $0.section.level(of: $0.index) } ?? 0 }

  // MARK: Changing

  /// - Parameter type: The type of a field that does not exist.
  func set(_ key: FormKey, to text: String, ifNew type: FieldType = .string) {
    form.write(text, by: assignment(of: text, to: key, ifNew: type), under: key, of: self)
  }

  func set(_ key: FormKey, to flag: Bool) {
    let isBoolean = isSetting || key == .isExpanded || key == .isVisible
    set(key, to: flag ? "true" : "false", ifNew: isBoolean ? .boolean : .string)
  }

  /// Sets a field to the value under another key, or to an element of the array under it.
  ///
  /// - Returns: False, without a change, if that value is a container or data.
  func set(_ key: FormKey, copying other: String, at index: Int? = nil) -> Bool {
    let node = index.map { elements(other)[$0] } ?? node(other)
    guard let field = node.flatMap({ FieldAssignment(name(of: key), copying: $0, of: document) })
    else { return false }
    form.write(field.value, by: field, under: key, of: self)
    return true
  }

  /// The assignment of a text to a field, keeping the field's type; `nil` if the field already has
  /// the text.
  func assignment(
    of text: String, to key: FormKey, ifNew type: FieldType = .string
  ) -> FieldAssignment? {
    let name = name(of: key)
    guard let node = node(name) else {
      // A missing field counts as empty.
      return text.isEmpty ? nil : FieldAssignment(key: name, type: type, value: text)
    }
    let kind = document.kind(of: node)
    if document.writtenText(of: node).utf8.elementsEqual(text.utf8) { return nil }
    switch kind {
    case .integer, .real:
      guard let flag = Flag.value(of: text), Double(text) == nil else {
        return FieldAssignment(key: name, type: nil, value: text)
      }
      if document.flag(at: node) == flag { return nil }
      return FieldAssignment(
        key: name, type: kind == .real ? .real : .integer, value: flag ? "1" : "0")
    case .string where key == .isExpanded || key == .isVisible:
      if document.flag(at: node) == Flag.value(of: text) { return nil }
      return FieldAssignment(key: name, type: .string, value: text)
    default: return FieldAssignment(key: name, type: nil, value: text)
    }
  }
}

/// A mark by which a row is recognized when a command is repeated on a form that other programs may
/// have changed.
extension FormRow {
  /// The titles of the row and of the rows around it, and the values in the rows that a command on
  /// it may fill in: the row itself, its sibling choices, or the rows that belong to it. The mark
  /// does not depend on which rows are expanded or visible.
  package var mark: String {
    var parts = [title, text(.additionalRows)]
    var around = owner
    while let row = around {
      parts.append(row.title)
      around = row.owner
    }
    let rows = kind == nil ? directRows : kind?.isExclusive == true ? rivals : [self]
    for row in rows {
      parts += [row.title, row.text(.cellIdentifier), row.kind == nil ? "" : row.text(.value)]
    }
    return parts.joined(separator: "\u{0}")
  }

  private var rivals: [FormRow] { siblings.filter { $0.kind?.isExclusive == true } }
}
