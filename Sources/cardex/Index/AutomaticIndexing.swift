import CRuntime
import IndexFiles
import Indexes
import Platform

/// Making the index of a file that was searched without one, after all that was found was printed.
///
/// Whatever goes wrong, the search has been done: another process makes the index, and only if there
/// is memory for it.
struct AutomaticIndexing {
  let file: IndexedFile
  let read: IndexedFile.Read
  /// Why there is no index that can be used.
  let reason: IndexedFile.Problem

  /// Makes the index and keeps it.
  ///
  /// - Parameter explain: Is told what became of it, perhaps by the other process.
  func run(_ explain: (String) -> Void) {
    if let shortage = IndexingMemory(of: read.catalogue).shortage() {
      return explain("not made: \(IndexedFile.Problem.short(shortage))")
    }
    let ending = SeparateProcess.run {
      cardex_end_silently_out_of_memory()
      if let problem = file.build(read).problem {
        explain("not kept: \(problem)")
        return ExitStatus.notFound.rawValue
      }
      return ExitStatus.found.rawValue
    }
    switch ending {
    case .status(ExitStatus.found.rawValue): explain("made, because \(reason)")
    case .status(ExitStatus.notFound.rawValue): break
    default: explain("not made: \(IndexedFile.Problem.ended(ending))")
    }
  }
}
