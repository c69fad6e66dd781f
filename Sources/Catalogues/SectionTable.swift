/// The sections of a catalogue by number: those that were read, or some that are stored and are
/// taken from there when they are asked for.
package struct SectionTable: RandomAccessCollection {
  private(set) var array: [Section]
  private let stored: StoredSections?

  init(_ sections: [Section] = []) {
    array = sections
    stored = nil
  }

  init(_ stored: StoredSections) {
    array = []
    self.stored = stored
  }

  package var startIndex: Int { 0 }

  package var endIndex: Int { stored?.count ?? array.count }

  /// - Complexity: O(1); O(*r*) in the section's runs the first time that a stored one is asked for.
  package internal(set) subscript(index: Int) -> Section {
    get { stored?[index] ?? array[index] }
    _modify {
      precondition(stored == nil, "stored sections are not edited")
      yield &array[index]
    }
  }
}
