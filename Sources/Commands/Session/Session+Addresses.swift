import Catalogues

/// From words to items.
extension Session {
  func items(at words: [Word]) throws(SessionError) -> [Item] {
    var items: [Item] = []
    for word in words { items.append(try item(at: word)) }
    return items
  }

  func item(at word: Word) throws(SessionError) -> Item {
    switch word.reference {
    case .line(let number): return try item(onLine: number)
    case .last: return try item(onLine: listing.items.count)
    case .current:
      guard let currentEntry else { throw .noCurrentEntry }
      return .entry(currentEntry)
    case .address(let text):
      do throws(AddressError) {
        return try book.item(at: Address(text))
      } catch {
        throw .address(error)
      }
    }
  }

  private func item(onLine number: Int) throws(SessionError) -> Item {
    guard number > 0, number <= listing.items.count else {
      throw .noSuchLine(number, lineCount: listing.items.count)
    }
    let item = listing.items[number - 1]
    guard catalogue.contains(item) else { throw .lineIsGone(number) }
    return item
  }

  func section(at word: Word) throws(SessionError) -> Int {
    let item = try item(at: word)
    guard case .section(let section) = item else {
      throw .notASection(book.address(of: item))
    }
    return section
  }

  /// The words as addresses that mean the same in every session: those that are relative to a
  /// listing are replaced.
  func absoluteAddresses(of words: [Word]) throws(SessionError) -> [String] {
    var addresses: [String] = []
    for word in words {
      if case .address(let text) = word.reference {
        addresses.append(text)
      } else {
        let item = try item(at: word)
        addresses.append(item == .section(0) ? "/" : book.address(of: item))
      }
    }
    return addresses
  }
}
