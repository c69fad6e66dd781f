package import Catalogues
package import Platform
package import Readings

/// A format that catalogues are written in for other programs.
package enum ExportFormat: String, CaseIterable, Sendable {
  case xml, binary, openstep, strings, json
  case jsonLines = "jsonl"
  case csv, tsv, vcard, rec, text, html, postgresql, opensearch

  /// The format for the ending of a file's name; `nil` if no format has this ending.
  package init?(endingOf path: FilePath) {
    let formats = ExportFormat.allCases.filter { format in
      format.endings.contains { path.hasSuffix(FilePath("." + $0), ignoresCase: true) }
    }
    guard let format = formats.first else { return nil }
    self = format
  }

  /// Whether catalogues can also be read in this format.
  package var isRead: Bool {
    switch self {
    case .text, .html, .postgresql, .opensearch: false
    default: true
    }
  }

  /// The endings of file names in this format, the usual one first.
  package var endings: [String] {
    switch self {
    case .xml: ["plist", "xml"]
    case .binary: ["bplist"]
    case .openstep: ["openstep"]
    case .strings: ["strings"]
    case .json: ["json", "xcstrings"]
    case .jsonLines: ["jsonl"]
    case .csv: ["csv"]
    case .tsv: ["tsv", "tab"]
    case .vcard: ["vcf", "vcard"]
    case .rec: ["rec"]
    case .text: ["txt"]
    case .html: ["html", "htm"]
    case .postgresql: ["sql"]
    case .opensearch: ["ndjson"]
    }
  }
}

/// Options for writing a catalogue for another program.
package struct ExportOptions: Sendable {
  /// Whether values of types that the format lacks are marked, so that they can be read back: as
  /// objects with one key, such as `$date`, in JSON, and in GNUstep's notation in OpenStep's
  /// format.
  package var isTagged = false
  /// Whether tables are for a spreadsheet: with a byte-order mark and CRLF, and with an apostrophe
  /// before what a spreadsheet would take for a formula.
  package var isForSpreadsheets = false
  /// The language whose texts alone are written of a String Catalog.
  package var language: String?
  /// The language of a dictionary of texts, if it is written as a String Catalog in JSON.
  package var languageOfTexts: String?
  /// The name of the catalogue in an engine.
  package var name = "catalogue"
  /// The options with which the catalogue was read, for those who read it again.
  package var parsing = ParseOptions()
  /// The readings of names.
  package var readings = ReadingTable.shared

  package init() {}
}

/// A kind of content that a format cannot hold.
package struct Loss: Hashable, Sendable {
  /// What is done with such content.
  package enum Outcome: String, Sendable {
    case leftOut = "left out"
    case asText = "written as text"
    case asColumnNumber = "read again as the number of its column"
    case rounded
    case asOwnProperty = "written with X- before the name"
    case asInfinityOrZero = "written as inf or 0"
  }

  /// What the format does not have, in the plural or as a mass noun: `data`.
  package let kind: String
  /// The key of the values; `nil` if they have none.
  package let key: String?
  package let outcome: Outcome
}

/// The losses of a conversion, in order of first occurrence.
package struct Losses: Sendable {
  /// The losses, with the number of values.
  package private(set) var all: [(loss: Loss, count: Int)] = []
  private var indices: [Loss: Int] = [:]

  package init() {}

  package var isEmpty: Bool { all.isEmpty }

  mutating func note(_ loss: Loss, count: Int = 1) {
    if let index = indices[loss] {
      all[index].count += count
    } else {
      indices[loss] = all.count
      all.append((loss, count))
    }
  }

  /// A message about each loss: `csv has no data: 3 values of 'photo' left out`.
  package func messages(of format: ExportFormat) -> [String] {
    all.map { loss, count in
      let values = loss.key == nil && loss.kind != "data" ? "" : count == 1 ? " value" : " values"
      let key = loss.key.map { " of '\($0)'" } ?? ""
      return
        "\(format.rawValue) has no \(loss.kind): \(count)\(values)\(key) \(loss.outcome.rawValue)"
    }
  }
}
