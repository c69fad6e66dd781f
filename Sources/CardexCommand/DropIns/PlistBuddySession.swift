import Catalogues
import Editing
import Language
import Platform
import PropertyLists
import Storage

/// Runs commands of PlistBuddy on a property list.
final class PlistBuddySession {
  let output: Output
  private let path: FilePath
  private let printsXML: Bool
  private let session: EditingSession
  /// Whether there is no file yet.
  private var isNew: Bool
  /// Whether `Clear` was run, so that a new file is made even if nothing else is done.
  private var isCleared = false
  private(set) var hasFailed = false

  /// Reads the file, or prepares to make it.
  ///
  /// - Parameter locks: Whether other programs have to wait until the session has ended.
  init(_ path: FilePath, locks: Bool, printsXML: Bool, output: Output) throws(Failure) {
    (self.path, self.printsXML, self.output) = (path, printsXML, output)
    var status = stat()
    isNew = stat(path.cString, &status) != 0 && errno == ENOENT
    var options = ParseOptions()
    options.decoding.keepsArchives = true
    var file = CatalogueFile(path: path, options: options)
    if isNew {
      try output.write(naming: "File Doesn't Exist, Will Create: \(path)")
      session = EditingSession(try PlistBuddySession.empty(), file: file)
    } else {
      let isRegular = status.st_mode & S_IFMT == S_IFREG
      let lock = locks && isRegular ? try EditedFile.lock(path, waiting: 10) : nil
      session = EditingSession(try EditedFile.read(&file, lock), file: file, lock: lock)
    }
    // Each command reads the nodes of the document, which must be those of the text.
    session.editsEntriesInPlace = false
  }

  private static func empty() throws(Failure) -> Catalogue {
    let text = try PlutilValue.empty.bytes(as: .xml1, for: nil)
    return try rethrowing(
      Catalogue(parsing: FileBytes(text), ParseOptions())
    ) { (problem: CatalogueFileError) in Failure("\(problem)") }
  }

  private var tree: EditedTree { EditedTree(session.catalogue.document) }

  var isChanged: Bool { session.isDirty || isNew && isCleared }

  func save() throws(Failure) {
    let saved =
      isNew
      ? try attempt(session.save(as: path, isForced: false))
      : try attempt(session.save(CatalogueFile.SaveOptions()))
    isNew = false
    for warning in saved.warnings { Diagnostics.report(naming: "\(path): \(warning)") }
  }

  /// Whether a command may change the file.
  static func isEdit(_ command: String) -> Bool {
    var line = PlistBuddyLine(command)
    return !["print", "help", "exit", "revert"].contains(line.command())
  }

  /// - Returns: Whether there may be other commands after this one.
  func run(_ command: String) throws(Failure) -> Bool {
    var line = PlistBuddyLine(command)
    let name = line.command()
    do throws(Failure) {
      return try run(name, &line)
    } catch {
      if error.cause != .work { throw error }
      hasFailed = true
      try output.flush()
      Diagnostics.note(naming: error.message)
      return true
    }
  }

  /// How many words follow the name of a command, before a value.
  private static let wordCounts = [
    "print": 1, "set": 1, "add": 2, "copy": 2, "delete": 1, "merge": 2, "import": 2, "clear": 1,
  ]

  private func run(_ name: String, _ line: inout PlistBuddyLine) throws(Failure) -> Bool {
    var words: [String] = []
    let count = PlistBuddySession.wordCounts[name] ?? 0
    while words.count < count, let word = try line.word() { words.append(word) }
    return try run(name, words, line.value())
  }

  private func run(_ name: String, _ words: [String], _ value: String) throws(Failure) -> Bool {
    let shown = name.prefix(1).uppercased() + name.dropFirst()
    func word(_ index: Int) throws(Failure) -> String {
      guard index < words.count else { throw Failure("\(shown): Missing Arguments") }
      return words[index]
    }
    func entry(_ index: Int) throws(Failure) -> KeyPath { KeyPath(plistBuddy: try word(index)) }
    switch name {
    case "help": try output.write(PlistBuddySession.help)
    case "exit", "quit", "bye": return false
    case "save":
      try output.write(line: "Saving...")
      try output.flush()
      try save()
    case "revert":
      try output.write(line: "Reverting to last saved state...")
      _ = try attempt(session.revert())
    case "clear":
      try output.write(line: "Initializing Plist...")
      try perform(.set([try assignment(.root, words.first ?? "dict", "")]))
      isCleared = true
    case "print": try print(KeyPath(plistBuddy: words.first ?? ""))
    case "set": try set(try entry(0), value)
    case "add": try add(try entry(0), try word(1), value)
    case "copy": try copy(try entry(0), to: try entry(1))
    case "delete":
      let place = try found(try entry(0), by: shown)
      try perform(.delete([place.path]))
    case "merge": try merge(try word(0), into: KeyPath(plistBuddy: words.dropFirst().first ?? ""))
    case "import": try insert(contentsOf: try word(1), at: try entry(0))
    default: throw Failure("Unrecognized Command")
    }
    return true
  }

