import Catalogues
import Language
import Platform
import PropertyLists

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
    var found: [InputFile] = []
    walk(path, of: format, into: &found, complain)
    return found
  }

  private static func walk(
    _ directory: FilePath, of format: FileFormat?, into found: inout [InputFile],
    _ complain: (FilePath, Failure) -> Void
  ) {
    guard let names = Directory.names(in: directory) else {
      complain(directory, Failure(naming: "\(directory): \(String(cString: strerror(errno)))"))
      return
    }
    for name in names {
      let path = directory.appending(name)
      var status = stat()
      guard lstat(path.cString, &status) == 0 else {
        complain(path, Failure(naming: "\(path): \(String(cString: strerror(errno)))"))
        continue
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: walk(path, of: format, into: &found, complain)
      case S_IFREG:
        if isPropertyList(path, of: format) { found.append(.path(path)) }
      default: break
      }
    }
  }

  /// Whether a file has the name or the first bytes of a property list.
  private static func isPropertyList(_ path: FilePath, of format: FileFormat?) -> Bool {
    let descriptor = open(path.cString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    // If it is one by its name, reading it tells why it cannot be read.
    defer { if descriptor >= 0 { close(descriptor) } }
    var head = [UInt8](repeating: 0, count: 1024)
    let count = descriptor >= 0 ? max(read(descriptor, &head, head.count), 0) : 0
    return head[..<count].withUnsafeBufferPointer { head in
      guard FileFormat.isPropertyList(head, at: path) else { return false }
      return format.map { $0 == FileFormat.recognised(head, at: path) } ?? true
    }
  }
}
