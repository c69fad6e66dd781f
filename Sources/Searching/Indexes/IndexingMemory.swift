package import Catalogues
import Platform
import PropertyLists

/// The memory that making an index of a catalogue takes, in addition to the catalogue's own.
package struct IndexingMemory: Equatable, Sendable {
  /// In bytes.
  package let bytes: Int
  /// The address space in bytes, of which `malloc` reserves far more than it uses.
  package let addresses: Int

  /// - Parameter catalogue: A catalogue that has been read.
  package init(of catalogue: Catalogue) {
    self.init(
      textSize: catalogue.document.pieces.length, threads: ParallelWork.mostPieces)
  }

  /// - Parameters:
  ///   - textSize: The length of the catalogue's text in UTF-8.
  ///   - threads: The maximum number of threads.
  init(textSize: Int, threads: Int) {
    // Measured with files of 10 to 50 MB as the growth of the peak over that of a search without an
    // index: 0.6 bytes per byte of text for contacts, 1.5 for news, and at most, for lists of bare
    // strings, 2.4 for long ones in ASCII, 3.6 with accents, 3.8 in Han script, 4.3 of one letter
    // each and in hangul.
    bytes = textSize * 5 + 16 << 20
    // The peak of the address space grew by the same amount, plus 85 MiB for each thread and one
    // more: 8 for the stack, and at least 64 for its own heap.
    addresses = bytes + (threads + 1) * 96 << 20
  }

  /// Why there is not enough memory at the moment, in words.
  ///
  /// - Complexity: A few tens of microseconds.
  package func shortage() -> String? { shortage(left: AvailableMemory.bytes()) }

  /// Why there is not enough memory, in words. Anything that the system does not limit or report is considered
  /// sufficient.
  ///
  /// - Parameters:
  ///   - left: How much memory is left.
  ///   - canMap: Whether this much more address space is available.
  func shortage(
    left: Int?, canMap: (Int) -> Bool = AvailableMemory.canMap
  ) -> String? {
    if let left, left < bytes {
      return "it may take \(megabytes(bytes)) MB of memory, and \(megabytes(left)) MB are left"
    }
    return canMap(addresses)
      ? nil
      : "it may take \(megabytes(addresses)) MB of address space, and 'ulimit -v' leaves less"
  }

  private func megabytes(_ bytes: Int) -> Int { bytes / 1_000_000 }
}
