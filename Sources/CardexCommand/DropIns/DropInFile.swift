import Catalogues
import Editing
import Platform
import PropertyLists

/// A property list that a drop-in reads, and writes.
enum DropInFile {
  /// The bytes of a file, or of standard input for `-`.
  static func bytes(of path: FilePath) throws(Failure) -> FileBytes {
    if path.isEmpty { throw Failure("Empty path specified") }
    return try rethrowing(
      path == "-" ? FileBytes(descriptor: STDIN_FILENO) : FileBytes(path: path)
    ) { (error: SystemError) in Failure("\(error)") }
  }

  /// Reads bytes as a property list; a keyed archive as the list of objects that it stores.
  ///
  /// - Parameter formats: The formats that are accepted.
  static func document(
    _ bytes: FileBytes, formats: [FileFormat] = [.xml, .binary, .openStep, .strings, .json]
  ) throws(Failure) -> PropertyListDocument {
    var format = FileFormat.recognized(bytes.bytes)
    // A single string: nothing else begins with a quotation mark.
    if format == .xml, bytes.bytes.first == UInt8(ascii: "\"") { format = .openStep }
    guard formats.contains(format) else {
      throw Failure("\(format.description), not a property list")
    }
    var decoding = DecodingOptions()
    decoding.keepsArchives = true
    let document = try rethrowing(
      PropertyListDocument(bytes, format: format, decoding: decoding)
    ) { (error: PropertyListError) in Failure(error) }
    if document.hasNull { throw Failure("JSON has a null, which property lists do not have") }
    return document
  }

  /// The bytes of a file whose property list was changed, in the format that it had.
  static func bytes(of tree: EditedTree) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(FileWritingError<Never>) {
      try tree.withText { () throws(FileWritingError<Never>) in
        try tree.document.writeFile { bytes.append(contentsOf: $0) }
      }
    } catch {
      switch error {
      case .unwritable(let problem): throw Failure("\(problem)")
      }
    }
    return bytes
  }

  /// The target of a result: a file, which is locked until it is written, or something that is not
  /// a regular file, such as a terminal.
  struct Target {
    let path: FilePath
    private let file: ReplacedFile?

    /// - Throws: `Failure` if another program has locked the file for too long.
    init(_ path: FilePath) throws(Failure) {
      self.path = path
      var status = stat()
      let isOther = stat(path.cString, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
      file = isOther ? nil : try ReplacedFile(path)
    }

    func write(_ bytes: [UInt8]) throws(Failure) {
      do {
        guard let file else {
          let number = open(path.cString, O_WRONLY | O_CLOEXEC)
          if number < 0 { throw SystemError() }
          defer { close(number) }
          let shown = isatty(number) == 1 ? TerminalText.shown(bytes) : bytes
          let code = shown.withUnsafeBytes { writeAll($0, to: number) }
          if code != 0 { throw SystemError(code: code) }
          return
        }
        try file.save { write in try bytes.withUnsafeBytes(write) }
      } catch let failure as Failure {
        throw failure
      } catch {
        throw Failure(naming: "\(path): \(error)")
      }
    }
  }
}

extension Failure {
  /// A failure without advice about options that drop-ins do not have.
  init(_ error: PropertyListError) {
    let reason = error.description.split(separator: "; ").first ?? ""
    self.init("\(error.location): \(reason)")
  }
}