  private func perform(_ edit: TreeEdit) throws(Failure) {
    try attempt(session.perform(.editTree(edit)))
  }

  /// The value of an entry.
  private func found(
    _ entry: KeyPath, by command: String
  ) throws(Failure) -> (path: ValuePath, value: NodeIndex) {
    guard let place = entry.place(in: tree), let value = place.value else {
      throw Failure("\(command): Entry, \"\(entry.text)\", Does Not Exist")
    }
    return (place.path, value)
  }

  // MARK: Commands

  private func print(_ entry: KeyPath) throws(Failure) {
    let document = session.catalogue.document
    let value = try found(entry, by: "Print").value
    if printsXML {
      let bytes = try PlutilValue(document: document, node: value, path: path)
        .bytes(as: .xml1, for: nil)
      return try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
        try output.write(bytes)
      }
    }
    // Data is printed as its bytes, even if they are not text.
    let bytes =
      document.data(at: value)
      ?? Array(ValueText.text(of: value, in: document, as: .outline).utf8)
    try bytes.withUnsafeBufferPointer { bytes throws(Failure) in try output.write(bytes) }
    try output.write("\n")
  }

  private func set(_ entry: KeyPath, _ value: String) throws(Failure) {
    let place = try found(entry, by: "Set")
    let kind = tree.document.kind(of: place.value)
    if kind.isContainer { throw Failure("Set: Cannot Perform Set On Containers") }
    try perform(.set([try assignment(place.path, kind.plistBuddyName, value)]))
  }

  private func add(_ entry: KeyPath, _ type: String, _ value: String) throws(Failure) {
    guard let place = entry.place(in: tree) else {
      throw Failure("Add: Can't Add Entry, \"\(entry.text)\", to Parent")
    }
    let assignment = try assignment(place.path, type, value)
    if let container = place.container, tree.document.kind(of: container) == .array {
      return try perform(.insert([assignment]))
    }
    if place.value != nil { throw Failure("Add: \"\(entry.text)\" Entry Already Exists") }
    try perform(.set([assignment], makesParents: true))
  }

  private func copy(_ source: KeyPath, to target: KeyPath) throws(Failure) {
    let from = try found(source, by: "Copy").path
    guard let place = target.place(in: tree), let container = place.container else {
      throw Failure("Copy: Can't Add Entry, \"\(target.text)\", to Parent")
    }
    if place.value != nil, tree.document.kind(of: container) == .dict {
      throw Failure("Copy: \"\(target.text)\" Entry Already Exists")
    }
    try perform(.copy(from, to: place.path))
  }

  private func merge(_ name: String, into entry: KeyPath) throws(Failure) {
    let place = try found(entry, by: "Merge")
    let source: PropertyListDocument
    do throws(Failure) {
      source = try DropInFile.document(DropInFile.bytes(of: FilePath(name)))
    } catch {
      throw Failure(naming: "Merge: Error Reading File: \(name)")
    }
    func assignment(_ step: ValuePath.Step, _ value: NodeIndex) -> PathAssignment {
      PathAssignment(
        place.path.appending(step), type: .xml, value: source.elementText(of: value))
    }
    switch (tree.document.kind(of: place.value), source.kind(of: source.root)) {
    case (.dict, .dict):
      let keys = tree.members(of: place.value).compactMap(tree.key)
      let known = Set(keys.map { Array(tree.document.text(of: $0).utf8) })
      var new: [PathAssignment] = []
      for (key, value) in ValueText.members(of: source.root, in: source) {
        if known.contains(Array(key.utf8)) {
          try output.flush()
          Diagnostics.note("Merge: Duplicate Entry Was Skipped: \(key)")
        } else {
          new.append(assignment(.name(key), value))
        }
      }
      try perform(.set(new))
    case (.array, let kind):
      let values =
        kind == .array ? Array(source.elements(of: source.root)) : [source.root]
      let count = tree.count(of: place.value)
      try perform(
        .insert(values.enumerated().map { assignment(.position(count + $0.offset), $0.element) }))
    default: throw Failure("Merge: Can't Add Entries To Parent")
    }
  }

  private func insert(contentsOf name: String, at entry: KeyPath) throws(Failure) {
    let bytes: FileBytes
    do throws(Failure) {
      bytes = try DropInFile.bytes(of: FilePath(name))
    } catch {
      throw Failure(naming: "Import: Error Reading File: \(name)")
    }
    guard let place = entry.place(in: tree) else {
      throw Failure("Import: Can't Add Entry, \"\(entry.text)\", to Parent")
    }
    let value = PathAssignment(place.path, type: .data, value: Base64.encode(Array(bytes.bytes)))
    try perform(.set([value], makesParents: true))
  }

  // MARK: Values

  /// An assignment of a value of a type; an empty text means the type's usual value.
  private func assignment(
    _ path: ValuePath, _ type: String, _ text: String
  ) throws(Failure) -> PathAssignment {
    let trimmed = text.replacing(" ", with: "")
    switch type.lowercased() {
    case "string": return PathAssignment(path, type: .string, value: text)
    case "array": return PathAssignment(path, type: .array, value: "")
    case "dict": return PathAssignment(path, type: .dict, value: "")
    case "bool":
      var word = trimmed.lowercased()
      // As in `Add`, the type may precede the value.
      if word.hasPrefix("bool"), word != "bool" { word = String(word.dropFirst(4)) }
      let isTrue = ["true", "yes", "1"].contains(word)
      guard isTrue || ["", "false", "no", "0"].contains(word) else {
        throw Failure("Unrecognized Boolean Format")
      }
      return PathAssignment(path, type: .boolean, value: isTrue ? "true" : "false")
    case "integer":
      guard text.isEmpty || Int64(trimmed) != nil || UInt64(trimmed) != nil else {
        throw Failure("Unrecognized Integer Format")
      }
      return PathAssignment(path, type: .integer, value: text.isEmpty ? "0" : trimmed)
    case "real":
      guard text.isEmpty || (try? ElementText.value(trimmed, as: .real)) != nil else {
        throw Failure("Unrecognized Real Format")
      }
      return PathAssignment(path, type: .real, value: text.isEmpty ? "0" : trimmed)
    case "date":
      guard let date = PropertyListDate.text(ofPlistBuddy: text) else {
        throw Failure("Unrecognized Date Format")
      }
      return PathAssignment(path, type: .date, value: date)
    case "data":
      return PathAssignment(path, type: .data, value: Base64.encode(Array(text.utf8)))
    default: throw Failure("Unrecognized Type: \(type)")
    }
  }

  static let help = """
    Commands, in any case:
      Help                      print this
      Exit                      end without saving
      Save                      save to the file
      Revert                    go back to what was last saved
      Clear [TYPE]              begin with an empty property list
      Print [ENTRY]             print an entry, or all
      Set ENTRY VALUE           change a value
      Add ENTRY TYPE [VALUE]    add a value
      Copy ENTRY NEW            copy an entry
      Delete ENTRY              delete an entry
      Merge FILE [ENTRY]        add the entries of another property list
      Import ENTRY FILE         set an entry to the content of a file, as data
    ENTRY is keys and positions after colons, such as :CFBundleDocumentTypes:0:CFBundleTypeName.
    TYPE is string, array, dict, bool, real, integer, date or data.

    """
}

extension NodeKind {
  /// The name of the type in PlistBuddy.
  fileprivate var plistBuddyName: String {
    switch self {
    case .true, .false: "bool"
    default: elementName
    }
  }
}

extension PropertyListDate {
  /// A date in the form of property lists, made of a text in that form or like
  /// `Thu Jan 02 03:04:05 UTC 2020`.
  fileprivate static func text(ofPlistBuddy text: String) -> String? {
    if PropertyListDate(text.utf8) != nil { return text }
    let words = text.split(separator: " ")
    guard words.count == 6, words[4] == "UTC",
      let month = ValueText.months.firstIndex(of: String(words[1]))
    else { return nil }
    func padded(_ digits: Substring) -> String { (digits.utf8.count < 2 ? "0" : "") + digits }
    let date = "\(words[5])-\(padded("\(month + 1)"))-\(padded(words[2]))T\(words[3])Z"
    return PropertyListDate(date.utf8) == nil ? nil : date
  }
}
