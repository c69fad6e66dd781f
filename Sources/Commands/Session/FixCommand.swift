package import Catalogues

/// Fixes as commands, which do the same.
package enum FixCommand {
  /// The command for one fix.
  package static func text(of fix: Fix, _ book: AddressBook) -> String {
    let address = Quoting.quoted(book.address(of: fix.item))
    switch fix {
    case .delete(let item): return command(deleting: [item], book)
    case .rename(_, let name, _): return "rename \(address) \(Quoting.quoted(name))"
    case .set(_, let key, let text):
      return "set \(address) \(Quoting.quotedKey(key)):string=\(Quoting.quotedTail(text))"
    }
  }

  /// One command that deletes items of a kind.
  static func command(deleting items: [Item], _ book: AddressBook) -> String {
    let name = items.first?.isEntry == false ? "section delete" : "delete"
    return ([name] + items.map { Quoting.quoted(book.address(of: $0)) }).joined(separator: " ")
  }
}
