import Grammar
import Platform
import PropertyLists

/// Errors that prevent the merging of entries of another file.
extension ReportedError {
  static func unknownColumn(_ name: String, columns: [String]) -> ReportedError {
    ReportedError(
      "there is no column '\(name.excerpt())'",
      hint: Listing.suggestion(for: name, among: columns, otherwise: list(columns)))
  }

  /// Columns that mean the same key.
  static func mappedTwice(key: String, columns: [String]) -> ReportedError {
    let names = columns.map { "'\($0.excerpt())'" }.joined(separator: " and ")
    return ReportedError(
      "the columns \(names) would both be '\(key.excerpt())'",
      hint: "--map=KEY=COLUMN gives one of them another key")
  }

  /// No column has the key by which entries are matched.
  static func nothingToMatch(key: String, columns: [String]) -> ReportedError {
    ReportedError(
      "no column is '\(key.excerpt())'",
      hint: "--map=\(key.excerpt())=COLUMN says which is; " + list(columns))
  }

  /// A value that cannot be converted to the type of its field.
  static func wrongType(key: String, value: String, type: String) -> ReportedError {
    ReportedError(
      "\(key.isEmpty ? "" : "\(key.excerpt()): ")'\(value.excerpt())' is not a valid \(type) value",
      hint: "nothing was imported")
  }

  /// An entry lacks the key under which the catalogue would store it.
  static let nameMissing = ReportedError(
    "the entry has no 'key', under which it would be stored",
    hint: "--map=key=COLUMN says which column has it")
  /// An entry with several values, for a catalogue of single values.
  static let valueMissing = ReportedError(
    "the entry must be a single value, as the entries of the catalogue are")

  /// A value of a vCard that is kept undecoded, for a card of another version.
  static func undecoded(key: String) -> ReportedError {
    ReportedError(
      "\(key.excerpt()): the value is not decoded, and the card is of another version",
      hint: "nothing was imported")
  }

  /// A language was given for a catalogue without languages.
  static let noLanguages = ReportedError(
    "--language is for String Catalogs, whose entries have texts by language")
  /// Single values have keys, which the entries of a list do not have.
  static let keysLost = ReportedError(
    "the value has a key, which entries of a list do not have",
    hint: "a dictionary keeps it, '{}' in JSON and '<dict/>' in XML")
  /// A file with the name of a String Catalog whose content is not a String Catalog.
  static let noStringCatalog = ReportedError(
    "the file to import into has the name of a String Catalog, but is not one",
    hint: #"it begins as {"sourceLanguage": "en", "strings": {}, "version": "1.0"}"#)
  /// All entries would be deleted, because none of them is in the file.
  static let allDeleted = ReportedError(
    "no entries are the same, so that all would be deleted", hint: "--force deletes them")

  /// The ambiguous entries, with `--strict`; each line names the place of its entry.
  static func ambiguous(_ lines: [ByteText]) -> ReportedError {
    ReportedError(
      lines.dropFirst().reduce(lines.first ?? "") { $0 + "; " + $1 },
      hint: "without --strict, these are left alone")
  }

  /// The columns that vCards have no property for, with `--strict`.
  static func unknownColumns(_ lines: [String]) -> ReportedError {
    ReportedError(
      lines.joined(separator: "; "), hint: "--map=KEY=COLUMN says what a column is")
  }

  private static func list(_ columns: [String]) -> String {
    "columns: " + columns.prefix(12).map { $0.excerpt() }.joined(separator: ", ")
      + (columns.count > 12 ? ", …" : "")
  }
}
