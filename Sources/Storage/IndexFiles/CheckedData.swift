import Platform
import Synchronization

/// The data of an index file, each unit of which is checked the first time it is read.
///
/// Threads may read at the same time: the bytes do not change, so two threads that see a bit unset
/// merely do the same work twice.
final class CheckedData: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer
  /// A bit for every unit of the data: whether it has been checked.
  let checkedUnits: UnsafeMutablePointer<Atomic<UInt64>>
  private let file: MappedFile
  private let table: UnsafeRawBufferPointer
  private let tableChecksums: [UInt32]
  private let checkedTableUnits: UnsafeMutablePointer<Atomic<UInt64>>

  var unitCount: Int { bytes.count / IndexFormat.unitLength }

  /// - Parameter header: The header of this file, already checked.
  init(_ file: MappedFile, _ header: IndexHeader) {
    self.file = file
    let tableStart = header.dataStart + header.dataLength
    bytes = UnsafeRawBufferPointer(rebasing: file.bytes[header.dataStart..<tableStart])
    table = UnsafeRawBufferPointer(rebasing: file.bytes[tableStart...])
    tableChecksums = header.tableChecksums
    checkedUnits = CheckedData.bits(bytes.count / IndexFormat.unitLength)
    checkedTableUnits = CheckedData.bits(header.tableChecksums.count)
  }

  deinit {
    free(checkedUnits)
    free(checkedTableUnits)
  }

  /// Bits that are not set. The system allocates their memory when they are written.
  private static func bits(_ count: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    let words = count / 64 + 1
    guard let memory = calloc(words, MemoryLayout<Atomic<UInt64>>.stride) else {
      fatalError("out of memory")
    }
    return memory.bindMemory(to: Atomic<UInt64>.self, capacity: words)
  }

  /// Checks the units that have not been checked yet.
  func check(_ units: ClosedRange<Int>) throws(IndexDamage) {
    var unit = units.lowerBound
    while unit <= units.upperBound {
      let word = checkedUnits[unit / 64].load(ordering: .relaxed)
      if word == .max {
        unit = (unit / 64 + 1) * 64
        continue
      }
      if word >> UInt64(unit % 64) & 1 == 0 { try check(unit) }
      unit += 1
    }
  }

  /// Checks all units, and keeps none of them in memory.
  ///
  /// - Parameter count: How many units are read before their memory is given back to the system.
  func checkAll(unitsAtOnce count: Int = 1 << 14) throws(IndexDamage) {
    for first in stride(from: 0, to: unitCount, by: count) {
      let end = min(first + count, unitCount)
      try check(first...end - 1)
      wasRead((first * IndexFormat.unitLength)..<(end * IndexFormat.unitLength))
    }
  }

  /// Gives the memory of a range of the data back to the system; the next access reads the file
  /// again.
  func wasRead(_ range: Range<Int>) {
    MappedMemory.discard(UnsafeRawBufferPointer(rebasing: bytes[range]))
  }

  private func check(_ unit: Int) throws(IndexDamage) {
    let offset = unit * IndexFormat.checksumLength
    try checkTable(offset / IndexFormat.tableUnitLength)
    let checksum = UInt32(
      littleEndian: table.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    let start = unit * IndexFormat.unitLength
    let content = UnsafeRawBufferPointer(
      rebasing: bytes[start..<start + IndexFormat.unitLength])
    guard IndexFormat.checksum(content) == checksum else { throw IndexDamage() }
    CheckedData.set(unit, in: checkedUnits)
  }

  private func checkTable(_ unit: Int) throws(IndexDamage) {
    let word = checkedTableUnits[unit / 64].load(ordering: .relaxed)
    if word >> UInt64(unit % 64) & 1 == 1 { return }
    let start = unit * IndexFormat.tableUnitLength
    let end = min(start + IndexFormat.tableUnitLength, table.count)
    let content = UnsafeRawBufferPointer(rebasing: table[start..<end])
    guard IndexFormat.checksum(content) == tableChecksums[unit] else { throw IndexDamage() }
    CheckedData.set(unit, in: checkedTableUnits)
  }

  private static func set(_ bit: Int, in bits: UnsafeMutablePointer<Atomic<UInt64>>) {
    bits[bit / 64].bitwiseOr(1 << UInt64(bit % 64), ordering: .relaxed)
  }
}
