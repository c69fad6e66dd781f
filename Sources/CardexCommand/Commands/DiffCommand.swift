import Catalogues
import Comparing
import Editing
import Exchange
import Grammar
import ICUText
import Language
import Outlines
import Platform
import PropertyLists

/// `cardex diff`: what differs between two property lists, entry by entry.
struct DiffCommand: ProgramCommand {
  static let definition = CommandDefinition(
    "diff", in: .program, "print what differs between two property lists, by entry",
    operands: [.init(.file, "OLD"), .init(.file, "NEW")],
    options: .joining(
      [
        .init(.json, "print one JSON object per line for each difference"),
        .init(.unified, letter: "u", "print how the texts differ, as 'diff -u' does"),
        .init(.script, "print commands for 'cardex batch' that make NEW of OLD"),
        .init(.stat, "print only how many differences there are of each kind"),
        .init(.quiet, letter: "q", "print nothing; only set the exit status"),
        .init(.field, .required("KEY", .key), "only differences in the field KEY; may be repeated"),
        .init(.ignoreOrder, "entries in another order in their section are the same"),
        .key, .noPager, .color,
      ], .parsing, .common),
    rules: [
      .either([.json, .unified, .script, .stat, .quiet]),
      .apart([.unified], [.field, .ignoreOrder, .key]),
      .apart([.script], [.field, .ignoreOrder]),
    ],
    details: """
      Compares values, however they are written: what was added, removed, moved, renamed and
      changed. One of the files may be '-' for standard input. Exit status: 0 if there are no
      differences, 1 if there are some, 2 after an error.
      """)

  private let options: ParsedOptions
  private let output: Output
  private let files: (old: InputFile, new: InputFile)

  init(options: ParsedOptions, output: Output) throws(Failure) {
    self.options = options
    self.output = output
    guard options.operands.count == 2 else {
      throw Failure("two files are compared", hint: "usage: cardex diff [OPTIONS] OLD NEW")
    }
    files = (
      InputFile(try options.operands[0].asFile()), InputFile(try options.operands[1].asFile())
    )
    if files.old == .standardInput, files.new == .standardInput {
      throw Failure("standard input can be only one of the two files")
    }
  }

  func run() throws(Failure) -> ExitStatus {
    let new = try CatalogueLoader.load(files.new, options, skipsUnreadable: true)
    if options.has(.script) { return try printScript(new) }
    let old = try CatalogueLoader.load(files.old, options, skipsUnreadable: true)
    try expectSameUnread(old, new)
    if options.has(.unified) { return try printUnified(old.document, new.document) }
    if new.document.hasText(of: old.document) { return .found }
    let fields = Set(options.values(.field))
    let all = Progress.during("comparing", .entries(new.entryCount)) {
      CatalogueDifference.differences(
        from: old, to: new, keys: keys,
        ignoresOrder: options.has(.ignoreOrder))
    }
    let differences =
      fields.isEmpty
      ? all : all.filter { fields.contains($0.field) || $0.key.map(fields.contains) ?? false }
    if differences.isEmpty { return .found }
    if options.has(.quiet) { return .notFound }
    let pager = Pager.start(options)
    if options.has(.stat) {
      try output.write(line: DiffCommand.statistics(of: differences))
    } else if options.has(.json) {
      for difference in differences {
        try output.write(line: json(difference, old.document, new.document))
      }
    } else {
      let isColored = StandardTerminal.usesColor(options)
      for difference in differences {
        try output.write(
          line: difference.line(old.document, new.document, isColored: isColored))
      }
    }
    try output.flush()
    pager?.finish()
    return .notFound
  }

  /// Checks that the unreadable parts of both files are the same: an entry that seems to be in only
  /// one file may be in an unreadable part of the other.
  private func expectSameUnread(_ old: Catalogue, _ new: Catalogue) throws(Failure) {
    if old.document.unread.isSame(as: new.document.unread) { return }
    throw Failure(
      naming:
        "\(files.new.name(options)): what could not be read is not the same in "
        + "\(files.old.name(options)), so they cannot be compared")
  }

  private var keys: [String]? {
    let keys = options.values(.key)
    return keys.isEmpty ? nil : keys
  }

  /// Prints the commands that turn the old file's values into those of the new file.
  private func printScript(_ new: Catalogue) throws(Failure) -> ExitStatus {
    let path = try EditedFile.checked(options.operands[0])
    var file = try CatalogueFile(
      path: path, options: options.parseOptions(skipsUnreadable: true))
    let old = try EditedFile.read(&file, isForEditing: false)
    try expectSameUnread(old, new)
    let editing = EditingSession(
      old, file: file, locale: EditedFile.collationLocale, dateLanguage: Environment.dateLanguage)
    let keys = keys
    let commands = try Progress.during("comparing", .entries(new.entryCount)) {
      () throws(Failure) in
      try attempt(editing.commands(making: new, keys: keys))
    }
    for command in commands { try output.write(line: command) }
    try output.flush()
    return commands.isEmpty ? .found : .notFound
  }

  // MARK: Output

  private func json(
    _ difference: CatalogueDifference, _ old: PropertyListDocument, _ new: PropertyListDocument
  ) -> String {
    var members = [(key: "kind", value: JSON.string(difference.kind.rawValue))]
    if let address = difference.oldAddress { members.append(("oldAddress", JSON.string(address))) }
    if let address = difference.newAddress { members.append(("newAddress", JSON.string(address))) }
    if !difference.field.isEmpty { members.append(("field", JSON.string(difference.field))) }
    if difference.kind != .moved {
      if let value = difference.old { members.append(("old", JSON.value(value, of: old))) }
      if let value = difference.new { members.append(("new", JSON.value(value, of: new))) }
    }
    return JSON.object(members)
  }

  /// How many differences there are of each kind.
  private static func statistics(of differences: [CatalogueDifference]) -> String {
    let entries = differences.filter { $0.field.isEmpty || $0.kind == .renamed }
    let kinds: [TreeDifference.Kind] = [.added, .removed, .moved, .renamed]
    var counts = kinds.map { kind in (kind.rawValue, entries.count { $0.kind == kind }) }
    counts.append(("changed", differences.count - entries.count { kinds.contains($0.kind) }))
    return counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
  }

  /// Prints how the texts differ, as `diff -u` does.
  private func printUnified(
    _ old: PropertyListDocument, _ new: PropertyListDocument
  ) throws(Failure) -> ExitStatus {
    let (oldText, newText) = (old.wholeText, new.wholeText)
    if oldText == newText { return .found }
    let result = oldText.withUnsafeBufferPointer { bytes in
      Result { () throws(Failure) in
        let diff = UnifiedDiff(
          TextDifference(from: bytes, to: newText), oldName: files.old.name(options).bytes,
          newName: files.new.name(options).bytes)
        try diff.write { piece throws(Failure) in try output.write(piece) }
      }
    }
    try result.get()
    try output.flush()
    return .notFound
  }
}

extension PropertyListDocument {
  /// The text in UTF-8.
  var wholeText: [UInt8] {
    var text: [UInt8] = []
    forEachPiece { text.append(contentsOf: $0) }
    return text
  }
}
