internal import CPlatform
package import Platform

/// A directory where the program keeps files for a user.
package struct UserDirectory: Sendable {
  /// State that the program keeps between sessions.
  package static let state = UserDirectory(variable: "XDG_STATE_HOME", otherwise: ".local/state")
  /// Files that the program can recreate at any time.
  package static let cache = UserDirectory(variable: "XDG_CACHE_HOME", otherwise: ".cache")

  /// Files that the user writes for the program to read.
  package static let config = UserDirectory(variable: "XDG_CONFIG_HOME", otherwise: ".config")

  private let variable: String
  /// Relative to the user's home.
  private let otherwise: FilePath

  /// The directory of the XDG base directory specification: `cardex` in the directory that the
  /// environment variable names, or in the default one below `$HOME` if that is not an absolute
  /// path.
  ///
  /// - Returns: `nil` if neither variable gives an absolute path.
  package func path(_ value: (String) -> FilePath? = environmentVariable) -> FilePath? {
    if let directory = value(variable), directory.isAbsolute { return directory + "/cardex" }
    guard let home = value("HOME"), home.isAbsolute else { return nil }
    return home + "/" + otherwise + "/cardex"
  }

  /// The name of the file kept for a data file: always the same for the same path and options, and
  /// safe as a file name. A hash at its beginning distinguishes data files of the same name.
  ///
  /// - Parameters:
  ///   - path: Absolute and canonical; see `canonicalPath`.
  ///   - options: The options for reading the data file, if there are any.
  package static func name(forFileAt path: FilePath, options: [UInt8] = []) -> FilePath {
    // No path contains a zero.
    let key = path.bytes + (options.isEmpty ? [] : [0] + options)
    let last = path.name.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    return FilePath(hexadecimal(stableHash(key)) + "-" + sanitized(last))
  }

  /// The absolute path of an existing file, without symbolic links.
  package static func canonicalPath(_ path: FilePath) throws(StorageError) -> FilePath {
    guard let resolved = realpath(path.cString, nil) else { throw StorageError(.open, path) }
    defer { free(resolved) }
    return FilePath(resolved)
  }

  /// The canonical path of a file that may be gone: components that are missing stay as written.
  package static func formerPath(_ path: FilePath) -> FilePath {
    if let canonical = try? canonicalPath(path) { return canonical }
    guard let name = path.name else { return path }
    var directory: FilePath = path.isAbsolute ? "/" : ""
    for part in path.parts.dropLast() { directory = directory.appending(part) }
    // There is nothing left to resolve if not even the current directory exists.
    guard !directory.isEmpty || name != "." else { return path }
    return formerPath(directory.isEmpty ? "." : directory).appending(name)
  }

  /// Creates the directory and its missing parents, for the user alone.
  ///
  /// - Parameter isLasting: Whether they survive a power failure, with what is synced in them.
  package static func create(_ path: FilePath, isLasting: Bool = false) throws(StorageError) {
    var current: FilePath = path.isAbsolute ? "/" : "."
    for part in path.parts {
      let outer = current
      current = current.appending(part)
      if mkdir(current.cString, 0o700) == 0 {
        if isLasting { try sync(outer) }
      } else if errno != EEXIST {
        // An existing directory may be reported with another error.
        let code = errno
        var status = stat()
        guard stat(current.cString, &status) == 0 else {
          throw StorageError(.create, path, code: code)
        }
      }
    }
  }

  private static func sync(_ directory: FilePath) throws(StorageError) {
    guard let opened = Descriptor.openDirectory(directory.cString),
      cardex_sync_directory(opened.number, opened.number) == 0
    else { throw StorageError(.sync, directory) }
  }

  /// Notes for later sessions, by an empty file, that something has been done.
  ///
  /// - Returns: Whether it has been noted now; `false` if it was noted before or cannot be noted.
  package func note(
    _ name: FilePath, _ value: (String) -> FilePath? = environmentVariable
  ) -> Bool {
    guard let directory = path(value) else { return false }
    try? UserDirectory.create(directory)
    let file = directory.appending(name)
    let descriptor = open(file.cString, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    return descriptor >= 0 && close(descriptor) == 0
  }

  package static func environmentVariable(_ name: String) -> FilePath? {
    getenv(name).map { FilePath($0) }
  }

  /// The name reduced to letters, digits, `.`, `-` and `_`, at most 80 bytes; other characters
  /// become `_`.
  private static func sanitized(_ name: String) -> String {
    var result = String.UnicodeScalarView()
    var length = 0
    for scalar in name.unicodeScalars {
      let isSafe =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || ".-_".unicodeScalars.contains(scalar)
      let safe = isSafe ? scalar : "_"
      length += UTF8.width(safe)
      if length > 80 { break }
      result.append(safe)
    }
    return String(result)
  }
}

extension UserDirectory {
  /// The names of all files in a directory, including hidden ones, in order; empty if the directory
  /// cannot be read.
  package static func fileNames(in path: FilePath) -> [FilePath] {
    guard let directory = Descriptor.openDirectory(path.cString) else { return [] }
    return (Directory.names(in: directory) ?? []).filter { name in
      status(of: name.cString, in: directory.number)?.isRegularFile ?? false
    }
  }
}
