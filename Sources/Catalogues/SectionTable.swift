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
