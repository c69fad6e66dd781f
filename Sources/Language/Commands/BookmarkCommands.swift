import Catalogues
import Editing
import Grammar
import PropertyLists
import Terminal

/// `bookmark`: adds or removes bookmarks of items.
struct BookmarkCommand: SessionCommand {
  static let definition = CommandDefinition(
    "bookmark", in: .look, "keep the place of an entry or a section",
    operands: [.init(.address, "ADDRESS", 0...Int.max)],
    options: [.init(.delete, "remove the bookmark instead")],
    details: """
      Without ADDRESS, keeps that of the current entry. The interactive shell remembers the \
      bookmarks of each file between sessions, by address: what is moved or renamed later is no \
      longer found.
      """,
    examples: [
      .init("bookmark B/宝马", "keep the place of an entry"),
      .init("bookmark --delete B/宝马", "remove that bookmark"),
    ])

  private let addresses: [Word]
  private let isRemoved: Bool

  init(_ given: ParsedCommand) {
    addresses = given.operandAddresses
    isRemoved = given.has(.delete)
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.bookmark(addresses, isRemoved: isRemoved)
  }
}

/// `bookmarks`: lists the bookmarks.
struct BookmarksCommand: SessionCommand {
  static let definition = CommandDefinition(
    "bookmarks", in: .look, "list the bookmarks",
    details: "The numbers are addresses until the next listing.",
    examples: [.init("bookmarks", "list all bookmarks")])

  init(_ given: ParsedCommand) {}

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.listBookmarks()
  }
}

/// Bookmarks, kept as addresses.
extension Session {
  /// Adds or removes bookmarks; without words, that of the current entry.
  func bookmark(_ words: [Word], isRemoved: Bool) throws(SessionError) {
    var addresses: [String] = []
    for word in words {
      // The bookmarked item may have been deleted.
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
      let outcome = isRemoved ? isKnown ? "removed the bookmark" : "no bookmark" : "bookmarked"
      try report("\(outcome) \(address.nameExcerpt)")
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
