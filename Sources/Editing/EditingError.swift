package import Catalogues
package import Forms
package import Platform
package import PropertyLists
package import Readings
package import Searching

/// Why an operation is impossible, or why the file or the journal cannot be used.
package enum EditingError: Error {
  case edit(EditError)
  case path(PathError)
  case form(FormError)
  case notAForm
  case noSections
  /// An entry, by its address, where a section is wanted.
  case notASection(String)
  case fieldKey(UnknownFieldKey)
  /// A text that cannot be replaced.
  case replacement(TextReplacer.Problem)
  /// A date with a time that the local clocks never show.
  case skippedTime(String)
  case readings(UserReadings.Problem)
  /// Entries of another file, and where in it, that cannot be merged.
  case importing(FilePath, SourceLocation?, ImportProblem)
  case file(path: FilePath, CatalogueFile.Problem)
  case journal(OutputFailure)
  case interrupted
  case nothingToUndo
  case nothingToRedo
  /// An edit that is to be repeated would affect something else.
  case targetChanged
  /// The journal has pieces of a text that the file no longer has.
  case damagedRecord

  /// What a problem with a file means.
  package static func of(_ file: CatalogueFile) -> (CatalogueFile.Problem) -> EditingError {
    { .file(path: file.path, $0) }
  }

  package var message: ByteText {
    switch self {
    case .edit(let error): "\(error)"
    case .path(let error): "\(error)"
    case .form(let error): "\(error)"
    case .notAForm:
      "the catalogue is not a form: no row says which rows belong to it, or that it is a setting"
    case .noSections: "the catalogue has no sections"
    case .notASection(let address): "'\(address.nameExcerpt)' is an entry, not a section"
    case .fieldKey(let error): ByteText(error.message)
    case .replacement(let problem): ByteText(problem.description)
    case .skippedTime(let text):
      "there is no '\(text.excerpt())' here: the clocks go forward past that time"
    case .readings(let problem): problem.message
    // These name places themselves.
    case .importing(_, _, .ambiguous(let lines)): ImportProblem.ambiguous(lines).message
    case .importing(let path, let location, let problem):
      "\(path)\(location.map { ":\($0)" } ?? ""): \(problem.message)"
    case .file(let path, let problem):
      "\(path)\(problem.location.map { ":\($0)" } ?? ""): \(problem)"
    case .journal(let failure): "the journal: \(failure.message)"
    case .interrupted: "interrupted"
    case .nothingToUndo: "there is nothing to undo"
    case .nothingToRedo: "there is nothing to redo"
    case .targetChanged: "the entry or section has changed since"
    case .damagedRecord: "the file has changed since"
    }
  }
}

/// Does what may fail in the catalogue.
func attempt<Result>(
  _ edit: @autoclosure () throws(EditError) -> Result
) throws(EditingError) -> Result {
  try rethrowing(edit(), as: EditingError.edit)
}
