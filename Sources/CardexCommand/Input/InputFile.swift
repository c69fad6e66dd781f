import Catalogues
import Editing
import Exchange
import Grammar
import Language
import Platform
import PropertyLists
import Storage

/// A file to read, standard input, or a catalogue in a database.
enum InputFile: Equatable {
  case path(FilePath)
  case standardInput
  case database(DatabaseURL)

  init(_ operand: FilePath) { self = operand == "-" ? .standardInput : .path(operand) }

  /// What an operand means where a catalogue is only looked at: it may also be in a database.
  ///
  /// - Throws: `Failure` for an address of a database that is not well-formed.
  init(toLookAt operand: FilePath) throws(Failure) {
    guard DatabaseURL.isMeant(by: operand) else {
      self.init(operand)
      return
    }
    self = .database(try DatabaseURL(operand: operand))
  }

  /// The name in messages and in output.
  func name(_ options: ParsedOptions) -> ByteText {
    switch self {
    case .path(let path): ByteText(path)
    case .standardInput: options.path(.label).map { ByteText($0) } ?? "(standard input)"
    case .database(let url): ByteText(url.shown)
    }
  }

  /// The files to read: those given, or else standard input on a pipe, or else `$CARDEX_FILE`.
  static func files(_ operands: [FilePath]) throws(Failure) -> [InputFile] {
    if !operands.isEmpty {
      return try operands.map { operand throws(Failure) in try InputFile(toLookAt: operand) }
    }
    if !StandardTerminal.isInput { return [.standardInput] }
    if let path = Environment.path("CARDEX_FILE") { return [try InputFile(toLookAt: path)] }
    throw Failure("no FILE was given, and $CARDEX_FILE is not set")
  }

  /// The name for a file that is made of this one, with another ending: from its own name, or from
  /// that of its catalogue; `nil` if there is no name.
  func fileName(withEnding ending: String) -> FilePath? {
    switch self {
    case .path(let path): path.name?.withEnding(ending)
    case .standardInput: nil
    // A name of a catalogue has no ending, whatever dots are in it.
    case .database(let url):
      url.catalogue.flatMap { $0.contains("/") ? nil : FilePath("\($0).\(ending)") }
    }
  }

  var path: FilePath? { if case .path(let path) = self { path } else { nil } }

  /// Reads the file, or the files of a folder.
  func read() throws(CatalogueFileError) -> FileBytes {
    do {
      switch self {
      case .path(let path) where path.isDirectory: return try FileBytes(folder: path)
      case .path(let path): return try FileBytes(path: path, access: .mapped)
      case .standardInput: return try FileBytes(descriptor: STDIN_FILENO, access: .mapped)
      // A database is read as a catalogue, not as bytes.
      case .database: throw SystemError(code: ENOTSUP)
      }
    } catch let error as StorageError where error.problem == .system(EISDIR) {
      throw .system(SystemError(code: EISDIR))
    } catch {
      throw CatalogueFileError(error)
    }
  }

  /// Whether the file exists and is a regular file or a folder of vCards, not a pipe.
  var isRegular: Bool {
    path.map { $0.isRegularFile || $0.isFolderOfCards } ?? false
  }

  /// The file's size in bytes, as far as it is known beforehand.
  var size: Int {
    var status = stat()
    let result: Int32 =
      switch self {
      case .path(let path): stat(path.cString, &status)
      case .standardInput: fstat(STDIN_FILENO, &status)
      case .database: -1
      }
    return result == 0 ? Int(status.st_size) : 0
  }
}

extension FilePath {
  /// Whether the path is that of a folder that has vCards, or is empty.
  var isFolderOfCards: Bool {
    guard isDirectory, let folder = try? Folder(path: self) else { return false }
    return folder.hasFiles || folder.hasOnlyCards
  }

  /// The path, checked not to be the address of a database.
  ///
  /// - Throws: `Failure` for the address of a database.
  func asFile(
    hint: String = "'cardex convert URL -o FILE' makes a file of it"
  ) throws(Failure) -> FilePath {
    guard DatabaseURL.isMeant(by: self) else { return self }
    let url = try DatabaseURL(operand: self).shown
    throw Failure(
      naming: "\(url): this command takes a file, not a catalogue in a database", hint: hint)
  }
}

extension DatabaseURL {
  /// - Throws: `Failure` for an address that is not well-formed.
  init(operand: FilePath) throws(Failure) {
    guard let text = operand.text else { throw Failure(naming: "\(operand): not UTF-8") }
    do throws(ReportedError) {
      try self.init(text)
    } catch {
      // The address is not quoted, since it may contain a password.
      throw Failure("the address of the database: \(error)")
    }
  }
}

extension ByteText {
  /// The bytes to print for a name on its own: a terminal is sent no control characters, while
  /// programs get the name as it is.
  var printed: [UInt8] { StandardTerminal.isOutput ? Array(shown.utf8) : bytes }
}

extension ParsedOptions {
  /// The files to read; with `--recursive` also those in directories, and those directories that
  /// cannot be read.
  func files(
    _ operands: [FilePath]
  ) throws(Failure) -> (files: [InputFile], failures: [Directories.Problem]) {
    guard has(.recursive) else { return (try InputFile.files(operands), []) }
    let roots = operands.isEmpty ? ["."] : operands
    let format = try parseOptions().format
    var (files, failures): ([InputFile], [Directories.Problem]) = ([], [])
    for root in roots {
      let file = try InputFile(toLookAt: root)
      files +=
        file.path.map { root in
          Directories.propertyLists(at: root, of: format) { failures.append(($0, $1)) }
        } ?? [file]
    }
    return (files, failures)
  }
}

/// Finds the property lists in directories.
enum Directories {
  typealias Problem = (path: FilePath, failure: Failure)

  /// The files at a path: the path itself, or the files below it, in order of their names. Links to
  /// directories are followed only if given explicitly.
  ///
  /// - Parameters:
  ///   - format: Leaves out files of other formats.
  ///   - complain: Called for directories that cannot be read.
  static func propertyLists(
    at path: FilePath, of format: FileFormat?, _ complain: (FilePath, Failure) -> Void
  ) -> [InputFile] {
    guard path.isDirectory else { return [.path(path)] }
    return Directory.propertyLists(in: path, of: format) { path, error in
      complain(path, Failure(naming: "\(path): \(error)"))
    }.map(InputFile.path)
  }
}
