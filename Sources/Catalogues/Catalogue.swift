package import Platform
package import PropertyLists

/// A property list read as sections and entries.
///
/// Sections and entries have identities, which they keep while a `CatalogueEditor` changes the
/// catalogue. Initially, sections are numbered in outline order, a section before those inside it,
/// and entries in the same order; the first section is the root, which has no title. Not safe for
/// concurrent use.
package final class Catalogue {
  package let document: PropertyListDocument
  package let shape: Shape
  /// All sections, including deleted ones.
  package internal(set) var sections: SectionTable
  var entryNodes: EntryNodes
  var entrySections: [UInt32]
  /// Whether items have been added, moved or deleted, so that numbers may not be in outline order.
  package internal(set) var hasNewOrder = false
  /// A number that grows with every change of sections and entries, including undone ones: results
  /// computed at the same revision are still valid.
  package internal(set) var revision = 0
  /// The depth of nesting of the sections before `end`.
  private var knownDepth = (end: Section.ID.root, depth: 0)
  /// The locations of entries in the text, with the revision that they are of.
  private var locations: (revision: Int, ElementLocations)?
  /// The paths of values, as the catalogue was read.
  lazy var paths = ValuePaths(document)
  /// The values in the edited text, with their revision.
  private var edited: (revision: Int, CurrentValues?)?
  /// The names that items are found by.
  let names = ItemNames()
  /// Titles given to sections that have none in the file: in order, and (`titlesOfUntitled`) by
  /// section.
  package internal(set) var givenTitles = GivenTitles()
  var titlesOfUntitled: [Section.ID: String] = [:]
  /// Translations by the title in the file.
  package var shownTitles: [String: String] = [:]
  /// The shape's keys of labels and details.
  let labelKeys: KeyNames
  let detailKeys: KeyNames
  /// Whether the label keys are certain, because the user named them or the file is a form: an
  /// entry with none of these keys has no label.
  let hasChosenLabels: Bool
  /// The stored parts of a restored catalogue, whose arrays are empty; `nil` if it was read.
  let restored: Restored?

  /// Reads a property list as a catalogue.
  ///
  /// - Throws: `ReportedError` if the options name a root that does not exist.
  /// - Complexity: O(*n*) in the number of nodes; 8 bytes of memory per entry.
  package convenience init(
    _ document: PropertyListDocument, options: ShapeOptions = ShapeOptions()
  ) throws(ReportedError) {
    let shape = try ShapeRecognizer.recognize(document, options: options)
    self.init(document, shape, options)
  }

  /// Reads the value at a path as a catalogue, as if it were all of the file.
  ///
  /// - Parameter options: Without a root.
  /// - Throws: `PathError` if there is no value, or more than one.
  package convenience init(
    _ document: PropertyListDocument, at path: ValuePath, options: ShapeOptions
  ) throws(PathError) {
    let root = try EditedTree(document).value(at: path)
    self.init(document, ShapeRecognizer.shape(of: root, at: path, in: document, options), options)
  }

  private init(
    _ document: PropertyListDocument, _ recognized: Shape, _ options: ShapeOptions
  ) {
    self.document = document
    var shape = recognized
    var builder = CatalogueBuilder(document, shape: shape)
    builder.build()
    sections = builder.sections
    entryNodes = EntryNodes(builder.entryNodes)
    entrySections = builder.entrySections
    FieldChooser(document, entryNodes: builder.entryNodes, options: options).choose(for: &shape)
    self.shape = shape
    labelKeys = KeyNames(shape.labelKeys)
    detailKeys = KeyNames(shape.detailKeys)
    hasChosenLabels = !options.labelKeys.isEmpty || shape.isForm
    restored = nil
    findRootTexts()
  }

  /// Finds the header and the footer around the list of the catalogue.
  private func findRootTexts() {
    // A list of entries has no fields.
    if shape.isFlat, shape.root == document.root { return }
    let fields = SectionMembers(of: .root, in: self).fields
    let texts = document.headerAndFooter(fields.lazy.map { ($0.key, $0.value) }, except: nil)
    (sections[.root].headerNode, sections[.root].footerNode) = texts
  }

  init(
    _ document: PropertyListDocument, shape: Shape, hasChosenLabels: Bool, restored: Restored
  ) {
    self.document = document
    self.shape = shape
    self.hasChosenLabels = hasChosenLabels
    self.restored = restored
    sections = SectionTable(restored.sections)
    entryNodes = EntryNodes()
    entrySections = []
    labelKeys = KeyNames(shape.labelKeys)
    detailKeys = KeyNames(shape.detailKeys)
  }

  /// Numbers a new section and its contents; it has no position among its parent's items yet.
  func addSection(key: NodeIndex?, value: NodeIndex, to parent: Section.ID) -> Item {
    var builder = CatalogueBuilder(extending: self)
    // The builder gets sole ownership of the arrays, so that they are not copied.
    (sections, entrySections) = (SectionTable(), [])
    entryNodes.release()
    let section = builder.addDetached(key: key, value: value, to: parent)
    sections = builder.sections
    entryNodes.restore(builder.entryNodes)
    entrySections = builder.entrySections
    hasNewOrder = true
    revision += 1
    return .section(section)
  }

  /// Numbers a new entry; it has no position among its section's items yet.
  func addEntry(_ node: NodeIndex, to section: Section.ID) -> Entry.ID {
    entryNodes.append(node)
    entrySections.append(UInt32(section.rawValue))
    hasNewOrder = true
    revision += 1
    return Entry.ID(rawValue: entrySections.count - 1)
  }

  package var root: Section { sections[.root] }

  /// The value that becomes the whole content when the catalogue is written to another file: the
  /// root that the user named, or else the document's.
  package var writtenRoot: NodeIndex { shape.requestedRoot ?? document.root }

  /// Whether no edit has been attempted since the catalogue was read, so that every number refers
  /// to an existing item.
  package var isAsRead: Bool { revision == 0 }

  /// All entries, including deleted ones.
  package var entries: Range<Entry.ID> { .first..<Entry.ID(rawValue: entryCount) }

  /// The number of entries, including deleted ones.
  package var entryCount: Int { restored?.entries.count ?? entrySections.count }

  /// Whether there are no sections: the root's items are entries only.
  package var isFlat: Bool {
    // A restored catalogue has not been edited, and its root may have very many items.
    isRestored ? sections.count == 1 : root.sectionCount == 0
  }

  /// The greatest depth of nesting that sections have, or have had; 0 for a flat catalogue.
  ///
  /// - Complexity: O(*s*) in the number of sections added since the last call.
  package var depth: Int {
    let new = sections[knownDepth.end...].lazy.map(\.depth).max() ?? 0
    knownDepth = (sections.endIndex, max(knownDepth.depth, new))
    return knownDepth.depth
  }
}

