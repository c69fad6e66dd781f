import Catalogues
import Editing
import Grammar
import ICUText
import Language
import Platform
import PropertyLists
import Storage

/// The file that a shell or a script edits.
enum EditedFile {
  /// The path that was given, or `$CARDEX_FILE`.
  static func path(
    _ options: ParsedOptions, mayBeStandardInput: Bool = false
  ) throws(Failure) -> FilePath {
    try options.expectOperands(atMost: 1)
    guard let path = options.operands.first ?? Environment.path("CARDEX_FILE") else {
      throw Failure("no FILE was given, and $CARDEX_FILE is not set")
    }
    return try checked(path, mayBeStandardInput: mayBeStandardInput)
  }

  /// A path that was given, which must name a file.
  static func checked(
    _ path: FilePath, mayBeStandardInput: Bool = false
  ) throws(Failure) -> FilePath {
    if path == "-" {
      if mayBeStandardInput { return path }
      throw Failure("standard input cannot be edited", hint: "give the name of a file")
    }
    return try path.asFile()
  }

  /// Locks the file, waiting for others to release it.
  static func lock(_ path: FilePath, _ options: ParsedOptions) throws(Failure) -> FileLock {
    try lock(path, waiting: options.number(.wait) ?? 10)
  }

  /// - Parameter patience: How many seconds to wait.
  static func lock(_ path: FilePath, waiting patience: Int) throws(Failure) -> FileLock {
    do throws(StorageError) {
      return try FileLock(path: path, waitingSeconds: Double(patience))
    } catch {
      throw Failure(
        naming: "\(path): \(error)",
        hint: error.problem == .inUse ? "waited \(patience) s; --wait sets how long to wait" : nil
      )
    }
  }

  /// Reads the catalogue, and reports its unreadable parts if the file's options skip them.
  ///
  /// - Parameter isForEditing: Whether the file is read for editing. If not, unreadable parts also
  ///   change the exit status.
  static func read(
    _ file: inout CatalogueFile, _ lock: FileLock? = nil, isForEditing: Bool = true
  ) throws(Failure) -> Catalogue {
    let path = file.path
    let size = InputFile(path).size
    let catalogue = try Progress.during("reading \(path)", .bytes(size)) { () throws(Failure) in
      try rethrowing(file.read(lock)) { (problem: CatalogueFileError) in
        Failure(.file(path: path, problem)).reading(problem)
      }
    }
    UnreadReport.report(
      catalogue.document, named: ByteText(path), isForEditing: isForEditing)
    return catalogue
  }

  /// Begins with an empty dictionary.
  static func begin(_ file: inout CatalogueFile) throws(Failure) -> Catalogue {
    let text = FileBytes(try PlutilValue.empty.bytes(as: .xml1, for: nil))
    let path = file.path
    return try rethrowing(file.begin(with: text)) { (problem: CatalogueFileError) in
      Failure(.file(path: path, problem))
    }
  }

  /// Checks that a file can be replaced after an edit.
  static func expectSavable(_ file: CatalogueFile, hint: String? = nil) throws(Failure) {
    guard let problem = file.unwritable else { return }
    throw Failure(naming: "\(file.path): \(problem)", hint: hint)
  }

  /// The locale whose order sorting follows.
  static var collationLocale: String {
    LocaleIdentifier(environment: Environment.text).name
  }
}

extension ParsedOptions {
  /// The options with which a file is replaced.
  var saveOptions: CatalogueFile.SaveOptions {
    var result = CatalogueFile.SaveOptions()
    result.breaksHardLinks = has(.breakLinks)
    if has(.backup) { result.backupSuffix = path(.backup) ?? FileReplacement.usualBackupSuffix }
    return result
  }
}

extension FilePath {
  /// A path to standard input, for code that reads files only.
  static let standardInput: FilePath = "/dev/stdin"
}

extension Failure {
  /// The same failure, with `(standard input)` in place of the path to it.
  var namingStandardInput: Failure {
    let name = FilePath.standardInput.bytes + Array(": ".utf8)
    guard message.bytes.starts(with: name) else { return self }
    let rest = ByteText(bytes: Array(message.bytes.dropFirst(name.count)))
    return Failure(naming: "(standard input): \(rest)", hint: hint, cause: cause)
  }

  init(reported error: ReportedError, at place: ByteText? = nil) {
    self.init(
      naming: "\(place.map { "\($0): " } ?? "")\(error.message)", hint: error.hint)
  }

  /// Wraps a command's failure. A failure of standard output does not concern the command's place.
  init(_ error: SessionError, at place: ByteText? = nil) {
    if case .output(let failure) = error {
      self.init(failure.message, cause: failure.isClosedPipe ? .closedPipe : .output)
    } else {
      self.init(
        naming: "\(place.map { "\($0): " } ?? "")\(error.message)", hint: error.hint)
    }
  }
}

/// Evaluates an expression; its `SessionError` becomes a `Failure`.
///
/// - Parameter place: What the message begins with.
@discardableResult
func attempt<Result>(
  _ body: @autoclosure () throws(SessionError) -> Result, at place: ByteText? = nil
) throws(Failure) -> Result {
  try rethrowing(body()) { (error: SessionError) in Failure(error, at: place) }
}

extension ValuePath {
  /// Reads a path that is an argument.
  init(given text: String) throws(Failure) {
    if ValuePath.isPath(text) || text.isEmpty || [".", "/"].contains(text) {
      self = try rethrowing(ValuePath(text)) { (error: ValuePathError) in Failure("\(error)") }
      return
    }
    throw Failure(
      "'\(text)' is not a path, which begins with a dot",
      hint: "'\(ValuePath([.name(text)]).text)' leads to the key '\(text)', '/' is the whole file")
  }
}
