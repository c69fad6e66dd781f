import CBaseline
import Catalogues
import Comparing
import Editing
import Platform
import PropertyLists
import Storage

/// The operations measured in a separate process.
enum Measured: String, CaseIterable {
  case push, pull, document, catalogue
  /// Copying the first file to the second.
  case copy
  /// Reading a catalogue and writing its index; prints the microseconds that writing took.
  case index
  /// Writing the first file in binary to the second.
  case binary
  /// Reading two files, comparing them, and merging a base and two branches.
  case readBoth = "reading both"
  case compare = "comparing"
  case merge = "merging"

  /// - Returns: The exit status of the process.
  static func run(_ name: String, paths: [String]) -> Int32 {
    guard let measured = Measured(rawValue: name), measured.pathCounts.contains(paths.count) else {
      return 2
    }
    let isDone =
      switch measured {
      case .push: cardex_baseline_push(paths[0]) == 0
      case .pull: cardex_baseline_pull(paths[0]) == 0
      case .document: document(paths[0]) != nil
      case .catalogue: document(paths[0], paths.dropFirst().first).map(catalogue) != nil
      case .binary: document(paths[0]).map { write($0, paths[1]) } == true
      case .readBoth: documents(paths) != nil
      case .compare: documents(paths).map { TreeComparison(from: $0[0], to: $0[1]) } != nil
      case .merge: documents(paths).map(merge) == true
      case .copy: FileCopy.make(of: paths[0], at: paths[1])
      case .index:
        SearchBuilding.makeIndex(of: paths[0]).map { print(Int($0 * 1e6)) } != nil
      }
    return isDone ? 0 : 2
  }

  /// How many arguments are taken; a format may follow the file of a catalogue.
  private var pathCounts: ClosedRange<Int> {
    switch self {
    case .copy, .binary, .readBoth, .compare: 2...2
    case .merge: 3...3
    case .catalogue: 1...2
    default: 1...1
    }
  }

  private static func document(_ path: String, _ format: String? = nil) -> PropertyListDocument? {
    try? PropertyListDocument(
      FileBytes(path: FilePath(path), access: .mapped),
      format: format.flatMap { FileFormat(rawValue: $0) })
  }

  private static func documents(_ paths: [String]) -> [PropertyListDocument]? {
    let documents = paths.compactMap { document($0) }
    return documents.count == paths.count ? documents : nil
  }

  /// Merges a base and two branches, and takes the result piece by piece, as the program does.
  private static func merge(_ documents: [PropertyListDocument]) -> Bool {
    TreeMerge(base: documents[0], ours: documents[1], theirs: documents[2]).apply()
    var size = 0
    try? documents[1].writeFile { size += $0.count }
    return size > 0
  }

  private static func write(_ document: PropertyListDocument, _ path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    // Without a change, the bytes that were read would be written.
    let end = TextPieces.Position.after(document.elementRange(of: document.root).upperBound - 1)
    _ = document.replaceText(from: end, to: end, with: [document.addText([0x20])])
    var isWritten = true
    try? document.writeFile(as: .binary) {
      isWritten = fwrite($0.baseAddress, 1, $0.count, file) == $0.count && isWritten
    }
    return fclose(file) == 0 && isWritten
  }

  private static func catalogue(_ document: PropertyListDocument) -> Catalogue? {
    try? Catalogue(document)
  }
}

/// A benchmark of reading a catalogue, compared with libxml2 alone and other readers of property
/// lists.
enum ReadBenchmark {
  private static let runs = 7
  /// Other programs take ten seconds.
  private static let slowRuns = 0