// MARK: Sections

extension Catalogue {
  /// The sections inside a section, on all levels, in outline order.
  package func sections(in section: Section.ID = .root) -> [Section.ID] {
    if section == .root, !hasNewOrder { return Array(sections.indices.dropFirst()) }
    var result: [Section.ID] = []
    func add(_ section: Section.ID) {
      for inner in sections[section].sections {
        result.append(inner)
        add(inner)
      }
    }
    add(section)
    return result
  }

  /// The first section in outline order, starting with the root, that satisfies the predicate;
  /// sections after it are not looked at.
  func firstSection(where isWanted: (Section.ID) -> Bool) -> Section.ID? {
    func first(from section: Section.ID) -> Section.ID? {
      if isWanted(section) { return section }
      let whole = sections[section]
      var next = whole.section(from: 0)
      while let (inner, position) = next {
        if let found = first(from: inner) { return found }
        next = whole.section(from: position + 1)
      }
      return nil
    }
    return first(from: .root)
  }

  /// A section's title as it is written, including what follows a `|`.
  package func fullTitle(of section: Section.ID) -> String? {
    sections[section].titleNode.flatMap(document.shownText)
  }

  /// A section's title up to the first `|` or, if that is empty or missing, the title given to it;
  /// `nil` without either.
  package func title(of section: Section.ID) -> String? {
    ownTitle(of: section) ?? titlesOfUntitled[section]
  }

