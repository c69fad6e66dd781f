import Catalogues
import Editing
import ICUText
import Platform
import PropertyLists
import Readings
import Storage

/// Edits a text in the same way as a file with that text.
enum TextEditing {
  /// The changes that edits make in a text.
  ///
  /// - Parameter path: The path of its file, which may tell its format.
  /// - Throws: `MessageError` if the text cannot be edited, or an edit is impossible.
  static func changes(
    of text: [UInt8], at path: FilePath?,
    _ edit: (EditingSession) throws(SessionError) -> Void
  ) throws(MessageError) -> [TextChange] {
    var file = CatalogueFile(path: path ?? "", options: Reading.options)
    let catalogue: Catalogue
    do throws(CatalogueFileError) {
      catalogue = try file.begin(with: FileBytes(text))
    } catch {
      throw MessageError(.requestFailed, "\(error)")
    }
    if let reason = file.unwritable { throw MessageError(.requestFailed, "\(reason)") }
    let locale = LocaleIdentifier { UserDirectory.environmentVariable($0)?.text }
    let editing = EditingSession(
      catalogue, file: file, locale: locale.name, readings: .usual())
    do throws(SessionError) {
      try edit(editing)
    } catch {
      throw MessageError(.requestFailed, "\(error.message)")
    }
    var bytes: [UInt8] = []
    do throws(FileWritingError<Never>) {
      try editing.writeFile { bytes.append(contentsOf: $0) }
    } catch {
      switch error {
      case .unwritable(let reason): throw MessageError(.requestFailed, "\(reason)")
      }
    }
    return TextChange.all(from: text, to: bytes)
  }
}
