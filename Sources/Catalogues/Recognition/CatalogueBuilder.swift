import PropertyLists

/// Builds the sections and entries of a document according to its shape.
struct CatalogueBuilder {
  private let document: PropertyListDocument
  private let shape: Shape
  private(set) var sections = SectionTable()
  private(set) var entryNodes: [UInt32] = []
  /// The section of each entry, except for entries of the open run.
  private(set) var entrySections: [UInt32] = []
  /// The run of entries that is being extended: its section and its first entry.
  private var openRun: (section: Section.ID, first: Entry.ID)?

  init(_ document: PropertyListDocument, shape: Shape) {
    precondition(document.end.rawValue <= UInt32.max, "a catalogue holds up to 2³² nodes")
    self.document = document
    self.shape = shape
  }

  /// Continues with the next section and entry after those of a catalogue.
  init(extending catalogue: Catalogue) {
    document = catalogue.document
    shape = catalogue.shape
    sections = catalogue.sections
    entryNodes = catalogue.entryNodes.array
    entrySections = catalogue.entrySections
  }

  mutating func build() {
    defer { endRun() }
    // This is about the size that a list of small dictionaries needs; unused memory is not touched.
    entryNodes.reserveCapacity(document.end.rawValue / 4)
    entrySections.reserveCapacity(document.end.rawValue / 4)
    sections.append(
      Section(
        id: .root, parent: .root, positionInParent: 0, depth: 0, titleNode: nil, node: shape.root,
        footerNode: nil))
    guard document.kind(of: shape.root).isContainer else {
      addEntry(shape.root, to: .root)
      return
    }
    switch shape.grouping {
    case .none: addElements(of: shape.root, to: .root, depth: 0)
    case .column(let key): addGroups(by: key)
    case .headerRows: addHeadedRows()
    }
  }

  /// Adds a section and its contents without a position among its parent's items. Where entries are
  /// grouped, `value` is the first entry of the section, which is not added.
  mutating func addDetached(
    key: NodeIndex?, value: NodeIndex, to parent: Section.ID
  ) -> Section.ID {
    // The parent is emptied in the meantime, so that the new section has no siblings.
    let whole = sections[parent]
    (sections[parent].readRuns, sections[parent].arrangement) = ([], nil)
    defer {
      endRun()
      sections[parent] = whole
    }
    let depth = sections[parent].depth
    let level = shape.isFlat ? .entries : shape.level(at: depth)
    let section = sections.endIndex
    switch shape.grouping {
    case .headerRows: return addHeadedSection(value)
    case .column(let key):
      let title = document.value(of: key, in: value)
      let isBlank = title.flatMap(document.shownText)?.isEmpty ?? true
      return addSection(to: parent, title: isBlank ? nil : title, node: nil, footer: nil)
    case .none: break
    }
    add(
      PropertyListDocument.ListElement(key: key.flatMap(document.key), value: value),
      in: ListContext(
        level: level, holdsSections: true, holdsLeaves: false, keepsScalars: false, depth: depth,
        section: parent))
    return section
  }

  // MARK: Nested lists

  private mutating func addElements(of list: NodeIndex, to section: Section.ID, depth: Int) {
    let level = shape.isFlat ? .entries : shape.level(at: depth)
    let list = shape.isFlat ? list : document.innerList(of: list, at: level)
    let outer = depth > 0 ? shape.level(at: depth - 1) : nil
    let context = ListContext(
      level: level, holdsSections: depth == 0 && holdsSections(list, at: level),
      holdsLeaves: depth > 0 && holdsLeaves(list, at: level),
      keepsScalars: shape.isFlat
        || document.keepsScalars(list, insideSectionOf: outer, holding: level),
      depth: depth, section: section)
    document.forEachElement(of: list, insideSectionOf: outer) { add($0, in: context) }
  }

  /// Properties of the list whose elements are being added.
  private struct ListContext {
    let level: Shape.Level
    /// Whether dictionaries without members are sections, too.
    let holdsSections: Bool
    /// Whether dictionaries are entries although they have lists, because all the lists are empty.
    let holdsLeaves: Bool
    /// Whether scalars under keys are entries.
    let keepsScalars: Bool
    let depth: Int
    let section: Section.ID
  }

  private mutating func add(_ element: PropertyListDocument.ListElement, in list: ListContext) {
    let node = element.key?.node ?? element.value
    switch document.kind(of: element.value) {
    case .array where !shape.isFlat && !(element.key != nil && list.keepsScalars):
      let inner = addSection(
        to: list.section, title: element.key?.node, node: element.value, footer: nil)
      addElements(of: element.value, to: inner, depth: list.depth + 1)
    case .dict:
      let members = document.memberLists(of: element.value, at: list.level)
      if list.holdsLeaves || members.isEmpty && !list.holdsSections {
        addEntry(node, to: list.section)
        return
      }
      let title = titleNode(of: element, at: list.level)
      let isList = members.first == element.value
      // Where texts are entries, they are neither header nor footer.
      let texts: (header: NodeIndex?, footer: NodeIndex?) =
        isList
          && document.keepsScalars(
            element.value, insideSectionOf: list.level, holding: shape.level(at: list.depth + 1))
        ? (nil, nil) : document.headerAndFooter(document.members(of: element.value), except: title)
      let inner = addSection(
        to: list.section, title: title, node: element.value, header: texts.header,
        footer: texts.footer)
      for innerList in members { addElements(of: innerList, to: inner, depth: list.depth + 1) }
    default:
      if element.key == nil || list.keepsScalars { addEntry(node, to: list.section) }
    }
  }

