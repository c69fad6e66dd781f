package import Platform
import Storage

/// The readings of names for a user: the program's tables with the user's corrections, which are
/// loaded on first use. Not safe for concurrent use.
package final class UserReadings {
  private let path: FilePath?
  private var loaded: ReadingTable?

  /// - Parameter path: The file with the corrections; it need not exist. `nil` for none.
  package init(path: FilePath?) { self.path = path }

  /// Readings with the corrections in the user's usual file: `readings` in `UserDirectory.config`.
  package static func usual() -> UserReadings {
    UserReadings(path: UserFile(named: "readings")?.path)
  }

  /// The table, which is loaded once. Errors in the corrections are thrown, because the program's
  /// own table would not find what the user wants.
  package func table() throws(ReportedError) -> ReadingTable {
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

  private func read() throws(ReportedError) -> ReadingTable {
    guard let path else { return .shared }
    guard let bytes = try UserFile(path: path).read() else { return .shared }
    do throws(LocatedError) {
      return ReadingTable(corrections: try ReadingCorrections(bytes))
    } catch {
      throw ReportedError("\(path):\(error.line):\(error.column): \(error)" as ByteText)
    }
  }
}