  func ownTitle(of section: Section.ID) -> String? {
    guard let title = fullTitle(of: section)?.prefix(while: { $0 != "|" }), !title.isEmpty else {
      return nil
    }
    return String(title)
  }

  /// The text after the first `|` in a section's title.
  package func titleDetail(of section: Section.ID) -> String? {
    guard let title = fullTitle(of: section), let bar = title.firstIndex(of: "|") else {
      return nil
    }
    return String(title[title.index(after: bar)...])
  }

  /// The text above a section's items in addition to its title, if it is not empty.
  package func header(of section: Section.ID) -> String? {
    filledText(at: sections[section].headerNode)
  }

  /// A section's footer, if it has one that is not empty.
  package func footer(of section: Section.ID) -> String? {
    filledText(at: sections[section].footerNode)
  }

  private func filledText(at node: NodeIndex?) -> String? {
    guard let scalar = node.flatMap(document.scalar) else { return nil }
    let text = document.text(of: scalar)
    return text.isEmpty ? nil : text
  }

  /// The first entry in a section, or the next one after it, as they were read.
  package func firstEntry(from section: Section.ID) -> Entry.ID {
    if section == .root { return .first }
    let parent = sections[sections[section].parent]
    guard parent.arrangement != nil || holds(.section(section), in: parent) else {
      precondition(isRestored, "the section is in its parent")
      restored?.failure.hasHappened = true
      return .first
    }
    return parent.run(around: sections[section].positionInParent).firstEntry
  }

  /// The number of items directly in a section and whether it has a footer that is not empty; `nil`
  /// if there are sections among the items.
  package func leaf(_ section: Section.ID) -> (itemCount: Int, hasFooter: Bool)? {
    sections.with(section) { leaf in
      leaf.sectionCount > 0 ? nil : (leaf.itemCount, filledText(at: leaf.footerNode) != nil)
    }
  }

  /// The sections from the outermost one to the given one, without the root.
  package func path(to section: Section.ID) -> [Section.ID] {
    var path: [Section.ID] = []
    var current = section
    while current != .root {
      path.append(current)
      current = sections[current].parent
    }
    return path.reversed()
  }

  /// The number of entries in a section and the sections inside it.
  ///
  /// - Complexity: O(*s* + *r*) in the sections and runs in it.
  package func entryCount(of section: Section.ID) -> Int {
    sections[section].runs.reduce(0) { count, run in
      switch run.content {
      case .section(let inner): count + entryCount(of: inner)
      case .entries(let entries): count + entries.count
      }
    }
  }

  /// Calls the closure with the entries of a section and of the sections inside it, in order.
  package func forEachEntry(in section: Section.ID, _ body: (Entry.ID) -> Void) {
    for run in sections[section].runs {
      switch run.content {
      case .section(let inner): forEachEntry(in: inner, body)
      case .entries(let entries): entries.forEach(body)
      }
    }
  }
}

// MARK: Entries

extension Catalogue {
  /// The section that an entry is in.
  package func section(of entry: Entry.ID) -> Section.ID {
    restored?.entries.section(of: entry)
      ?? Section.ID(rawValue: Int(entrySections[entry.rawValue]))
  }

