package import Catalogues
package import Editing
import Forms
package import Grammar
package import ICUText
package import Platform
package import Presentation
import PropertyLists

/// Why a command failed.
package enum SessionError: Error {
  case command(CommandError)
  case editing(EditingError)
  case address(AddressError)
  /// Several names that are not exact, each an `AddressError.inexact`.
  case inexact([AddressError])
  /// A name that nothing has, and what to do if it is meant as that of something new.
  case notAnAddress(AddressError, hint: String)
  case expression(RegularExpression.Failure)
  /// Entries for which a search could not tell whether they match.
  case undecided(String)
  case output(OutputFailure)
  /// The file was saved, but something after that has failed.
  case saved(path: FilePath, but: OutputFailure)
  /// A number that is not the number of a line in the last listing.
  case noSuchLine(String, lineCount: Int)
  /// A line whose item has been deleted since it was listed.
  case lineIsGone(Int)
  case noCurrentEntry
  /// There is no search to repeat.
  case nothingSearched
  /// A page after the last one.
  case noSuchPage(ListPage.Missing)
  case noEntries
  /// A label under which nothing is filed.
  case noSuchLabel(String)
  case template(String, Template.Problem)
  case unsavedEdits
  /// Others have saved so many values that the session's edits change in other ways.
  case conflicts(Int)
  /// Keys that are probably misspelt.
  case newKeys([NewKey])
  case unknownOption(String)
  /// Titles for more sections than there are.
  case sectionTitles(Catalogue.TooManyTitles)
  case optionValue(name: String, value: String, wanted: String)
  case locale(LocaleError)

  package var message: ByteText {
    switch self {
    case .command(let error): ByteText(error.message)
    case .editing(let error): error.message
    case .address(let error), .notAnAddress(let error, _): "\(error)"
    case .inexact(let errors): ByteText(errors.map(\.description).joined(separator: "; "))
    case .expression(let error): "the expression failed: \(error)"
    case .undecided(let message): ByteText(message)
    case .output(let failure): ByteText(failure.message)
    case .saved(let path, let failure): "saved \(path), but \(failure.message)"
    case .noSuchLine(let line, let count):
      count == 0
        ? "there is no line \(line.excerpt()): the last listing is empty"
        : "there is no line \(line.excerpt()) in the last listing, which has \(count)"
    case .lineIsGone(let line): "the item on line \(line) has been deleted"
    case .noCurrentEntry: "there is no current entry yet"
    case .nothingSearched: "there was no search yet"
    case .noSuchPage(let page): ByteText("\(page)")
    case .noEntries: "the catalogue has no entries"
    case .noSuchLabel(let text): "no entries under '\(text.excerpt())' in the index"
    case .template(let text, let problem): "'\(text.excerpt())': \(problem)"
    case .unsavedEdits: "there are unsaved edits"
    case .conflicts(let count):
      "nothing was saved because of "
        + (count == 1 ? "a conflict" : "\(count) conflicts") + " with what others have changed"
    case .newKeys(let keys): ByteText(keys.map(\.question).joined(separator: " "))
    case .unknownOption(let name): "unknown option '\(name.excerpt())'"
    case .sectionTitles(let error): "\(error)"
    case .optionValue(let name, let value, let wanted):
      "\(name) takes \(wanted), not '\(value.excerpt())'"
    case .locale(let error): "\(error)"
    }
  }

  package var hint: String? {
    switch self {
    case .command(let error): error.hint
    case .notAnAddress(_, let hint): hint
    case .editing(let error): error.hint
    case .unsavedEdits: "'save' writes them, 'quit --discard' drops them"
    case .conflicts: "'save' now writes your side, 'revert' drops your edits"
    case .newKeys: "--new-key adds it"
    case .unknownOption:
      "options: \(SessionOption.allCases.map(\.rawValue).joined(separator: ", "))"
    case .noSuchLabel: "'sections' lists the labels"
    case .noCurrentEntry: "'find', 'show ADDRESS' and edits of one entry make it the current one"
    case .locale(let error): error.hint
    default: nil
    }
  }

  static let interrupted = SessionError.editing(.interrupted)
  static let noSections = SessionError.editing(.noSections)

  static func edit(_ error: EditError) -> SessionError { .editing(.edit(error)) }

  /// The error with the command that adds what was not found, if the command is one that gives
  /// values; with its usage if a word that is like no name may have been meant as a label.
  ///
  /// - Parameter isFlat: Whether entries are in no section.
  func explained(by parsed: ParsedCommand, isFlat: Bool) -> SessionError {
    guard case .address(let error) = self, case .notFound(let name, let inside, let nearest) = error
    else { return self }
    let definition = parsed.definition
    let takesLabel = definition.forms.contains { $0.operands.contains { $0.kind == .label } }
    let hasLabel = parsed.operands.contains { $0.operand.kind == .label }
    let mayAdd =
      definition.name == .insert && !hasLabel || definition.name == .set && nearest == []
    if mayAdd, let section = inside ?? (isFlat && !takesLabel ? "/" : nil) {
      let words = [section, name].map { Quoting.quoted($0) }.joined(separator: " ")
      return .notAnAddress(error, hint: "to add it: insert \(words)")
    }
    return takesLabel && inside == nil && nearest.isEmpty
      ? .notAnAddress(error, hint: [definition].usage) : self
  }
}

