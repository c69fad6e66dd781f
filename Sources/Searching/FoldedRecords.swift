import CScan
import ICUText

/// The folded text of a run of records in one arena, each field ended by a byte that no text holds.
struct FoldedRecords {
  private var arena: [UInt8] = []
  /// The arena's length when each record had ended.
  private var recordEnds: [Int] = []

  /// Ends a field. UTF-8 has no such byte, so that no pattern matches across fields.
  private static let fieldEnd: UInt8 = 0xFF

  var recordCount: Int { recordEnds.count }
  var byteCount: Int { arena.count }

  mutating func removeAll() {
    arena.removeAll(keepingCapacity: true)
    recordEnds.removeAll(keepingCapacity: true)
  }

  /// Adds a field of the record that is being put together.
  mutating func appendField(_ text: UnsafeBufferPointer<UInt8>, folder: TextFolder) {
    folder.fold(text, into: &arena)
    arena.append(FoldedRecords.fieldEnd)
  }

  mutating func endRecord() { recordEnds.append(arena.count) }

  /// Marks the records whose folded text holds the needle. An empty needle is in every record that
  /// has a field.
  ///
  /// - Complexity: O(*n*) in the arena's length, at the speed of the C library's `memmem`.
  func mark(recordsWith needle: [UInt8], in marks: inout [Bool]) {
    guard !needle.isEmpty else {
      for record in marks.indices {
        marks[record] = recordEnds[record] > (record == 0 ? 0 : recordEnds[record - 1])
      }
      return
    }
    arena.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var record = 0
      var position = 0
      while let hit = cardex_find(base + position, bytes.count - position, needle, needle.count) {
        let offset = hit - base
        while recordEnds[record] <= offset { record += 1 }
        marks[record] = true
        position = recordEnds[record]
      }
    }
  }
}
