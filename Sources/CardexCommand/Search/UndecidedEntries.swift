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

  /// The failure to report once per file: the first undecided entry and the number of others.
  func failure(in source: any SearchedEntries, _ fileName: ByteText) throws(Failure) -> Failure? {
    entries.sort { $0.entry < $1.entry }
    let catalogue = try isEmpty ? nil : source.catalogue()
    guard let catalogue else { return nil }
    guard let first = entries.first else {
      let address = AddressBook(catalogue).address(of: .section(sections[0].section))
      let text = [UndecidedRecord(entry: .first, failure: sections[0].failure)].message(at: address)
      return text.map { Failure(naming: "\(fileName): \($0)") }
    }
    let place = catalogue.document.location(of: catalogue.textNode(of: first.entry))
    let address = AddressBook(catalogue).address(of: .entry(first.entry))
    return entries.message(at: address).map { Failure(naming: "\(fileName):\(place): \($0)") }
  }
}
