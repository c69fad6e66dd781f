import Catalogues
import ICUText
import Platform
import PropertyLists
import Searching

/// The entries and sections of a file for which it is undecided whether or where they match.
final class UndecidedEntries {
  private var entries: [UndecidedRecord] = []
  private var sections: [(section: Section.ID, failure: RegularExpression.Failure)] = []

  var isEmpty: Bool { entries.isEmpty && sections.isEmpty }

  func note(_ entry: UndecidedRecord) { entries.append(entry) }

  func note(_ section: Section.ID, _ failure: RegularExpression.Failure) {
    sections.append((section, failure))
  }

  func forget() { (entries, sections) = ([], []) }

  /// The failure to report once per file: the first undecided entry, or else section, and the
  /// number of others.
  func failure(in file: SearchedFile, _ fileName: ByteText) throws(Failure) -> Failure? {
    if isEmpty { return nil }
    let book = AddressBook(try file.catalogue())
    let others = entries.count + sections.count - 1
    guard let first = entries.min(by: { $0.entry < $1.entry }) else {
      let (section, failure) = sections[0]
      let message = failure.message(at: book.fullAddress(of: .section(section)), others: others)
      return Failure(naming: "\(fileName): \(message)")
    }
    let place = try file.location(of: first.entry)
    let message = first.failure.message(at: book.address(of: .entry(first.entry)), others: others)
    return Failure(naming: "\(place.following(fileName)): \(message)")
  }
}
