import Catalogues
import Exchange
import Platform
import PropertyLists

/// The problems of a text, as `Diagnostic` values: why it cannot be read, and the findings in the
/// last text that was checked.
struct DiagnosticList {
  private let file: OpenFile

  /// The most findings that are sent.
  static let most = 1000

  init(_ file: OpenFile) { self.file = file }

  var json: String {
    var list: [String] = []
    if let error = file.error {
      // Not every XML file is meant to be a property list.
      if isForeign(error) { return "[]" }
      list.append(json(error))
    } else if let reading = file.reading, !reading.document.unread.isEmpty {
      list += unread(in: reading)
    }
    if let (reading, shift) = file.checked {
      list += (reading.findings ?? []).prefix(DiagnosticList.most).map { finding in
        let range = DiagnosticList.range(of: finding, in: reading) ?? 0..<0
        return json(finding, at: file.clipped(shift.now(range)))
      }
    }
    return JSON.array(list)
  }

  /// Whether an unreadable text is XML or HTML that is not meant to be a property list.
  private func isForeign(_ error: PropertyListError) -> Bool {
    switch error.problem {
    case .wrongRoot, .notXML(.html):
      file.path.map { path in
        [UInt8]().withUnsafeBufferPointer { !FileFormat.isPropertyList($0, at: path) }
      } ?? true
    default: false
    }
  }

  private func json(_ error: PropertyListError) -> String {
    var start = file.text.bytes.count
    if let place = error.location.position {
      start = file.text.offset(ofScalar: place.column - 1, inLine: place.line - 1)
    }
    let line = file.text.content(ofLine: file.text.line(of: start))
    // At the end of a line, its last character is marked.
    let range =
      start < line.upperBound
      ? start..<line.upperBound : file.text.character(before: start)..<start
    return DiagnosticList.json(file.text.json(range), severity: 1, code: "unreadable", "\(error)")
  }

  /// The parts of a text that could not be read, while others could.
  private func unread(in reading: Reading) -> [String] {
    let text = EditedText(Array(reading.text), .utf8)
    return reading.document.unread.prefix(DiagnosticList.most).map { unread in
      var range = 0..<0
      if let place = unread.error.location.position {
        let start = text.offset(ofScalar: place.column - 1, inLine: place.line - 1)
        let line = text.content(ofLine: text.line(of: start))
        range = start..<max(start, line.upperBound)
      }
      return DiagnosticList.json(
        file.json(range), severity: 1, code: "unreadable", "\(unread)")
    }
  }

  /// - Parameter range: The range of the finding in the current text.
  func json(_ finding: Finding, at range: Range<Int>) -> String {
    DiagnosticList.json(
      file.text.json(range), severity: 2, code: finding.code.rawValue, finding.message)
  }

  /// The range at which a finding is marked: a single value, the label of an entry, or the key of
  /// another container. Of several lines, only the first is marked.
  static func range(of finding: Finding, in reading: Reading) -> Range<Int>? {
    let document = reading.document
    if finding.code == .jsonExtension,
      let place = document.jsonExtension?.location.position
    {
      let text = EditedText(Array(reading.text), .utf8)
      let start = text.offset(ofScalar: place.column - 1, inLine: place.line - 1)
      return start..<min(start + 1, reading.text.count)
    }
    var node = finding.node
    if document.kind(of: node).isContainer {
      // The label tells best which entry is meant.
      if case .entry(let entry)? = finding.item, reading.catalogue.value(of: entry) == node,
        let label = reading.catalogue.labelNode(of: entry)
      {
        node = label.node
      } else if let key = document.key(before: node) {
        node = key
      }
    }
    guard let range = reading.contentRange(of: node) ?? reading.range(of: node) else { return nil }
    if let end = reading.text[range].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      return range.lowerBound..<end
    }
    return range
  }

  private static func json(
    _ range: String, severity: Int, code: String, _ message: String
  ) -> String {
    JSON.object([
      ("range", range), ("severity", String(severity)), ("code", JSON.string(code)),
      ("source", "\"cardex\""), ("message", JSON.string(message)),
    ])
  }
}
