package import Platform
package import PropertyLists

/// Why an edit cannot be made.
package enum EditError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A value that cannot be written.
  case value(key: String, ReportedError)
  /// Text that is given as XML but is not an element.
  case element(key: String, PropertyListError)
  /// Keys name the items here, and another item already has that name.
  case nameTaken(String)
  /// Keys name the items here, and the new item has no name.
  case nameMissing
  /// A name for an item of a list without names.
  case nameUnwanted(String)
  /// No content is given for a new entry.
  case nothingToInsert
  /// It is ambiguous whether a new entry is meant after a container or inside it. The count is that
  /// of an array's elements; `nil` for a dictionary.
  case insideOrAfter(String, elementCount: Int?)
  /// A label is given, and also a field under the label's key with another value.
  case labelTwice(key: String)
  /// A key or position that its owner (by default the entry) does not have. `keys` are those that
  /// it has.
  case noSuchKey(String, of: String? = nil, keys: [String])
  /// A path through a key that is ambiguous: it occurs `count` times in its dictionary.
  case repeatedKey(String, count: Int)
  /// A path that would lead into a single value.
  case holdsNoFields([String], key: String)
  /// A language of a String Catalog, or a variation, already varies by these kinds (if none, it has
  /// a single text) and cannot also get a text or variations of another kind.
  case variesBy(String, kinds: [String])
  /// A field about a text of a String Catalog, such as its state, where the text is missing.
  case textMissing(String, about: String)
  /// Fields for an entry that is a single value.
  case notADictionary
  /// A single value where entries have fields.
  case dictionaryWanted
  /// The value under the key decides which section the entry is in.
  case decidesSection(key: String)
  /// Entries cannot be directly in a list that holds only sections, nor after sections headed by
  /// rows.
  case noPlaceForEntries
  case noPlaceForSections
  /// A new entry without the value by which entries are grouped.
  case groupWanted(key: String)
  /// A move between levels, or between lists with names and lists without.
  case otherKindOfList
  case insideItself
  case sectionNotEmpty(String, entries: Int)
  /// A section that would be removed after its entries have moved away, but holds more than
  /// entries.
  case sectionHoldsMore(String, UnlistedContent)
  case sectionHasNoTitle
  /// Fields for a section that is a list.
  case sectionHasNoFields
  /// A single value for a section.
  case valueOfSection(isRoot: Bool)
  /// The value under the key is what makes a row a section.
  case makesSection(key: String)
  /// A field whose value is, or would be, an item or a list of items.
  case holdsItems(key: String)
  /// Fields with which the file would be recognized as another shape.
  case changesShape(ShapeObstacle)
  /// Sections that only exist in their entries' values under a key.
  case sectionsAreValues(key: String)
  case theRoot
  /// The property list is a single value, its only entry.
  case oneValue
  /// A catalogue that cannot be divided into sections of letters.
  case noLetters(LetterObstacle)
  /// A key that cannot be declared for an empty list.
  case undeclarable(key: String)
  case declaredTwice(key: String)
  case notAnEntry
  case notASection
  /// An entry with a field that forbids moving it, or (`notDeletable`) deleting it.
  case notMovable(String, key: String)
  case notDeletable(String, key: String)

  package var description: String {
    switch self {
    case .value("", let error): "\(error)"
    case .value(let key, let error): "\(key.excerpt()): \(error)"
    case .element(let key, let error):
      (key.isEmpty ? "" : key.excerpt() + ": ") + EditError.objection(to: error)
    case .nameTaken(let name): "the key '\(name.excerpt())' is already in use here"
    case .nameMissing: "an item here needs a name, which becomes its key"
    case .nameUnwanted(let name):
      "values here have no keys, so there is no place for the name '\(name.excerpt())'"
    case .nothingToInsert: "a new entry needs a label or fields: KEY=VALUE"
    case .insideOrAfter(let name, _):
      "'\(name.nameExcerpt)' holds values itself, so a new one may be meant in it or after it"
    case .labelTwice(let key):
      "the label is the value of '\(key.excerpt())', which is also given as a field; give one of them"
    case .noSuchKey(let key, let owner, let keys):
      "\(owner ?? "the entry") has no '\(key.excerpt())'"
        + (keys.isEmpty ? "" : "; it has \(EditError.list(keys))")
    case .repeatedKey(let path, let count):
      "'\(path.excerpt())' occurs \(count) times; which of them is meant cannot be said"
    case .holdsNoFields([], _): "the entry is a single value without fields"
    case .holdsNoFields(let path, let key):
      "'\(FieldPath(components: path).text.excerpt())' is a single value without fields"
        + (path.count > 1
          ? "" : "; a key with dots is written '\(FieldPath.escaped(key).excerpt())'")
    case .variesBy(let name, []):
      "'\(name.excerpt())' has one text; unset it first, so that its texts can vary"
    case .variesBy(let name, let kinds):
      "'\(name.excerpt())' varies by \(EditError.list(kinds)); unset it first, or set one of its texts"
    case .textMissing(let name, let text):
      "'\(name.excerpt())' is about a text that is not there; give it, too: \(text.excerpt())=TEXT"
    case .notADictionary: "the entry is a single value without fields; =VALUE sets it"
    case .dictionaryWanted: "entries here have fields; give them as KEY=VALUE"
    case .decidesSection(let key):
      "'\(key.excerpt())' decides which section the entry is in"
    case .noPlaceForEntries: "there are only sections here; name the section for the entry"
    case .groupWanted(let key):
      "the sections here are the entries' values of '\(key.excerpt())', and none is given"
    case .noPlaceForSections: "there are no sections here, only entries"
    case .otherKindOfList: "the destination is a list of another kind, or at another level"
    case .insideItself: "a section cannot be put into itself"
    case .sectionNotEmpty(let title, let entries):
      (title.isEmpty
        ? "a section without a title contains " : "section '\(title.nameExcerpt)' contains ")
        + (entries == 0 ? "sections" : entries == 1 ? "1 entry" : "\(entries) entries")
        + "; 'section delete --force' deletes \(entries == 1 ? "it" : "them"), too"
    case .sectionHoldsMore(let title, let remains):
      (title.isEmpty ? "a section without a title" : "section '\(title.nameExcerpt)'")
        + " would be left empty and removed, with its \(remains)"
    case .sectionHasNoTitle:
      "sections have no titles here: they are lists, or no key for titles is known"
    case .sectionHasNoFields: "that is a list, which has no fields of its own"
    case .valueOfSection(let isRoot):
      "=VALUE sets an entry that is a single value; that is "
        + (isRoot ? "the whole catalogue" : "a section")
    case .makesSection(let key): "'\(key.excerpt())' is what makes this row a section"
    case .holdsItems(let key):
      "'\(key.excerpt())' is a key of sections or entries here, which have addresses of their own"
    case .changesShape(let obstacle): obstacle.description
    case .sectionsAreValues(let key):
      "sections here are their entries' values of '\(key.excerpt())'; change those"
    case .noLetters(let obstacle): obstacle.description
    case .undeclarable(let key):
      key.isEmpty
        ? "a KEY is empty"
        : "'\(key.excerpt())' cannot be the KEY of a new list: it begins or ends with a blank or '-', "
          + "or has ',', '.', '--' or a control character in it"
    case .declaredTwice(let key): "the KEY '\(key.excerpt())' is given twice"
    case .theRoot: "that is the whole catalogue, not something in it"
    case .oneValue: "the property list is this single value; nothing can be added to it"
    case .notAnEntry: "that is a section, not an entry"
    case .notASection: "that is an entry, not a section"
    case .notMovable(let label, let key):
      "'\(label.nameExcerpt)' is not to be moved, by its '\(key)'; '--force' moves it"
    case .notDeletable(let label, let key):
      "'\(label.nameExcerpt)' is not to be deleted, by its '\(key)'; '--force' deletes it"
    }
  }

  /// What is wrong with an element, in terms of the text that the user gave.
  private static func objection(to error: PropertyListError) -> String {
    switch error.problem {
    case .secondValue: "more than one value"
    case .textBetweenElements(parent: "array"), .textBetweenElements(parent: "dict"):
      "text where an element belongs"
    default: "\(error)"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(12).map { $0.excerpt() }.joined(separator: ", ") + (names.count > 12 ? ", …" : "")
  }
}

