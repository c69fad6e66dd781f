package import ICUText
package import Readings
import Storage

/// A builder of the parts of a `TextIndex`.
package struct TextIndexBuilder {
  private let folding: CaseFolding
  private let accentFolding = CaseFolding(keepsAccents: true)
  private var plain = TextArena()
  /// The text with accents of the records that have any.
  private var accented = PartialTextBuilder()
  /// The numbers of the records that have grouped digits.
  private var numbers = PartialTextBuilder()
  private var hasNumbers = false
  /// Reused, so that its arrays keep their capacity.
  private var run = NumberRun()
  private var readings: ReadingIndexBuilder
  private var recordCount = 0
  private var hasField = false
  private var hasAccents = false
  /// Whether the current record's text is also stored with accents, because it may have some.
  private var isMirrored = false

  /// From this size on, scanning takes longer than a few microseconds.
  private static let postingsSize = 1 << 17

  /// - Parameter table: The table for finding names by their readings.
  package init(folding: CaseFolding, table: ReadingTable = .shared) {
    self.folding = folding
    readings = ReadingIndexBuilder(table)
  }

  /// Adds a field to the current record.
  ///
  /// - Parameters:
  ///   - text: The original text in UTF-8.
  ///   - tag: A number below 32,768 that filters can select; small ones take less room. 0 only if
  ///     every record has a field, since a record without fields looks like one with an empty field
  ///     of tag 0.
  ///   - isString: Whether the text's digits may be grouped: not in numbers, dates and the like.
  package mutating func appendField(
    _ text: UnsafeBufferPointer<UInt8>, tag: Int, isString: Bool = true
  ) {
    if hasField { plain.text.append(FieldEnd.field) }
    let isASCII = text.endOfASCII(from: 0) == text.count
    if !isASCII, !isMirrored {
      // So far there were no accents to keep.
      accented.texts.text.append(contentsOf: plain.text[plain.recordStart...])
      isMirrored = true
    } else if isMirrored, hasField {
      accented.texts.text.append(FieldEnd.field)
    }
    hasField = true
    if !isASCII { readings.appendField(text, tag: tag) }
    let start = plain.text.count
    if isASCII {
      CaseFolding.foldASCII(text, into: &plain.text)
    } else {
      folding.fold(text, into: &plain.text)
    }
    if isMirrored, isASCII {
      accented.texts.text.append(contentsOf: plain.text[start...])
    } else if isMirrored {
      let start = accented.texts.text.count
      accentFolding.fold(text, into: &accented.texts.text)
      hasAccents =
        hasAccents
        || accented.texts.text[start...].contains {
          $0 == CaseFolding.accentMark || $0 == CaseFolding.bareAccentMark
        }
    }
    if isString { appendNumbers(of: start, tag: tag) }
    FieldEnd.append(tag: tag, to: &plain.text)
    if isMirrored { FieldEnd.append(tag: tag, to: &accented.texts.text) }
  }

  /// Adds the grouped numbers of the folded text that begins at an offset.
  private mutating func appendNumbers(of start: Int, tag: Int) {
    let hasFound = plain.text.withUnsafeBufferPointer { text in
      run.appendGrouped(
        in: UnsafeBufferPointer(rebasing: text[start...]), to: &numbers.texts.text,
        after: hasNumbers ? FieldEnd.field : nil)
    }
    guard hasFound else { return }
    FieldEnd.append(tag: tag, to: &numbers.texts.text)
    hasNumbers = true
  }

  /// Ends a record.
  package mutating func endRecord() {
    plain.endRecord()
    accented.endRecord(isMember: hasAccents)
    numbers.endRecord(isMember: hasNumbers)
    readings.endRecord()
    recordCount += 1
    hasField = false
    hasAccents = false
    hasNumbers = false
    isMirrored = false
  }

  /// Another builder may be appended only after a multiple of this many records.
  package static var appendableRecords: Int { 64 }

  /// Reserves room for more records similar to those of another builder.
  ///
  /// - Parameter limit: The most bytes that their text takes.
  package mutating func reserve(records: Int, like other: TextIndexBuilder, atMost limit: Int) {
    plain.reserve(records: records, like: other.plain, atMost: limit)
  }

  /// Appends the records of another builder to those of this builder, which are a multiple of
  /// `appendableRecords`. Both builders have ended their last record.
  ///
  /// - Parameter tags: For each tag of the other builder, the tag here; `nil` if they are the same.
  /// - Complexity: O(*n*) in the other builder's text, which is copied, and also scanned if tags
  ///   differ.
  package mutating func append(_ other: TextIndexBuilder, tags: [Int]?) {
    precondition(recordCount % TextIndexBuilder.appendableRecords == 0)
    precondition(!hasField && !other.hasField)
    plain.append(other.plain, tags: tags)
    accented.append(other.accented, tags: tags)
    numbers.append(other.numbers, tags: tags)
    readings.append(other.readings, tags: tags)
    recordCount += other.recordCount
  }

  /// The size in bytes of the text so far, as stored without accents.
  package var textSize: Int { plain.text.count }

  /// The parts of the index.
  ///
  /// - Parameter isAlwaysLarge: Whether to make postings however little text there is.
  /// - Complexity: O(*n*) in the text's length, a few nanoseconds per byte.
  package consuming func finish(isAlwaysLarge: Bool = false) -> TextIndex.Parts {
    plain.finish()
    accented.finish()
    numbers.finish()
    let starts = TextStarts.packed(plain.starts, textSize: plain.text.count)
    var (directory, lists): ([UInt8], [UInt8]) = ([], [])
    if isAlwaysLarge || plain.text.count >= TextIndexBuilder.postingsSize {
      (directory, lists) = plain.text.withUnsafeBufferPointer { text in
        let builder = GramPostingsBuilder(text, starts: starts, recordCount: recordCount)
        return (builder.directory, builder.lists)
      }
    }
    var parts = TextIndex.Parts(
      arena: StoredBytes(plain.text), starts: StoredBytes(starts),
      directory: StoredBytes(directory), lists: StoredBytes(lists))
    parts.accents = accented.parts.map { StoredBytes($0) }
    parts.numbers = numbers.parts.map { StoredBytes($0) }
    (parts.readingMembers, parts.readingCodes) = readings.finish()
    return parts
  }
}
