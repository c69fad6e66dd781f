package import Catalogues
import Grammar

/// Fixes written as equivalent commands.
package enum FixCommand {
  /// The command for a fix, or two commands on separate lines.
  package static func text(of fix: Fix, _ book: AddressBook) -> String {
    let address = Quoting.quoted(book.address(of: fix.item))
    switch fix {
    case .delete(let item): return command(deleting: [item], book)
    case .rename(_, let name, _): return "rename \(address) \(Quoting.quoted(name))"
    case .set(_, let field): return "set \(address) \(field.canonicalText)"
    case .file(let item, let letter):
      if let section = letter.section { return command(filing: item, in: section, book) }
      let new = Quoting.quoted(newAddress(of: letter, book))
      return "\(command(inserting: letter, book))\nmove \(address) to \(new) --sorted"
    case .moveSection(_, let place):
      guard let (other, side) = place.neighbour else { return "section sort" }
      return "section move \(address) to \(Quoting.quoted(book.address(of: other))) --\(side)"
    }
  }

  /// The command that moves an entry to where it belongs in a section.
  static func command(filing item: Item, in section: Section.ID, _ book: AddressBook) -> String {
    let (address, target) = (book.address(of: item), book.address(of: .section(section)))
    return "move \(Quoting.quoted(address)) to \(Quoting.quoted(target)) --sorted"
  }

  /// The command that inserts the section of a letter.
  static func command(inserting letter: LetterSection, _ book: AddressBook) -> String {
    var words = ["section insert", Quoting.quoted(letter.title)]
    if let (side, other) = letter.before.map({ ("before", $0) })
      ?? letter.after.map({ ("after", $0) })
    {
      words.append("--\(side)=\(Quoting.quoted(book.address(of: .section(other))))")
    } else if letter.parent != .root {
      words.append("--in=\(Quoting.quoted(book.address(of: .section(letter.parent))))")
    }
    return words.joined(separator: " ")
  }

  private static func newAddress(of letter: LetterSection, _ book: AddressBook) -> String {
    let title = Address.escaped(letter.title)
    if letter.parent == .root { return title }
    return book.address(of: .section(letter.parent)) + "/" + title
  }

  /// One command that deletes items of the same kind.
  static func command(deleting items: [Item], _ book: AddressBook) -> String {
    let name = items.first?.isEntry == false ? "section delete" : "delete"
    return ([name] + items.map { Quoting.quoted(book.address(of: $0)) }).joined(separator: " ")
  }
}

extension Place {
  /// The item next to the place, and which side of it the place is on.
  fileprivate var neighbour: (item: Item, side: String)? {
    switch self {
    case .before(let item): (item, "before")
    case .after(let item): (item, "after")
    case .first, .last, .position: nil
    }
  }
}
