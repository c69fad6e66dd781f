import Platform
import PropertyLists
import Storage

/// The property lists in an editor's folders that are not open in it, as far as they are in text.
final class FolderFiles {
  private var known: [FilePath: (identity: FileIdentity, reading: Reading?)] = [:]

  /// How many files are looked at, and how many names for them.
  private static let (mostFiles, mostNames) = (2000, 20_000)
  /// How large the files are that are read, all and each, in bytes.
  private static let (mostBytes, largestFile) = (1 << 26, 1 << 24)

  /// What the files say now, in order of their names. Those that cannot be read are left out.
  ///
  /// - Parameter open: Canonical paths of files that are left out.
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
