package import Platform

/// A format that catalogues are written in for other programs.
package enum ExportFormat: String, CaseIterable, Sendable {
  case xml, binary, openstep, strings, json
  case jsonLines = "jsonl"
  case csv, tsv, vcard, rec, text, html, postgresql, opensearch

  /// The format that the ending of a file's name stands for; `nil` for an ending of none, or of
  /// several.
  package init?(endingOf path: FilePath) {
    let formats = ExportFormat.allCases.filter { format in
      format.endings.contains { path.hasSuffix(FilePath("." + $0), ignoresCase: true) }
    }
    guard let format = formats.first else { return nil }
    self = format
  }

  /// Whether catalogues are also read in it.
  package var isRead: Bool {
    switch self {
    case .text, .html, .postgresql, .opensearch: false
    default: true
    }
  }

  /// The endings of names of such files, the usual one first.
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
