import Foundation

/// Files that tests read besides their own: those below the folder that `CARDEX_FILES` names.
package enum GivenFiles {
  /// Their paths in alphabetic order; none unless the variable is set.
  package static let paths: [String] = {
    guard let folder = ProcessInfo.processInfo.environment["CARDEX_FILES"],
      let names = FileManager.default.enumerator(atPath: folder)
    else { return [] }
    return names.compactMap { $0 as? String }.sorted().map { "\(folder)/\($0)" }
      .filter { !URL(filePath: $0, directoryHint: .checkFileSystem).hasDirectoryPath }
  }()
}