/// Why a section cannot have certain fields.
package enum ShapeObstacle: Equatable, Sendable, CustomStringConvertible {
  /// The list under this key would be read as one value among other values.
  case list(key: String)
  /// There would be at least as many single values as lists beside them.
  case lists
  /// Sections would have single values, and would be read as records.
  case groups

  package var description: String {
    switch self {
    case .list(let key):
      "beside these fields, '\(key.excerpt())' would be read as a field itself, not as the catalogue's list"
    case .lists: "beside so many single values, lists would be read as values, not as sections"
    case .groups: "with single values in so many of them, sections would be read as entries"
    }
  }
}

/// Why a catalogue cannot be divided into sections of letters.
package enum LetterObstacle: Equatable, Sendable, CustomStringConvertible {
  case form
  /// A table in which a column has the titles of the sections.
  case column(String)
  /// Rows of settings, which have an order of their own.
  case headedRows
  case nestedSections
  /// Entries beside sections.
  case looseEntries
  /// Entries are stored under keys that only count them.
  case numberedKeys
  /// Entries are names with single values, such as words and their meanings.
  case namedValues
  /// The options say that all elements are entries.
  case readFlat
  /// Sections that are lists, which have no titles.
  case untitledSections
  /// The property list is a single value.
  case oneValue
  /// There are entries, but no sections.
  case noSections
  /// Sections whose titles are not letters, or whose entries begin with other letters.
  case otherSections
  /// The written list would not be read as the intended sections.
  case readOtherwise(LetterDifference)

  package var description: String {
    switch self {
    case .form: "the rows of a form must stay where they are"
    case .column(let key):
      "the column '\(key.excerpt())' has the titles of the sections, and letters would replace them"
    case .headedRows: "rows of settings must stay under their headers"
    case .nestedSections:
      "there are sections inside sections, which filing by letter would break up"
    case .looseEntries: "there are entries outside the sections; move them first"
    case .numberedKeys:
      "the entries have numbered keys, which sections would not keep"
    case .namedValues:
      "names with plain values under a letter would be read as an entry with these fields"
    case .readFlat: "with --flat every element is read as an entry, so sections would be entries"
    case .untitledSections:
      "the sections have no titles, but letters are titles; make one list of their entries first"
    case .oneValue: "the whole property list is one value; letters are for the entries of a list"
    case .noSections: "there are no sections for letters"
    case .otherSections: "the sections here are not the letters that labels begin with"
    case .readOtherwise(let difference): difference.description
    }
  }
}
