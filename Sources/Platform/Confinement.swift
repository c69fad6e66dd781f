internal import CPlatform

/// Confines a process that serves other programs to folders: files that they name are opened only
/// in these.
///
/// Names are checked when they are given, but before a file is opened, another program may replace
/// it by a link. So the folder is opened first, then each component in the previous one, and no
/// component may be a symbolic link by then. Child processes inherit the confinement.
package enum Confinement {
  /// The environment variable with the folders, percent-encoded and separated by colons.
  package static let variable = "CARDEX_CONFINED"

  /// The folders, without symbolic links; `nil` if the process is not confined.
  private static let folders: [FilePath]? = inherited

  /// The folders in the environment.
  private static var inherited: [FilePath]? {
    getenv(variable).map { text in
      String(cString: text).split(separator: ":").compactMap { folder in
        PercentEncoding.decoded(folder).flatMap { FilePath(bytes: $0) }
      }
    }
  }

  /// Confines the process, before it opens the first file.
  ///
  /// - Parameter folders: The absolute paths of the folders, without symbolic links.
  /// - Returns: Whether the process is confined to these folders now. If not, `errno` has the
  ///   reason: `EACCES` if the process is already confined to other folders, and one of the given
  ///   folders is not inside these.
  package static func confine(to folders: [FilePath]) -> Bool {
    let isNarrower = folders.allSatisfy { folder in
      inherited?.contains { folder == $0 || folder.hasPrefix($0.appending("")) } ?? true
    }
    let text = folders.map { PercentEncoding.encoded($0.bytes) }.joined(separator: ":")
    if isNarrower, setenv(variable, text, 1) != 0 { return false }
    if isNarrower, self.folders == folders { return true }
    errno = EACCES
    return false
  }

  package static var isActive: Bool { folders != nil }

  // MARK: Processes that only read

  /// The variable of the environment that is set for them.
  private static let readingVariable = "CARDEX_ONLY_READS"

  /// What the C library reads for time zones and encodings.
  private static let systemFiles: [FilePath] = [
    "/etc/localtime", "/usr/share/zoneinfo", "/etc/ld.so.cache", "/usr/lib", "/usr/lib64", "/lib",
    "/lib64",
  ]

  /// Has the processes that this one starts confined by the system, too; see `restrictToReading(_:)`.
  package static func restrictChildren() { setenv(readingVariable, "1", 1) }

  /// Has the system refuse to this process, if it was started to read for others, all files but those
  /// in the folders: whatever a file makes it do, it can change nothing, and read nothing else.
  ///
  /// Where the system cannot, the process is confined by its own checks alone. It must not have a
  /// second thread yet, which would not be restricted.
  ///
  /// - Parameter others: Files and directories that may be read, besides those of the system.
  package static func restrictToReading(_ others: @autoclosure () -> [FilePath]) {
    // A process may still confine itself, so that it does not decide here in which folders it is.
    guard getenv(readingVariable) != nil, let folders = inherited else { return }
    let paths = folders + others() + systemFiles
    let names = paths.map { strdup($0.cString) }
    defer { for name in names { free(name) } }
    _ = cardex_restrict_to_reading(names.map { UnsafePointer($0) }, names.count)
  }

  /// Opens the directory of a file below one of the folders; `nil` with the reason in `errno` on
  /// failure: `EACCES` if the file is somewhere else.
  ///
  /// - Parameter name: Becomes the name of the file in the directory, as a C string.
  package static func openDirectory(of path: FilePath, _ name: inout [CChar]) -> Descriptor? {
    guard let resolved = realpath(path.cString, nil) else { return nil }
    defer { free(resolved) }
    let file = FilePath(resolved)
    guard let folder = folders?.first(where: { file.hasPrefix($0.appending("")) }) else {
      errno = EACCES
      return nil
    }
    let rest = FilePath(
      cString: Array(file.cString.dropFirst(folder.appending("").cString.count - 1)))
    guard let last = rest.name, let top = Descriptor.openDirectory(folder.cString) else {
      return nil
    }
    name = last.cString
    return Descriptor.openDirectory(rest.directory ?? "", below: top)
  }

  /// Opens a file that another program has named; `nil` with the reason in `errno` on failure.
  package static func open(_ path: FilePath, _ flags: Int32) -> Descriptor? {
    guard isActive else { return Descriptor.open(path.cString, flags) }
    var name: [CChar] = []
    guard let directory = openDirectory(of: path, &name) else { return nil }
    return Descriptor.open(name, in: directory.number, flags | O_NOFOLLOW)
  }
}
