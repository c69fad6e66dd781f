import Catalogues
import Exchange
import PropertyLists

/// What is wrong with a text, as `Diagnostic` values: why it cannot be read, or what `check` finds.
struct DiagnosticList {
  private let file: OpenFile

  /// More are of no use to anybody.
  static let most = 1000

  init(_ file: OpenFile) { self.file = file }

  var json: String {
    if let error = file.error { return JSON.array([json(error)]) }
    return JSON.array(
      (file.findings ?? []).prefix(DiagnosticList.most).map { json($0, in: file) })
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

  func json(_ finding: Finding, in file: OpenFile) -> String {
    let range = file.reading.flatMap { DiagnosticList.range(of: finding, in: $0) } ?? 0..<0
    return DiagnosticList.json(
      file.json(range), severity: 2, code: finding.code.rawValue, finding.message)
  }

  /// Where a finding is marked: at the key or at a value on one line, else at the first line of it.
  static func range(of finding: Finding, in reading: Reading) -> Range<Int>? {
    let document = reading.document
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
