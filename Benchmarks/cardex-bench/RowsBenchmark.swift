import Catalogues
import Forms
import Platform
import Presentation
import PropertyLists
import Storage

/// A benchmark of what a screen asks of the rows of a catalogue, as it scrolls, opens and closes.
enum RowsBenchmark {
  /// Catalogues with many entries in each section, with a section for each entry, and without
  /// sections.
  private static let shapes: [(name: String, text: @Sendable (Int) -> [UInt8])] = [
    ("sections of 40 entries", { text(sections: $0 / 40, entriesInEach: 40) }),
    ("sections of one entry", { text(sections: $0, entriesInEach: 1) }),
    ("one list", { text(sections: 0, entriesInEach: $0) }),
  ]

  static func run(entryCounts: [Int]) {
    for entries in entryCounts {
      print("## Rows of \(entries) entries, µs: median, and the slowest of \(rounds)\n")
      let names = ["row(at:)", "index(of:)", "toggle", "reveal", "first count", "filter"]
      print("| shape | \(names.joined(separator: " | ")) |")
      print("|---" + String(repeating: "|--:", count: names.count) + "|")
      for shape in shapes {
        let cells = zip(names, measure(shape.text(entries))).map { name, times in
          let sorted = times.sorted()
          let median = sorted[sorted.count / 2]
          Results.note("rows \(entries), \(shape.name)", name, seconds: median * 1e-6)
          return "\(rounded(median, 1)), \(rounded(sorted.last ?? 0, 1))"
        }
        print("| \(shape.name) | \(cells.joined(separator: " | ")) |")
      }
      print()
    }
  }

  private static let rounds = 1000

  private static func text(sections: Int, entriesInEach count: Int) -> [UInt8] {
    var text = Array("<plist version=\"1.0\"><array>".utf8)
    func putEntries(_ section: Int) {
      for entry in 0..<count { text += "<string>entry \(section) \(entry)</string>".utf8 }
    }
    if sections == 0 { putEntries(0) }
    for section in 0..<sections {
      text += "<dict><key>title</key><string>\(section)</string><key>items</key><array>".utf8
      putEntries(section)
      text += "</array></dict>".utf8
    }
    return text + "</array></plist>\n".utf8
  }

  /// The times of each kind of question, in microseconds.
  private static func measure(_ text: [UInt8]) -> [[Double]] {
    guard
      let catalogue = try? Catalogue(PropertyListDocument(FileBytes(text)))
    else { fail("a generated catalogue could not be read") }
    let sectioning = Sectioning(catalogue)
    let rows = Rows(sectioning)
    let builder = RowBuilder(
      sectioning,
      contents: EntryContents(catalogue, book: AddressBook(catalogue), fileName: "list"))
    var sum = 0
    let first = [time { sum += rows.count }]
    let count = rows.count
    // Spread over all rows without a regular step.
    let indices = (0..<rounds).map { $0 &* 7_368_787 % count }
    let headings = sectioning.headings
    let entries = catalogue.entries
    func entry(_ number: Int) -> Entry.ID {
      entries.lowerBound.advanced(by: number % entries.count)
    }
    let at = indices.map { index in
      time { sum += rows.row(at: index, by: builder).label.value.utf8.count }
    }
    let found = indices.map { index in time { sum += rows.index(of: .entry(entry(index))) ?? 0 } }
    let toggled = indices.map { index in
      headings.isEmpty
        ? 0
        : time { sum += rows.apply(.toggle, to: headings[index % headings.count]).deleted.count }
    }
    let revealed = indices.map { index in
      time { sum += rows.reveal(.entry(entry(index))).index ?? 0 }
    }
    // Every hundredth entry is a hit.
    let filtered = [
      time {
        var groups: [(heading: Heading, entries: [Entry.ID])] = []
        for number in stride(from: 0, to: entries.count, by: 100) {
          let entry = entry(number)
          let section = catalogue.section(of: entry)
          let heading = section == .root ? Heading.top : .section(section)
          if groups.last?.heading == heading {
            groups[groups.count - 1].entries.append(entry)
          } else {
            groups.append((heading, [entry]))
          }
        }
        sum += rows.show(Sectioning(catalogue, groups: groups)).deleted.count
      }
    ]
    if sum == 0 { fail("no rows were found") }
    return [at, found, toggled, revealed, first, filtered]
  }

  /// The time that something takes, in microseconds.
  private static func time(_ body: () -> Void) -> Double {
    let start = ContinuousClock.now
    body()
    return (ContinuousClock.now - start) / .microseconds(1)
  }
}
