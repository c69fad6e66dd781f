import Platform
import PropertyLists

/// A benchmark of reading and writing other formats than XML, compared with Python's modules.
enum FormatsBenchmark {
  private static let runs = 5

  static func run(entryCounts: [Int]) {
    for entries in entryCounts {
      let generator = Generator(shape: .cars, entries: entries, seed: 1)
      let xml = TemporaryFile(generator.write)
      let others = ["binary", "json", "csv"].map { format in
        (format: format, file: TemporaryFile { _ in })
      }
      guard
        Command(
          name: "", arguments: ["python3", "-c", conversion, xml.path] + others.map(\.file.path)
        ).run() != nil
      else { fail("python3 cannot convert the catalogue") }
      print("## Formats, \(entries) entries\n")
      print("| work | MB | Cardex CPU s | Python CPU s | ratio | peak memory / larger form |")
      print("|---|--:|--:|--:|--:|--:|")
      let files = [(format: "xml", file: xml)] + others
      for (format, file) in files {
        row(
          "read \(format) as a catalogue", file.size, xml.size,
          measured("catalogue", file.path, format), python(reading[format] ?? "", file.path))
      }
      let binary = files[1].file
      let output = TemporaryFile { _ in }
      row(
        "XML to binary, after an edit", xml.size, xml.size,
        [CommandLine.arguments[0], "measure", "binary", xml.path, output.path],
        python(writing, xml.path, output.path))
      row(
        "binary to binary, after an edit", binary.size, xml.size,
        [CommandLine.arguments[0], "measure", "binary", binary.path, output.path],
        python(writing, binary.path, output.path))
      print()
    }
  }

  private static func measured(_ what: String, _ path: String, _ format: String) -> [String] {
    [CommandLine.arguments[0], "measure", what, path, format]
  }

  private static func python(_ script: String, _ paths: String...) -> [String] {
    ["python3", "-c", script] + paths
  }

  private static func row(
    _ name: String, _ size: Int, _ largest: Int, _ own: [String], _ other: [String]
  ) {
    let medians = Comparison(
      [Command(name: "Cardex", arguments: own), Command(name: "Python", arguments: other)],
      runs: runs
    ).medians
    guard let own = medians[0], let other = medians[1] else {
      print("| \(name) | \(rounded(Double(size) / 1e6, 1)) | not measured | | | |")
      return
    }
    let cells = [
      rounded(Double(size) / 1e6, 1), rounded(own.cpu, 3), rounded(other.cpu, 3),
      rounded(other.cpu / own.cpu, 1), rounded(Double(own.peakMemory) / Double(largest), 2),
    ]
    print("| \(name) | \(cells.joined(separator: " | ")) |")
  }

  /// Writes the entries of a catalogue in sections in other formats.
  private static let conversion = """
    import csv, json, plistlib, sys
    tree = plistlib.load(open(sys.argv[1], "rb"))
    plistlib.dump(tree, open(sys.argv[2], "wb"), fmt=plistlib.FMT_BINARY, sort_keys=False)
    json.dump(tree, open(sys.argv[3], "w"), ensure_ascii=False)
    rows = []
    def find(value):
        if isinstance(value, dict) and not any(isinstance(v, (dict, list)) for v in value.values()):
            rows.append(value)
        elif isinstance(value, (dict, list)):
            for v in value.values() if isinstance(value, dict) else value: find(v)
    find(tree)
    keys = list(dict.fromkeys(key for row in rows for key in row))
    writer = csv.DictWriter(open(sys.argv[4], "w", newline=""), keys)
    writer.writeheader()
    writer.writerows(rows)
    """

  private static let reading = [
    "xml": "import plistlib, sys; plistlib.load(open(sys.argv[1], 'rb'))",
    "binary": "import plistlib, sys; plistlib.load(open(sys.argv[1], 'rb'))",
    "json": "import json, sys; json.load(open(sys.argv[1]))",
    "csv": "import csv, sys; list(csv.DictReader(open(sys.argv[1], newline='')))",
  ]

  private static let writing = """
    import plistlib, sys
    tree = plistlib.load(open(sys.argv[1], "rb"))
    plistlib.dump(tree, open(sys.argv[2], "wb"), fmt=plistlib.FMT_BINARY, sort_keys=False)
    """
}
