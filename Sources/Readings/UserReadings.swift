package import Platform
package import Storage

/// Why there are no readings. The program's own would not find what the user wants.
package enum UserReadingsError: Error {
  case file(UserFileError)
  case wrong(path: FilePath, ReadingCorrectionsError)
}

/// How names are read for a user: the program's tables with the user's corrections, which are
/// loaded when first needed. Not safe for concurrent use.
package final class UserReadings {
  private let path: FilePath?
  private var loaded: ReadingTable?

  /// - Parameter path: The file with the corrections; it need not exist. `nil` for none.
  package init(path: FilePath?) { self.path = path }

  /// Readings with the corrections in the user's usual file: `readings` in `UserDirectory.config`.
  package static func usual() -> UserReadings {
    UserReadings(path: UserFile(named: "readings")?.path)
  }

  /// The table, which is loaded once.
  package func table() throws(UserReadingsError) -> ReadingTable {
    if let loaded { return loaded }
    let table = try read()
    loaded = table
    return table
  }

  /// The table for indexes that are built before readings are searched; the program's own if the
  /// corrections cannot be read.
  package var tableForIndexes: ReadingTable { (try? table()) ?? .shared }

  /// The version of the table for indexes.
  package var versionForIndexes: UInt64 { tableForIndexes.version }

  private func read() throws(UserReadingsError) -> ReadingTable {
    guard let path else { return .shared }
    guard let bytes = try rethrowing(UserFile(path: path).read(), as: UserReadingsError.file) else {
      return .shared
    }
    return ReadingTable(
      corrections: try rethrowing(ReadingCorrections(bytes)) {
        UserReadingsError.wrong(path: path, $0)
      })
  }
}

extension UserReadingsError {
  package var message: ByteText {
    switch self {
    case .file(let problem): problem.message
    case .wrong(let path, let error): "\(path):\(error.line):\(error.column): \(error)"
    }
  }
}
