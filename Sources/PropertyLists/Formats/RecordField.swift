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

/// The type of a field's value in a recfile.
package enum RecordType: String, CaseIterable, Sendable {
  case string, integer, real, boolean, date, data
  /// A container; the field says only that it is there, or that it is empty.
  case array, dict
  /// A text in JSON, because it has characters that a field cannot have.
  case json

  /// - Parameter name: The type as it is written after the path of a field: `.age:integer: 30`.
  package init?(named name: some StringProtocol) {
    switch name {
    case "bool": self = .boolean
    case "int": self = .integer
    case "float": self = .real
    default: self.init(rawValue: String(name))
    }
  }

  /// The name of the type in a descriptor: a type of recutils if it accepts all values, otherwise a
  /// type that the descriptor defines. Real numbers of recutils have no exponents.
  ///
  /// - Returns: `nil` for texts, which need no type.
  package func typeName(isPlain: Bool) -> (name: String, definition: String?)? {
    switch self {
    case .string: nil
    case .integer: ("int", nil)
    case .boolean: ("bool", nil)
    case .date: ("date", nil)
    case .real: isPlain ? ("real", nil) : ("plist_real", "line")
    case .data: ("plist_data", "regexp |^[A-Za-z0-9+/=[:space:]]*$|")
    case .array: ("plist_array", "size 0")
    case .dict: ("plist_dict", "size 0")
    case .json: ("plist_json", "line")
    }
  }

  /// - Parameter name: The name of a type in a descriptor. All types of texts are read as strings.
  init(ofDescriptor name: String) {
    switch name {
    case "int", "range": self = .integer
    case "bool": self = .boolean
    case "date": self = .date
    case "real": self = .real
    case _ where name.hasPrefix("plist_"):
      self = RecordType(rawValue: String(name.dropFirst("plist_".count))) ?? .string
    default: self = .string
    }
  }
}
