import Catalogues
import Editing
import Exchange
import Grammar
import ICUText
import Language
import Platform
import PropertyLists
import Searching
import Storage
import Terminal

/// What is known of an index without reading all of it, printed in columns or as JSON.
struct IndexListing {
  private let index: KeptIndex

  /// Prints all indexes.
  static func run(_ options: ParsedOptions, _ output: Output) throws(Failure) -> ExitStatus {
    let directory = try IndexDirectory.checked()
    let listings = try directory.indexes(options).map { IndexListing(index: $0) }
    if options.has(.json) {
      for listing in listings { try output.write(line: listing.json) }
    } else if listings.isEmpty {
      Diagnostics.note(naming: "there are no indexes in \(directory.path)")
    } else {
      // Columns for people, tabs for programs.
      let rows = listings.map(\.cells)
      if StandardTerminal.isOutput {
        let shown = rows.map { $0.map { String(decoding: $0, as: UTF8.self) } }
        for line in aligned([headings] + shown) { try output.write(line: line) }
      } else {
        for row in rows { try output.write(part: Array(row.joined(separator: [0x09])) + [0x0A]) }
      }
    }
    return .found
  }

  /// The state of the index in a word or two.
  private var state: String {
    switch KeptIndex.Fault.caught(try index.check()) {
    case nil: "current"
    case .unusable(.stale): "stale"
    case .unusable(.otherVersion), .otherReadings: "other version"
    case .orphaned: "missing"
    case .unusable(.untrusted): "untrusted"
    case .unusable, .otherPart, .otherCount: "damaged"
    }
  }

  private static let headings = ["STATE", "ENTRIES", "SIZE", "MADE", "CATALOGUE", "OPTIONS"]
  private static let numberColumns = 1...2

  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = headings.indices.map { column in
      rows.map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
    return rows.map { cells in
      var line = ""
      for (column, cell) in cells.enumerated() {
        let gap = String(repeating: " ", count: widths[column] - DisplayWidth.of(cell))
        line += (numberColumns.contains(column) ? gap + cell : cell + gap) + "  "
      }
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The cells under the headings.
  private var cells: [[UInt8]] {
    let path = ByteText(index.catalogue ?? index.path)
    let texts = [
      state, index.entryCount.map(String.init) ?? "", String(index.size),
      time("%Y-%m-%d %H:%M:%S", isLocal: true) ?? "",
    ]
    return texts.map { Array($0.utf8) } + [
      path.field(forTerminal: StandardTerminal.isOutput),
      Array(VisibleText.escapedField(options.joined(separator: " ")).utf8),
    ]
  }

  private var json: String {
    JSON.object([
      ("state", JSON.string(state)), ("entries", index.entryCount.map(String.init) ?? "null"),
      ("size", String(index.size)),
      ("made", time("%Y-%m-%dT%H:%M:%SZ", isLocal: false).map(JSON.string) ?? "null"),
      ("catalogue", index.catalogue.map { JSON.name(ByteText($0)) } ?? "null"),
      ("options", JSON.array(options.map(JSON.string))), ("index", JSON.name(ByteText(index.path))),
    ])
  }

  private var options: [String] { index.parsing?.arguments ?? [] }

  private func time(_ format: String, isLocal: Bool) -> String? {
    guard let created = index.created else { return nil }
    var seconds = time_t(created / 1_000_000_000)
    var fields = tm()
    guard (isLocal ? localtime_r(&seconds, &fields) : gmtime_r(&seconds, &fields)) != nil else {
      return nil
    }
    return String(unsafeUninitializedCapacity: 64) { text in
      text.withMemoryRebound(to: CChar.self) { strftime($0.baseAddress, 64, format, &fields) }
    }
  }
}

extension ParseOptions {
  /// The options as given on the command line.
  var arguments: [String] {
    func arguments(_ name: OptionName, _ values: [String]) -> [String] {
      values.map { "\(name.spelling)=\($0)" }
    }
    return arguments(.root, shape.root.map { [$0] } ?? [])
      + arguments(.titleKey, shape.titleKeys) + arguments(.membersKey, shape.memberKeys)
      + arguments(.labelKey, shape.labelKeys) + arguments(.detailKey, shape.detailKeys)
      + (shape.isFlat ? [OptionName.flat.spelling] : [])
      + arguments(.from, format.map { [$0.rawValue] } ?? [])
      + arguments(.encoding, encoding.map { [$0] } ?? [])
      + arguments(.sectionColumn, decoding.sectionColumn.map { [$0] } ?? [])
      + (decoding.skipsNull ? [OptionName.skipNull.spelling] : [])
      + (decoding.isTagged ? [OptionName.tagged.spelling] : [])
  }
}
