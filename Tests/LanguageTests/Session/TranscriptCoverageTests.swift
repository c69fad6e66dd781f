import Catalogues
import Forms
import Grammar
import ICUText
import Platform
import Presentation
import Testing

@testable import Editing
@testable import Language

@Suite("What the transcripts cover")
struct TranscriptCoverageTests {
  /// The commands of all transcripts that have no errors.
  private static let commands: [CommandRequest] = Transcript.all.flatMap { transcript in
    transcript.steps.compactMap { step in
      guard case .command(let line, _) = step.kind else { return nil }
      return try? SessionCommands.all.parse(line)
    }
  }

  @Test(
    "every command occurs with all its options",
    arguments: SessionCommands.all.definitions.definitions.map(\.name))
  func commands(_ name: CommandName) {
    let definition = CommandDefinition.named(name)
    let uses = TranscriptCoverageTests.commands.filter { $0.name == name }
    #expect(!uses.isEmpty)
    let used = Set(uses.flatMap { $0.parsed.options.map(\.name) })
    #expect(definition.options.map(\.name).filter { !used.contains($0) } == [])
  }

  @Test("every error occurs")
  func errors() throws {
    var seen: Set<String> = []
    for transcript in Transcript.all {
      let run = TranscriptRun(transcript)
      try run.run()
      for error in run.errors { seen.insert(ErrorNames.name(of: error)) }
    }
    #expect(ErrorNames.inTranscripts.subtracting(seen).sorted() == [])
    #expect(seen.subtracting(ErrorNames.inTranscripts).sorted() == [])
  }
}

/// The cases of errors by name; a new case must be added here to be compiled.
private enum ErrorNames {
  static func name(of error: SessionError) -> String {
    switch error {
    case .command: "command"
    case .reported(let error): name(of: error)
    case .edit(let error): "edit." + name(of: error)
    case .path(let error): "path." + name(of: error)
    case .form(let error): "form." + name(of: error)
    case .notAForm: "notAForm"
    case .noSections: "noSections"
    case .notASection: "notASection"
    case .replacement: "replacement"
    case .importing(_, _, let error): "importing." + name(of: error)
    case .file(_, let problem): "file." + name(of: problem)
    case .journal: "journal"
    case .interrupted: "interrupted"
    case .noEditor: "noEditor"
    case .editor: "editor"
    case .nothingToUndo: "nothingToUndo"
    case .nothingToRedo: "nothingToRedo"
    case .nothingToUnite: "nothingToUnite"
    case .targetChanged: "targetChanged"
    case .damagedRecord: "damagedRecord"
    case .address(let error): "address." + name(of: error)
    case .inexact: "inexact"
    case .notAnAddress: "notAnAddress"
    case .expression: "expression"
    case .output: "output"
    case .saved: "saved"
    case .noSuchLine: "noSuchLine"
    case .lineIsGone: "lineIsGone"
    case .noCurrentEntry: "noCurrentEntry"
    case .nothingSearched: "nothingSearched"
    case .noEntries: "noEntries"
    case .noSuchLabel: "noSuchLabel"
    case .unsavedEdits: "unsavedEdits"
    case .conflicts: "conflicts"
    case .newKeys: "newKeys"
    case .unknownOption: "unknownOption"
    case .optionValue: "optionValue"
    }
  }

  /// Errors whose cases nobody tells apart, by a part of their messages.
  private static let reported = [
    "no entry has a field": "fieldKey", "both have": "uniting", "given, but": "sectionTitles",
    "unknown locale": "locale.unknown", "has no collation": "locale.unknownCollation",
    "a brace is written": "template", "; there is 1 page": "noSuchPage",
    "; there are": "noSuchPage",
    "there is no column": "unknownColumn", "would both be": "mappedTwice",
    "no column is": "nothingToMatch", "is not a valid": "wrongType",
    "the entry has no 'key'": "nameMissing", "must be a single value": "valueMissing",
    "all would be deleted": "noEntries", "--language is for": "noLanguages",
    "is that of other entries": "ambiguous", "is not a pattern for dates": "template",
  ]

  private static func name(of error: ReportedError) -> String {
    reported.first { error.message.description.contains($0.key) }?.value
      ?? "'\(error.message)'"
  }

  private static func name(of error: AddressError) -> String {
    switch error {
    case .malformed: "malformed"
    case .notFound: "notFound"
    case .ambiguous: "ambiguous"
    case .inexact: "inexact"
    case .noNamesake: "noNamesake"
    case .outOfRange: "outOfRange"
    case .notASection: "notASection"
    case .path(let error): "path." + name(of: error)
    case .noItem: "noItem"
    }
  }

  private static func name(of error: PathError) -> String {
    switch error {
    case .malformed: "malformed"
    case .notFound: "notFound"
    case .noParent: "noParent"
    case .dotted: "dotted"
    case .ambiguous: "ambiguous"
    case .noContainer: "noContainer"
    case .noPosition: "noPosition"
    case .noKey: "noKey"
    case .exists: "exists"
    case .outOfRange: "outOfRange"
    case .root: "root"
    case .replacesAll: "replacesAll"
    case .insideItself: "insideItself"
    case .value: "value"
    case .container: "container"
    case .keyOfElement: "keyOfElement"
    case .appends: "appends"
    case .repeatedInPatch: "repeatedInPatch"
    case .otherType: "otherType"
    case .unprintable: "unprintable"
    }
  }

  private static func name(of problem: CatalogueFileError) -> String {
    switch problem {
    case .storage: "storage"
    case .system: "system"
    case .propertyList: "propertyList"
    case .root: "root"
    case .unwritable: "unwritable"
    case .name: "name"
    case .changedByOthers: "changedByOthers"
    }
  }

