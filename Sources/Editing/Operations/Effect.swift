package import Catalogues
package import Forms

/// The consequences of an operation.
package struct Effect: Sendable {
  /// The entry that becomes the current one.
  package var current: Entry.ID?
  /// The item that becomes visible when all rows around it are opened.
  package var revealed: Item?
  package var report: Report
  /// Whether anything has changed.
  package internal(set) var isChange = true
  /// Why the operation, although performed, could not be recorded in the journal.
  package internal(set) var journalFailure: OutputFailure?

  init(_ report: Report, current: Entry.ID? = nil, revealed: Item? = nil) {
    (self.report, self.current, self.revealed) = (report, current, revealed)
  }

  /// The effect of an operation that makes an item the current one and opens all rows around it.
  init(on item: Item, _ report: Report) {
    self.init(report, current: item.entry, revealed: item)
  }
}

/// What an operation has done; it is put into words later.
package enum Report: Equatable, Sendable {
  case inserted(Item)
  case changed(Item)
  case moved([Item])
  case copied([Item])
  /// The entry that several entries were united in, and their number.
  case united(Item, Int)
  /// How many entries were deleted, and the name if it was one.
  case deleted(Int, name: String)
  case renamed(Item, from: String)
  /// A section, its old address, and whether another one beside it has the same title.
  case renamedSection(Section.ID, from: String, hasNamesake: Bool)
  case imported(ImportCounts)
  /// How many texts were replaced, in how many entries and sections, and how many texts with the
  /// pattern are left in fields of sections and of the whole catalogue.
  case replaced(values: Int, entries: Int, sections: Int, left: Int)
  /// How many sections were deleted, and the address if it was one.
  case deletedSections(Int, address: String)
  /// How many entries stayed where they were because they are not to be moved.
  case sorted(staying: Int)
  case filed(entries: Int, letters: Int)
  case filled(Entry.ID)
  case edited(TreeEdit)
  /// No report, since the rows themselves are shown.
  case disclosed
  case disclosedAll(Disclosure)
  /// The commands that do the same.
  case fixed([String])
}
