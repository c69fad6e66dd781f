import Platform
import PropertyLists

/// A benchmark of reading, writing and importing other formats than XML, beside other programs.
enum FormatsBenchmark {
  private static let runs = 5

  /// A piece of work to measure, and how many times as long other programs should take for it.
  private struct Work {
    let name: String
    let own: Command
    let peers: [(command: Command, goal: Double?)]
    /// The size of the larger form of the data that is read or written, in bytes.
    let size: Int

    init(_ name: String, size: Int, _ own: [String], _ peers: [(Command, goal: Double?)]) {
      self.name = name
      self.size = size
      self.own = Command(name: "Cardex", arguments: own)
      self.peers = peers
    }
  }

  static func run(entryCounts: [Int]) {
    for entries in entryCounts {
      let generator = Generator(shape: .cars, entries: entries, seed: 1)
      let xml = TemporaryFile(generator.write)
      let others = ["binary", "json", "csv", "output"].map { _ in TemporaryFile { _ in } }
      // The files are removed with these objects, of which only the paths are used.
      defer { withExtendedLifetime((xml, others)) {} }
      let conversion = python(conversion, [xml.path] + others.prefix(3).map(\.path))
      guard Command(name: "", arguments: conversion).run() != nil else {
        fail("python3 cannot convert the catalogue")
      }
      print("## Formats, \(entries) entries\n")
      print(
        "| work | beside | Cardex CPU s | its CPU s | ratio | peak memory / larger form |"
      )
      print("|---|---|--:|--:|--:|--:|")
      for work in works(xml, binary: others[0], json: others[1], csv: others[2], output: others[3])
      {
        measure(work, entries)
      }
      print()
    }
    cards(entries: 100_000)
    importing(entries: 100_000)
    Goals.printTable("formats")
  }

  private static func works(
    _ xml: TemporaryFile, binary: TemporaryFile, json: TemporaryFile, csv: TemporaryFile,
    output: TemporaryFile
  ) -> [Work] {
    func read(_ file: TemporaryFile, _ format: String) -> [String] {
      measured("catalogue", file.path, format)
    }
    func size(_ file: TemporaryFile) -> Int { max(file.size, xml.size) }
    func peer(_ name: String, _ arguments: [String]) -> Command {
      Command(name: name, arguments: arguments)
    }
    let plistlib = "import plistlib, sys; plistlib.load(open(sys.argv[1], 'rb'))"
    return [
      Work(
        "read binary", size: size(binary), read(binary, "binary"),
        [
          (peer("the same as XML", read(xml, "xml")), goal: 1),
          (peer("plistlib", python(plistlib, [binary.path])), goal: 10),
          (peer("plutil -lint", ["plutil", "-lint", binary.path]), goal: nil),
          (
            peer("plistutil, to XML", plistutil(binary.path, "xml", output.path)), goal: nil
          ),
        ]),
      Work(
        "read JSON", size: size(json), read(json, "json"),
        [
          (
            peer(
              "Python's json",
              python("import json, sys; json.load(open(sys.argv[1]))", [json.path])),
            goal: 5
          ),
          (peer("jq length", ["jq", "length", json.path]), goal: nil),
        ]),
      Work(
        "read CSV", size: size(csv), read(csv, "csv"),
        [
          (
            peer(
              "Python's csv, dictionaries",
              python(
                "import csv, sys; list(csv.DictReader(open(sys.argv[1], newline='')))",
                [csv.path])),
            goal: 8
          ),
          (peer("csvcut", ["csvcut", "-c", "1", csv.path]), goal: nil),
          (peer("mlr, Miller", ["mlr", "--icsv", "--ojson", "nothing", csv.path]), goal: nil),
        ]),
      Work(
        "write binary, edited", size: xml.size, measured("binary", xml.path, output.path),
        [
          (peer("plistlib", python(writing, [xml.path, output.path])), goal: 5),
          (
            peer(
              "plutil", ["plutil", "-convert", "binary1", "-o", output.path, xml.path]), goal: nil
          ),
          (peer("plistutil", plistutil(xml.path, "bin", output.path)), goal: nil),
        ]),
    ]
  }

  private static func measured(_ words: String...) -> [String] {
    [CommandLine.arguments[0], "measure"] + words
  }

  private static func python(_ script: String, _ paths: [String]) -> [String] {
    ["python3", "-c", script] + paths
  }

  private static func plistutil(_ input: String, _ format: String, _ output: String) -> [String] {
    ["plistutil", "-i", input, "-f", format, "-o", output]
  }

  private static func measure(_ work: Work, _ entries: Int) {
    let medians = Comparison(
      [work.own] + work.peers.map(\.command), runs: runs, slowRuns: 0, slowTime: 2
    )
    .medians
    guard let own = medians[0] else { fail("'\(work.name)' could not be measured") }
    Results.note("formats \(entries)", work.name, seconds: own.wall)
    let memory = Double(own.peakMemory) / Double(work.size)
    Goals.note("\(work.name), peak memory / larger form", memory, "", .atMost(3))
    for ((peer, goal), cost) in zip(work.peers, medians.dropFirst()) {
      let cells = [
        work.name, peer.name, rounded(own.cpu, 3),
        cost.map { rounded($0.cpu, 3) } ?? "not installed",
        cost.map { rounded($0.cpu / own.cpu, 1) } ?? "", rounded(memory, 2),
      ]
      print("| \(cells.joined(separator: " | ")) |")
      guard let goal, let cost else { continue }
      Goals.note(
        work.name, own.cpu, "s", .atMost(cost.cpu / goal), peer: (peer.name, cost.cpu))
    }
  }

