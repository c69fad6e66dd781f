package import Catalogues
import PropertyLists

/// New rows of a form, and new titles of rows, written so that the program that shows the form can
/// use them.
extension Form {
  /// A new row that looks and works like a model beside it: it gets the model's kind, state and
  /// keys, but no entered values. Given fields stay.
  ///
  /// - Throws: `EditError` if a title is given twice.
  package func completed(
    _ new: NewEntry, like model: FormRow
  ) throws(EditError) -> NewEntry {
    let document = catalogue.document
    let value = catalogue.value(of: model.entry)
    guard hasTitles, document.kind(of: value) == .dict else { return new }
    var result = new
    if let label = new.label {
      let key = titleKey(of: new).rawValue
      if let given = new.fields.first(where: { $0.key == key }), given.value != label {
        throw .labelTwice(key: key)
      }
      result.label = nil
      result.fields = result.fields.filter { $0.key != key }
      result.fields.append(FieldAssignment(key: key, type: .string, value: label))
    }
    var given = Set(result.fields.map(\.key))
    for (key, value) in document.members(of: value) {
      let key = document.text(of: key)
      guard given.insert(key).inserted else { continue }
      result.fields.append(initialField(key, like: value, isParent: new.ownsRows))
    }
    return result
  }

  /// The changes that give a row another title; `nil` if the title is the row's label, which is
  /// renamed like that of any entry.
  package func renaming(_ row: FormRow, to title: String) throws(FormError) -> [Change]? {
    guard hasTitles, row.ownedRows.isEmpty, row.text(.secondaryTitle).trimmed.isEmpty else {
      return nil
    }
    // A choice may only be marked by being the title of the row that it belongs to.
    let owner = row.kind?.isExclusive == true && row.summary != nil ? row.owner : nil
    return try changes { () throws(FormError) in
      row.set(.primaryTitle, to: title)
      owner?.set(.primaryTitle, to: title)
    }
  }

  /// Whether rows have a large and a small title.
  private var hasTitles: Bool {
    catalogue.shape.labelKeys.contains(FormKey.primaryTitle.rawValue)
  }

  /// The key of a new row's title: the large one, unless it is going to show the values of other
  /// rows, or is given.
  private func titleKey(of new: NewEntry) -> FormKey {
    new.ownsRows || new.gives(.primaryTitle) && !new.gives(.secondaryTitle)
      ? .secondaryTitle : .primaryTitle
  }

  /// The field of a new row under a key.
  ///
  /// - Parameter value: The value that the model has under the key.
  private func initialField(
    _ key: String, like value: NodeIndex, isParent: Bool
  ) -> FieldAssignment {
    let formKey = FormKey(rawValue: key)
    switch formKey {
    case .cellIdentifier, .isVisible, .minimum, .maximum, .dateFormat:
      return field(key, copying: value)
    case .isExpandable, .isExpanded:
      return flag(key, formKey == .isExpandable && isParent, like: value)
    default: return emptyField(key, like: value)
    }
  }

  private func field(_ key: String, copying value: NodeIndex) -> FieldAssignment {
    FieldAssignment(key, copying: value, of: catalogue.document) ?? emptyField(key, like: value)
  }

  private func flag(_ key: String, _ isOn: Bool, like value: NodeIndex) -> FieldAssignment {
    switch catalogue.document.kind(of: value) {
    case .integer: FieldAssignment(key: key, type: .integer, value: isOn ? "1" : "0")
    case .real: FieldAssignment(key: key, type: .real, value: isOn ? "1" : "0")
    case .string: FieldAssignment(key: key, type: .string, value: isOn ? "true" : "false")
    default: FieldAssignment(key: key, type: .boolean, value: isOn ? "true" : "false")
    }
  }

  /// An empty field of the same type: an empty text, false, or 0.
  private func emptyField(_ key: String, like value: NodeIndex) -> FieldAssignment {
    let document = catalogue.document
    switch document.kind(of: value) {
    case .integer: return FieldAssignment(key: key, type: .integer, value: "0")
    case .real: return FieldAssignment(key: key, type: .real, value: "0")
    case .true, .false: return FieldAssignment(key: key, type: .boolean, value: "false")
    case .data: return FieldAssignment(key: key, type: .data, value: "")
    case .array, .dict:
      return FieldAssignment(key: key, element: ElementText.container(document.kind(of: value)))
    case .date:
      // There is no empty date.
      let text = document.writtenText(of: value)
      return FieldAssignment(key: key, type: .date, value: text)
    case .string, .key:
      // A text may mean a boolean, as in switches.
      let text = document.writtenText(of: value)
      let isFlag = Double(text) == nil && Flag.value(of: text) != nil
      return isFlag
        ? flag(key, false, like: value) : FieldAssignment(key: key, type: .string, value: "")
    }
  }
}

extension NewEntry {
  fileprivate func gives(_ key: FormKey) -> Bool { fields.contains { $0.key == key.rawValue } }

  /// Whether the new row claims rows after it.
  fileprivate var ownsRows: Bool {
    fields.contains { field in
      field.key == FormKey.additionalRows.rawValue && Int(field.value).map { $0 > 0 } ?? false
    }
  }
}
