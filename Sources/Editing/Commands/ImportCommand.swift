import Grammar
import Platform
import PropertyLists

/// `import`: merges the entries of another file.
struct ImportCommand: OperationCommand {
  static let definition = CommandDefinition(
    "import", in: .change, "add the entries of another file",
    operands: [.init(.file, "OTHER")],
    options: [
      .init(.match, .required("KEY", .key), "entries with the same value of KEY are the same"),
      .init(.update, "with --match: also change entries that are in both"),
      .init(.delete, "with --match: also update, and delete entries that are not in OTHER"),
      .init(
        .map, .required("KEY=COLUMN", .optionValue), isRepeatable: true,
        "the column COLUMN of OTHER is the field KEY"),
      .init(
        .language, .required("LANGUAGE", .optionValue),
        "the values of OTHER are texts of a String Catalog in LANGUAGE"),
      .init(
        .sectionColumn, .required("COLUMN", .optionValue),
        "COLUMN names the section of new entries"),
      .init(.sorted, "put new entries in order in their sorted section"),
      .init(.strict, "fail if it is not clear which entries are the same, or what a column is"),
      .init(.force, "also delete all, or entries that are not to be deleted"),
      .init(
        .from, .required("FORMAT", .suggested(FileFormat.allCases.map(\.rawValue))),
        "the format of OTHER"),
      .init(.encoding, .required("NAME", .optionValue), "the encoding of OTHER"),
    ],
    details: """
      Adds the entries that are not there yet, as one edit, and says how many. Without --match, \
      those that are equal in all fields of OTHER are there. Columns mean the fields of the same \
      or of a usual name, such as TEL and phone; others become new fields. Values take the types \
      of their fields, and one that cannot is an error. New entries go into the section that \
      --section-column names, or else the one of the same title as in OTHER, or else that of their \
      letter, or else the last. Entries whose KEY is missing or repeated are listed and left alone. \
      Telephone numbers are the same however they are grouped; where only one has the code of a \
      country, they are listed, too. \
      A column that OTHER lacks changes nothing; an empty cell empties the text that is there, and \
      is the same as no field. In cells of tables, lists and dictionaries are written in JSON. \
      A vCard keeps its version and the parameters of what it has; new values have theirs from OTHER.
      """,
    examples: [
      .init("import people.plist", "add who is new"),
      .init("import prices.plist --match=name --update", "change fields of what is there, too"),
      .init("import all.plist --match=id --delete", "have what the file has, no more"),
    ])

  private let path: FilePath
  private let options: ImportOptions

  var namesItems: Bool { false }

  init(_ given: ParsedCommand) throws(CommandError) {
    path = try given.word(0).path()
    var options = ImportOptions()
    options.match = given.value(.match)?.text
    options.merging = given.has(.delete) ? .replace : given.has(.update) ? .update : .add
    if options.match == nil, let other = given.first(of: [.update, .delete]) {
      throw CommandError(
        "\(other.option.spelling) requires --match=KEY", columns: other.columns,
        hint: "the values of KEY say which entries are the same")
    }
    for word in given.values(.map) {
      guard let sign = word.text.firstIndex(of: "="), sign > word.text.startIndex else {
        throw CommandError(
          "--map takes KEY=COLUMN, not '\(word.text)'", columns: word.columns)
      }
      let column = word.text[word.text.index(after: sign)...]
      options.keys.append((String(word.text[..<sign]), String(column)))
    }
    options.language = given.value(.language)?.text
    options.sectionColumn = given.value(.sectionColumn)?.text
    options.format = try given.fileFormat()
    options.encoding = given.value(.encoding)?.text
    options.isSorted = given.has(.sorted)
    options.isStrict = given.has(.strict)
    options.isForced = given.has(.force)
    self.options = options
  }

  func operation(_ command: ResolvedCommand) throws(SessionError) -> Operation {
    .merge(try ImportedEntries(reading: path, for: command.editing.catalogue, options), options)
  }

  static func written(_ source: ImportedEntries, _ options: ImportOptions) -> WrittenCommand {
    command(options.written, [.text(source.path.text ?? "\(source.path)")])
  }
}

extension ImportOptions {
  fileprivate var written: [WrittenCommand.Option] {
    (match.map { [.init(.match, .text($0))] } ?? [])
      + .flags([(merging == .update, .update), (merging == .replace, .delete)])
      + keys.map { .init(.map, .text($0.key + "=" + $0.column)) }
      + (language.map { [.init(.language, .text($0))] } ?? [])
      + (sectionColumn.map { [.init(.sectionColumn, .text($0))] } ?? [])
      + (format.map { [.init(.from, .text($0.rawValue))] } ?? [])
      + (encoding.map { [.init(.encoding, .text($0))] } ?? [])
      + .flags([(isSorted, .sorted), (isStrict, .strict), (isForced, .force)])
  }
}
