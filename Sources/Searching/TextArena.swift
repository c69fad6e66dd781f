import Platform

/// Folded text of records one after another, as `FieldEnd` describes it, and where every so many of
/// them begin.
struct TextArena {
  var text: [UInt8] = []
  /// As `TextIndex` keeps them; the end of the last record is among them when all is there.
  private(set) var starts: [UInt8] = []
  private(set) var recordCount = 0
  /// Where the record begins that is being put together.
  private(set) var recordStart = 0
  /// The length of the text that was taken away.
  private var takenLength = 0

  mutating func endRecord() {
    text.append(FieldEnd.record)
    noteRecord(endingAt: text.count)
  }

  /// Forgets the record that is being put together.
  mutating func removeRecord() { text.removeLast(text.count - recordStart) }

  mutating func finish() { appendStart(text.count) }

  /// Takes away the records that there are, all of which have ended; others follow.
  mutating func take() -> (text: [UInt8], starts: [UInt8]) {
    defer {
      takenLength += text.count
      (text, starts, recordStart) = ([], [], 0)
    }
    return (text, starts)
  }

  /// Makes room for so many more records that are like those of another arena.
  ///
  /// - Parameter limit: The bytes that they take at most, since those before may be far longer.
  mutating func reserve(records: Int, like other: TextArena, atMost limit: Int) {
    guard other.recordCount > 0 else { return }
    let more = min(other.text.count / other.recordCount * records, limit)
    text.reserveCapacity(text.count + more + more / 16)
  }

  /// Adds the records of another arena behind the own.
  ///
  /// - Parameter tags: The tags here of those there, if they are not the same.
  mutating func append(_ other: TextArena, tags: [Int]?) {
    if let tags {
      other.text.withUnsafeBufferPointer { append(fields: $0, tags) }
    } else {
      text.append(contentsOf: other.text)
      for _ in 0..<other.recordCount { noteRecord(endingAt: nextRecordEnd) }
    }
  }

  private mutating func append(fields: UnsafeBufferPointer<UInt8>, _ tags: [Int]) {
    var start = 0
    while let field = FieldEnd.tag(at: start, in: fields) {
      text.append(contentsOf: fields[start..<field.textEnd])
      FieldEnd.append(tag: tags[field.tag], to: &text)
      if fields[field.end] == FieldEnd.record {
        endRecord()
      } else {
        text.append(FieldEnd.field)
      }
      start = field.end + 1
    }
  }

  /// Just past the record that begins at `recordStart`.
  private var nextRecordEnd: Int {
    text.withUnsafeBytes { text in
      let rest = UnsafeRawBufferPointer(rebasing: text[recordStart...])
      guard let start = rest.baseAddress,
        let end = memchr(start, Int32(FieldEnd.record), rest.count)
      else { preconditionFailure("all records have ended") }
      return recordStart + (UnsafeRawPointer(end) - start) + 1
    }
  }

  private mutating func noteRecord(endingAt end: Int) {
    if recordCount % TextIndex.blockRecords == 0 { appendStart(recordStart) }
    recordCount += 1
    recordStart = end
  }

  private mutating func appendStart(_ start: Int) {
    withUnsafeBytes(of: UInt64(takenLength + start).littleEndian) { starts.append(contentsOf: $0) }
  }
}
