import Storage

/// An index in which bytes are changed and the checksums then corrected, as if written by a faulty
/// builder. `IndexFormat` describes the layout.
struct ForgedIndex {
  private(set) var bytes: [UInt8]
  /// Where the data and the checksums of the table are in the original index.
  private let data: Range<Int>
  private let tableChecksums: Int
  /// The ranges of the parts in the file.
  private let parts: [Range<Int>]
  /// The units of the data that were changed.
  private var changedUnits: Set<Int> = []

  init(_ index: [UInt8]) {
    bytes = index
    func number(_ place: Int, _ count: Int) -> Int {
      index[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let start = number(12, 4)
    data = start..<start + number(24, 8)
    let partCount = number(88, 4)
    parts = (0..<partCount).map { part in
      let entry = IndexFormat.fixedLength + part * IndexFormat.partEntryLength
      let first = start + number(entry + 8, 8)
      return first..<first + number(entry + 16, 8)
    }
    tableChecksums =
      IndexFormat.fixedLength + partCount * IndexFormat.partEntryLength + number(92, 4)
      + number(96, 4) + number(100, 4)
  }

  /// Makes a change, selected by the choices.
  mutating func change(_ choices: inout Choices) {
    if choices.below(4) == 0 {
      // A number in the header: one of its own, or the tag, offset or length of a part.
      let fields =
        [24, 32, 56, 64, 80, 88, 92, 96, 100]
        + (0..<parts.count * 3).map {
          IndexFormat.fixedLength + $0 / 3 * IndexFormat.partEntryLength + [0, 8, 16][$0 % 3]
        }
      put(number(&choices), at: choices.one(of: fields), count: choices.flip() ? 8 : 4)
    } else {
      let part = choices.one(of: parts)
      guard !part.isEmpty else { return }
      let place = part.lowerBound + (choices.below(256) << 8 | choices.below(256)) % part.count
      put(number(&choices), at: place, count: choices.one(of: [1, 1, 2, 4, 8]))
    }
  }

  private func number(_ choices: inout Choices) -> UInt64 {
    let size = UInt64(bytes.count)
    let numbers: [UInt64] = [
      0, 1, 2, 8, 63, 64, 127, 128, 255, 256, 1024, 4096, 1 << 16, 1 << 31, 1 << 32 - 1, 1 << 32,
      1 << 40, 1 << 60, 1 << 62, 1 << 63 - 1, 1 << 63, .max, .max - 1, .max - 63, size, size - 1,
      UInt64(data.count), UInt64(data.count - 1), 0x8080_8080_8080_8080, 0x7F7F_7F7F_7F7F_7F7F,
    ]
    return choices.flip() ? choices.one(of: numbers) : UInt64(choices.below(256))
  }

  private mutating func put(_ number: UInt64, at place: Int, count: Int) {
    for index in 0..<count where place + index < data.upperBound {
      bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
      if place + index >= data.lowerBound {
        changedUnits.insert((place + index - data.lowerBound) / IndexFormat.unitLength)
      }
    }
  }

  /// Corrects all checksums: of the units of the data, of those of the table, of the header.
  mutating func repair() {
    let table = data.upperBound
    for unit in changedUnits {
      let start = data.lowerBound + unit * IndexFormat.unitLength
      putChecksum(
        of: start..<start + IndexFormat.unitLength, at: table + unit * IndexFormat.checksumLength,
        count: 4)
    }
    let tableUnit = IndexFormat.tableUnitLength
    for (index, start) in stride(from: table, to: bytes.count, by: tableUnit).enumerated() {
      let end = min(start + tableUnit, bytes.count)
      putChecksum(
        of: start..<end, at: tableChecksums + index * IndexFormat.checksumLength, count: 4)
    }
    putChecksum(of: 0..<data.lowerBound - 8, at: data.lowerBound - 8, count: 8)
  }

  private mutating func putChecksum(of range: Range<Int>, at place: Int, count: Int) {
    let checksum = bytes.withUnsafeBytes {
      XXH3.hash(UnsafeRawBufferPointer(rebasing: $0[range]))
    }
    for index in 0..<count {
      bytes[place + index] = UInt8(truncatingIfNeeded: checksum >> (8 * index))
    }
  }
}
