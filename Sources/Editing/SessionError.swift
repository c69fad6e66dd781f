package import Catalogues
package import Forms
package import Grammar
package import ICUText
package import Platform
package import PropertyLists
package import Searching

/// The error of a session: an operation or another command is impossible, or the file, the journal
/// or the output cannot be used.
package enum SessionError: Error {
  case reported(ReportedError)
  case command(CommandError)
  case edit(EditError)
  /// A path that leads nowhere, or at which nothing can be changed.
  case path(PathError)
  case form(FormError)
  case notAForm
  case noSections
  case noEntries
  case nothingToUnite
  /// A text that cannot be replaced.
  case replacement(TextReplacerError)
  /// Entries of another file that cannot be merged: the file, the place in it, and why.
  case importing(FilePath?, SourceLocation?, ReportedError)
  /// Keys that are probably misspelt.
  case newKeys([NewKey])

  // MARK: Addresses

  case address(AddressError)
  /// Several names that are not exact, each an `AddressError.inexact`.
  case inexact([AddressError])
  /// An address that leads nowhere, with a hint for a new item.
  case notAnAddress(AddressError, hint: String)
  /// An entry, by its address, where a section is wanted.
  case notASection(String)
  /// A number that is not the number of a line in the last listing.
  case noSuchLine(String, lineCount: Int)
  /// A line whose item has been deleted since it was listed.
  case lineIsGone(Int)
  case noCurrentEntry
  /// A label under which nothing is filed.
  case noSuchLabel(String)

  // MARK: Searching and listing

  case expression(RegularExpression.Failure)
  /// There is no search to repeat.
  case nothingSearched
  case interrupted

  // MARK: Options

  case unknownOption(String, among: [String])
  case optionValue(name: String, value: String, wanted: String)

  // MARK: Editing as text

  /// A person should edit a text, but no editor can be started.
  case noEditor
  /// A failure of the person's editor, or a mistake in the text that it left, with a hint.
  case editor(ByteText, hint: String?)

  // MARK: Undoing and repeating

  case nothingToUndo
  case nothingToRedo
  /// An edit that is to be repeated would affect something else.
  case targetChanged
  /// The journal has pieces of a text that the file no longer has.
  case damagedRecord

  // MARK: The file

  case file(path: FilePath, CatalogueFileError)
  case journal(OutputFailure)
  case output(OutputFailure)
  /// The file was saved, but a later step failed.
  indirect case saved(path: FilePath, but: SessionError)
  case unsavedEdits
  /// The number of values that this session and other programs have changed differently.
  case conflicts(Int)

  /// Makes errors of a file from a `CatalogueFileError`, for `rethrowing`.
  package static func of(_ file: CatalogueFile) -> (CatalogueFileError) -> SessionError {
    { .file(path: file.path, $0) }
  }

  /// Whether the message begins with the name of a file.
  package var namesFile: Bool {
    switch self {
    case .file, .importing, .saved: true
    default: false
    }
  }

  package var message: ByteText {
    switch self {
    case .reported(let error): error.message
    case .command(let error): ByteText(error.message)
    case .edit(let error): "\(error)"
    case .path(let error): "\(error)"
    case .form(let error): "\(error)"
    case .notAForm:
      "the catalogue is not a form: no row says which rows belong to it, or that it is a setting"
    case .noSections: "the catalogue has no sections"
    case .noEntries: "the catalogue has no entries"
    case .replacement(let problem): ByteText(problem.description)
    case .importing(let path, let location, let problem):
      (path.map { "\($0)\(location.map { ":\($0)" } ?? ""): " } ?? "") + problem.message
    case .newKeys(let keys): ByteText(keys.map(\.question).joined(separator: " "))
    case .address(let error), .notAnAddress(let error, _): "\(error)"
    case .inexact(let errors): ByteText(errors.map(\.description).joined(separator: "; "))
    case .notASection(let address): "'\(address.nameExcerpt)' is an entry, not a section"
    case .noSuchLine(let line, let count):
      count == 0
        ? "there is no line \(line.excerpt()): the last listing is empty"
        : "there is no line \(line.excerpt()) in the last listing, which has \(count)"
    case .lineIsGone(let line): "the item on line \(line) has been deleted"
    case .noCurrentEntry: "there is no current entry yet"
    case .noSuchLabel(let text): "no entries under '\(text.excerpt())' in the index"
    case .expression(let error): "the expression failed: \(error)"
    case .nothingSearched: "there was no search yet"
    case .interrupted: "interrupted"
    case .unknownOption(let name, _): "unknown option '\(name.excerpt())'"
    case .optionValue(let name, let value, let wanted):
      "\(name) takes \(wanted), not '\(value.excerpt())'"
    case .noEditor: "no editor can be started here"
    case .editor(let message, _): message
    case .nothingToUndo: "there is nothing to undo"
    case .nothingToRedo: "there is nothing to redo"
    case .nothingToUnite: "one entry alone cannot be united"
    case .targetChanged: "the entry or section has changed since"
    case .damagedRecord: "the file has changed since"
    case .file(let path, let problem):
      "\(problem.location.map { $0.following(ByteText(path)) } ?? ByteText(problem.subject(path))): \(problem)"
    case .journal(let failure): "the journal: \(failure.message)"
    case .output(let failure): ByteText(failure.message)
    case .saved(let path, let failure): "saved \(path), but \(failure.message)"
    case .unsavedEdits: "there are unsaved edits"
    case .conflicts(let count):
      "nothing was saved because of "
        + (count == 1 ? "a conflict" : "\(count) conflicts") + " with what others have changed"
    }
  }

  /// What to do about it, in terms of commands.
  package var hint: String? {
    switch self {
    case .reported(let error): error.hint
    case .command(let error): error.hint
    case .edit(let error): error.hint
    case .path(.unprintable(_, _, let advice)): advice
    case .notASection: EditError.notASection.hint
    case .noSections: EditError.noPlaceForSections.hint
    case .form(let error): error.hint
    case .notAForm: "'set' changes the fields of entries"
    case .importing(_, _, let problem): problem.hint
    case .newKeys: "--new-key adds it"
    case .notAnAddress(_, let hint): hint
    case .noEditor: "'cardex edit FILE', a shell at a terminal and the full screen start one"
    case .editor(_, let hint): hint
    case .noCurrentEntry: "'find', 'show ADDRESS' and edits of one entry make it the current one"
    case .noSuchLabel: "'sections' lists the labels"
    case .unknownOption(_, let names): "options: \(names.joined(separator: ", "))"
    case .file(_, let problem): problem.hint
    case .journal: "the edit was made, but a crash would lose it; 'save' writes it to the file"
    case .unsavedEdits: "'save' writes them, 'quit --discard' drops them"
    case .conflicts: "'save' now writes your side, 'revert' drops your edits"
    default: nil
    }
  }
}

