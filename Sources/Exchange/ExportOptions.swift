package import Catalogues
package import Readings

/// How a catalogue is written for another program.
package struct ExportOptions: Sendable {
  /// Whether values of types that the format lacks are marked, so that they can be read back: as
  /// objects with one key, such as `$date`, in JSON, and in GNUstep's notation in OpenStep's
  /// format.
  package var isTagged = false
  /// Whether tables are for a spreadsheet: with a byte-order mark and CRLF, and with an apostrophe
  /// before what a spreadsheet would take for a formula.
  package var isForSpreadsheets = false
  /// The language whose texts are all that is written of a String Catalog.
  package var language: String?
  /// The language of a dictionary of texts, if JSON is to be a String Catalog that has them.
  package var languageOfTexts: String?
  /// What an engine is to call the catalogue.
  package var name = "catalogue"
  /// How the catalogue was read, for whoever is to read it again.
  package var parsing = ParseOptions()
  /// How names are read.
  package var readings = ReadingTable.shared

  package init() {}
}
