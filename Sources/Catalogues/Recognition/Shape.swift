import PropertyLists

/// How a property list is read as a catalogue, and why.
package struct Shape: Sendable {
  /// The kind of the dictionaries of one level of lists.
  enum Level: Equatable, Sendable {
    /// Sections that hold their members under one of the keys.
    case sections(memberKeys: [String], titleKeys: [String])
    /// Sections whose members are under numbered keys, `Site0`, `Site1`, ….
    case numberedSections(titleKeys: [String])
    /// Sections of one key each, which is the title of its value.
    case titledByKey
    /// Sections whose keys are the titles or names of their values.
    case keyedSections
    /// Entries.
    case entries
  }

  /// How the entries of a flat list are grouped into sections.
  enum Grouping: Equatable, Sendable {
    case none
    /// By the value under a key.
    case column(String)
    /// By header rows among them.
    case headerRows
  }

  /// The index of the node whose children are sections or entries.
  let root: NodeIndex
  /// The keys and positions that lead to the root.
  package let rootPath: [String]
  /// The value that the user named, if any; what is around it is not a part of the catalogue.
  var requestedRoot: NodeIndex?
  /// The levels of lists, starting with the root; deeper ones hold entries.
  let levels: [Level]
  let grouping: Grouping
  /// Whether the rows are a form's, some of which are hidden.
  package let isForm: Bool
  /// Whether lists and dictionaries in the root list are also entries.
  let isFlat: Bool
  /// Whether the entries are the strings of a String Catalog, whose fields have names of their own; see
  /// `LocalizedField`.
  package let isStringCatalog: Bool
  /// The keys of labels and details, or paths of keys, in the order in which they are tried.
  package internal(set) var labelKeys: [String] = []
  package internal(set) var detailKeys: [String] = []
  /// Whether entries that are stored under keys, which are only numbers, are labelled by the label
  /// keys nevertheless.
  var prefersLabelsToKeys = false
  /// The decisions and their reasons, one sentence each.
  package internal(set) var reasons: [String]

  func level(at depth: Int) -> Level { depth < levels.count ? levels[depth] : .entries }

  /// The keys under which sections hold their members, from the outermost level inwards.
  package var memberKeys: [String] {
    levels.flatMap { if case .sections(let keys, _) = $0 { keys } else { [] as [String] } }
  }

  /// The keys of sections' titles, from the outermost level inwards.
  package var titleKeys: [String] {
    levels.flatMap {
      switch $0 {
      case .sections(_, let keys), .numberedSections(let keys): keys
      case .titledByKey, .keyedSections, .entries: [] as [String]
      }
    }
  }
}
