import Catalogues
import Platform
import PropertyLists
import Readings
import Searching

/// A catalogue as it is published: the contents of its rows.
///
/// An entry is kept as its element, with the key of its section and the mark of its name in
/// addresses; a section is kept as its record. From these rows a catalogue with only the found
/// entries is restored. The file itself is kept in blocks, for everything that concerns the whole
/// of it.
struct PublishedCatalogue {
  /// The columns of the catalogue's own row, except name, generation and keys.
  let version = DatabaseSchema.version
  let readings: String
  let parsing: String
  let format: String
  let shape: String

  private let catalogue: Catalogue
  private let pieces: CataloguePieces
  private var grams: CatalogueGrams
  private let book: AddressBook
  private let blocks: [Range<Int>]

  /// - Parameters:
  ///   - catalogue: A catalogue that has not been edited since it was read.
  ///   - parsing: The options with which the catalogue was read.
  ///   - table: The readings of names.
  init(_ catalogue: Catalogue, parsing: ParseOptions, readings table: ReadingTable) {
    var parsing = parsing
    parsing.format = catalogue.document.source.format
    self.catalogue = catalogue
    pieces = CataloguePieces(catalogue)
    grams = CatalogueGrams(catalogue, readings: table)
    book = AddressBook(catalogue)
    readings = hexadecimal(table.version)
    self.parsing = HexText.text(of: parsing.encoded)
    format = catalogue.document.source.format.rawValue
    shape = HexText.text(of: CatalogueSnapshot.shape(of: catalogue))
    blocks = ContentBlocks.ranges(of: catalogue.document.fileBytes)
  }

  /// The number of rows in a table.
  func count(of table: DatabaseSchema.Table) -> Int {
    switch table {
    case .entry: catalogue.entryCount
    case .section: catalogue.sections.count
    case .block: blocks.count
    }
  }

  /// Appends the columns of a row, as `COPY` reads them: each after a tab.
  mutating func append(
    _ table: DatabaseSchema.Table, _ number: Int, sections: SparseNumbers,
    to row: inout [UInt8]
  ) {
    switch table {
    case .entry:
      let entry = Entry.ID(rawValue: number)
      row.append(column: sections.key(at: catalogue.section(of: entry).rawValue))
      row.append(column: pieces.mark(of: entry))
      row.append(text: catalogue.label(of: entry))
      row.append(text: catalogue.detail(of: entry))
      row.append(column: pieces.element(of: entry))
      row.append(grams: grams.grams(of: entry))
    case .section:
      let section = Section.ID(rawValue: number)
      let (record, elements) = pieces.record(of: section)
      row.append(column: pieces.mark(of: section))
      row.append(text: book.fullAddress(of: .section(section)))
      row.append(text: catalogue.fullTitle(of: section))
      row.append(column: HexText.text(of: record).utf8)
      row.append(column: elements)
      row.append(grams: grams.grams(of: section))
    case .block:
      row.append(UInt8(ascii: "\t"))
      row.append(copied: "\\x".utf8)
      row.append(hex: catalogue.document.fileBytes[blocks[number]])
    }
  }

  /// The compared columns of a row, separated by NUL; the other columns are derived from them.
  func content(
    of table: DatabaseSchema.Table, _ number: Int, sections: SparseNumbers
  ) -> [UInt8] {
    switch table {
    case .entry:
      let entry = Entry.ID(rawValue: number)
      let section = sections.key(at: catalogue.section(of: entry).rawValue)
      return Array("\(section)\0\(pieces.mark(of: entry))\0".utf8) + pieces.element(of: entry)
    case .section:
      let section = Section.ID(rawValue: number)
      let (record, elements) = pieces.record(of: section)
      let path = PublishedCatalogue.shown(book.fullAddress(of: .section(section)))
      return Array(
        "\(pieces.mark(of: section))\0\(path)\0\(HexText.text(of: record))\0".utf8) + elements
    case .block:
      return Array(
        "\\x\(HexText.text(of: catalogue.document.fileBytes[blocks[number]]))".utf8)
    }
  }

  /// A text for people, with a sign in place of NUL, which engines cannot store in a text.
  static func shown(_ text: String) -> String {
    text.utf8.contains(0)
      ? String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{2400}" : $0 }))
      : text
  }
}

/// Bytes as hexadecimal digits, two per byte, in lower case.
package enum HexText {
  static func text(of bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    text.append(hex: bytes)
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that hexadecimal digits mean; `nil` for other text.
  package static func bytes(of text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    var high: UInt8?
    for digit in text {
      guard let value = value(of: digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }

  static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

/// The division of a file into blocks at positions that its content determines, so that a change of
/// the file leaves most blocks as they are.
///
/// A gear hash of the last bytes decides (Xia and others, "FastCDC", 2016).
enum ContentBlocks {
  private static let least = 1 << 14
  private static let most = 1 << 18
  /// The bits of the hash that are all 0 after one in 65,536 bytes, on average.
  private static let mask: UInt64 = 0xFFFF << 48

  private static let gear: [UInt64] = {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0..<256).map { _ in
      // SplitMix64.
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return value ^ value >> 31
    }
  }()

  /// - Complexity: O(*n*).
  static func ranges(of bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    gear.withUnsafeBufferPointer { gear in
      while start < bytes.count {
        var end = min(start + least, bytes.count)
        var hash: UInt64 = 0
        while end < min(start + most, bytes.count) {
          hash = hash << 1 &+ gear[Int(bytes[end])]
          end += 1
          if hash & mask == 0 { break }
        }
        ranges.append(start..<end)
        start = end
      }
    }
    return ranges
  }
}

extension [UInt8] {
  fileprivate mutating func append(column number: Int) {
    append(UInt8(ascii: "\t"))
    append(contentsOf: String(number).utf8)
  }

  fileprivate mutating func append(column text: some Sequence<UInt8>) {
    append(UInt8(ascii: "\t"))
    append(copied: text)
  }

  /// Appends UTF-8, escaped as `COPY` reads it.
  ///
  /// If a server does not begin to copy, psql takes rows for statements. Therefore nothing in them
  /// begins a quotation, a comment, a variable or one of psql's commands: no name of a command
  /// begins with a digit, and psql stops at the first escape.
  fileprivate mutating func append(copied text: some Sequence<UInt8>) {
    for byte in text {
      switch byte {
      case 0x00..<0x20, UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""),
        UInt8(ascii: "$"), UInt8(ascii: "*"), UInt8(ascii: ":"), UInt8(ascii: ";"):
        append(UInt8(ascii: "\\"))
        for shift in [6, 3, 0] { append(UInt8(ascii: "0") + byte >> UInt8(shift) & 7) }
      default: append(byte)
      }
    }
  }

  fileprivate mutating func append(text: String?) {
    guard let text else { return append(contentsOf: Array("\t\\N".utf8)) }
    append(column: PublishedCatalogue.shown(text).utf8)
  }

  fileprivate mutating func append(grams: [Int64]) {
    append(contentsOf: Array("\t{".utf8))
    for (index, gram) in grams.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      append(decimal: gram)
    }
    append(UInt8(ascii: "}"))
  }

  private mutating func append(decimal number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let start = count
    repeat {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    self[start...].reverse()
  }

  fileprivate mutating func append(hex bytes: some Sequence<UInt8>) {
    for byte in bytes {
      append(hexDigits[Int(byte >> 4)])
      append(hexDigits[Int(byte & 15)])
    }
  }
}