  /// Measures reading and writing cards, beside the JSON of the same entries, and editing one in a
  /// folder of as many files.
  private static func cards(entries: Int) {
    let (cards, json, output) = (
      TemporaryFile { _ in }, TemporaryFile { _ in }, TemporaryFile { _ in }
    )
    defer { withExtendedLifetime((cards, json, output)) {} }
    func conversion(_ file: TemporaryFile, _ from: String, _ to: String, at path: String)
      -> [String]
    {
      [
        sibling("cardex"), "convert", "--force", "--from=" + from, "--to=" + to, "-o", path,
        file.path,
      ]
    }
    guard
      Command(name: "", arguments: python(people, [cards.path, String(entries)])).run() != nil,
      Command(name: "", arguments: conversion(cards, "vcard", "json", at: json.path)).run() != nil
    else { fail("no cards could be written") }
    let folder = BenchDirectory()
    guard Command(name: "", arguments: python(files, [cards.path, folder.path])).run() != nil else {
      fail("python3 cannot write a folder of cards")
    }
    print("## Cards, \(entries)\n")
    print("| work | beside | Cardex CPU s | its CPU s | ratio | peak memory / larger form |")
    print("|---|---|--:|--:|--:|--:|")
    let size = max(cards.size, json.size)
    let works = [
      Work(
        "read vCards", size: size, measured("catalogue", cards.path, "vcard"),
        [
          (
            Command(
              name: "the same as JSON", arguments: measured("catalogue", json.path, "json")),
            goal: 0.8
          )
        ]),
      Work(
        "JSON to vCards", size: size,
        conversion(json, "json", "vcard", at: output.path),
        [
          (
            Command(
              name: "JSON to JSON",
              arguments: conversion(json, "json", "json", at: output.path)),
            goal: 0.5
          )
        ]),
      Work(
        "edit a card in a folder", size: size,
        // Each run sets another text.
        ["sh", "-c", #"exec "$0" set "$1" '#2' note=$$"#, sibling("cardex"), folder.path],
        [
          (
            Command(
              name: "searching the folder",
              arguments: [sibling("cardex"), "search", "-c", "Anna", folder.path]),
            goal: nil
          )
        ]),
    ]
    for work in works { measure(work, entries) }
    print()
  }

  /// Measures an import of contacts, of which half are new, beyond reading both files.
  private static func importing(entries: Int) {
    let (target, output) = (TemporaryFile { _ in }, TemporaryFile { _ in })
    defer { withExtendedLifetime((target, output)) {} }
    // A table is recognized by the extension of its name.
    let source = target.path + ".csv"
    defer { unlink(source) }
    guard
      Command(name: "", arguments: python(contacts, [target.path, source, String(entries)])).run()
        != nil
    else { fail("python3 cannot write contacts") }
    let command = "import \(source) --match=email --update"
    let medians = Comparison(
      [
        Command(
          name: "import",
          arguments: [
            sibling("cardex"), "batch", "-o", output.path, "-e", command, target.path,
          ]),
        Command(name: "", arguments: measured("catalogue", target.path)),
        Command(name: "", arguments: measured("catalogue", source, "csv")),
      ], runs: runs
    ).medians
    guard let all = medians[0], let first = medians[1], let second = medians[2] else {
      return print("'import' could not be measured: build cardex beside this program")
    }
    let seconds = all.wall - first.wall - second.wall
    Results.note("formats \(entries)", "import --match", seconds: all.wall)
    Goals.note(
      "\(entries) contacts imported with --match, beyond reading both", seconds, "s", .atMost(1))
  }

  /// Writes the entries of a catalogue with sections in other formats.
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

  /// Writes contacts as cards.
  private static let people = """
    import sys
    with open(sys.argv[1], "w", newline="") as cards:
        for number in range(int(sys.argv[2])):
            cards.write(
                f"BEGIN:VCARD\\r\\nVERSION:3.0\\r\\nN:{number};Anna;;;\\r\\nFN:Anna {number}\\r\\n"
                f"TEL;TYPE=HOME:+49 30 {number:07}\\r\\n"
                f"EMAIL;TYPE=INTERNET:anna{number}@example.com\\r\\n"
                f"ADR:;;{number} Main Street;Springfield;;12345;USA\\r\\nEND:VCARD\\r\\n")
    """

  private static let files = """
    import sys
    cards = open(sys.argv[1], newline="").read().split("BEGIN:VCARD")[1:]
    for number, card in enumerate(cards):
        with open(f"{sys.argv[2]}/{number:06}.vcf", "w", newline="") as file:
            file.write("BEGIN:VCARD" + card)
    """

  private static let writing = """
    import plistlib, sys
    tree = plistlib.load(open(sys.argv[1], "rb"))
    plistlib.dump(tree, open(sys.argv[2], "wb"), fmt=plistlib.FMT_BINARY, sort_keys=False)
    """

  /// Writes contacts as a property list, and as a table, half of whose contacts are different.
  private static let contacts = """
    import csv, plistlib, sys
    count = int(sys.argv[3])
    def contact(number, phone):
        return {"name": f"Anna {number}", "phone": f"+49 30 {phone:07}",
                "email": f"anna{number}@example.com"}
    people = [contact(number, number) for number in range(count)]
    plistlib.dump(people, open(sys.argv[1], "wb"), sort_keys=False)
    rows = [contact(number, number + 1) for number in range(count // 2, count + count // 2)]
    writer = csv.DictWriter(open(sys.argv[2], "w", newline=""), rows[0])
    writer.writeheader()
    writer.writerows(rows)
    """
}
