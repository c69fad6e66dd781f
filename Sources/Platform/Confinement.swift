/// Confines a process that serves others to folders: it opens the files that they name nowhere else.
///
/// Names are checked when they are given, but until a file is opened, another program may put a link in
/// its place. So the folder is opened first, then each component in the one before it, and none of them
/// may be a link by then. Processes that are started inherit the confinement.
package enum Confinement {
  /// The variable of the environment with the folders, each percent-encoded, with colons between them.
  package static let variable = "CARDEX_CONFINED"

  /// Without symbolic links; `nil` if the process is not confined.
  private static let folders: [FilePath]? = inherited

  /// Those that the environment has.
  private static var inherited: [FilePath]? {
    getenv(variable).map { text in
      String(cString: text).split(separator: ":").compactMap { folder in
        PercentEncoding.decoded(folder).flatMap { FilePath(bytes: $0) }
      }
    }
  }

  /// Confines the process, before it opens the first file.
  ///
  /// - Parameter folders: Their absolute paths, without symbolic links.
  /// - Returns: Whether it is confined to these now; if not, `errno` has the reason: `EACCES` if the
  ///   process is confined to other folders already, and one of these is not in any of them.
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

  /// Opens the directory of a file below one of the folders; `nil` with the reason in `errno` on failure:
  /// `EACCES` if the file is somewhere else.
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

  /// Opens a file that others have named; `nil` with the reason in `errno` on failure.
  package static func open(_ path: FilePath, _ flags: Int32) -> Descriptor? {
    guard isActive else { return Descriptor.open(path.cString, flags) }
    var name: [CChar] = []
    guard let directory = openDirectory(of: path, &name) else { return nil }
    return Descriptor.open(name, in: directory.number, flags | O_NOFOLLOW)
  }
}
