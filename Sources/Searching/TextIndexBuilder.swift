package import ICUText
import IndexFiles
package import Readings

/// Puts the text of records together as a `TextIndex`.
package struct TextIndexBuilder {
  private let folder: TextFolder
  private let accentFolder = TextFolder(keepsAccents: true)
  private var plain = Arena()
  /// The same with accents, of the records that have some.
  private var accented = Arena()
  private var readings: ReadingIndexBuilder
  private var recordCount = 0
  private var hasField = false
  private var hasAccents = false
  /// Whether the record's text stands with its accents, too, because there may be some.
  private var isMirrored = false
  /// The parts of `AccentIndex.members` and the bits of the next one.
  private var members: [UInt8] = []
  private var memberBits: UInt64 = 0

  /// From this size on scanning takes longer than some microseconds.
  private static let postingsSize = 1 << 17

  /// Text of records one after another, and where every so many of them begin.
  private struct Arena {
    var text: [UInt8] = []
    private(set) var starts: [UInt8] = []
    private(set) var recordCount = 0
    /// Where the record begins that is being put together.
    private(set) var recordStart = 0

    mutating func endRecord() {
      text.append(FieldEnd.record)
      if recordCount % TextIndex.blockRecords == 0 { appendStart(recordStart) }
      recordCount += 1
      recordStart = text.count
    }

    mutating func removeRecord() { text.removeLast(text.count - recordStart) }

    mutating func finish() { appendStart(text.count) }

    private mutating func appendStart(_ start: Int) {
      withUnsafeBytes(of: UInt64(start).littleEndian) { starts.append(contentsOf: $0) }
    }
  }

  /// - Parameter table: How names are read that are found by their readings.
  package init(folder: TextFolder, table: ReadingTable = .shared) {
    self.folder = folder
    readings = ReadingIndexBuilder(table)
  }

  /// Adds a field of the record that is being put together.
  ///
  /// - Parameters:
  ///   - text: UTF-8, as it is written.
  ///   - tag: A number below 32,768 that filters can ask for; small ones take less room. 0 only
  ///     where every record has a field: one without looks like one with an empty field of tag 0.
  package mutating func appendField(_ text: UnsafeBufferPointer<UInt8>, tag: Int) {
    if hasField { plain.text.append(FieldEnd.field) }
    let isASCII = !text.contains { $0 >= 0x80 }
    if !isASCII, !isMirrored {
      // Up to here there were no accents to keep.
      accented.text.append(contentsOf: plain.text[plain.recordStart...])
      isMirrored = true
    } else if isMirrored, hasField {
      accented.text.append(FieldEnd.field)
    }
    hasField = true
    if !isASCII { readings.appendField(text, tag: tag) }
    let start = plain.text.count
    folder.fold(text, into: &plain.text)
    if isMirrored, isASCII {
      accented.text.append(contentsOf: plain.text[start...])
    } else if isMirrored {
      let start = accented.text.count
      accentFolder.fold(text, into: &accented.text)
      hasAccents =
        hasAccents
        || accented.text[start...].contains {
          $0 == TextFolder.accentMark || $0 == TextFolder.bareAccentMark
        }
    }
    FieldEnd.append(tag: tag, to: &plain.text)
    if isMirrored { FieldEnd.append(tag: tag, to: &accented.text) }
  }

  /// Ends a record.
  package mutating func endRecord() {
    plain.endRecord()
    if hasAccents {
      memberBits |= 1 << UInt64(recordCount % 64)
      accented.endRecord()
    } else if isMirrored {
      accented.removeRecord()
    }
    readings.endRecord()
    recordCount += 1
    if recordCount % 64 == 0 { appendMembers() }
    hasField = false
    hasAccents = false
    isMirrored = false
  }

  private mutating func appendMembers() {
    let rank = UInt32(accented.recordCount - memberBits.nonzeroBitCount)
    withUnsafeBytes(of: memberBits.littleEndian) { members.append(contentsOf: $0) }
    withUnsafeBytes(of: rank.littleEndian) { members.append(contentsOf: $0) }
    memberBits = 0
  }

  /// The size of the text so far in bytes, as it is stored without accents.
  package var textSize: Int { plain.text.count }

  /// The parts of the index.
  ///
  /// - Parameter isAlwaysLarge: Whether there are to be postings however little text there is.
  /// - Complexity: O(*n*) in the text's length, some nanoseconds a byte.
  package consuming func finish(isAlwaysLarge: Bool = false) -> TextIndex.Parts {
    if recordCount % 64 != 0 { appendMembers() }
    plain.finish()
    accented.finish()
    var directory: [UInt8] = []
    var lists: [UInt8] = []
    if isAlwaysLarge || plain.text.count >= TextIndexBuilder.postingsSize {
      (directory, lists) = plain.text.withUnsafeBufferPointer { text in
        let builder = TrigramPostingsBuilder(
          text, starts: plain.starts, recordCount: recordCount)
        return (builder.directory, builder.lists)
      }
    }
    var parts = TextIndex.Parts(
      arena: StoredBytes(plain.text), starts: StoredBytes(plain.starts),
      directory: StoredBytes(directory), lists: StoredBytes(lists))
    parts.accentMembers = StoredBytes(members)
    parts.accentText = StoredBytes(accented.text)
    parts.accentStarts = StoredBytes(accented.starts)
    (parts.readingMembers, parts.readingCodes) = readings.finish()
    return parts
  }
}
