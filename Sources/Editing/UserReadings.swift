package import Platform
import PropertyLists
package import Readings
import Storage

/// How names are read for a user: the program's tables with the user's corrections, which are
/// loaded when first needed. Not safe for concurrent use.
package final class UserReadings {
  private let path: FilePath?
  private var loaded: ReadingTable?

  /// Why there are no readings. The program's own would not find what the user wants.
  package enum Problem: Error {
    case unreadable(path: FilePath, SystemError)
    /// The path is that of a pipe, a directory or the like.
    case notAFile(path: FilePath)
    case wrong(path: FilePath, ReadingCorrectionsError)
  }

  /// - Parameter path: The file with the corrections; it need not exist. `nil` for none.
  package init(path: FilePath?) { self.path = path }

  /// Readings with the corrections in the user's usual file: `readings` in `UserDirectory.config`.
  package static func usual() -> UserReadings {
    UserReadings(path: UserDirectory.config.path().map { $0.appending("readings") })
  }

  /// The table, which is loaded once.
  package func table() throws(Problem) -> ReadingTable {
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

  private func read() throws(Problem) -> ReadingTable {
    guard let path else { return .shared }
    let bytes: FileBytes
    do {
      let file = try RegularFile(path: path)
      bytes = try FileBytes(descriptor: file.descriptor)
    } catch let error as StorageError {
      guard case .system(let code) = error.problem else { throw .notAFile(path: path) }
      if code == ENOENT || code == ENOTDIR { return .shared }
      throw .unreadable(path: path, SystemError(code: code))
    } catch {
      throw .unreadable(path: path, error as? SystemError ?? SystemError(code: EIO))
    }
    do throws(ReadingCorrectionsError) {
      return ReadingTable(corrections: try ReadingCorrections(bytes.bytes))
    } catch {
      throw .wrong(path: path, error)
    }
  }
}

extension UserReadings.Problem {
  package var message: ByteText {
    switch self {
    case .unreadable(let path, let error): "\(path): \(error)"
    case .notAFile(let path): "\(path): not a regular file"
    case .wrong(let path, let error): "\(path):\(error.line):\(error.column): \(error)"
    }
  }
}
