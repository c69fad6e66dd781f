package import Catalogues
package import Forms
package import ICUText
package import Searching

/// A change of the catalogue, as a value. It names items by their identities and depends on nothing
/// else: neither on listings nor on options.
///
/// The commands that mean the same are its written form; see `OperationCommand`.
package enum Operation: Equatable, Sendable {
  case insert(NewEntry, at: Destination)
  /// Files an entry with a label under its letter in a language.
  case insertByLetter(label: String, fields: [FieldAssignment], LocaleIdentifier)
  /// Entries that are marked as not to be deleted are deleted only if `isForced`; the same holds
  /// for moving.
  case delete([Item], isForced: Bool = false)
  /// The first entry goes to the destination, the others follow it.
  case move([Item], to: Destination, isForced: Bool = false)
  case copy([Item], to: Destination)
  /// The first entry gets the fields that it lacks of the others, which are deleted.
  case unite([Item])
  case set([FieldAssignment], of: Item)
  case unset([String], of: Item)
  case rename(Item, to: String)
  /// Replaces text in the fields of entries with these keys, or in all fields if there are no keys;
  /// if `isEverywhere`, also in fields of sections.
  case replace(TextReplacement, in: [String], isEverywhere: Bool = false)

  /// Merges the entries of another file.
  case merge(ImportedEntries, ImportOptions)

  /// Enters a text in a row of a form.
  case fill(Item, with: String, DateStyle)
  /// Chooses a row of a form or, with a title, the row with this title among those that belong to
  /// it.
  case choose(String?, at: Item, DateStyle)
  case disclose(DisclosedRows, Disclosure)

  case insertSection(String, at: Destination)
  case deleteSections([Section.ID], isForced: Bool)
  /// The placement is never `sorted`; `sort` puts sections in order.
  case moveSection(Section.ID, to: Destination)
  /// With everything in it; by default after the section there, and never `sorted` either.
  case copySection(Section.ID, to: Destination)
  case renameSection(Section.ID, to: String)
  /// Items of the same name stay in their order, even if the order of names is reversed.
  case sort(SortedPart, FilingOrder, isReversed: Bool = false)
  /// Files all entries under letters.
  case build(FilingOrder, SectionKeys, isForced: Bool)

  /// Changes values by their paths, whatever the property list is read as.
  case editTree(TreeEdit)

  /// Fixes findings of some kinds. The locale is that in which entries are filed; `nil` means that
  /// of the session, or one that fits better. Commands fix all kinds.
  case fix(FixScope, Set<Finding.Code> = Set(Finding.Code.allCases), in: LocaleIdentifier?)
}

extension Operation {
  /// The value that replaces the whole property list; `nil` if the operation does not replace it.
  package var newRoot: FieldAssignment? {
    guard case .set(let fields, .section(.root)) = self, let field = fields.first,
      fields.count == 1, field.key.isEmpty, field.type == .xml
    else { return nil }
    return field
  }
}

/// A place relative to an item. By default, a new item goes after an entry, a moved item takes the
/// position of an entry or a section, and both go to the end of a section.
package struct Destination: Equatable, Sendable {
  package let item: Item
  package let placement: Placement?

  package init(_ item: Item, _ placement: Placement? = nil) {
    (self.item, self.placement) = (item, placement)
  }
}

/// A position relative to an item.
package enum Placement: String, CaseIterable, Sendable {
  case before, after, first, last, sorted
}

/// Rows of a form that are expanded or collapsed.
package enum DisclosedRows: Equatable, Sendable {
  case all
  /// The rows themselves or, if they do not expand, the rows that they belong to.
  case rows([Entry.ID])
}

/// How dates are written.
package struct DateStyle: Equatable, Sendable {
  /// The language of dates; `nil` for that of the session.
  package let language: DateLanguage?
  /// The pattern of dates; `nil` for that of the row or of the language.
  package let pattern: String?

  package init(language: DateLanguage? = nil, pattern: String? = nil) {
    (self.language, self.pattern) = (language, pattern)
  }
}

/// The items that are sorted.
package enum SortedPart: Equatable, Sendable {
  /// The outermost sections, by title.
  case sections
  case entries(of: [Section.ID])
  case entriesOfAllSections
}

/// The order in which entries are filed.
package struct FilingOrder: Equatable, Sendable {
  package let locale: LocaleIdentifier
  /// The field that entries are filed by; `nil` for the label.
  package let key: String?

  package init(_ locale: LocaleIdentifier, by key: String? = nil) {
    (self.locale, self.key) = (locale, key)
  }
}

/// Which findings are fixed.
package enum FixScope: Equatable, Sendable {
  /// Fixes that lose nothing.
  case safe
  case all
}

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
