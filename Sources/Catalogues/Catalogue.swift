package import PropertyLists

/// A property list read as sections and entries.
///
/// Sections stand in the order of an outline, a section before those inside it; the first is the
/// root, which has no title. Entries are numbered in the same order.
package final class Catalogue: Sendable {
  package let document: PropertyListDocument
  package let shape: Shape
  package let sections: [Section]
  private let entryNodes: [UInt32]
  private let entrySections: [UInt32]
  /// The shape's keys of labels and details as UTF-8.
  let labelKeyBytes: [[UInt8]]
  let detailKeyBytes: [[UInt8]]
  /// Whether the user has named the keys of labels.
  let hasChosenLabels: Bool

  /// Reads a property list as a catalogue.
  ///
  /// - Throws: `RootError` if the options name a root that is not there.
  /// - Complexity: O(*n*) in the number of nodes; 8 bytes of memory an entry.
  package init(
    _ document: PropertyListDocument, options: ShapeOptions = ShapeOptions()
  ) throws(RootError) {
    self.document = document
    var shape = try ShapeRecognizer.recognize(document, options: options)
    var builder = CatalogueBuilder(document, shape: shape)
    builder.build()
    sections = builder.sections
    entryNodes = builder.entryNodes
    entrySections = builder.entrySections
    FieldChooser(document, entryNodes: builder.entryNodes, options: options).choose(for: &shape)
    self.shape = shape
    labelKeyBytes = shape.labelKeys.map { Array($0.utf8) }
    detailKeyBytes = shape.detailKeys.map { Array($0.utf8) }
    hasChosenLabels = !options.labelKeys.isEmpty
  }

  package var root: Section { sections[0] }
  package var entryCount: Int { entryNodes.count }

  /// Whether there are no sections: the root's items are entries only.
  package var isFlat: Bool { sections.count == 1 }

  /// How deep sections are nested; 0 for a flat catalogue.
  package var depth: Int { sections.lazy.map(\.depth).max() ?? 0 }
}

/// A group of entries and sections.
package struct Section: Sendable {
  /// Position in the catalogue's `sections`.
  package let index: Int
  /// The section around it; the root is its own.
  package let parent: Int
  /// Its position in that section, from 0.
  package let positionInParent: Int
  /// 0 for the root, 1 for the outermost sections.
  package let depth: Int
  /// The scalar or key that holds the title, if there is one.
  package let titleNode: Int?
  /// The dictionary or array that is the section, if there is one.
  package let node: Int?
  /// The scalar that holds the footer, if there is one.
  package let footerNode: Int?
  /// What the section holds, in file order.
  internal(set) package var runs: [Run] = []

  /// A section inside another, or some entries in a row.
  package struct Run: Sendable {
    /// Position in the section, from 0, of the section or of the first entry.
    package let position: Int
    /// The first entry in it, or the next one if it is a section without entries.
    package let firstEntry: Int
    internal(set) package var content: Content

    package enum Content: Sendable {
      case section(Int)
      case entries(Range<Int>)
    }

    var count: Int {
      switch content {
      case .section: 1
      case .entries(let entries): entries.count
      }
    }
  }

  /// The number of entries and sections directly inside.
  package var itemCount: Int { runs.last.map { $0.position + $0.count } ?? 0 }

  /// The number of entries directly inside.
  package var entryCount: Int {
    runs.reduce(0) { count, run in
      if case .entries(let entries) = run.content { count + entries.count } else { count }
    }
  }

  /// The entry or section at a position, from 0.
  ///
  /// - Complexity: O(log *r*) in the number of runs.
  package func item(at position: Int) -> Item {
    let run = runs[runs.partitionPoint { $0.position > position } - 1]
    switch run.content {
    case .section(let section): return .section(section)
    case .entries(let entries): return .entry(entries.lowerBound + position - run.position)
    }
  }

  /// All items in order.
  package var items: some Sequence<Item> { (0..<itemCount).lazy.map(item(at:)) }
}

/// An entry or a section, by number.
package enum Item: Hashable, Sendable {
  case entry(Int)
  case section(Int)
}

extension Array {
  /// Index of the first element for which the predicate holds, if it holds for all after it.
  ///
  /// - Complexity: O(log *n*).
  func partitionPoint(_ isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

// MARK: Sections

extension Catalogue {
  /// A section's title as it is written, with what stands behind a `|`.
  package func fullTitle(of section: Int) -> String? {
    sections[section].titleNode.flatMap(document.shownText)
  }

  /// A section's title without what stands behind a `|`; `nil` if it has none or an empty one.
  package func title(of section: Int) -> String? {
    guard let title = fullTitle(of: section)?.prefix(while: { $0 != "|" }), !title.isEmpty else {
      return nil
    }
    return String(title)
  }

  /// What stands behind the first `|` in a section's title.
  package func titleDetail(of section: Int) -> String? {
    guard let title = fullTitle(of: section), let bar = title.firstIndex(of: "|") else {
      return nil
    }
    return String(title[title.index(after: bar)...])
  }

  /// A section's footer, if it has one that is not empty.
  package func footer(of section: Int) -> String? {
    guard let text = sections[section].footerNode.map(document.text), !text.isEmpty else {
      return nil
    }
    return text
  }

  /// The sections from the outermost one to the given one, without the root.
  package func path(to section: Int) -> [Int] {
    var path: [Int] = []
    var current = section
    while current != 0 {
      path.append(current)
      current = sections[current].parent
    }
    return path.reversed()
  }

  /// The number of entries that a person sees in a section and the sections inside it.
  package func shownEntryCount(of section: Int) -> Int {
    var count = 0
    forEachEntry(in: section) { if !isHidden($0) { count += 1 } }
    return count
  }

  /// Calls the closure with the entries of a section and of the sections inside it, in order.
  package func forEachEntry(in section: Int, _ body: (Int) -> Void) {
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
  /// The section that an entry stands in.
  package func section(of entry: Int) -> Int { Int(entrySections[entry]) }

  /// An item's position in the section around it, from 0.
  ///
  /// - Complexity: O(log *r*) in the number of the section's runs.
  package func position(of item: Item) -> Int {
    switch item {
    case .section(let section): return sections[section].positionInParent
    case .entry(let entry):
      // Of the runs that begin at or before the entry, the last is the one that holds it.
      let runs = sections[section(of: entry)].runs
      let run = runs[runs.partitionPoint { $0.firstEntry > entry } - 1]
      return run.position + entry - run.firstEntry
    }
  }

  /// The node of an entry's value.
  package func value(of entry: Int) -> Int {
    let node = Int(entryNodes[entry])
    return document.kind(of: node) == .key ? document.end(of: node) : node
  }

  /// The node of the key that an entry stands under, if that names it.
  package func key(of entry: Int) -> Int? {
    let node = Int(entryNodes[entry])
    return document.kind(of: node) == .key ? node : nil
  }

  /// Whether the entry is a row of a form that is not shown now.
  package func isHidden(_ entry: Int) -> Bool {
    guard shape.isForm, document.kind(of: value(of: entry)) == .dict,
      let flag = document.value(of: Shape.visibilityKey, in: value(of: entry))
    else { return false }
    return document.boolean(at: flag) == false
  }
}
