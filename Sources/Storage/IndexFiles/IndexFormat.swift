import CPlatform

/// The format of index files.
///
/// All numbers are little endian. The file has three areas, one after another:
///
/// 1. The **header**, a multiple of 1,024 bytes.
/// 2. The **data**: the parts, each at a multiple of 64 bytes from the beginning of the data, zeros
///    between them and after the last, up to a multiple of 1,024 bytes. A part may lie anywhere in
///    the data. The data are divided into *units* of 1,024 bytes.
/// 3. The **table**: a checksum of 4 bytes for each unit of the data. The table is divided into
///    units of 4,096 bytes, the last of which may be shorter.
///
/// The header:
///
/// | offset | bytes | content |
/// |---|---|---|
/// | 0 | 8 | 89 43 44 58 0D 0A 1A 0A: shows what the file is, and damage by programs that treat it as text |
/// | 8 | 4 | version of the format, now 4; all that follows is specific to it |
/// | 12 | 4 | length of the header |
/// | 16 | 8 | length of the file |
/// | 24 | 8 | length of the data |
/// | 32 | 8 | when the index was made, in nanoseconds since 1970 |
/// | 40 | 8 | the catalogue's device |
/// | 48 | 8 | its inode |
/// | 56 | 8 | its size in bytes, signed |
/// | 64 | 8 | when its content was changed, in nanoseconds since 1970 |
/// | 72 | 8 | when anything about it was changed, in nanoseconds since 1970 |
/// | 80 | 8 | how many entries it has |
/// | 88 | 4 | *n*, how many parts there are |
/// | 92 | 4 | length of the text version |
/// | 96 | 4 | length of the options |
/// | 100 | 4 | length of the path |
/// | 104 | 24 *n* | the parts: tag (4 ASCII characters), 4 bytes of zero, offset in the data (8), length (8) |
/// | | | the text version, the options and the bytes of the catalogue's path, without gaps |
/// | | | 4 bytes for each unit of the table: its checksum |
/// | | | zeros |
/// | length − 8 | 8 | the full XXH3 of the header up to here |
///
/// Times are signed, too; the other numbers are not. XXH3 is the variant with 64 bits and a seed of
/// 0. A **checksum** is its lower half, over all bytes of the unit.
///
/// *Text version* and *options* are defined by the caller: which text folding the index was made
/// with, and how the catalogue was read. An index whose text version, options, path or identity
/// differs is not used.
package enum IndexFormat {
  /// The version that is written and read. It must change with the format.
  package static let version: UInt32 = 4

  static let magic: [UInt8] = [0x89, 0x43, 0x44, 0x58, 0x0D, 0x0A, 0x1A, 0x0A]
  package static let fixedLength = 104
  package static let partEntryLength = 24
  static let partAlignment = 64
  static let headerAlignment = 1024

  /// The binary logarithm of the length of a data unit.
  @usableFromInline static let unitShift = 10
  package static let unitLength = 1 << unitShift
  package static let checksumLength = 4
  package static let tableUnitLength = 4096

  static func checksum(_ unit: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(truncatingIfNeeded: XXH3.hash(unit))
  }

  /// The number of units in a table of this length.
  static func tableUnits(tableLength: Int) -> Int {
    rounded(tableLength, to: tableUnitLength) / tableUnitLength
  }

  /// The number rounded up to a multiple of a power of two.
  static func rounded(_ number: Int, to alignment: Int) -> Int {
    (number + alignment - 1) & -alignment
  }
}

/// The 64-bit hash XXH3 of Yann Collet's xxHash with a seed of 0: not cryptographic, but faster
/// than reading from memory.
package enum XXH3 {
  /// The hash of bytes at any address; the same on every machine.
  ///
  /// - Complexity: O(*n*).
  package static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    cardex_hash(bytes.baseAddress, bytes.count)
  }
}
