import Platform

/// A benchmark of changing one value of a catalogue in a separate process: read the file, edit it,
/// save it.
///
/// The baseline is copying the file and waiting until the copy is on the disk.
enum EditBenchmark {
  static func run(entryCounts: [Int]) {
    for entries in entryCounts {
      let generator = Generator(shape: .contacts, entries: entries, seed: 1)
      printTable(generator)
      printInMemory(generator)
    }
  }

  private static func printTable(_ generator: Generator) {
    let source = TemporaryFile(generator.write)
    let copy = TemporaryFile { _ in }
    let trials = Editor.allCases.map { EditTrial($0, on: generator) }
    let copies = copies(of: source.path, at: copy.path)
    // Some other programs take a minute for a million entries.
    let runs = generator.entries > 100_000 ? 3 : generator.entries > 10_000 ? 7 : 41
    // This keeps a program from waiting for what others have written before.
    sync()
    let medians = Comparison(
      copies + trials.map(\.command), runs: runs, slowRuns: 1, slowTime: 2
    ).medians
    guard let yardstick = medians[0] else { fail("copying could not be measured") }
    let size = rounded(Double(source.size) / 1e6, 2)
    print("## Changing one of \(generator.entries) entries (\(size) MB), whole process\n")
    print("| command | ms | time, copy and fsync = 1 | CPU ms | peak MB |")
    print("|---|---|---|---|---|")
    for (command, cost) in zip(copies, medians) {
      print(row(command.name, cost, yardstick))
    }
    for (trial, cost) in zip(trials, medians.dropFirst(copies.count)) {
      let isEdited = trial.holdsEdit(ofTurn: runs)
      if trial.isOwn, isEdited, let cost {
        Results.note("edit \(generator.entries)", trial.command.name, seconds: cost.wall)
      }
      print(row(trial.command.name, isEdited ? cost : nil, yardstick))
    }
    print()
  }

  private static func copies(of path: String, at copyPath: String) -> [Command] {
    let script = #"cp "$1" "$2" && sync "$2""#
    return [
      Command(
        name: "copy and fsync",
        arguments: [CommandLine.arguments[0], "measure", Measured.copy.rawValue, path, copyPath],
        worstStatus: 0),
      Command(
        name: "cp && sync", arguments: ["sh", "-c", script, "sh", path, copyPath], worstStatus: 0),
    ]
  }

  private static func row(_ name: String, _ cost: Cost?, _ yardstick: Cost) -> String {
    guard let cost else { return "| \(name) | not available | | | |" }
    let cells = [
      rounded(cost.wall * 1000, 1), rounded(cost.wall / yardstick.wall, 2),
      rounded(cost.cpu * 1000, 1), rounded(Double(cost.peakMemory) / 1e6, 0),
    ]
    return "| \(name) | \(cells.joined(separator: " | ")) |"
  }
}

/// One way to change a value, on a file of its own.
private struct EditTrial {
  let command: Command
  /// Whether Cardex makes the change.
  let isOwn: Bool
  private let file: TemporaryFile
  /// The values written in turn, so that each run changes something; the generator produces
  /// neither.
  private static let values = ["+15550000", "+15550009"]

  init(_ editor: Editor, on generator: Generator) {
    isOwn = editor == .cardex
    file = TemporaryFile(generator.write)
    let (path, section) = (file.path, generator.entries / generator.sectionSize / 2)
    func arguments(_ value: String) -> [String] {
      editor.arguments(path, section: section, entry: generator.sectionSize / 2, number: value)
    }
    command = Command(
      name: editor.rawValue, arguments: arguments(EditTrial.values[0]),
      arguments(EditTrial.values[1]), worstStatus: 0)
  }

  /// Whether the file contains what the turn wrote.
  func holdsEdit(ofTurn turn: Int) -> Bool {
    let value = EditTrial.values[turn % EditTrial.values.count]
    let arguments = ["grep", "-q", "-F", "-e", value, file.path]
    return Command(name: "grep", arguments: arguments, worstStatus: 0).run() != nil
  }
}

/// The programs that change a value.
private enum Editor: String, CaseIterable {
  case cardex = "cardex batch"
  case plistlib = "Python's plistlib"
  case plutil = "plutil -replace"

  /// The command that changes an entry's number.
  ///
  /// - Parameters:
  ///   - section: The section's index.
  ///   - entry: The entry's index in the section.
  func arguments(_ path: String, section: Int, entry: Int, number: String) -> [String] {
    switch self {
    case .cardex:
      [
        sibling("cardex"), "batch", "-e", "set '#\(section + 1)/#\(entry + 1)' phoneNum=\(number)",
        path,
      ]
    case .plistlib: ["python3", "-c", Editor.script, path, "\(section)", "\(entry)", number]
    case .plutil:
      [
        "plutil", "-replace", "\(section).contacts.\(entry).phoneNum", "-string", number, path,
      ]
    }
  }

  private static let script = """
    import os, plistlib, sys
    path, section, entry, number = sys.argv[1:]
    with open(path, 'rb') as file:
      catalogue = plistlib.load(file)
    catalogue[int(section)]['contacts'][int(entry)]['phoneNum'] = number
    with open(path + '.new', 'wb') as file:
      plistlib.dump(catalogue, file)
      file.flush()
      os.fsync(file.fileno())
    os.rename(path + '.new', path)
    """
}
