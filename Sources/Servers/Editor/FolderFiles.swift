import Platform
import PropertyLists
import Storage

/// The property lists in text form that are in an editor's folders, but not open in the editor.
final class FolderFiles {
  private var known: [FilePath: (identity: FileIdentity, reading: Reading?)] = [:]

  /// The most files that are read, and the most names that are looked at to find them.
  private static let (mostFiles, mostNames) = (2000, 20_000)
  /// The most bytes that are read of all files, and of one file.
  private static let (mostBytes, largestFile) = (1 << 26, 1 << 24)

  /// The readings of the files as they are now, in order of their names. Files that cannot be read
  /// are left out.
  ///
  /// - Parameter open: The canonical paths of open files, which are left out.
  /// - Complexity: O(*n*) in the number of files in the folders; those that have changed are read.
  func readings(in folders: [FilePath], except open: Set<FilePath>) -> [Reading] {
    var now: [FilePath: (identity: FileIdentity, reading: Reading?)] = [:]
    var (readings, size): ([Reading], Int) = ([], 0)
    for path in paths(in: folders) where now[path] == nil {
      guard let identity = try? FileIdentity(path: path), identity.size <= FolderFiles.largestFile,
        size + Int(identity.size) <= FolderFiles.mostBytes,
        let canonical = try? UserDirectory.canonicalPath(path), !open.contains(canonical)
      else { continue }
      size += Int(identity.size)
      let last = known[path].flatMap { $0.identity == identity ? $0 : nil }
      let reading =
        last.map(\.reading) ?? Reading(ofFileAt: path, mostBytes: FolderFiles.largestFile)
      now[path] = (identity, reading)
      if let reading { readings.append(reading) }
    }
    known = now
    return readings
  }

  private func paths(in folders: [FilePath]) -> [FilePath] {
    var paths: [FilePath] = []
    for folder in folders {
      paths += Directory.propertyLists(
        in: folder, skipsHidden: true, most: FolderFiles.mostFiles - paths.count,
        mostNames: FolderFiles.mostNames
      ) { _, _ in }
    }
    return paths
  }
}