  private static func name(of error: FormError) -> String {
    switch error {
    case .notAField: "notAField"
    case .unknownKind: "unknownKind"
    case .severalFields: "severalFields"
    case .notAChoice: "notAChoice"
    case .choiceWanted: "choiceWanted"
    case .notOffered: "notOffered"
    case .inexact: "inexact"
    case .severalChoices: "severalChoices"
    case .rejected: "rejected"
    case .doesNotExpand: "doesNotExpand"
    case .noCount: "noCount"
    case .rowsMissing: "rowsMissing"
    case .ownerNotBefore: "ownerNotBefore"
    case .tornApart: "tornApart"
    }
  }

  private static func name(of error: EditError) -> String {
    switch error {
    case .value: "value"
    case .element: "element"
    case .nameTaken: "nameTaken"
    case .nameMissing: "nameMissing"
    case .nameUnwanted: "nameUnwanted"
    case .nothingToInsert: "nothingToInsert"
    case .insideOrAfter: "insideOrAfter"
    case .labelTwice: "labelTwice"
    case .noSuchKey: "noSuchKey"
    case .repeatedKey: "repeatedKey"
    case .holdsNoFields: "holdsNoFields"
    case .variesBy: "variesBy"
    case .textMissing: "textMissing"
    case .notADictionary: "notADictionary"
    case .dictionaryWanted: "dictionaryWanted"
    case .decidesSection: "decidesSection"
    case .noPlaceForEntries: "noPlaceForEntries"
    case .noPlaceForSections: "noPlaceForSections"
    case .groupWanted: "groupWanted"
    case .otherKindOfList: "otherKindOfList"
    case .insideItself: "insideItself"
    case .sectionNotEmpty: "sectionNotEmpty"
    case .sectionHasNoTitle: "sectionHasNoTitle"
    case .sectionHasNoFields: "sectionHasNoFields"
    case .makesSection: "makesSection"
    case .valueOfSection: "valueOfSection"
    case .holdsItems: "holdsItems"
    case .changesShape: "changesShape"
    case .sectionsAreValues: "sectionsAreValues"
    case .theRoot: "theRoot"
    case .oneValue: "oneValue"
    case .sectionHoldsMore: "sectionHoldsMore"
    case .noLetters: "noLetters"
    case .undeclarable: "undeclarable"
    case .declaredTwice: "declaredTwice"
    case .notAnEntry: "notAnEntry"
    case .notASection: "notASection"
    case .notMovable: "notMovable"
    case .notDeletable: "notDeletable"
    }
  }

  /// All errors except those that need a failing output or journal or an interruption, for which
  /// see `SessionFailureTests`, a time zone (`EditCommandTests`), vCards or files without
  /// entries (`ImportCommandTests`), and those that the commands prevent.
  static let inTranscripts: Set = [
    "command", "address.malformed", "address.notFound", "address.ambiguous", "address.noNamesake",
    "address.inexact", "inexact", "edit.insideOrAfter",
    "address.outOfRange",
    "address.notASection", "notAnAddress", "edit.value", "edit.element", "edit.nameTaken",
    "edit.nameMissing",
    "edit.nothingToInsert", "edit.labelTwice", "edit.noSuchKey", "edit.holdsNoFields",
    "edit.variesBy", "edit.textMissing", "edit.repeatedKey",
    "edit.changesShape",
    "edit.notADictionary", "edit.dictionaryWanted", "edit.decidesSection",
    "edit.noPlaceForEntries", "edit.noPlaceForSections", "edit.otherKindOfList",
    "edit.insideItself",
    "edit.sectionNotEmpty", "edit.sectionHasNoTitle", "edit.sectionsAreValues", "edit.theRoot",
    "edit.sectionHasNoFields", "edit.makesSection", "edit.holdsItems", "edit.noLetters",
    "edit.groupWanted", "edit.valueOfSection", "edit.sectionHoldsMore", "edit.notMovable",
    "edit.notDeletable",
    "edit.notAnEntry", "edit.notASection", "expression",
    "file.storage", "file.system", "file.propertyList",
    "file.name", "file.changedByOthers", "noSuchLine", "lineIsGone", "noCurrentEntry", "noSections",
    "notASection", "noEditor", "nothingToUndo", "nothingToRedo", "nothingToUnite", "uniting",
    "unsavedEdits", "newKeys",
    "replacement", "conflicts",
    "unknownOption", "optionValue", "sectionTitles", "noEntries", "noSuchLabel", "fieldKey",
    "locale.unknown", "locale.unknownCollation", "template",
    "nothingSearched", "noSuchPage", "notAForm",
    "form.notAField", "form.unknownKind", "form.severalFields", "form.notAChoice",
    "form.choiceWanted", "form.notOffered", "form.severalChoices", "form.rejected",
    "form.doesNotExpand", "form.noCount", "form.rowsMissing", "form.ownerNotBefore",
    "form.tornApart", "form.inexact",
    "importing.unknownColumn", "importing.mappedTwice", "importing.nothingToMatch",
    "importing.wrongType", "importing.nameMissing", "importing.valueMissing",
    "importing.noEntries", "importing.noLanguages", "importing.ambiguous",
    "address.path.malformed", "address.path.notFound", "address.path.noContainer", "address.noItem",
    "path.notFound", "path.noParent",
    "path.dotted", "path.ambiguous", "path.noContainer", "path.noPosition",
    "path.noKey", "path.exists", "path.outOfRange", "path.replacesAll", "path.insideItself",
    "path.value", "path.container", "path.keyOfElement",
    "path.root", "path.appends", "path.repeatedInPatch", "path.otherType", "path.unprintable",
  ]
}
