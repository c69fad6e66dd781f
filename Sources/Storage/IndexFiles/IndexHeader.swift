/// The description of an index at the beginning of its file.
package struct IndexHeader: Equatable, Sendable {
  package var source: IndexSource
  /// When the index was made, in nanoseconds since 1970.
  package var created: Int64
  /// How many entries the catalogue has.
  package var entryCount: Int
  package internal(set) var parts: [Part]
  /// The length of the whole file in bytes.
  package internal(set) var fileLength: Int
  var dataStart: Int
  var dataLength: Int
  /// The checksums of the table's units.
  var tableChecksums: [UInt32]

  package struct Part: Equatable, Sendable {
    package let tag: PartTag
    /// The range of bytes in the data.
    package let range: Range<Int>
  }
}
