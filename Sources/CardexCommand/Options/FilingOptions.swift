import Catalogues
import Editing
import Grammar
import ICUText
import Language
import Platform
import Readings

extension ParsedOptions {
  /// How entries are filed under the labels of an alphabetic index, if they are.
  ///
  /// - Throws: `Failure` for an invalid locale, and for readings that cannot be read.
  func filing() throws(Failure) -> EntryFiling? {
    guard has(.byLetter) else { return nil }
    if has(.by), value(.by)?.isEmpty ?? true { throw Failure("--by takes the name of a field") }
    let table = try UserReadings.usual().checkedTable()
    return EntryFiling(NameFiling(try locale(), table: table), by: value(.by))
  }

  /// The locale that was given, or else that of the environment.
  func locale() throws(Failure) -> LocaleIdentifier {
    guard let text = value(.locale) else {
      return LocaleIdentifier(environment: Environment.text)
    }
    do throws(LocaleError) {
      return try LocaleIdentifier(text)
    } catch {
      throw Failure("--locale: \(error)", hint: error.hint)
    }
  }
}

extension EntryFiling {
  /// Checks that some entry has the field by which all are filed.
  ///
  /// - Parameter name: The name of the catalogue's file.
  func check(_ catalogue: Catalogue, named name: ByteText) throws(Failure) {
    try rethrowing(catalogue.checkFiling(by: key)) { Failure(reported: $0, at: name) }
  }
}

extension UserReadings {
  /// The table; problems in the user's corrections are thrown as the program's own failure.
  func checkedTable() throws(Failure) -> ReadingTable {
    try rethrowing(table()) { Failure(reported: $0) }
  }
}
