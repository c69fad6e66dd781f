import PropertyLists

/// A catalogue as pieces that can be stored one by one. Each has the text that is needed to restore
/// it.
///
/// The catalogue has been read, not edited.
package struct CataloguePieces {
  private let catalogue: Catalogue
  private let marks: [UInt32]

  /// - Complexity: O(*n*) in the length of all names.
  package init(_ catalogue: Catalogue) {
    precondition(!catalogue.isRestored && catalogue.document.hasSourceText)
    self.catalogue = catalogue
    marks = NameMarker.codes(of: catalogue)
  }

  /// The code of the mark of an entry.
  package func mark(of entry: Entry.ID) -> Int { Int(marks[entry.rawValue]) }

  /// The code of the mark of a section.
  package func mark(of section: Section.ID) -> Int {
    Int(marks[catalogue.entryCount + section.rawValue])
  }

  /// The element of an entry as it is written, preceded by its key if the key is its name; valid as
  /// long as the catalogue.
  package func element(of entry: Entry.ID) -> UnsafeBufferPointer<UInt8> {
    let node = catalogue.textNode(of: entry)
    return catalogue.document.sourceText(from: node, through: catalogue.valueNode(from: node))
  }

  /// The record of a section, and the elements as they are written to which the offsets in the
  /// record lead.
  package func record(of id: Section.ID) -> (record: [UInt8], elements: [UInt8]) {
    let document = catalogue.document
    var (record, elements): ([UInt8], [UInt8]) = ([], [])
    record.append(catalogue.sections[id], catalogue.fields(of: id)) { node, includesValue in
      let start = elements.count
      elements += document.sourceText(
        from: node, through: includesValue ? catalogue.valueNode(from: node) : node)
      return start
    }
    return (record, elements)
  }
}
