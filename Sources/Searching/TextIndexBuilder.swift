package import ICUText
import IndexFiles

/// Puts the text of records together as a `TextIndex`.
package struct TextIndexBuilder {
  private let folder: TextFolder
  private var arena: [UInt8] = []
  private var starts: [UInt8] = []
  private var recordCount = 0
  private var hasField = false

  /// From this size on scanning takes longer than a millisecond or so.
  private static let postingsSize = 1 << 17

  package init(folder: TextFolder) { self.folder = folder }

  /// Adds a field of the record that is being put together.
  ///
  /// - Parameters:
  ///   - text: UTF-8, as it is written.
  ///   - tag: A number that filters can ask for; small ones take less room. 0 only where every
  ///     record has a field: one without looks like one with an empty field of tag 0.
  package mutating func appendField(_ text: UnsafeBufferPointer<UInt8>, tag: Int) {
    if hasField { arena.append(FieldEnd.field) } else { beginRecord() }
    hasField = true
    folder.fold(text, into: &arena)
    FieldEnd.append(tag: tag, to: &arena)
  }

  /// Ends a record.
  package mutating func endRecord() {
    if !hasField { beginRecord() }
    arena.append(FieldEnd.record)
    hasField = false
    recordCount += 1
  }

  private mutating func beginRecord() {
    if recordCount % TextIndex.blockRecords == 0 { appendStart() }
  }

  private mutating func appendStart() {
    withUnsafeBytes(of: UInt64(arena.count).littleEndian) { starts.append(contentsOf: $0) }
  }

  /// The size of the text so far in bytes, as it is stored.
  package var textSize: Int { arena.count }

  /// The parts of the index.
  ///
  /// - Parameter isAlwaysLarge: Whether there are to be postings however little text there is.
  /// - Complexity: O(*n*) in the text's length, some nanoseconds a byte.
  package consuming func finish(isAlwaysLarge: Bool = false) -> TextIndex.Parts {
    appendStart()
    var directory: [UInt8] = []
    var lists: [UInt8] = []
    if isAlwaysLarge || arena.count >= TextIndexBuilder.postingsSize {
      (directory, lists) = arena.withUnsafeBufferPointer { arena in
        let builder = TrigramPostingsBuilder(arena, recordCount: recordCount)
        return (builder.directory, builder.lists)
      }
    }
    return TextIndex.Parts(
      arena: StoredBytes(arena), starts: StoredBytes(starts), directory: StoredBytes(directory),
      lists: StoredBytes(lists))
  }
}
