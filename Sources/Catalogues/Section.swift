import Platform
package import PropertyLists

/// A group of entries and sections.
package struct Section: Sendable {
  package let id: ID
  /// The section that contains it; the root is its own parent.
  package internal(set) var parent: ID
  /// The position in the parent when the file was read, from 0. `Catalogue.position(of:)` has the
  /// current position.
  package let positionInParent: Int
  /// 0 for the root, 1 for the outermost sections.
  package let depth: Int
  /// The scalar or key that holds the title, if there is one.
  package internal(set) var titleNode: NodeIndex?
  /// The section's dictionary or array, if there is one.
  package internal(set) var node: NodeIndex?
  /// The string that holds the header, if there is one in addition to the title.
  package internal(set) var headerNode: NodeIndex?
  /// The scalar that holds the footer, if there is one.
  package internal(set) var footerNode: NodeIndex?
  /// The section's fields if the catalogue was restored, otherwise empty.
  var storedFields: [SectionField] = []
  /// The section's contents when it was read.
  var readRuns: [Run] = []
  /// The number of sections in `readRuns`.
  var readSectionCount = 0
  /// The section's contents once its items have been edited.
  var arrangement: Arrangement?

  init(
    id: ID, parent: ID, positionInParent: Int, depth: Int, titleNode: NodeIndex?,
    node: NodeIndex?, headerNode: NodeIndex? = nil, footerNode: NodeIndex?
  ) {
    self.id = id
    self.parent = parent
    self.positionInParent = positionInParent
    self.depth = depth
    self.titleNode = titleNode
    self.node = node
    self.headerNode = headerNode
    self.footerNode = footerNode
  }

  /// A section inside another, or some consecutive entries.
  package struct Run: Sendable {
    /// The position in the enclosing section, from 0, of the section or of the first entry.
    package let position: Int
    /// The first entry inside when it was read or, for a section without entries, the next entry
    /// after it.
    package let firstEntry: Entry.ID
    package let content: Content

    package enum Content: Equatable, Sendable {
      case section(Section.ID)
      case entries(Range<Entry.ID>)

      var count: Int {
        switch self {
        case .section: 1
        case .entries(let entries): entries.count
        }
      }

      /// The section itself, or the entry at a position counted from the first.
      func item(at position: Int) -> Item {
        switch self {
        case .section(let section): .section(section)
        case .entries(let entries): .entry(entries.lowerBound.advanced(by: position))
        }
      }
    }

    var count: Int { content.count }
  }

  /// The section's contents in order.
  ///
  /// - Complexity: O(*r*) in the number of runs once its items have been edited.
  package var runs: [Run] { arrangement?.runs ?? readRuns }

  /// The number of entries and sections directly inside.
  package var itemCount: Int {
    arrangement?.itemCount ?? readRuns.last.map { $0.position + $0.count } ?? 0
  }

  /// The number of sections directly inside.
  var sectionCount: Int { arrangement?.sectionCount ?? readSectionCount }

  /// The number of entries directly inside.
  package var entryCount: Int { itemCount - sectionCount }

  /// The position of an entry, as long as the items have not been edited; `nil` if it is not in the
  /// section.
  func readPosition(of entry: Entry.ID) -> Int? {
    // Only the last run that begins at or before the entry can hold it.
    let index = readRuns.partitionPoint { $0.firstEntry > entry } - 1
    guard index >= 0, case .entries(let entries) = readRuns[index].content, entries.contains(entry)
    else { return nil }
    return readRuns[index].position + entries.lowerBound.distance(to: entry)
  }

  /// The entry or section at a position, from 0.
  ///
  /// - Complexity: O(log *r*) in the number of runs.
  package func item(at position: Int) -> Item { content(from: position).item(at: 0) }

  /// The content from a position on, counted from 0: a section, or entries up to the end of their
  /// run.
  ///
  /// - Complexity: O(log *r*) in the number of runs.
  package func content(from position: Int) -> Run.Content {
    let run = run(around: position)
    return run.content.slice((position - run.position)..<run.count)
  }

  /// The run that contains the item at a position.
  ///
  /// - Complexity: O(log *r*) in the number of runs.
  func run(around position: Int) -> Run {
    arrangement?.run(around: position)
      ?? readRuns[readRuns.partitionPoint { $0.position > position } - 1]
  }

  /// The last section before a position.
  ///
  /// - Complexity: O(*k* log *r*) in the numbers *k* of runs between the two positions and *r* of
  ///   all runs.
  func section(before position: Int) -> (section: ID, position: Int)? {
    if sectionCount == 0 { return nil }
    var position = position
    while position > 0 {
      let run = run(around: position - 1)
      if case .section(let section) = run.content { return (section, run.position) }
      position = run.position
    }
    return nil
  }

  /// The first section at a position or after it.
  ///
  /// - Complexity: The same as for `section(before:)`.
  func section(from position: Int) -> (section: ID, position: Int)? {
    if sectionCount == 0 { return nil }
    var position = position
    while position < itemCount {
      let run = run(around: position)
      if case .section(let section) = run.content { return (section, run.position) }
      position = run.position + run.count
    }
    return nil
  }

  /// The sections directly inside, in order.
  package var sections: some Sequence<ID> {
    runs.lazy.compactMap { if case .section(let section) = $0.content { section } else { nil } }
  }

  /// All items in order.
  package var items: some Sequence<Item> {
    runs.lazy.flatMap { $0.content.items }
  }
}

/// The sections of a catalogue by identity: either read with the file, or stored in an index and
/// loaded when they are first asked for.
package struct SectionTable: RandomAccessCollection {
  private var array: [Section]
  private let stored: StoredSections?

  init() {
    array = []
    stored = nil
  }

  init(_ stored: StoredSections) {
    array = []
    self.stored = stored
  }

  package var startIndex: Section.ID { .root }

  package var endIndex: Section.ID { Section.ID(rawValue: stored?.count ?? array.count) }

  /// - Complexity: O(1), but O(*r*) in the section's runs when a stored section is loaded.
  package internal(set) subscript(id: Section.ID) -> Section {
    get { stored?[id] ?? array[id.rawValue] }
    _modify {
      precondition(stored == nil, "stored sections are not edited")
      yield &array[id.rawValue]
    }
  }

  /// Calls the closure with a section without copying it: a copy takes several times as long as
  /// reading a property.
  func with<Result>(_ id: Section.ID, _ body: (Section) -> Result) -> Result {
    if let stored { return body(stored[id]) }
    return array.withUnsafeBufferPointer { body($0[id.rawValue]) }
  }

  mutating func append(_ section: Section) {
    precondition(stored == nil, "nothing is added to stored sections")
    array.append(section)
  }
}
