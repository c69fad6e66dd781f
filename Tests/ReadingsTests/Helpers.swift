@testable import Readings

/// The units of a text.
func reading(of text: String, table: ReadingTable = .shared) -> NameReading {
  var reader = NameReader(table)
  return Array(text.utf8).withUnsafeBufferPointer { reader.reading(of: $0) }
}

/// The codes of a text; none if it has no readings.
func codes(of text: String, table: ReadingTable = .shared) -> [UInt16] {
  var reader = NameReader(table)
  var codes: [UInt16] = []
  Array(text.utf8).withUnsafeBufferPointer { _ = reader.appendCodes(of: $0, to: &codes) }
  return codes
}

/// The text that a name is filed by.
func filingKey(of text: String, table: ReadingTable = .shared) -> String {
  let key = Array(text.utf8).withUnsafeBufferPointer {
    reading(of: text, table: table).filingKey(of: $0, table: table)
  }
  return String(decoding: key, as: UTF8.self)
}

/// Whether a name is found by what was typed.
func finds(_ typed: String, _ name: String, table: ReadingTable = .shared) -> Bool {
  guard let pattern = ReadingPattern(typed) else { return false }
  return ReadingMatcher(pattern, table: table).matches(codes(of: name, table: table))
}

/// The parts of a name that a typed text matches.
func found(_ typed: String, _ name: String, table: ReadingTable = .shared) -> [String] {
  guard let pattern = ReadingPattern(typed) else { return [] }
  let bytes = Array(name.utf8)
  let ranges = bytes.withUnsafeBufferPointer {
    ReadingMatcher(pattern, table: table).ranges(in: $0)
  }
  return ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
}

/// The readings of each unit of a text that is not a Latin letter.
func readings(of text: String, table: ReadingTable = .shared) -> [[String]] {
  reading(of: text, table: table).units.map { table.readings(of: $0.code) }
}