  /// The first entries of sections, starting with the root, up to a limit.
  ///
  /// - Complexity: O(*k* log *r*) in the numbers *k* of runs up to the last entry returned and *r*
  ///   of all runs.
  package func someEntries(_ limit: Int) -> [Entry.ID] {
    var entries: [Entry.ID] = []
    _ = firstSection { section in
      let whole = sections[section]
      var position = 0
      while whole.entryCount > 0, position < whole.itemCount, entries.count < limit {
        let run = whole.run(around: position)
        if case .entries(let some) = run.content { entries += some.prefix(limit - entries.count) }
        position += run.count
      }
      return entries.count >= limit
    }
    return entries
  }

  /// The section that contains an item; the root is its own parent.
  package func parent(of item: Item) -> Section.ID {
    switch item {
    case .section(let section): sections[section].parent
    case .entry(let entry): section(of: entry)
    }
  }

  /// An item's position in its section, from 0.
  ///
  /// - Complexity: O(log *r*) in the number of the section's runs.
  package func position(of item: Item) -> Int {
    if item == .section(.root) { return 0 }
    if let arrangement = sections[parent(of: item)].arrangement {
      guard let position = arrangement.position(of: item) else {
        preconditionFailure("the item is in its section")
      }
      return position
    }
    switch item {
    case .section(let section): return sections[section].positionInParent
    case .entry(let entry):
      guard let position = sections[section(of: entry)].readPosition(of: entry) else {
        precondition(isRestored, "the entry is in its section")
        restored?.failure.hasHappened = true
        return 0
      }
      return position
    }
  }

  /// Whether an item has not been deleted.
  ///
  /// - Complexity: O(*d* log *r*) in the numbers *d* of sections around the item and *r* of runs in
  ///   each.
  package func contains(_ item: Item) -> Bool {
    var inner = item
    while inner != .section(.root) {
      let parent = parent(of: inner)
      if !holds(inner, in: sections[parent]) { return false }
      inner = .section(parent)
    }
    return true
  }

  private func holds(_ item: Item, in parent: Section) -> Bool {
    if let arrangement = parent.arrangement { return arrangement.position(of: item) != nil }
    switch item {
    case .entry(let entry): return parent.readPosition(of: entry) != nil
    case .section(let section):
      let position = sections[section].positionInParent
      return position < parent.itemCount && parent.item(at: position) == item
    }
  }

  /// The line and column where an entry or a section's title would begin in the file if it were
  /// saved now; `nil` for a section without a title in the file. If the text is not the one that
  /// was indexed, the result is `nil` and `restoringFailure` is set.
  ///
  /// - Complexity: The same as for `ElementLocations.location(of:)`; it starts again after an edit.
  ///   A file that is not XML is then also written and parsed.
  package func location(of item: Item) -> SourceLocation? {
    let node: NodeIndex
    switch item {
    case .entry(let entry): node = textNode(of: entry)
    case .section(let section):
      guard let title = sections[section].titleNode else { return nil }
      node = title
    }
    if document.source.format != .xml, !document.hasSourceText {
      return currentValues?.location(of: node)
    }
    let known = locations.flatMap { $0.revision == revision ? $0.1 : nil }
    let current = known ?? ElementLocations(document)
    locations = (revision, current)
    let location = current.location(of: node)
    if location == nil { restored?.failure.hasHappened = true }
    return location
  }

  /// The values in the edited text; `nil` if that is no longer a property list.
  var currentValues: CurrentValues? {
    if let edited, edited.revision == revision { return edited.1 }
    let values = CurrentValues(document)
    edited = (revision, values)
    return values
  }

  /// The node of an entry's value.
  package func value(of entry: Entry.ID) -> NodeIndex { valueNode(from: textNode(of: entry)) }

  /// The value of an entry that has or had this node.
  package func valueNode(from node: NodeIndex) -> NodeIndex {
    document.kind(of: node) == .key ? document.end(of: node) : node
  }

  /// The key that an entry is stored under, if the key is its name.
  package func key(of entry: Entry.ID) -> ScalarIndex? { document.key(textNode(of: entry)) }
}
