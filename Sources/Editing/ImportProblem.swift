import Grammar
package import Platform
import PropertyLists

/// Why entries of another file cannot be merged.
package enum ImportProblem: Error, Equatable {
  /// A column that the file does not have.
  case unknownColumn(String, columns: [String])
  /// Columns that mean the same key.
  case mappedTwice(key: String, columns: [String])
  /// No column means the key by which entries are matched.
  case nothingToMatch(key: String, columns: [String])
  /// A value that cannot be of the type that its field has.
  case wrongType(key: String, value: String, type: String)
  /// An entry of the file without what entries of the catalogue are named by, or consist of.
  case nameMissing
  case valueMissing
  /// A value of a vCard that is not decoded, for a card of another version.
  case undecoded(key: String)
  /// A language for a catalogue that has none.
  case noLanguages
  /// Single values with keys, for a list in which entries have none.
  case keysLost
  /// A file whose name is that of a String Catalog, but that is none yet.
  case noStringCatalog
  /// All entries would be deleted, because the file has none.
  case noEntries
  /// What is ambiguous, if that is an error.
  case ambiguous([ByteText])
  /// Columns that vCards have no property for, if that is an error.
  case unknownColumns([String])

  package var message: ByteText {
    switch self {
    case .unknownColumn(let name, _): ByteText("there is no column '\(name.excerpt())'")
    case .mappedTwice(let key, let columns):
      ByteText(
        "the columns \(columns.map { "'\($0.excerpt())'" }.joined(separator: " and ")) would both be "
          + "'\(key.excerpt())'")
    case .nothingToMatch(let key, _): ByteText("no column is '\(key.excerpt())'")
    case .wrongType(let key, let value, let type):
      ByteText(
        "\(key.isEmpty ? "" : "\(key.excerpt()): ")'\(value.excerpt())' is not a valid \(type) value"
      )
    case .undecoded(let key):
      ByteText("\(key.excerpt()): the value is not decoded, and the card is of another version")
    case .nameMissing: "the entry has no 'key', under which it would be stored"
    case .valueMissing: "the entry must be a single value, as the entries of the catalogue are"
    case .noLanguages: "--language is for String Catalogs, whose entries have texts by language"
    case .keysLost: "the value has a key, which entries of a list do not have"
    case .noStringCatalog:
      "the file to import into has the name of a String Catalog, but is not one"
    case .noEntries: "no entries are the same, so that all would be deleted"
    case .unknownColumns(let lines): ByteText(lines.joined(separator: "; "))
    case .ambiguous(let lines): lines.dropFirst().reduce(lines.first ?? "") { $0 + "; " + $1 }
    }
  }

  package var hint: String? {
    switch self {
    case .unknownColumn(let name, let columns):
      Listing.suggestion(for: name, among: columns, otherwise: ImportProblem.list(columns))
    case .nothingToMatch(let key, let columns):
      "--map=\(key.excerpt())=COLUMN says which is; " + ImportProblem.list(columns)
    case .mappedTwice: "--map=KEY=COLUMN gives one of them another key"
    case .wrongType, .undecoded: "nothing was imported"
    case .keysLost: "a dictionary keeps it, '{}' in JSON and '<dict/>' in XML"
    case .noStringCatalog:
      "it begins as {\"sourceLanguage\": \"en\", \"strings\": {}, \"version\": \"1.0\"}"
    case .noEntries: "--force deletes them"
    case .ambiguous: "without --strict, these are left alone"
    case .unknownColumns: "--map=KEY=COLUMN says what a column is"
    case .nameMissing: "--map=key=COLUMN says which column has it"
    case .valueMissing, .noLanguages: nil
    }
  }

  private static func list(_ columns: [String]) -> String {
    "columns: " + columns.prefix(12).map { $0.excerpt() }.joined(separator: ", ")
      + (columns.count > 12 ? ", …" : "")
  }
}
