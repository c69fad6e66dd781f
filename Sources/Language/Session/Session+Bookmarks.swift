import Catalogues
import Editing
import Grammar
import PropertyLists
import Terminal

/// Places that a person comes back to, kept by their addresses.
extension Session {
  /// Adds bookmarks, or removes them; those of the current entry if there are no words.
  func bookmark(_ words: [Word], isRemoved: Bool) throws(SessionError) {
    var addresses: [String] = []
    for word in words {
      // What is bookmarked may be gone.
      if isRemoved, state.bookmarks.contains(word.text) {
        addresses.append(word.text)
      } else {
        addresses.append(book.fullAddress(of: try self.addresses.item(at: word)))
      }
    }
    if words.isEmpty {
      guard let currentEntry else { throw .noCurrentEntry }
      addresses = [book.fullAddress(of: .entry(currentEntry))]
    }
    for address in addresses {
      let isKnown = state.bookmarks.contains(address)
      if isRemoved == isKnown {
        if isRemoved {
          state.bookmarks.removeAll { $0 == address }
        } else {
          state.bookmarks.append(address)
        }
      }
      let deed = isRemoved ? isKnown ? "removed the bookmark" : "no bookmark" : "bookmarked"
      try report("\(deed) \(address.nameExcerpt)")
    }
  }

  /// Lists the bookmarks; the numbers are addresses until the next listing.
  func listBookmarks() throws(SessionError) {
    listing = SessionListing()
    if state.bookmarks.isEmpty { return try output.write(line: "no bookmarks") }
    for address in state.bookmarks {
      let shown = VisibleText.shown(address)
      if let item = try? book.item(at: Address(address)) {
        try listing.write(numbered: StyledText(shown), item, to: output)
      } else {
        try listing.write(unnumbered: [StyledText(shown + "  (no longer here)")], to: output)
      }
    }
  }
}
