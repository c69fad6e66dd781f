import Platform

/// Writes the data of an index, computing the checksums of its units on the way.
final class UnitWriter {
  /// The length of a batch in bytes: whole units, few enough to stay in the processor's cache.
  private static let batchLength = 1 << 18

  /// The checksums of the units that have been written, as stored in the table.
  private(set) var table: [UInt8] = []
  /// Bytes that do not fill a unit, or are too few to be written separately.
  private let batch = UnsafeMutableRawBufferPointer.allocate(
    byteCount: UnitWriter.batchLength, alignment: 64)
  private var filled = 0

  init(dataLength: Int) {
    table.reserveCapacity(dataLength / IndexFormat.unitLength * IndexFormat.checksumLength)
  }

  deinit { batch.deallocate() }

  func add(_ bytes: UnsafeRawBufferPointer, to file: borrowing NewFile) throws(StorageError) {
    var rest = bytes
    while !rest.isEmpty {
      let isLarge = rest.count >= UnitWriter.batchLength
      let missing = -filled & (IndexFormat.unitLength - 1)
      let part: UnsafeRawBufferPointer
      if isLarge, missing == 0 {
        // Written without copying.
        try flush(to: file)
        part = .init(rebasing: rest.prefix(UnitWriter.batchLength))
        try write(units: part, to: file)
      } else {
        let room = isLarge ? missing : UnitWriter.batchLength - filled
        part = .init(rebasing: rest.prefix(room))
        UnsafeMutableRawBufferPointer(rebasing: batch[filled...]).copyMemory(from: part)
        filled += part.count
        if filled == UnitWriter.batchLength { try flush(to: file) }
      }
      rest = .init(rebasing: rest.dropFirst(part.count))
    }
  }

  /// Adds zeros until the length so far is a multiple of the alignment, a power of two that divides
  /// the length of a unit.
  func align(to alignment: Int) {
    // There is room, because the batch holds whole units.
    let end = IndexFormat.rounded(filled, to: alignment)
    UnsafeMutableRawBufferPointer(rebasing: batch[filled..<end]).initializeMemory(
      as: UInt8.self, repeating: 0)
    filled = end
  }

  /// Writes the rest of the data, and the table.
  func finish(in file: borrowing NewFile) throws(StorageError) {
    align(to: IndexFormat.unitLength)
    try flush(to: file)
    try table.withUnsafeBufferPointer { table throws(StorageError) in
      try file.append(UnsafeRawBufferPointer(table))
    }
  }

  /// The checksums of the units of the table.
  var tableChecksums: [UInt32] {
    table.withUnsafeBytes { table in
      stride(from: 0, to: table.count, by: IndexFormat.tableUnitLength).map { start in
        let end = min(start + IndexFormat.tableUnitLength, table.count)
        return IndexFormat.checksum(UnsafeRawBufferPointer(rebasing: table[start..<end]))
      }
    }
  }

  private func flush(to file: borrowing NewFile) throws(StorageError) {
    try write(units: UnsafeRawBufferPointer(rebasing: batch[..<filled]), to: file)
    filled = 0
  }

  private func write(
    units: UnsafeRawBufferPointer, to file: borrowing NewFile
  ) throws(StorageError) {
    for start in stride(from: 0, to: units.count, by: IndexFormat.unitLength) {
      let unit = units[start..<start + IndexFormat.unitLength]
      let checksum = IndexFormat.checksum(UnsafeRawBufferPointer(rebasing: unit))
      table.append(littleEndian: checksum)
    }
    try file.append(units)
  }
}
