import CPlatform
import Platform

/// The text of a journal: a line that identifies the format, then one line for the header and one
/// for each record. A line of a header or record has the checksum of everything recorded up to and
/// including it, a space, and the text with its line ends escaped.
package struct JournalText {
  package static let firstLine = "cardex-journal 1\n"

  /// The checksum of the header and the records so far.
  private var sum = Checksum()

  package init() {}

  /// The line of the next record.
  package mutating func line(of text: String) -> String {
    let escaped = JournalText.escaped(text)
    sum.add(escaped.utf8)
    return sum.digits + " " + escaped + "\n"
  }

  /// The part of a journal that could be read.
  package struct Parsed {
    /// `nil` if the bytes end before the header does.
    package internal(set) var header: String?
    package internal(set) var records: [String] = []
    /// The length of the whole lines at the beginning.
    package internal(set) var wholeBytes = 0
    /// The text that the next record is appended to.
    package internal(set) var text = JournalText()
  }

  /// Whether these bytes, however few, can be the beginning of a journal.
  static func mayBegin(with bytes: some Collection<UInt8>) -> Bool {
    bytes.prefix(firstLine.utf8.count).elementsEqual(firstLine.utf8.prefix(bytes.count))
  }

  /// Reads the whole records up to the first that is torn or damaged.
  ///
  /// - Returns: `nil` if the bytes are not a journal, or its header is damaged.
  package static func read(_ bytes: [UInt8]) -> Parsed? {
    guard mayBegin(with: bytes) else { return nil }
    guard bytes.count > firstLine.utf8.count else { return Parsed() }
    var parsed = Parsed(wholeBytes: firstLine.utf8.count)
    while let end = bytes[parsed.wholeBytes...].firstIndex(of: UInt8(ascii: "\n")) {
      guard let text = parsed.text.record(in: bytes[parsed.wholeBytes..<end]) else {
        return parsed.header == nil ? nil : parsed
      }
      if parsed.header == nil { parsed.header = text } else { parsed.records.append(text) }
      parsed.wholeBytes = end + 1
    }
    return parsed
  }

  /// The text of the next line, or `nil` if its checksum is wrong.
  private mutating func record(in line: ArraySlice<UInt8>) -> String? {
    var next = sum
    next.add(line.dropFirst(9))
    guard line.starts(with: (next.digits + " ").utf8),
      let text = JournalText.unescaped(line.dropFirst(9))
    else { return nil }
    sum = next
    return text
  }
}

extension JournalText {
  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\r": result.append(contentsOf: "\\r".unicodeScalars)
      case "\0": result.append(contentsOf: "\\0".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String? {
    var result: [UInt8] = []
    var rest = bytes.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      switch rest.next() {
      case UInt8(ascii: "\\"): result.append(byte)
      case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): result.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "0"): result.append(0)
      default: return nil
      }
    }
    return String(validating: result, as: UTF8.self)
  }
}

/// The cyclic redundancy check of zlib and PNG (CRC-32), which detects every change within 32
/// adjacent bits.
struct Checksum: Equatable {
  private(set) var value: UInt32 = 0

  /// Continues with more bytes.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    value = Array(bytes).withUnsafeBytes { cardex_crc32(value, $0.baseAddress, $0.count) }
  }

  /// Eight hexadecimal digits.
  var digits: String { hexadecimal(value) }
}
