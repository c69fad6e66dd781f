import Catalogues
import Exchange
import Platform
import PropertyLists

/// The description of a value, as a `Hover`: its item, its path, its type; a date in local time,
/// the size and the kind of data, the picture that the value names.
struct Hover {
  private let file: OpenFile
  private let position: TextPosition
  private let client: Client

  /// Larger pictures are not sent to the editor.
  private static let largestPicture = 1 << 16

  init(_ file: OpenFile, _ position: TextPosition, _ client: Client) {
    (self.file, self.position, self.client) = (file, position, client)
  }

  var json: String {
    guard let reading = file.reading, let place = file.place(at: position),
      let value = place.child?.value ?? place.containers.last
    else { return "null" }
    let document = reading.document
    var lines: [String] = []
    if let item = reading.item(at: place), item != .section(.root) {
      let address = AddressBook(reading.catalogue).fullAddress(of: item)
      let name = reading.name(of: item)
      // A name that is the whole address is not shown twice.
      let isWhole = address == name || address == "/" + name
      lines.append(isWhole ? code(name) : "\(code(name)) in \(code(address))")
    }
    let path = ValuePaths(document).path(to: value)?.text ?? "/"
    lines.append("\(code(path)): \(description(of: value, in: document))")
    if let date = document.date(at: value), let text = Hover.localTime(date) {
      lines.append(text)
    }
    if client.knowsMarkdown, let picture = picture(of: value, reading) { lines.append(picture) }
    let whole = reading.memberRange(of: value).map { [(key: "range", value: file.json($0))] }
    let content = JSON.object([
      ("kind", client.knowsMarkdown ? "\"markdown\"" : "\"plaintext\""),
      ("value", JSON.string(lines.joined(separator: client.knowsMarkdown ? "\n\n" : "\n"))),
    ])
    return JSON.object([(key: "contents", value: content)] + (whole ?? []))
  }

  private func description(of value: NodeIndex, in document: PropertyListDocument) -> String {
    switch document.kind(of: value) {
    case .dict:
      let count = document.members(of: value).reduce(0) { count, _ in count + 1 }
      return "dictionary, \(count) \(count == 1 ? "key" : "keys")"
    case .array:
      let count = document.elements(of: value).reduce(0) { count, _ in count + 1 }
      return "array, \(count) \(count == 1 ? "element" : "elements")"
    case .data:
      let bytes = document.data(at: value) ?? []
      let kind = Hover.kind(of: bytes).map { ", \($0)" } ?? ""
      return "data, \(bytes.count) \(bytes.count == 1 ? "byte" : "bytes")\(kind)"
    case let kind:
      if document.isNull(value) { return "null" }
      let text = document.plainText(of: value) ?? ""
      let shown = text.count > 200 ? text.prefix(200) + "…" : text[...]
      return "\(kind.fieldTypeName) \(code(String(shown)))"
    }
  }

  /// The kind of file that data contains, judged by its first bytes.
  private static func kind(of bytes: [UInt8]) -> String? {
    if let picture = Picture(bytes) {
      return "a picture of \(picture.width) × \(picture.height) pixels"
    }
    let kinds: [(String, String)] = [
      ("bplist", "a binary property list"), ("%PDF-", "PDF"), ("<?xml", "XML"), ("{", "JSON"),
    ]
    if let kind = kinds.first(where: { bytes.starts(with: $0.0.utf8) }) { return kind.1 }
    return bytes.starts(with: [0x1F, 0x8B]) ? "compressed by gzip" : nil
  }

  /// A date in the time zone of this machine.
  private static func localTime(_ date: PropertyListDate) -> String? {
    let secondsFrom1970To2001 = 978_307_200
    guard abs(date.secondsSince2001) < 1e14 else { return nil }
    var seconds = time_t(Int(date.secondsSince2001) + secondsFrom1970To2001)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return nil }
    let text = String(unsafeUninitializedCapacity: 64) { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        guard let start = $0.baseAddress else { return 0 }
        return strftime(start, $0.count, "%Y-%m-%d %H:%M:%S %Z", &parts)
      }
    }
    return text.isEmpty ? nil : "\(text) in local time"
  }

  /// The picture that a value contains or names, or else the one that its entry names.
  private func picture(of value: NodeIndex, _ reading: Reading) -> String? {
    if let bytes = reading.document.data(at: value), bytes.count <= Hover.largestPicture,
      let picture = Picture(bytes)
    {
      let type = "\(picture.format)".lowercased()
      return "![](data:image/\(type);base64,\(Base64.encode(bytes)))"
    }
    let files = NeighbouringFiles(reading.path, client)
    let name =
      reading.document.plainText(of: value).flatMap(files.picture)
      ?? reading.entry(of: value).flatMap { reading.catalogue.picture(of: $0)?.name }
      .flatMap(files.picture)
    return name.map { "![](\(FileURI.uri($0)))" }
  }

  // MARK: Markdown

  /// A text as a code span of Markdown, or as it is if the editor shows plain text.
  private func code(_ text: String) -> String {
    guard client.knowsMarkdown, !text.isEmpty else { return text.isEmpty ? "\"\"" : text }
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    var fence = "`"
    while line.contains(fence) { fence += "`" }
    let space = line.hasPrefix("`") || line.hasSuffix("`") ? " " : ""
    return fence + space + line + space + fence
  }
}
