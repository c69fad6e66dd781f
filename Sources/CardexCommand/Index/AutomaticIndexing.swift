import CRuntime
import Platform
import Searching
import Storage

/// Indexing of a file that was searched without an index, after all results have been printed.
///
/// Whatever goes wrong, the search is complete: another process makes the index, and only if there
/// is enough memory for it.
struct AutomaticIndexing {
  let file: IndexedFile
  let read: IndexedFile.Read
  /// Why there is no usable index.
  let reason: IndexedFile.Problem

  /// Makes and keeps the index.
  ///
  /// - Parameter explain: Called with the outcome, possibly by the other process.
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