extension EditError {
  /// What to do about it, in terms of commands.
  fileprivate var hint: String? {
    switch self {
    case .notAnEntry:
      "'section delete', 'section move', 'section copy' and 'section rename' change sections"
    case .notASection: "'delete', 'move' and 'rename' change entries"
    case .insideOrAfter(_, let count):
      "'set ADDRESS \(count.map(String.init) ?? "KEY")=VALUE' adds a value in it, 'insert --after' an entry after it"
    case .noPlaceForSections: "'section build' divides a list without sections into letters"
    case .groupWanted(let key):
      "name the section, or give '\(key.excerpt())=TITLE', which also makes a new one"
    case .decidesSection("Type"): "'section insert' adds a row that heads a section"
    case .decidesSection(let key):
      "'move' and 'set ADDRESS \(key.excerpt())=TITLE' put an entry into another; the ADDRESS of a new one may be '/'"
    case .sectionsAreValues(let key):
      "'set ADDRESS \(key.excerpt())=TITLE' and 'insert / LABEL \(key.excerpt())=TITLE' make a section"
    case .sectionHoldsMore: "'section build --force' removes it and all that it contains"
    case .changesShape(.list): "--root reads a list as the catalogue whatever is beside it"
    case .noLetters(.readOtherwise):
      "--locale or --by may give other letters; 'set by-letter on' shows them and leaves the file as it is"
    case .noLetters(.noSections):
      "'section build' divides the list into letters; 'insert / LABEL' adds to it as it is"
    case .noLetters(.otherSections):
      "'insert SECTION LABEL' names the section; 'section build' files all entries under letters"
    case .theRoot: "name a section or an entry in it; --first and --last put a section into '/'"
    case .oneValue: "'set ADDRESS =VALUE' gives it another value"
    case .sectionHasNoTitle: "addresses such as #1 name sections without titles"
    default: nil
    }
  }
}

extension NewKey {
  fileprivate var question: String {
    if near == nil, isOfStringCatalog {
      return "'\(key.excerpt())' is neither a language nor a field of a String Catalog."
    }
    guard let near else {
      return "there is no '\(key.excerpt())'; a new key with dots is written "
        + "'\(FieldPath.escaped(key).excerpt())'."
    }
    return "'\(key.excerpt())' is a new key; did you mean '\(near.excerpt())'?"
  }
}

/// Evaluates an edit; its `EditError` becomes a `SessionError`.
func attempt<Result>(
  _ edit: @autoclosure () throws(EditError) -> Result
) throws(SessionError) -> Result {
  try rethrowing(edit(), as: SessionError.edit)
}
