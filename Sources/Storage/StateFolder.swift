#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where the program keeps what it wants to know again later, one file or more for a data file.
package enum StateFolder {
  /// The folder as the XDG base directory specification has it: `cardex` in `$XDG_STATE_HOME`, or
  /// in `$HOME/.local/state` if that is not an absolute path.
  ///
  /// - Returns: `nil` if neither variable leads anywhere.
  package static func path(_ variable: (String) -> String? = environmentVariable) -> String? {
    if let state = variable("XDG_STATE_HOME"), state.hasPrefix("/") { return state + "/cardex" }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.local/state/cardex"
  }

  /// The name for a data file's state: always the same for the same path, and safe as the name of a
  /// file. What comes first in it tells files of the same name apart.
  ///
  /// - Parameter path: Absolute, and the same however the file is reached: see `canonicalPath`.
  package static func name(forFileAt path: String) -> String {
    let last = path.split(separator: "/").last ?? ""
    return hexadecimal(hash(path)) + "-" + sanitized(last)
  }

  /// The absolute path of an existing file without symbolic links in it.
  package static func canonicalPath(_ path: String) throws(StorageError) -> String {
    guard let resolved = realpath(path, nil) else { throw StorageError(.open, path) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Makes the folder with those above it that are missing, for the user alone.
  package static func create(_ path: String) throws(StorageError) {
    let parts = path.split(separator: "/")
    var current = path.hasPrefix("/") ? "" : "."
    for part in parts {
      current += "/" + part
      if mkdir(current, 0o700) != 0, errno != EEXIST {
        // A folder that exists may refuse for another reason.
        let code = errno
        var status = stat()
        guard stat(current, &status) == 0 else { throw StorageError(.create, path, code: code) }
      }
    }
  }

  package static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The 64-bit hash of Fowler, Noll and Vo (FNV-1a), which is the same in every run.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Letters, digits and a few signs, at most 80 bytes; all else becomes `_`.
  private static func sanitized(_ name: Substring) -> String {
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