extension EditingError {
  /// What to do about it, in terms of commands.
  package var hint: String? {
    switch self {
    case .file(_, let problem): problem.hint
    case .edit(.notAnEntry):
      "'section delete', 'section move', 'section copy' and 'section rename' change sections"
    case .edit(.notASection), .notASection:
      "'delete', 'move' and 'rename' change entries"
    case .edit(.insideOrAfter(_, let count)):
      "'set ADDRESS \(count.map(String.init) ?? "KEY")=VALUE' adds a value in it, 'insert --after' an entry after it"
    case .noSections, .edit(.noPlaceForSections):
      "'section build' divides a list without sections into letters"
    case .edit(.groupWanted(let key)):
      "name the section, or give '\(key.excerpt())=TITLE', which also makes a new one"
    case .edit(.decidesSection("Type")): "'section insert' adds a row that heads a section"
    case .edit(.decidesSection(let key)):
      "'move' and 'set ADDRESS \(key.excerpt())=TITLE' put an entry into another; the ADDRESS of a new one may be '/'"
    case .edit(.sectionsAreValues(let key)):
      "'set ADDRESS \(key.excerpt())=TITLE' and 'insert / LABEL \(key.excerpt())=TITLE' make a section"
    case .edit(.needsSaving): "'save' writes it, and then it can be changed again"
    case .edit(.sectionHoldsMore): "'section build --force' removes it and all that it contains"
    case .edit(.changesShape(.list)): "--root reads a list as the catalogue whatever is beside it"
    case .edit(.noLetters(.readOtherwise)):
      "--locale or --by may give other letters; 'set by-letter on' shows them and leaves the file as it is"
    case .edit(.noLetters(.noSections)):
      "'section build' divides the list into letters; 'insert / LABEL' adds to it as it is"
    case .edit(.noLetters(.otherSections)):
      "'insert SECTION LABEL' names the section; 'section build' files all entries under letters"
    case .edit(.theRoot):
      "name a section or an entry in it; --first and --last put a section into '/'"
    case .edit(.oneValue): "'set ADDRESS =VALUE' gives it another value"
    case .edit(.sectionHasNoTitle): "addresses such as #1 name sections without titles"
    case .skippedTime: "a time in UTC is written with 'Z': 2024-03-31T01:30:00Z"
    case .form(let error): error.hint
    case .notAForm: "'set' changes the fields of entries"
    case .fieldKey(let error): error.hint
    case .importing(_, _, let problem): problem.hint
    case .journal: "the edit was made, but a crash would lose it; 'save' writes it to the file"
    default: nil
    }
  }
}

extension NewKey {
  fileprivate var question: String {
    guard let near else {
      return "there is no '\(key.excerpt())'; a new key with dots is written "
        + "'\(FieldPath.escaped(key).excerpt())'."
    }
    return "'\(key.excerpt())' is a new key; did you mean '\(near.excerpt())'?"
  }
}
