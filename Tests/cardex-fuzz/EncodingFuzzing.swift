import Catalogues
import PropertyLists
import Storage

/// Fuzzing of files in any encoding: a text means the same in each, what is not edited is saved
/// unchanged, and what an index stores about a file leads to the same text.
enum EncodingFuzzing {
  private static let names: [String?] = [
    nil, nil, nil, "UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE",
    "ISO-8859-1", "windows-1252", "GB2312", "GB18030", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR",
    "ISO-2022-JP", "UTF-7", "IBM037", "HZ-GB-2312", "KOI8-R", "macintosh", "x//IGNORE", "ASCII",
    "UCS-4", "UTF-EBCDIC", "",
  ]

  /// The first byte chooses an encoding, the second how the rest becomes a file.
  static func run(_ bytes: [UInt8]) throws {
    guard bytes.count > 2 else { return }
    let rest = Array(bytes.dropFirst(2))
    if bytes[1] % 4 == 0 {
      try checkFile(rest, encoding: names[Int(bytes[0]) % names.count])
    } else {
      try checkTranscoding(String(decoding: rest, as: UTF8.self), Int(bytes[0]))
    }
  }

  private static func checkFile(_ file: [UInt8], encoding: String?) throws {
    guard let document = try? PropertyListDocument(FileBytes(file), encoding: encoding),
      document.source.format == .xml
    else { return }
    var written: [UInt8] = []
    try document.writeFile { written.append(contentsOf: $0) }
    try require(written == file, "what is not edited is saved otherwise")
    guard let catalogue = try? Catalogue(document) else { return }
    try checkRestoring(catalogue, file, encoding: encoding)
    try checkEditing(catalogue, encoding: encoding)
  }

  /// Checks that a catalogue restored from what an index stores about it shows the same.
  private static func checkRestoring(
    _ catalogue: Catalogue, _ file: [UInt8], encoding: String?
  ) throws {
    let parts = CatalogueSnapshot.parts(of: catalogue).map { ($0.name, StoredBytes($0.bytes)) }
    let restored = try Catalogue(
      restoring: Dictionary(uniqueKeysWithValues: parts),
      document: PropertyListDocument(
        rereading: FileBytes(file), encoding: encoding, converted: catalogue.document.convertedText)
    )
    try require(Shown(restored) == Shown(catalogue), "a restored catalogue shows something else")
    try require(!restored.restoringFailure, "a catalogue cannot be restored")
  }

  /// Checks that an edited file is read back as edited, in the same encoding.
  private static func checkEditing(_ catalogue: Catalogue, encoding: String?) throws {
    let editor = CatalogueEditor(catalogue)
    let text = "é奥\u{1F600}"
    do {
      let edit = try editor.edit { () throws(EditError) in
        _ = try editor.insert(NewEntry(label: text, fields: []), at: .last(in: .root))
      }
      guard edit != nil else { return }
    } catch {
      return
    }
    var written: [UInt8] = []
    do {
      try catalogue.document.writeFile { written.append(contentsOf: $0) }
    } catch {
      // The encoding is read-only.
      return
    }
    let again = try PropertyListDocument(FileBytes(written), encoding: encoding)
    // Characters that the encoding lacks are written as references.
    try require(
      resolved(again.text) == resolved(catalogue.document.text), "an edited file is read otherwise")
  }

  /// A text with all decimal references to characters beyond ASCII resolved.
  private static func resolved(_ text: [UInt8]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var rest = String(decoding: text, as: UTF8.self).unicodeScalars[...]
    while let next = rest.popFirst() {
      let digits = rest.dropFirst().prefix { ("0"..."9").contains($0) }
      let end = rest.dropFirst(1 + digits.count)
      if next == "&", rest.first == "#", end.first == ";", let value = UInt32(String(digits)),
        value > 0x7F, let scalar = Unicode.Scalar(value)
      {
        result.append(scalar)
        rest = end.dropFirst()
      } else {
        result.append(next)
      }
    }
    return result
  }

  /// Checks that the same text in several encodings is read as the same.
  private static func checkTranscoding(_ text: String, _ choice: Int) throws {
    guard let document = try? PropertyListDocument(FileBytes(Array(text.utf8))),
      document.source.encoding.isUTF8, !document.source.encoding.isDeclared
    else { return }
    let file = transcoded(text, choice)
    // A declaration of another encoding is ignored only if there is a byte order mark.
    let other: PropertyListDocument
    do {
      other = try PropertyListDocument(FileBytes(file))
    } catch {
      throw Violation("a text is not read in another encoding: \(error)")
    }
    try require(other.text == document.text, "a text is read otherwise in another encoding")
    try checkFile(file, encoding: nil)
  }

  /// A text in UTF-16 or UTF-32 with a byte order mark.
  private static func transcoded(_ text: String, _ choice: Int) -> [UInt8] {
    let isBigEndian = choice & 1 == 0
    let text = text.unicodeScalars.first == "\u{FEFF}" ? text : "\u{FEFF}" + text
    func bytes<Unit: FixedWidthInteger>(_ units: some Sequence<Unit>) -> [UInt8] {
      units.flatMap { unit in
        withUnsafeBytes(of: isBigEndian ? unit.bigEndian : unit.littleEndian) { Array($0) }
      }
    }
    return choice & 2 == 0 ? bytes(text.utf16) : bytes(text.unicodeScalars.map(\.value))
  }
}

/// The lines that a catalogue shows.
private struct Shown: Equatable {
  private let lines: [String]

  init(_ catalogue: Catalogue) {
    let book = AddressBook(catalogue)
    var lines: [String] = []
    catalogue.forEachEntry(in: .root) { entry in
      let detail = catalogue.detail(of: entry) ?? ""
      lines.append("\(book.address(of: .entry(entry)))\t\(catalogue.label(of: entry))\t\(detail)")
    }
    for section in catalogue.sections(in: .root) {
      let parts = [
        catalogue.fullTitle(of: section), catalogue.header(of: section),
        catalogue.footer(of: section),
      ]
      lines.append(book.address(of: .section(section)) + "\t" + "\(parts)")
    }
    self.lines = lines
  }

  // Equal strings may differ in their code points.
  static func == (left: Shown, right: Shown) -> Bool {
    left.lines.elementsEqual(right.lines) { $0.utf8.elementsEqual($1.utf8) }
  }
}
