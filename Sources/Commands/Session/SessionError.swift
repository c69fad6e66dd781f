package import Catalogues
package import Forms
package import ICUText
package import Platform
package import Presentation

/// Why a command failed.
package enum SessionError: Error {
  case command(CommandError)
  case address(AddressError)
  case edit(EditError)
  case expression(RegularExpression.Failure)
  /// Entries for which a search could not tell whether they match.
  case undecided(String)
  case readings(UserReadings.Problem)
  case file(path: FilePath, CatalogueFile.Problem)
  case output(OutputFailure)
  case journal(OutputFailure)
  /// The file was saved, but something after that has failed.
  case saved(path: FilePath, but: OutputFailure)
  case interrupted
  /// A number that is not the number of a line in the last listing.
  case noSuchLine(Int, lineCount: Int)
  /// A line whose item has been deleted since it was listed.
  case lineIsGone(Int)
  case noCurrentEntry
  /// A page after the last one.
  case noSuchPage(Int, pageCount: Int)
  case noSections
  case noEntries
  case form(FormError)
  case notAForm
  /// A label under which nothing is filed.
  case noSuchLabel(String)
  case fieldKey(UnknownFieldKey)
  case template(String, Template.Problem)
  case notASection(String)
  case nothingToUndo
  /// An edit that is to be repeated would affect something else.
  case targetChanged
  /// A line of the journal that does not fit the file.
  case damagedRecord
  case nothingToRedo
  case unsavedEdits
  /// Saved edits have been undone; the undoing cannot be repeated after reading the file again.
  case savedEditsUndone
  case unknownOption(String)
  case optionValue(name: String, value: String, wanted: String)
  case locale(LocaleError)

  package var message: ByteText {
    switch self {
    case .command(let error): ByteText(error.message)
    case .address(let error): "\(error)"
    case .edit(let error): "\(error)"
    case .expression(let error): "the expression failed: \(error)"
    case .undecided(let message): ByteText(message)
    case .readings(let problem): problem.message
    case .file(let path, let problem):
      "\(path)\(problem.location.map { ":\($0)" } ?? ""): \(problem)"
    case .output(let failure): ByteText(failure.message)
    case .journal(let failure): "the journal: \(failure.message)"
    case .saved(let path, let failure): "saved \(path), but \(failure.message)"
    case .interrupted: "interrupted"
    case .noSuchLine(let line, let count):
      count == 0
        ? "there is no line \(line): the last listing is empty"
        : "there is no line \(line) in the last listing, which has \(count)"
    case .lineIsGone(let line): "the item on line \(line) has been deleted"
    case .noCurrentEntry: "there is no current entry yet"
    case .noSuchPage(let page, let count): ByteText(PageCount.noSuchPage(page, count: count))
    case .noSections: "the catalogue has no sections"
    case .form(let error): "\(error)"
    case .notAForm: "the catalogue is not a form: no row says which rows belong to it"
    case .noEntries: "the catalogue has no entries"
    case .noSuchLabel(let text): "no entries under '\(text)' in the index"
    case .fieldKey(let error): ByteText(error.message)
    case .template(let text, let problem): "'\(text)': \(problem)"
    case .notASection(let address): "'\(address)' is an entry, not a section"
    case .targetChanged: "the item there has changed"
    case .damagedRecord: "the record does not match the file"
    case .nothingToUndo: "there is nothing to undo"
    case .nothingToRedo: "there is nothing to redo"
    case .unsavedEdits: "there are unsaved edits"
    case .savedEditsUndone:
      "saved edits have been undone, which cannot be repeated on the new content"
    case .unknownOption(let name): "unknown option '\(name)'"
    case .optionValue(let name, let value, let wanted): "\(name) takes \(wanted), not '\(value)'"
    case .locale(let error): "\(error)"
    }
  }

  package var hint: String? {
    switch self {
    case .command(let error): error.hint
    case .file(_, let problem): problem.hint
    case .edit(.notAnEntry):
      "'section delete', 'section move' and 'section rename' change sections"
    case .edit(.notASection), .notASection: "'delete', 'move' and 'rename' change entries"
    case .edit(.sectionHoldsMore): "'section build --force' removes it and all that it contains"
    case .edit(.noLetters(.readOtherwise)):
      "--locale or --by may give other letters; 'set by-letter on' shows them and leaves the file as it is"
    case .edit(.theRoot):
      "name a section or an entry in it; --first and --last put a section into '/'"
    case .edit(.oneValue): "'set ADDRESS =VALUE' gives it another value"
    case .edit(.sectionHasNoTitle): "addresses such as #1 name sections without titles"
    case .form(let error): error.hint
    case .notAForm: "'set' changes the fields of entries"
    case .unsavedEdits: "'save' writes them, 'quit --discard' drops them"
    case .savedEditsUndone: "'save as' writes another file, 'revert' drops your edits"
    case .unknownOption:
      "options: \(SessionOption.allCases.map(\.rawValue).joined(separator: ", "))"
    case .noSuchLabel: "'sections' lists the labels"
    case .fieldKey(let error): error.hint
    case .locale(let error): error.hint
    case .journal: "the edit was made, but a crash would lose it; 'save' writes it to the file"
    default: nil
    }
  }
}
