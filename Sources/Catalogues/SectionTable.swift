/// The sections of a catalogue by number: those that were read, or stored ones, which are loaded
/// when they are asked for.
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

  /// - Complexity: O(1); O(*r*) in the section's runs the first time a stored one is asked for.
  package internal(set) subscript(id: Section.ID) -> Section {
    get { stored?[id] ?? array[id.rawValue] }
    _modify {
      precondition(stored == nil, "stored sections are not edited")
      yield &array[id.rawValue]
    }
  }

  /// Looks at a section without copying it, which takes several times as long as many a look.
  func with<Result>(_ id: Section.ID, _ body: (Section) -> Result) -> Result {
    if let stored { return body(stored[id]) }
    return array.withUnsafeBufferPointer { body($0[id.rawValue]) }
  }

  mutating func append(_ section: Section) {
    precondition(stored == nil, "nothing is added to stored sections")
    array.append(section)
  }
}
