import CText
import ICUText

/// The folded text of consecutive records in one arena, in the format of `FieldEnd` but without
/// tags.
struct FoldedRecords {
  private var arena: [UInt8] = []
  /// The records without a field.
  private var fieldless: [Int] = []
  private var hasField = false
  private(set) var recordCount = 0

  var byteCount: Int { arena.count }

  mutating func removeAll() {
    arena.removeAll(keepingCapacity: true)
    fieldless.removeAll(keepingCapacity: true)
    recordCount = 0
  }

  /// Adds a field to the current record.
  mutating func appendField(_ text: UnsafeBufferPointer<UInt8>, folding: CaseFolding) {
    if hasField { arena.append(FieldEnd.field) }
    hasField = true
    folding.fold(text, into: &arena)
  }

  mutating func endRecord() {
    arena.append(FieldEnd.record)
    if !hasField { fieldless.append(recordCount) }
    hasField = false
    recordCount += 1
  }

  /// The records whose folded text contains one of the needles. An empty needle is in every record
  /// that has a field.
  ///
  /// - Complexity: O(*n*) in the arena's length, at the speed of memory for short needles.
  func records(withOneOf needles: [Needle]) -> RecordSet {
    if needles.contains(where: { $0.bytes.isEmpty }) {
      var all = RecordSet.all(of: recordCount)
      all.subtract(RecordSet(fieldless.map(UInt32.init), of: recordCount))
      return all
    }
    var marks = [UInt64](repeating: 0, count: RecordSet.wordCount(recordCount) + 1)
    for needle in needles {
      var state = cardex_scan_state()
      cardex_mark_records(
        arena, arena.count, arena.count, needle.bytes, needle.bytes.count, &state, &marks)
    }
    return RecordSet(bits: marks, of: recordCount)
  }
}