  static func run(entryCounts: [Int]) {
    for entries in entryCounts {
      let generator = Generator(shape: .cars, entries: entries, seed: 1)
      let file = TemporaryFile(generator.write)
      let commands = commands(file.path)
      let medians = Comparison(commands, runs: runs, slowRuns: slowRuns, slowTime: 2).medians
      let megabytes = Double(file.size) / 1e6
      guard let yardstick = medians[0] else { fail("libxml2 alone could not be measured") }
      print("## Reading \(entries) entries (\(rounded(megabytes, 1)) MB)\n")
      print("| reader | s | CPU s | MB/s | rate, libxml2 push = 1 | peak memory / file |")
      print("|---|---|---|---|---|---|")
      for (command, cost) in zip(commands, medians) {
        guard let cost else {
          print("| \(command.name) | not installed | | | | |")
          continue
        }
        if command.name.hasPrefix("Cardex") {
          Results.note("read \(entries)", command.name, seconds: cost.wall)
        }
        let cells = [
          rounded(cost.wall, 3), rounded(cost.cpu, 3), rounded(megabytes / cost.wall, 0),
          rounded(yardstick.wall / cost.wall, 2),
          rounded(Double(cost.peakMemory) / Double(file.size), 2),
        ]
        print("| \(command.name) | \(cells.joined(separator: " | ")) |")
      }
      print()
      noteGoals(commands, medians, yardstick)
    }
    Goals.printTable("reading")
  }

  /// Notes the rates to reach, as multiples of libxml2's rate.
  private static func noteGoals(_ commands: [Command], _ medians: [Cost?], _ yardstick: Cost) {
    if let tree = zip(commands, medians).first(where: { $0.0.name == pugixml })?.1,
      let own = zip(commands, medians).first(where: { $0.0.name == "Cardex, document" })?.1
    {
      Goals.note("processor time of reading / pugixml's", own.cpu / tree.cpu, "", .atMost(0.5))
    }
    let rates = medians.map { $0.map { yardstick.wall / $0.wall } }
    let others = zip(commands, rates).drop { !$0.0.name.hasPrefix("xmllint") }
    let best = others.compactMap { command, rate in rate.map { (command.name, $0) } }
      .max { $0.1 < $1.1 }
    for (command, rate) in zip(commands, rates) where command.name.hasPrefix("Cardex, catalogue") {
      guard let rate else { continue }
      let isAlone = command.name != "Cardex, catalogue"
      Goals.note(
        "\(command.name), × libxml2", rate, "", .atLeast(isAlone ? 0.95 : 1.5), peer: best)
    }
  }

  private static let pugixml = "pugixml, tree (C++)"

  private static func commands(_ path: String) -> [Command] {
    let own = CommandLine.arguments[0]
    func measured(_ what: Measured) -> [String] { [own, "measure", what.rawValue, path] }
    let script = "import plistlib, sys; plistlib.load(open(sys.argv[1], 'rb'))"
    return [
      Command(name: "libxml2, push, empty callbacks (C)", arguments: measured(.push)),
      Command(name: "libxml2, pull, empty callbacks (C)", arguments: measured(.pull)),
      Command(name: pugixml, arguments: ["read-pugixml", path]),
      Command(name: "Cardex, document", arguments: measured(.document)),
      Command(name: "Cardex, catalogue", arguments: measured(.catalogue)),
      Command(
        name: "Cardex, catalogue, on one processor",
        arguments: ["taskset", "-c", "0"] + measured(.catalogue)),
      Command(name: "xmllint --stream", arguments: ["xmllint", "--stream", "--noout", path]),
      Command(name: "xmllint", arguments: ["xmllint", "--noout", path]),
      Command(name: "plutil -lint", arguments: ["plutil", "-lint", path]),
      Command(name: "Python's plistlib", arguments: ["python3", "-c", script, path]),
    ]
  }
}

/// A number with a given number of decimal places.
func rounded(_ value: Double, _ digits: Int) -> String {
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let scaled = (value * scale).rounded()
  guard digits > 0 else { return String(Int(scaled)) }
  let text = String(Int(scaled))
  let padded = String(repeating: "0", count: max(digits + 1 - text.count, 0)) + text
  return padded.dropLast(digits) + "." + padded.suffix(digits)
}
