import Platform

/// The folded text of records, concatenated in the format of `FieldEnd`, and where every block of
/// them begins.
struct TextArena {
  var text: [UInt8] = []
  /// Where every block of records begins, in eight bytes each. The end of the last record is
  /// included once the arena is complete.
  private(set) var starts: [UInt8] = []
  private(set) var recordCount = 0
  /// Where the current record begins.
  private(set) var recordStart = 0

  mutating func endRecord() {
    text.append(FieldEnd.record)
    noteRecord(endingAt: text.count)
  }

  /// Discards the current record.
  mutating func removeRecord() { text.removeLast(text.count - recordStart) }

  mutating func finish() { appendStart(text.count) }

  /// Reserves room for more records similar to those of another arena.
  ///
  /// - Parameter limit: The most bytes that the new records take, since those of the other arena
  ///   may be far longer.
  mutating func reserve(records: Int, like other: TextArena, atMost limit: Int) {
    guard other.recordCount > 0 else { return }
    let more = min(other.text.count / other.recordCount * records, limit)
    text.reserveCapacity(text.count + more + more / 16)
  }

  /// Appends the records of another arena.
  ///
  /// - Parameter tags: For each tag of the other arena, the tag here; `nil` if they are the same.
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
    starts.append(littleEndian: UInt64(start))
  }
}
