import Editing
import Grammar
import ICUText
import Platform

/// `save`: writes the edits to the file.
struct SaveCommand: SessionCommand {
  static let definition = CommandDefinition(
    "save", in: .file, "write the edits to the file",
    options: [
      .init(.breakLinks, "replace the file even if it has other hard links"),
      .init(.backup, .optional("SUFFIX", .suffix), "keep the old file as FILE~ or FILESUFFIX"),
    ],
    details: """
      The file is replaced as a whole. If it has changed since it was read, these changes are \
      merged first, as 'refresh' does; a conflict keeps it from being saved. Its mode, owner and \
      extended attributes are kept.
      """,
    examples: [
      .init("save", "write the edits"),
      .init("save --backup=.orig", "write them and keep the old file"),
    ])

  private let breaksLinks: Bool
  private let backup: Backup?

  init(_ given: ParsedCommand) throws(CommandError) {
    breaksLinks = given.has(.breakLinks)
    backup =
      try given.value(.backup).map { word throws(CommandError) in .suffix(try word.path()) }
      ?? (given.has(.backup) ? .usualName : nil)
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.save(breaksLinks: breaksLinks, backup: backup)
  }
}

/// `save as`: writes the catalogue to another file and continues with it.
struct SaveAsCommand: SessionCommand {
  static let definition = CommandDefinition(
    "save as", in: .file, "write the catalogue to another file and continue with it",
    operands: [.init(.file, "FILE")],
    options: [.init(.force, "replace FILE if it exists")],
    examples: [.init("save as 'cars 2.plist'", "write to another file")])

  private let file: FilePath
  private let isForced: Bool

  init(_ given: ParsedCommand) throws(CommandError) {
    file = try given.word(0).path()
    isForced = given.has(.force)
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.save(as: file, isForced: isForced)
  }
}

/// `revert`: drops all unsaved edits.
struct RevertCommand: SessionCommand {
  static let definition = CommandDefinition(
    "revert", in: .file, "drop all unsaved edits",
    examples: [.init("revert", "go back to what is in the file")])

  init(_ given: ParsedCommand) {}

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.revert()
  }
}

/// `refresh`: reads the file again, and merges the changes of other programs with the edits.
struct RefreshCommand: SessionCommand {
  static let definition = CommandDefinition(
    "refresh", in: .file, "read the file again and repeat unsaved edits on it",
    details: """
      Where others have changed the same entry or section, both changes are kept; if they have \
      changed the same value, that is listed as a conflict, and yours stays as an unsaved edit. \
      Then the entries that others have added are listed, followed by those that they have changed, and by a line that counts \
      new, removed, changed and moved entries. Lines are numbered as in 'find'; 'more' continues.
      """,
    examples: [.init("refresh", "see what others have changed")])

  init(_ given: ParsedCommand) {}

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.refresh()
  }
}

/// `check`: lists or fixes likely mistakes.
struct CheckCommand: SessionCommand {
  static let definition = CommandDefinition(
    .check, in: .file, "report likely mistakes: duplicates, missing labels …",
    options: [
      .init(.fix, "fix what can be fixed, as one edit, and print the equivalent commands"),
      .init(
        .locale, .required("LOCALE", .optionValue),
        "compare letters with the index of the language LOCALE"),
      .init(
        .unsafeFixes, "with --fix, also delete duplicates and empty sections and change keys"),
    ],
    rules: [.requires([.unsafeFixes], [.fix])],
    details: "cardex-check(1) describes what is found and what is fixed.",
    examples: [
      .init("check", "check the catalogue as it is now"),
      .init("check --fix", "fix what can be fixed"),
    ])

  private let locale: LocaleIdentifier?
  /// The fixes to make; `nil` if findings are only listed.
  private let scope: FixScope?

  init(_ given: ParsedCommand) throws(CommandError) {
    locale = try given.locale()
    scope = given.has(.fix) ? given.has(.unsafeFixes) ? .all : .safe : nil
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    if let scope {
      try session.perform(.fix(scope, in: locale))
    } else {
      try session.check(in: locale)
    }
  }
}

/// `info`: prints how the file is read, and why.
struct InfoCommand: SessionCommand {
  static let definition = CommandDefinition(
    "info", in: .file, "print how the file is read and why",
    examples: [.init("info", "print shape, encoding, keys and counts")])

  init(_ given: ParsedCommand) {}

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.info()
  }
}
