import Editing
import Platform
import PropertyLists

/// A benchmark of comparing and merging, beside reading the same files.
enum CompareBenchmark {
  private static let runs = 3

  /// How the other list differs from the first.
  private enum Change: String, CaseIterable {
    case some = "1,000 entries changed"
    case reversed = "the list reversed"
    case equal = "all labels equal"
    case renamed = "all entries renamed"
  }

  static func run(entryCounts: [Int]) {
    for entries in entryCounts {
      print("## Comparing, \(entries) entries\n")
      print("| the other file | work | CPU s | reading both = 1 | peak memory / files |")
      print("|---|---|--:|--:|--:|")
      let (first, values) = texts(entries)
      let base = TemporaryFile { $0(first) }
      for change in Change.allCases {
        let text = changed(values, change)
        let other = TemporaryFile { $0(text) }
        row(change, base, other, entries)
      }
      print()
    }
    Goals.printTable("comparing")
  }

  private static func row(
    _ change: Change, _ base: TemporaryFile, _ other: TemporaryFile, _ entries: Int
  ) {
    let works: [(what: Measured, files: [TemporaryFile])] = [
      (.readBoth, [base, other]), (.compare, [base, other]), (.merge, [base, other, base]),
    ]
    let commands = works.map { what, files in
      Command(
        name: what.rawValue,
        arguments: [CommandLine.arguments[0], "measure", what.rawValue] + files.map(\.path))
    }
    let medians = Comparison(commands, runs: runs, slowRuns: 0, slowTime: 1.5).medians
    guard let reading = medians[0] else { fail("the files could not be read") }
    for (work, (command, cost)) in zip(works, zip(commands, medians)) {
      guard let cost else { fail("\(command.name) could not be measured") }
      if command.name != Measured.readBoth.rawValue {
        Results.note("compare \(entries), \(change.rawValue)", command.name, seconds: cost.wall)
      }
      let cells = [
        rounded(cost.cpu, 3), rounded(cost.cpu / reading.cpu, 2),
        rounded(Double(cost.peakMemory) / Double(work.files.reduce(0) { $0 + $1.size }), 2),
      ]
      print("| \(change.rawValue) | \(command.name) | \(cells.joined(separator: " | ")) |")
    }
    noteGoals(change, medians.map { $0?.cpu ?? 0 }, entries)
  }

  /// Notes the limits of comparing and of merging, which reads three files, not two.
  private static func noteGoals(_ change: Change, _ seconds: [Double], _ entries: Int) {
    let (reading, comparing, merging) = (seconds[0], seconds[1], seconds[2])
    // If everything has changed, it may take three times as long as with a few changes.
    let usual = entries > 100_000 ? 3 : 1.5
    let limit = change == .some ? usual : usual * 3
    let work = "\(entries) entries, \(change.rawValue)"
    Goals.note("\(work): comparing / reading both", comparing / reading, "", .atMost(limit))
    Goals.note("\(work): merging / comparing", merging / comparing, "", .atMost(2))
  }

  // MARK: The files

  /// A flat list, and the text of each of its elements.
  private static func texts(_ entries: Int) -> (whole: [UInt8], elements: [[UInt8]]) {
    var text: [UInt8] = []
    Generator(shape: .news, entries: entries, seed: 1).write { text += $0 }
    guard let document = try? PropertyListDocument(FileBytes(text)) else {
      fail("the generated list cannot be read")
    }
    let elements = document.elements(of: document.root).map {
      document.text(at: document.elementRange(of: $0))
    }
    return (text, elements)
  }

  private static func changed(_ elements: [[UInt8]], _ change: Change) -> [UInt8] {
    var elements = elements
    switch change {
    case .some:
      for index in stride(from: 0, to: elements.count, by: max(elements.count / 1000, 1)) {
        elements[index] = relabelled(elements[index], "changed \(index)")
      }
    case .reversed: elements.reverse()
    case .equal: elements = elements.map { relabelled($0, "the same") }
    case .renamed:
      elements = elements.enumerated().map { relabelled($0.element, "renamed \($0.offset)") }
    }
    return Array("<plist version=\"1.0\"><array>".utf8) + elements.joined(separator: [0x0A])
      + Array("</array></plist>".utf8)
  }

  /// An entry with another text as its first string.
  private static func relabelled(_ element: [UInt8], _ label: String) -> [UInt8] {
    let (start, end) = (Array("<string>".utf8), Array("</string>".utf8))
    guard let opening = element.firstRange(of: start),
      let closing = element[opening.upperBound...].firstRange(of: end)
    else { fail("an entry has no text") }
    return element[..<opening.upperBound] + Array(label.utf8) + element[closing.lowerBound...]
  }
}
