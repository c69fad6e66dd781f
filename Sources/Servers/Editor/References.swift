import Catalogues
import Exchange
import Platform
import PropertyLists

/// The other occurrences of a key or a value, in similar entries and in files of other languages;
/// and the picture that a value names.
struct References {
  private let file: OpenFile
  private let position: TextPosition
  private let client: Client
  private let open: [OpenFile]

  /// The size in bytes up to which other files are read.
  private static let largestFile = 1 << 24

  /// - Parameter open: The files that are open in the editor, whose texts there are used instead of
  ///   those on disk.
  init(_ file: OpenFile, _ position: TextPosition, _ client: Client, _ open: [OpenFile]) {
    (self.file, self.position, self.client, self.open) = (file, position, client, open)
  }

  /// The places of the same key, or of the same value under the same key, as `Location` values.
  var all: String {
    JSON.array(
      ranges.map { References.location(file.uri, file.json($0)) } + translations)
  }

  /// The same places, only in this file, as `DocumentHighlight` values.
  var highlights: String {
    JSON.array(ranges.map { JSON.object([("range", file.json($0)), ("kind", "1")]) })
  }

  /// The file of the picture that a value names; or the place of the same key in the file of the
  /// development language, else in that of another language.
  var definitions: String {
    if let reading = file.reading, let value = file.place(at: position)?.child?.value,
      let name = reading.document.plainText(of: value),
      let picture = NeighbouringFiles(file.path, client).picture(named: name)
    {
      let start = TextPosition(line: 0, column: 0).json
      return JSON.array([
        References.location(
          FileURI.uri(picture), JSON.object([("start", start), ("end", start)]))
      ])
    }
    return JSON.array(Array(translations.prefix(1)))
  }

  private static func location(_ uri: String, _ range: String) -> String {
    JSON.object([("uri", JSON.string(uri)), ("range", range)])
  }

  private var ranges: [Range<Int>] {
    guard let reading = file.reading, let place = file.place(at: position),
      let child = place.child, ![.csv, .tsv, .vcard, .rec].contains(reading.document.source.format)
    else { return [] }
    let document = reading.document
    let nodes: [NodeIndex]
    if place.isInKey {
      nodes = reading.values(alike: place).compactMap { document.key(before: $0) }
    } else if let text = document.plainText(of: child.value) {
      let values =
        child.key == nil
        ? reading.alike(place.containers).flatMap { document.elements(of: $0) }
        : reading.values(alike: place)
      nodes = values.filter {
        document.kind(of: $0).isSameType(as: document.kind(of: child.value))
          && document.plainText(of: $0) == text
      }
    } else {
      nodes = []
    }
    return nodes.compactMap(reading.contentRange)
  }

  /// The places of the key in the files of other languages.
  private var translations: [String] {
    guard let reading = file.reading, reading.document.source.format == .strings,
      let place = file.place(at: position), place.isInKey,
      let key = place.child?.key.flatMap(reading.document.key).map(reading.document.exactText)
    else { return [] }
    return NeighbouringFiles(file.path, client).translations.compactMap { path in
      if let other = open.first(where: { $0.path == path }) {
        return other.reading.flatMap { References.range(of: key, in: $0) }
          .map { References.location(other.uri, other.json($0)) }
      }
      guard let other = Reading(ofFileAt: path, mostBytes: References.largestFile),
        let range = References.range(of: key, in: other)
      else { return nil }
      let text = EditedText(Array(other.text), client.encoding)
      return References.location(FileURI.uri(path), text.json(range))
    }
  }

  /// The range of a key of the outermost dictionary.
  private static func range(of key: String, in reading: Reading) -> Range<Int>? {
    let document = reading.document
    guard document.kind(of: document.root) == .dict else { return nil }
    let member = document.members(of: document.root).first { document.hasExactText($0.key, key) }
    return (member?.key.node).flatMap(reading.contentRange)
  }
}

extension Reading {
  /// Reads a file, which is not open in the editor.
  ///
  /// - Returns: `nil` if the file cannot be read, is larger than `mostBytes`, or is not a property
  ///   list in text form.
  convenience init?(ofFileAt path: FilePath, mostBytes: Int) {
    var status = stat()
    guard stat(path.cString, &status) == 0, status.isRegularFile, status.st_size <= mostBytes,
      let bytes = try? FileBytes(path: path)
    else { return nil }
    let format = FileFormat.recognized(bytes.bytes, at: path)
    guard let text = bytes.text(of: format) else { return nil }
    try? self.init(FileBytes(text), at: path)
  }
}
