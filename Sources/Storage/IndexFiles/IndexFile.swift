package import Platform

/// An index file that is open for reading.
///
/// The file is mapped and must not be truncated while it is open; this program only ever replaces
/// it. What has been checked is not checked again.
package final class IndexFile: Sendable {
  package let header: IndexHeader
  private let data: CheckedData

  /// Opens an index, whatever it was made from, to list or verify it.
  ///
  /// - Throws: All but `foreign` and `stale`.
  /// - Complexity: O(length of the file / 1 MiB): only the header is checked; the rest is checked
  ///   when it is read.
  package init(_ path: FilePath) throws(IndexFileError) {
    let file = try MappedFile(path)
    header = try IndexHeader(file.bytes)
    data = CheckedData(file, header)
  }

  /// Opens the index of a source.
  ///
  /// - Parameter source: What it must have been made from.
  /// - Complexity: As for `init(_:)`.
  package convenience init(_ path: FilePath, of source: IndexSource) throws(IndexFileError) {
    try self.init(path)
    try header.source.check(source)
  }

  /// The bytes of a part.
  ///
  /// - Throws: `IndexDamage` if there is no such part.
  package func part(_ tag: PartTag) throws(IndexDamage) -> StoredBytes {
    guard let part = header.parts.first(where: { $0.tag == tag }) else { throw IndexDamage() }
    return StoredBytes(data, part.range)
  }

  /// Checks every byte of the file that has not been checked.
  package func verify() throws(IndexDamage) { try data.checkAll() }
}

extension IndexSource {
  /// Checks that an index made from this source may be used for the other.
  fileprivate func check(_ other: IndexSource) throws(IndexFileError) {
    guard path == other.path, options == other.options else { throw .foreign }
    guard textVersion == other.textVersion else { throw .otherVersion }
    guard identity == other.identity else { throw .stale }
  }
}
