import Catalogues
import ICUText
import Platform
import PropertyLists
import Searching

/// The entries of a file for which it is undecided whether or where they match.
final class UndecidedEntries {
  private var entries: [UndecidedRecord] = []

  var isEmpty: Bool { entries.isEmpty }

  func note(_ entry: UndecidedRecord) { entries.append(entry) }

  func forget() { entries = [] }

  /// The failure to report once per file: the first undecided entry and the number of others.
  func failure(in source: any SearchedEntries, _ fileName: ByteText) throws(Failure) -> Failure? {
    entries.sort { $0.entry < $1.entry }
    guard let first = entries.first else { return nil }
    let catalogue = try source.catalogue()
    let place = catalogue.document.location(of: catalogue.textNode(of: first.entry))
    let address = AddressBook(catalogue).address(of: .entry(first.entry))
    return entries.message(at: address).map { Failure(naming: "\(fileName):\(place): \($0)") }
  }
}
