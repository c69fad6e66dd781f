/// An index file that is open for reading.
///
/// The file is mapped and must not be cut short while it is open; this program never does so, but
/// replaces it.
package final class IndexFile: Sendable {
  package let header: IndexHeader
  private let data: CheckedData

  /// Opens an index.
  ///
  /// - Parameter source: What it must have been made from.
  /// - Complexity: O(length of the file / 4 MiB): the header is checked, of the parts what is read,
  ///   when it is read.
  package init(_ path: String, of source: IndexSource) throws(IndexFileError) { throw .missing }

  /// Opens an index whatever it was made from, to list or to verify it.
  package init(_ path: String) throws(IndexFileError) { throw .missing }

  /// The bytes of a part.
  ///
  /// - Throws: `IndexDamage` if there is no such part.
  package func part(_ tag: PartTag) throws(IndexDamage) -> StoredBytes { throw IndexDamage() }

  /// Checks every byte of the file.
  package func verify() throws(IndexDamage) {}
}
