package import Platform

/// A field of a record, as a person has written it.
package struct RecordField {
  package let name: String
  /// The path of the value in the record; `nil` for a field about the record, such as `%item`.
  package let path: ValuePath?
  /// The type that is written after a path.
  package let type: RecordType?
  package let value: String
  /// The number of the field's first line, from 1.
  package let line: Int

  /// The records of a text, without interpreting their fields; descriptors are records, too.
  ///
  /// - Throws: `PropertyListError` with the place.
  /// - Complexity: O(*n*).
  package static func records(of text: String) throws(PropertyListError) -> [[RecordField]] {
    var text = text
    let result = text.withUTF8 { text in
      Result { () throws(PropertyListError) in
        do throws(DecodingError) {
          return try records(of: text)
        } catch {
          throw PropertyListError(error.problem, at: SourceLocation(of: error.offset, in: text))
        }
      }
    }
    return try result.get()
  }

  private static func records(
    of text: UnsafeBufferPointer<UInt8>
  ) throws(DecodingError) -> [[RecordField]] {
    var reader = RecordReader(text)
    var records: [[RecordField]] = []
    var (offset, line) = (0, 1)
    while true {
      let fields = try reader.record()
      if fields.isEmpty { return records }
      var record: [RecordField] = []
      for field in fields {
        while offset < field.offset {
          if text[offset] == 0x0A { line += 1 }
          offset += 1
        }
        let name = reader.name(of: field)
        record.append(
          RecordField(
            name: name, path: name.hasPrefix("%") ? nil : try reader.path(of: field),
            type: field.type, value: reader.value(of: field), line: line))
      }
      records.append(record)
    }
  }
}

extension PropertyListDocument {
  /// The element of a record.
  ///
  /// - Parameter fields: The fields of the record, each with its type; none make an empty
  ///   dictionary.
  /// - Complexity: O(*n*).
  package static func element(
    ofRecord fields: [(field: RecordField, type: RecordType)]
  ) throws(LocatedError) -> String {
    let text = GrowingBuffer<UInt8>()
    // An error's field is found by the offset of its value.
    var starts: [Int] = []
    var tree = RecordTree(forTextOf: fields.reduce(0) { $0 + $1.field.value.utf8.count })
    tree.beginRecord()
    let result = Result { () throws(DecodingError) in
      for (field, type) in fields {
        guard let path = field.path else { continue }
        let start = text.count
        starts.append(start)
        for byte in field.value.utf8 { text.append(byte) }
        let value = RecordReader.Text(start: start, count: text.count - start, isJoined: false)
        _ = try tree.add(type, value, at: tree.place(at: path), offset: start, mayRepeat: false)
        // So that each value has an offset of its own, even an empty one.
        text.append(0x0A)
      }
      var writer = DocumentWriter(capacity: 2 * text.count)
      let start = writer.text.count
      let record =
        if let value = tree.recordValue { value } else {
          try tree.addContainer(.dict, offset: 0)
        }
      try tree.write(
        record,
        { UnsafeBufferPointer(rebasing: text.elements[$0.start..<($0.start + $0.count)]) },
        into: &writer)
      // Without the line end after the element.
      return String(decoding: writer.text.elements[start...].dropLast(), as: UTF8.self)
    }
    switch result {
    case .success(let element): return element
    case .failure(let error):
      let index = starts.partitionPoint { $0 > error.offset } - 1
      let line = fields.indices.contains(index) ? fields[index].field.line : 1
      throw LocatedError(PropertyListError(error.problem).description, line: line)
    }
  }
}
