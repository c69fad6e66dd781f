import CRuntime
import Editing
import Grammar
import Language
import Platform
import PropertyLists
import Searching
import Storage

/// Indexes files while they are searched without an index, one file at a time.
///
/// Failures do not affect the search: another process makes the index, and only if there is enough
/// memory for it. That process ends with this one.
final class AutomaticIndexing {
  private var running: SeparateProcess?
  /// Reports how the running process has ended.
  private var report: (SeparateProcess.Ending) -> Void = { _ in }
  private var name: ByteText = ""
  private var size = 0

  /// Starts making and keeping an index.
  ///
  /// - Parameters:
  ///   - reason: Why there is no usable index.
  ///   - explain: Called with the outcome, possibly by the other process.
  func start(
    _ file: IndexedFile, _ read: IndexedFile.Read, reason: IndexedFileError,
    _ explain: @escaping (String) -> Void
  ) {
    if let running { report(running.wait()) }
    running = nil
    if let shortage = IndexingMemory(of: read.catalogue).shortage() {
      return explain("not made: \(shortage)")
    }
    report = { ending in
      switch ending {
      case .status(ExitStatus.found.rawValue): explain("made, because \(reason)")
      case .status(ExitStatus.notFound.rawValue): break
      case .abandoned: explain("given up")
      case .refused(let code):
        explain("not made: cannot start a process to make it: \(SystemError(code: code))")
      case .signal(let signal):
        explain("not made: the process that made it was killed by signal \(signal)")
      case .status: explain("not made: it ran out of memory")
      }
    }
    (name, size) = (ByteText(file.path), file.bytes.count)
    do throws(SystemError) {
      running = try SeparateProcess {
        cardex_end_silently_out_of_memory()
        Progress.isOn = false
        // The search comes first.
        _ = nice(10)
        do throws(IndexedFileError) {
          _ = try file.build(read).location.get()
          return ExitStatus.found.rawValue
        } catch {
          explain("not kept: \(error)")
          return ExitStatus.notFound.rawValue
        }
      }
    } catch {
      report(.refused(code: error.code))
    }
  }

  /// Waits for the index, unless the user does not want to wait.
  func finish() {
    guard let running else { return }
    self.running = nil
    report(
      Progress.during("indexing \(name)", .bytes(size)) { running.wait(whileWanted: STDOUT_FILENO) }
    )
  }
}

/// `cardex index build`: makes indexes of files of any size.
struct IndexBuilding {
  let options: ParsedOptions
  let output: Output

  /// Makes the indexes that are not current; failures are reported, and the other indexes are made.
  func run(_ paths: [FilePath]) throws(Failure) -> ExitStatus {
    var status = ExitStatus.found
    for path in paths {
      do throws(Failure) {
        try output.flush()
        try build(path)
      } catch {
        status = .failed
        try output.report(error)
      }
    }
    return status
  }

  /// Makes an index and reports it.
  private func build(_ path: FilePath) throws(Failure) {
    let name = InputFile.path(path).name(options)
    let file = try IndexedFile(path, options.parseOptions())
    if !options.has(.force), isCurrent(file) {
      return try output.write(naming: "\(name): the index is current")
    }
    let read = try file.read()
    let built = Progress.during("indexing \(name)", .bytes(file.bytes.count)) { file.build(read) }
    let location = try rethrowing(built.location.get()) {
      (problem: IndexedFileError) in
      Failure(naming: "\(name): no index was kept: \(problem)")
    }
    let size = KeptIndex(path: location.path).size
    let count = built.index.entryCount
    try output.report(
      naming: "\(name): \(count) \(count == 1 ? "entry" : "entries") indexed in \(size) bytes",
      of: "\(name): the index was made")
  }

  /// Whether there is an index with every byte intact.
  private func isCurrent(_ file: IndexedFile) -> Bool {
    do {
      guard file.hasReadings(try file.storedCatalogue().index) else { return false }
      try KeptIndex(path: try file.location().path).checkContent()
      return true
    } catch {
      return false
    }
  }
}
