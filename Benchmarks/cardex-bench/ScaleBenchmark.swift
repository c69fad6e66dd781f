import Catalogues
import Editing
import Language
import Outlines
import Platform
import Storage

/// A benchmark of how the time of commands grows with the catalogue: each command is run on a
/// catalogue of a given size and on one four times as large.
///
/// The exponent is 1 if four times as many commands, or one command that processes everything, take
/// four times as long. It is 2 if each of many commands processes everything.
struct ScaleBenchmark {
  /// How many items the smaller catalogues have.
  var size = 5000
  /// Runs only commands whose names or shapes contain this.
  var filter = ""

  /// How much larger the other catalogues are.
  private static let factor = 4
  /// The exponent above which a command is marked as growing too fast: four times as much takes
  /// more than five times as long.
  private static let limit = 1.161
  /// The shortest meaningful time, in seconds.
  private static let leastTime = 0.01
  /// The smallest meaningful catalogue, since each edit examines some dozens of neighbours.
  private static let leastSize = 4000

  /// Prints a table.
  ///
  /// - Returns: Whether no exponent exceeds the limit.
  func run() -> Bool {
    print("| command | catalogue | ms, \(size) | ms, \(size * ScaleBenchmark.factor) | exponent |")
    print("|---|---|---|---|---|")
    var isGood = true
    for command in ScaleCommand.all where isWanted(command.name, command.shape.rawValue) {
      let times = self.times { trial(of: command, size: $0) }
      isGood = printRow(command.name, command.shape.rawValue, times) && isGood
    }
    if isWanted("joined lines", "pipe") {
      isGood = printRow("joined lines", "pipe", times(timeOfJoinedLines)) && isGood
    }
    for command in ScaleFileCommand.all {
      for file in ScaleFile.allCases
      where isWanted(command.name, file.rawValue) && command.isPossible(file) {
        let times = times { time(of: command, on: file, size: $0) }
        isGood = printRow(command.name, file.rawValue, times) && isGood
      }
    }
    return isGood
  }

  /// Processor time in seconds for both sizes. Other load on the machine can only add to it, so the
  /// shortest of several trials is the best estimate; more trials are made where the time seems to
  /// grow too fast.
  private func times(_ trial: (_ size: Int) -> Double) -> [Double] {
    let sizes = [size, size * ScaleBenchmark.factor]
    var times = sizes.map(trial)
    if isSaying(times) { times[0] = min(times[0], trial(size)) }
    for _ in 0..<ScaleBenchmark.moreTrials where grows(times) {
      times = zip(times, sizes).map { min($0, trial($1)) }
    }
    return times
  }

  private static let moreTrials = 3

  private func exponent(_ times: [Double]) -> Double {
    log(times[1] / times[0]) / log(Double(ScaleBenchmark.factor))
  }

  /// Whether the times are meaningful.
  private func isSaying(_ times: [Double]) -> Bool {
    size >= ScaleBenchmark.leastSize && times[1] >= ScaleBenchmark.leastTime
  }

  private func grows(_ times: [Double]) -> Bool {
    isSaying(times) && exponent(times) > ScaleBenchmark.limit
  }

  private func isWanted(_ name: String, _ shape: String) -> Bool {
    filter.isEmpty || name.contains(filter) || shape.contains(filter)
  }

  private func printRow(_ name: String, _ shape: String, _ times: [Double]) -> Bool {
    let shown = isSaying(times) ? rounded(exponent(times), 2) : "–"
    let cells = [name, shape] + times.map { rounded($0 * 1000, 1) }
    print("| \(cells.joined(separator: " | ")) | \(shown)\(grows(times) ? " **grows**" : "") |")
    fflush(nil)
    return !grows(times)
  }

  /// The processor time in seconds of all runs of a command.
  private func trial(of command: ScaleCommand, size: Int) -> Double {
    let text = command.shape.text(size: size)
    let source = TemporaryFile { $0(text) }
    var file = CatalogueFile(path: FilePath(source.path))
    guard let catalogue = try? file.read() else { fail("\(source.path) could not be read") }
    let session = Session(EditingSession(catalogue, file: file), output: NoOutput())
    let count = command.shape.count(ofSize: size)
    func run(_ line: String) {
      do throws(SessionError) {
        try session.run(line)
      } catch {
        fail("\(command.shape.rawValue): \(line): \(error.message)")
      }
    }
    if let setup = command.setup {
      for index in 0..<count { run(setup(command.shape, index)) }
    }
    let lines = (0..<(command.times ?? max(count / command.share, 1))).flatMap { index in
      command.line(command.shape, index, count).split(separator: "\n").map(String.init)
    }
    if command.isRedone { for line in lines { run(line) } }
    let start = processorTime()
    for line in lines { run(command.isRedone ? "redo" : line) }
    return processorTime() - start
  }

  /// The time of a command of many lines, read by the program from a pipe.
  private func timeOfJoinedLines(_ count: Int) -> Double {
    let source = TemporaryFile { $0(ScaleShape.flat.text(size: 4)) }
    let script = TemporaryFile { put in
      put(Array("find\\\n".utf8))
      for _ in 0..<count { put(Array(" word\\\n".utf8)) }
      put(Array(" end\n".utf8))
    }
    let command = Command(
      name: "joined lines", arguments: [sibling("cardex"), "shell", source.path],
      input: script.path)
    guard let cost = command.run() else { fail("cardex shell failed") }
    return cost.cpu
  }

  /// The processor time of a command of the program.
  private func time(
    of command: ScaleFileCommand, on file: ScaleFile, size: Int
  ) -> Double {
    let directory = BenchDirectory()
    let paths = [false, true].map { isChanged in
      directory.write("\(isChanged ? "other" : "file").\(file.ending)") { put in
        put(Array(file.text(size: size, isChanged: isChanged).utf8))
      }
    }
    let run = Command(
      name: command.name, arguments: command.line(sibling("cardex"), paths[0], paths[1]))
    guard let cost = run.run() else { fail("\(file.rawValue): \(command.name) failed") }
    return cost.cpu
  }

  private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// An output that discards what a session prints.
private final class NoOutput: SessionOutput {
  let style = OutlineStyle()
  let isTerminal = false
  let height: Int? = nil
  let isInterrupted = false

  func write(_ text: String) throws(SessionError) {}

  func flush() {}

  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(SessionError) {}
}
