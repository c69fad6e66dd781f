import Platform
import PropertyLists
import Storage

/// The property lists in an editor's folders that are not open in it, as far as they are in text.
final class FolderFiles {
  private var known: [FilePath: (identity: FileIdentity, reading: Reading?)] = [:]

  /// How many files are looked at, and how large they are in all and each, in bytes.
  private static let (mostFiles, mostBytes, largestFile) = (2000, 1 << 26, 1 << 24)

  /// What the files say now, in order of their names. Those that cannot be read are left out.
  ///
  /// - Complexity: O(*n*) in the number of files in the folders; those that have changed are read.
  func readings(in folders: [FilePath], except open: Set<FilePath>) -> [Reading] {
    var now: [FilePath: (identity: FileIdentity, reading: Reading?)] = [:]
    var (readings, size): ([Reading], Int) = ([], 0)
    for folder in folders {
      let paths = Directory.propertyLists(
        in: folder, skipsHidden: true, most: FolderFiles.mostFiles - now.count
      ) { _, _ in }
      for path in paths where !open.contains(path) && now[path] == nil {
        guard let identity = try? FileIdentity(path: path) else { continue }
        size += Int(identity.size)
        if size > FolderFiles.mostBytes { break }
        let last = known[path].flatMap { $0.identity == identity ? $0 : nil }
        let reading =
          last.map(\.reading) ?? Reading(ofFileAt: path, mostBytes: FolderFiles.largestFile)
        now[path] = (identity, reading)
        if let reading { readings.append(reading) }
      }
    }
    known = now
    return readings
  }
}
