package import Foundation
import Platform
import Testing

/// A directory that is removed with its owner.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package init() throws {
    path =
      FileManager.default.temporaryDirectory.path() + "cardex-" + UUID().uuidString.lowercased()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package var url: URL { URL(filePath: path) }

  /// The path of a file in the directory.
  package func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Writes a file, creating the directories on the way, and returns its path.
  @discardableResult
  package func write(_ data: Data, to name: String = "file", mode: mode_t = 0o644) throws -> String
  {
    let file = URL(filePath: self(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    try #require(chmod(self(name), mode) == 0)
    return self(name)
  }

  @discardableResult
  package func write(_ text: String, to name: String = "file", mode: mode_t = 0o644) throws
    -> String
  {
    try write(Data(text.utf8), to: name, mode: mode)
  }

  /// All names in the directory, sorted.
  package var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
