import PropertyLists

/// How a property list is read as a catalogue, and why.
package struct Shape: Sendable {
  /// The kind of the dictionaries of one level of lists.
  enum Level: Equatable, Sendable {
    /// Sections with their members under one of the keys.
    case sections(memberKeys: [String], titleKeys: [String])
    /// Sections whose members are under numbered keys, `Site0`, `Site1`, ….
    case numberedSections(titleKeys: [String])
    /// Sections that are dictionaries with one key, which is the title of its value.
    case titledByKey
    /// Sections that are dictionaries whose keys are titles or names of their values.
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

  /// The node whose children are sections or entries.
  let root: NodeIndex
  /// The keys and positions that lead to the root.
  package let rootPath: [String]
  /// The value that the user named as the root, if any; values around it are not part of the
  /// catalogue.
  var requestedRoot: NodeIndex?
  /// The levels of lists, starting with the root; deeper levels hold entries.
  let levels: [Level]
  let grouping: Grouping
  /// Whether entries are rows of a form, in which rows own and hide other rows.
  package let isForm: Bool
  /// Whether every element of the root list is an entry, even a list.
  let isFlat: Bool
  /// Whether the entries are the strings of a String Catalog, whose fields have names of their own; see
  /// `LocalizedField`.
  package let isStringCatalog: Bool
  /// The keys of labels and details, or paths of keys, in the order in which they are tried.
  package internal(set) var labelKeys: [String] = []
  package internal(set) var detailKeys: [String] = []
  /// Whether entries are labelled by the label keys although they are stored under keys, because
  /// these keys are only numbers or identifiers.
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
