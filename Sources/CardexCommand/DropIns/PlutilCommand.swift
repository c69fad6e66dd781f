import Catalogues
import Editing
import Grammar
import Platform
import PropertyLists

/// `cardex plutil`: does what Apple's plutil does, but keeps bytes that it was not asked to change.
struct PlutilCommand: DropInCommand {
  static let definition = CommandDefinition(
    "plutil", in: .program, "do what Apple's plutil does, by its command line",
    operands: [.init(.file, "WORD", 0...Int.max)],
    options: .dropIn,
    details: """
      WORDs are those of plutil: 'cardex plutil -help' lists them. Values are changed without touching
      anything else in the file. Exit status: 0, or 1 after an error.
      """)

  private let arguments: PlutilArguments
  private let output: Output

  static func run(_ words: [FilePath], to output: Output) throws(Failure) -> ExitStatus {
    let arguments: PlutilArguments
    do throws(Failure) {
      arguments = try PlutilArguments(words)
    } catch {
      Diagnostics.note(naming: error.message)
      return .notFound
    }
    return try PlutilCommand(arguments: arguments, output: output).run()
  }

  private func run() throws(Failure) -> ExitStatus {
    if case .help = arguments.verb {
      try output.write(PlutilCommand.help)
      return .found
    }
    if case .print = arguments.verb, arguments.isSilent {
      Diagnostics.note("-s doesn't make a lot of sense with -p.")
    }
    var isWhole = true
    for path in arguments.paths {
      do throws(Failure) {
        try run(path)
      } catch {
        if error.cause != .work { throw error }
        isWhole = false
        try output.flush()
        let isNamed = error.message.bytes.starts(with: path.bytes + Array(": ".utf8))
        Diagnostics.note(naming: isNamed ? error.message : "\(name(path)): \(error.message)")
      }
    }
    try output.flush()
    return isWhole ? .found : .notFound
  }

  private func name(_ path: FilePath) -> FilePath { path == "-" ? "<stdin>" : path }

  private func run(_ path: FilePath) throws(Failure) {
    switch arguments.verb {
    case .help: break
    case .lint:
      let formats: [FileFormat] = [.xml, .binary, .openStep, .strings]
      _ = try DropInFile.document(DropInFile.bytes(of: path), formats: formats)
      if !arguments.isSilent { try output.write(naming: "\(name(path)): OK") }
    case .print:
      let document = try DropInFile.document(DropInFile.bytes(of: path))
      try output.write(line: ValueText.text(of: document.root, in: document, as: .printed))
    case .convert(let format, let hasHeader):
      try write(path, as: format) { document, bytes, format, target throws(Failure) in
        if path == target, format == PlutilFormat(document.source.format) { return nil }
        let value = value(document.root, in: document, path)
        if hasHeader, let target {
          let content = try value.bytes(as: format, for: target)
          try DropInFile.Target(target.withEnding("h")).write(value.header)
          return content
        }
        return try value.bytes(as: format, for: target)
      }
    case .extract(let keyPath, let format, let expected):
      try write(path, as: format) { document, _, format, target throws(Failure) in
        guard let node = keyPath.value(in: EditedTree(document))?.value else {
          throw Failure(
            "Could not extract value, error: No value at that key path or invalid key path: "
              + keyPath.text)
        }
        let type = PlutilType(document.kind(of: node))
        if let expected, expected != type {
          throw Failure(
            "Value at [\(keyPath.text)] expected to be \(expected.name) but is \(type.name)")
        }
        return try value(node, in: document, path).bytes(as: format, for: target)
      }
    case .insert, .remove:
      try write(path, as: nil) { document, bytes, format, target throws(Failure) in
        var tree = EditedTree(document)
        let edit = try edit(of: tree)
        let isChange = try rethrowing(tree.make(edit)) { (error: PathError) in
          Failure("\(error)")
        }
        if !isChange { return path == target ? nil : Array(bytes.bytes) }
        return try self.bytes(of: tree, path, as: format, for: target)
      }
    case .create(let format): try create(path, format)
    }
  }

  private func value(
    _ node: NodeIndex, in document: PropertyListDocument, _ path: FilePath
  ) -> PlutilValue {
    PlutilValue(document: document, node: node, path: path, isReadable: arguments.isReadable)
  }

  // MARK: Editing

  /// The edit that the arguments ask for.
  private func edit(of tree: EditedTree) throws(Failure) -> TreeEdit {
    switch arguments.verb {
    case .remove(let keyPath):
      guard let place = keyPath.value(in: tree) else {
        throw Failure("No value to remove at key path \(keyPath.text)")
      }
      return .delete([place.path])
    case .insert(let keyPath, let value, let replaces, let appends):
      return try insertion(of: value, at: keyPath, replaces: replaces, appends: appends, tree)
    default: preconditionFailure("the others change nothing")
    }
  }

