import CRuntime
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