  /// Whether at least half of the dictionaries in the root list have lists of members, so that the
  /// other dictionaries are empty sections. At deeper levels these are entries, so that a search
  /// finds them.
  private func holdsSections(_ list: NodeIndex, at level: Shape.Level) -> Bool {
    guard level != .entries else { return false }
    var dicts = 0
    var sections = 0
    document.forEachElement(of: list) { element in
      guard document.kind(of: element.value) == .dict else { return }
      dicts += 1
      if !document.memberLists(of: element.value, at: level).isEmpty { sections += 1 }
    }
    return sections * 2 >= dicts && sections > 0
  }

  /// Whether the lists of all dictionaries in a list inside a section are empty, as the lists of
  /// districts of cities without districts.
  private func holdsLeaves(_ list: NodeIndex, at level: Shape.Level) -> Bool {
    guard case .sections = level else { return false }
    var areLeaves = true
    document.forEachElement(of: list) { element in
      if areLeaves, document.kind(of: element.value) == .dict {
        areLeaves = document.memberLists(of: element.value, at: level).allSatisfy {
          document.firstChild(of: $0) == document.end(of: $0)
        }
      }
    }
    return areLeaves
  }

  private func titleNode(
    of element: PropertyListDocument.ListElement, at level: Shape.Level
  ) -> NodeIndex? {
    if let key = element.key { return key.node }
    switch level {
    case .sections(_, let titleKeys), .numberedSections(let titleKeys):
      return titleKeys.lazy.compactMap { document.value(ofKeyOrPath: $0, in: element.value) }
        .first { document.shownText(of: $0) != nil }
    case .titledByKey: return document.members(of: element.value).first { _ in true }?.key.node
    case .keyedSections, .entries: return nil
    }
  }

  // MARK: Grouped lists

  private mutating func addGroups(by key: String) {
    var groups: [(title: NodeIndex?, entries: [NodeIndex])] = []
    var positions: [String: Int] = [:]
    document.forEachElement(of: shape.root) { element in
      let isDict = document.kind(of: element.value) == .dict
      let title = isDict ? document.value(of: key, in: element.value) : nil
      let text = title.flatMap(document.shownText) ?? ""
      let position = positions[text] ?? groups.count
      if position == groups.count {
        groups.append((title: text.isEmpty ? nil : title, entries: []))
        positions[text] = position
      }
      groups[position].entries.append(element.value)
    }
    for group in groups {
      let section = addSection(to: .root, title: group.title, node: nil, footer: nil)
      for entry in group.entries { addEntry(entry, to: section) }
    }
  }

  private mutating func addHeadedRows() {
    var section = Section.ID.root
    document.forEachElement(of: shape.root) { element in
      if document.kind(of: element.value) == .dict, document.isHeaderRow(element.value) {
        section = addHeadedSection(element.value)
      } else {
        addEntry(element.value, to: section)
      }
    }
  }

  private mutating func addHeadedSection(_ row: NodeIndex) -> Section.ID {
    addSection(
      to: .root, title: document.value(of: "Title", in: row), node: row,
      footer: document.value(of: "FooterText", in: row).flatMap {
        document.shownText(of: $0) == nil ? nil : $0
      })
  }

  // MARK: Items

  private mutating func addSection(
    to parent: Section.ID, title: NodeIndex?, node: NodeIndex?, header: NodeIndex? = nil,
    footer: NodeIndex?
  ) -> Section.ID {
    endRun()
    let section = sections.endIndex
    let position = sections[parent].itemCount
    sections[parent].readRuns.append(
      Section.Run(position: position, firstEntry: nextEntry, content: .section(section)))
    sections[parent].readSectionCount += 1
    sections.append(
      Section(
        id: section, parent: parent, positionInParent: position,
        depth: sections[parent].depth + 1, titleNode: title, node: node, headerNode: header,
        footerNode: footer))
    return section
  }

  private var nextEntry: Entry.ID { Entry.ID(rawValue: entryNodes.count) }

  private mutating func addEntry(_ node: NodeIndex, to section: Section.ID) {
    if openRun?.section != section {
      endRun()
      openRun = (section: section, first: nextEntry)
    }
    entryNodes.append(UInt32(node.rawValue))
  }

  private mutating func endRun() {
    guard let run = openRun else { return }
    openRun = nil
    let entries = run.first..<nextEntry
    entrySections += repeatElement(UInt32(run.section.rawValue), count: entries.count)
    sections[run.section].readRuns.append(
      Section.Run(
        position: sections[run.section].itemCount, firstEntry: run.first,
        content: .entries(entries)))
  }
}