  private func insertion(
    of value: PlutilArguments.NewValue, at keyPath: KeyPath, replaces: Bool, appends: Bool,
    _ tree: EditedTree
  ) throws(Failure) -> TreeEdit {
    func failure(_ reason: String) -> Failure { Failure("\(reason) key path \(keyPath.text)") }
    var (path, container) = (ValuePath.root, tree.root)
    var last: NodeIndex?
    for (index, step) in keyPath.steps.enumerated() {
      let isDict = tree.document.kind(of: container) == .dict
      guard let child = KeyPath.child(of: container, at: step, in: tree) else {
        throw failure(
          tree.document.kind(of: container) == .array
            ? "Unable to index into array with" : "Unable to insert value at")
      }
      path = path.appending(child.step)
      last = child.value
      if index == keyPath.steps.count - 1 { break }
      guard let next = child.value else {
        throw isDict
          ? Failure("Key path not found \(keyPath.text)")
          : failure("Index \(path.steps[index].position ?? 0) out of bounds in array at")
      }
      container = next
    }
    func assignment(_ path: ValuePath) -> PathAssignment {
      PathAssignment(path, type: value.type, value: value.text)
    }
    let isDict = tree.document.kind(of: container) == .dict
    if replaces, last != nil { return .set([assignment(path)]) }
    guard let last else {
      let position = path.steps.last?.position
      if !isDict, appends || position != tree.count(of: container) {
        throw failure("Index \(position ?? 0) out of bounds in array at")
      }
      return .insert([assignment(path)])
    }
    if appends {
      guard tree.document.kind(of: last) == .array else {
        throw failure(
          isDict ? "Appending to a non-array at" : "Attempt to append value to non-array at")
      }
      return .insert([assignment(path.appending(.position(tree.count(of: last))))])
    }
    if isDict { throw failure("Value already exists at") }
    return .insert([assignment(path)])
  }

  private func bytes(
    of tree: EditedTree, _ path: FilePath, as format: PlutilFormat, for target: FilePath?
  ) throws(Failure) -> [UInt8] {
    if format == .xml1 || format == .binary1 { return try DropInFile.bytes(of: tree) }
    let document = try rethrowing(
      tree.withText { () throws(PropertyListError) in
        try PropertyListDocument(current: tree.document)
      }
    ) { (error: PropertyListError) in Failure(error) }
    return try value(document.root, in: document, path).bytes(as: format, for: target)
  }

  // MARK: Writing

  /// Reads a file and writes a result made of it.
  ///
  /// - Parameters:
  ///   - format: The format of the result; `nil` for that of the file.
  ///   - content: Makes the bytes to write; `nil` if the file stays as it is.
  private func write(
    _ path: FilePath, as format: PlutilFormat?,
    _ content: (PropertyListDocument, FileBytes, PlutilFormat, FilePath?) throws(Failure) ->
      [UInt8]?
  ) throws(Failure) {
    let name = try target(of: path, format)
    // The target is locked before the file is read, since it may be the file itself.
    let target = try name.map { name throws(Failure) in try DropInFile.Target(name) }
    let bytes = try DropInFile.bytes(of: path)
    let document = try DropInFile.document(bytes)
    let format = format ?? PlutilFormat(document.source.format)
    guard let result = try content(document, bytes, format, name) else { return }
    // Nothing is written if what was printed before cannot be delivered.
    if target != nil { try output.flush() }
    if let target { return try target.write(result) }
    try result.withUnsafeBufferPointer { result throws(Failure) in try output.write(result) }
    if format.isPrinted, arguments.endsLine { try output.write("\n") }
  }

  /// The file to write; `nil` for standard output.
  private func target(of path: FilePath, _ format: PlutilFormat?) throws(Failure) -> FilePath? {
    if let target = arguments.target { return target == "-" ? nil : target }
    if let format, format.isPrinted { return nil }
    if path == "-" {
      throw Failure("-o says where the result goes; '-o -' is standard output")
    }
    let renamed = arguments.ending.map(path.withEnding) ?? path
    switch format {
    case .objc: return renamed.withEnding("m")
    case .swift: return renamed.withEnding("swift")
    default: return renamed
    }
  }

  private func create(_ path: FilePath, _ format: PlutilFormat) throws(Failure) {
    guard [.xml1, .binary1, .json].contains(format) else {
      throw Failure(
        format == .openStep
          ? "Cannot create open step property lists"
          : "Cannot create property lists in the format \(format.rawValue)")
    }
    var empty = try PlutilValue.empty
    empty.isReadable = arguments.isReadable
    let bytes = try empty.bytes(as: format, for: path)
    if path != "-" { return try DropInFile.Target(path).write(bytes) }
    try bytes.withUnsafeBufferPointer { bytes throws(Failure) in try output.write(bytes) }
  }

  private static let help = """
    plutil: [command] [options] file...
    A file '-' is standard input. Commands (-lint if none is given):
     -help                         print this and exit
     -lint                         check that files are property lists
     -convert FORMAT               write files as xml1, binary1, json, swift or objc;
                                   after objc, -header also writes a header
     -insert KEYPATH -TYPE VALUE   add a value; -append adds it to the array at KEYPATH
     -replace KEYPATH -TYPE VALUE  change or add a value
     -remove KEYPATH               remove a value
     -extract KEYPATH FORMAT       write a value as xml1, binary1, json or raw;
                                   -expect TYPE fails if it is of another type
     -type KEYPATH                 print the type of a value; -expect as above
     -create FORMAT                write empty property lists: xml1, binary1 or json
     -p                            print property lists for people
    KEYPATH is keys and positions joined by dots; '\\.' is a dot in a key.
    TYPE is bool, integer, float, date, string, data, xml, json, dictionary or array,
    the last two without VALUE.
    Options:
     -o FILE                       write FILE; '-' is standard output
     -e EXTENSION                  write files with another extension
     -r                            lay out JSON for people
     -n                            print no line end after raw values and types
     -s                            print nothing if all is well
     --                            only files follow

    """
}
