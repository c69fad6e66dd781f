import PropertyLists

/// Refusing fields with which the file would be recognized as another shape.
extension CatalogueEditor {
  /// The greatest number of sections among which those with single values are counted. In longer
  /// lists one more section with values hardly ever matters.
  private static let countedSections = 256

  /// Runs a closure that changes the fields of a section, and checks that the section's
  /// dictionaries would still be recognized as they are now. That depends on their other contents.
  ///
  /// - Throws: `EditError.changesShape` if the closure has added an obstacle.
  /// - Complexity: As `Catalogue.fields(of:)`, for up to 256 sections.
  func keepingShape(
    around section: Section.ID, _ change: () throws(EditError) -> Void
  ) throws(EditError) {
    let old = obstacles(around: section)
    try change()
    if let new = obstacles(around: section).first(where: { !old.contains($0) }) {
      throw .changesShape(new)
    }
  }

  /// The reasons why the dictionaries of a section would not be recognized as a section.
  private func obstacles(around section: Section.ID) -> [ShapeObstacle] {
    let members = SectionMembers(of: section, in: catalogue)
    var result: [ShapeObstacle] = []
    let hasOneList = members.dicts.count(where: \.holdsItems) == 1
    for dict in members.dicts {
      let fields = members.fields(of: dict)
      if dict.holdsItems {
        let isCounted = hasOneList && !isNumbered(section)
        if isCounted, fields.count >= catalogue.sections[section].itemCount {
          result.append(.lists)
        }
        if !fields.isEmpty, areGroupsRecords(around: section) { result.append(.groups) }
      } else if section == .root,
        let list = document.members(of: dict.node).first(where: {
          catalogue.isOrHoldsList($0.value)
        })
      {
        let all = fields.map { (key: $0.key, value: $0.value) } + [list]
        if document.wrappedList(among: all)?.value != list.value {
          result.append(.list(key: document.text(of: list.key)))
        }
      }
    }
    return result
  }

  private func isNumbered(_ section: Section.ID) -> Bool {
    guard section != .root else { return false }
    if case .numberedSections = shape.level(at: catalogue.sections[section].depth - 1) {
      return true
    }
    return false
  }

  /// Whether so many of a section and its siblings have single values that they would be read as
  /// records.
  private func areGroupsRecords(around section: Section.ID) -> Bool {
    let whole = catalogue.sections[section]
    guard section != .root, shape.level(at: whole.depth - 1) == .keyedSections else { return false }
    let parent = catalogue.sections[catalogue.parent(of: .section(section))]
    guard parent.itemCount <= CatalogueEditor.countedSections else { return false }
    let groups = parent.sections.filter { inner in
      catalogue.sections[inner].node.map { document.kind(of: $0) == .dict } ?? false
    }
    let records = groups.count { !SectionMembers(of: $0, in: catalogue).fields.isEmpty }
    return records * 5 > groups.count
  }
}

extension SectionMembers {
  fileprivate func fields(of dict: Dict) -> [SectionField] {
    fields.filter { $0.path.count == dict.path.count + 1 && $0.path.starts(with: dict.path) }
  }
}
