import Catalogues
import Language
import Platform
import Servers
import Storage

/// The folders whose files a server reads and writes; the first is the current directory.
struct ServedFolders {
  /// The paths of the folders, without symbolic links.
  private let roots: [FilePath]

  /// The most files that are listed.
  private static let mostFiles = 10_000

  /// - Parameter folders: The folders as given; empty for the current directory.
  init(_ folders: [FilePath]) throws(Failure) {
    roots = try (folders.isEmpty ? ["."] : folders).map { folder throws(Failure) in
      guard folder.isDirectory, let path = try? UserDirectory.canonicalPath(folder) else {
        throw Failure(naming: "\(folder): not a directory")
      }
      return path
    }
    if !Confinement.confine(to: roots) || chdir(roots[0].cString) != 0 {
      throw Failure(naming: "\(folders.first ?? "."): \(String(cString: strerror(errno)))")
    }
  }

  /// The operands for a command that reads all files in the folders.
  var all: [FilePath] { roots.indices.map { $0 == 0 ? "." : roots[$0] } }

  /// The path of a file that a client has named, relative to the current directory or absolute.
  ///
  /// - Throws: `ReportedError`, which does not tell what is outside of the folders.
  func file(named name: String) throws(ReportedError) -> FilePath {
    if let path = FilePath(bytes: name.utf8), let file = file(at: path) { return file }
    throw ReportedError(
      "'\(ByteText(name).shown)' is not a file in a folder that is served; names are relative to the first folder, "
        + "'search' without a path and the list of resources name files")
  }

  /// The path of a regular file, if it is in one of the folders after links are resolved.
  func file(at path: FilePath) -> FilePath? {
    guard !path.isEmpty, path != "-", let file = try? UserDirectory.canonicalPath(path) else {
      return nil
    }
    var status = stat()
    guard stat(file.cString, &status) == 0, status.isRegularFile,
      roots.contains(where: { file.hasPrefix($0.appending("")) })
    else { return nil }
    let prefix = roots[0].appending("")
    guard file.hasPrefix(prefix) else { return file }
    let rest = FilePath(cString: Array(file.cString.dropFirst(prefix.cString.count - 1)))
    return rest == "-" ? file : rest
  }

  /// Whether all tables of titles beside a file are in the served folders. A page of settings is
  /// shown with the table in the folder of a language.
  func holdTables(besideFileAt path: FilePath) -> Bool {
    let directory = path.directory ?? "."
    let folders = (Directory.names(in: directory) ?? []).filter { $0.hasSuffix(".lproj") }
    return folders.map(directory.appending).allSatisfy { folder in
      let tables = (Directory.names(in: folder) ?? []).filter { $0.hasSuffix(".strings") }
      return tables.allSatisfy { file(at: folder.appending($0)) != nil }
    }
  }

  /// The names that clients use for the files with catalogues, in order. Files whose names are not
  /// UTF-8 are left out.
  ///
  /// - Parameter isCancelled: Whether the request was cancelled.
  func files(_ isCancelled: () -> Bool) -> [String] {
    var (names, seen): ([String], Set<String>) = ([], [])
    for root in all {
      for found in Directories.propertyLists(at: root, of: nil, { _, _ in }) {
        if names.count == ServedFolders.mostFiles || isCancelled() { return names }
        if let path = found.path.flatMap(file(at:)), let name = path.text,
          seen.insert(name).inserted
        {
          names.append(name)
        }
      }
    }
    return names
  }
}
