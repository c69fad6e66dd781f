import Catalogues
import Editing
import Grammar
import Language
import Platform
import PropertyLists

/// `cardex get`: the values at paths.
struct GetCommand: ProgramCommand {
  static let definition = CommandDefinition(
    "get", in: .program, "print the values at paths, such as .CFBundleVersion",
    operands: [.file, .init(.path, "PATH", 0...Int.max, isNested: true)],
    options: .joining(
      [
        .init(
          .path, letter: "p", .required("PATH"),
          "print what is at PATH in each FILE; may be repeated")
      ], .printingValues,
      [
        .init(.withFilename, letter: "H", "print the name of the file with each value"),
        .init(.noFilename, letter: "h", "never print file names"),
        .init(.label, .required("NAME", .bytes), "the name to print for standard input"),
      ], .parsing, .common),
    rules: PrintedValues.rules,
    details: """
      Prints the text of a single value, with nothing added but the end of a line. A PATH begins
      with a dot and leads from the root of FILE to a value, whatever FILE is read as: keys, and
      positions in arrays from 0, or from the end as -1. '/' is the whole file. With --path, all
      operands are FILEs. Exit status: 0 if all were found, 1 if not, 2 after an error.
      """)

  private let options: ParsedOptions
  private let output: Output
  private let files: [InputFile]
  private let paths: [ValuePath]
  private let values: PrintedValues
  private let namesFiles: Bool

  init(options: ParsedOptions, output: Output) throws(Failure) {
    (self.options, self.output) = (options, output)
    var texts = options.values(.path)
    let operands = texts.isEmpty ? Array(options.operands.prefix(1)) : options.operands
    if texts.isEmpty {
      for operand in options.operands.dropFirst() { texts.append(try options.text(of: operand)) }
    }
    if texts.isEmpty {
      throw Failure("no PATH was given", hint: "'cardex get FILE .KEY' prints the value of KEY")
    }
    files = try InputFile.files(operands.map { operand throws(Failure) in try operand.asFile() })
    paths = try texts.map { text throws(Failure) in try ValuePath(given: text) }
    values = try rethrowing(
      PrintedValues(
        { name in options.options.last { $0.name == name }?.value }, has: options.has)
    ) { (error: CommandError) in Failure(error.message, hint: error.hint) }
    namesFiles =
      options.has(.withFilename) || files.count > 1 && !options.has(.noFilename)
  }

  func run() throws(Failure) -> ExitStatus {
    var (isComplete, hasFailed) = (true, false)
    for file in files {
      let document: PropertyListDocument
      do throws(Failure) {
        document = try CatalogueLoader.document(of: file, options)
      } catch {
        if files.count == 1 { throw error }
        hasFailed = true
        try output.report(error)
        continue
      }
      let tree = EditedTree(document)
      for path in paths {
        do throws(Failure) {
          if try !printValue(at: path, in: tree, file) { isComplete = false }
        } catch {
          if error.cause != .work { throw error }
          hasFailed = true
          try output.report(error)
        }
      }
    }
    try output.flush()
    return hasFailed ? .failed : isComplete ? .found : .notFound
  }

  /// - Returns: Whether there is something at the path, or something is printed in its place.
  private func printValue(
    at path: ValuePath, in tree: EditedTree, _ file: InputFile
  ) throws(Failure) -> Bool {
    let name = file.name(options)
    let texts: [String]
    do throws(PathError) {
      texts = try values.texts(at: path, in: tree)
    } catch {
      let plain = Failure(.path(error), at: name)
      let failure = file.path.map { plain.guessing(["get", $0, FilePath(path.text)]) } ?? plain
      guard error.isAbsence else { throw failure }
      try output.report(failure)
      return false
    }
    for text in texts {
      if namesFiles {
        try output.write(part: name.line(forTerminal: StandardTerminal.isOutput) + Array(":".utf8))
      }
      try output.write(text)
      try output.write(end: values.end)
    }
    return true
  }
}
