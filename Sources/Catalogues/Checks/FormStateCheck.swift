import PropertyLists

/// Rows of a form with an impossible state: rows that expand although they own no rows, and rows
/// that are hidden or visible although the state of their owners implies the opposite.
struct FormStateCheck: Check {
  func run(_ inspection: inout Inspection) {
    guard inspection.catalogue.shape.isForm else { return }
    for section in [.root] + inspection.catalogue.sections(in: .root) {
      check(inspection.catalogue.formSection(section), &inspection)
    }
  }

  private func check(_ section: FormSection, _ inspection: inout Inspection) {
    let catalogue = inspection.catalogue
    // For each row, whether the rows that belong to it should be visible.
    var showsRows: [Bool] = []
    for (position, entry) in section.entries.enumerated() {
      let owner = section.owner(of: position)
      let isShown = owner.map { showsRows[$0] } ?? true
      let isExpanded = catalogue.formFlag(.isExpanded, of: entry) ?? false
      showsRows.append(isShown && isExpanded)
      if section.rows(of: position).isEmpty, catalogue.additionalRows(of: entry) ?? 0 == 0 {
        checkExpansion(of: entry, &inspection)
      }
      let isHidden = catalogue.isHidden(entry)
      if isHidden == isShown { report(entry, owner: owner, isHidden: isHidden, &inspection) }
    }
  }

  /// Reports a row that expands although no rows belong to it.
  private func checkExpansion(of entry: Entry.ID, _ inspection: inout Inspection) {
    let catalogue = inspection.catalogue
    for key in [FormKey.isExpandable, .isExpanded] where catalogue.formFlag(key, of: entry) == true
    {
      guard let node = catalogue.formField(key, of: entry) else { continue }
      inspection.add(
        .formState, at: node, of: .entry(entry),
        "\(key.rawValue) is on, but no rows belong to the row",
        fix: .set(.entry(entry), catalogue.flagAssignment(key, false, of: entry)))
    }
  }

  private func report(
    _ entry: Entry.ID, owner: Int?, isHidden: Bool, _ inspection: inout Inspection
  ) {
    let catalogue = inspection.catalogue
    let message =
      switch (isHidden, owner) {
      case (true, nil): "the row is hidden, but belongs to no row that could show it"
      case (true, _): "the row is hidden, but the row that it belongs to is expanded"
      case (false, _): "the row is visible, but a row that it belongs to is collapsed"
      }
    inspection.add(
      .formState,
      at: catalogue.formField(.isVisible, of: entry) ?? catalogue.value(of: entry),
      of: .entry(entry), message,
      fix: .set(.entry(entry), catalogue.flagAssignment(.isVisible, isHidden, of: entry)))
  }
}

extension Catalogue {
  /// The boolean under one of a form's keys; `nil` if it is missing or no boolean.
  fileprivate func formFlag(_ key: FormKey, of entry: Entry.ID) -> Bool? {
    formField(key, of: entry).flatMap(document.flag)
  }

  /// The assignment that sets a boolean of a row, in the type that the field has.
  fileprivate func flagAssignment(
    _ key: FormKey, _ isOn: Bool, of entry: Entry.ID
  ) -> FieldAssignment {
    guard let node = formField(key, of: entry) else {
      return FieldAssignment(key: key.rawValue, type: .boolean, value: isOn ? "true" : "false")
    }
    let isNumber = [.integer, .real].contains(document.kind(of: node))
    return FieldAssignment(
      key: key.rawValue, type: nil, value: isNumber ? (isOn ? "1" : "0") : isOn ? "true" : "false")
  }
}
