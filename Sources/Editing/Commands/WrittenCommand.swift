package import Catalogues
package import Grammar
package import PropertyLists

/// A command to be written, with items in place of addresses, because addresses change.
package struct WrittenCommand: Equatable, Sendable {
  package enum Word: Equatable, Sendable {
    case item(Item)
    /// Text, quoted where necessary.
    case text(String)
    case field(FieldAssignment)
    case path(ValuePath)
    case pathField(PathAssignment)
    case keyword(String)
  }

  package struct Option: Equatable, Sendable {
    package let name: OptionName
    let value: Word?

    init(_ name: OptionName, _ value: Word? = nil) {
      (self.name, self.value) = (name, value)
    }
  }

  package let name: CommandName
  package let options: [Option]
  let operands: [Word]

  init(_ name: CommandName, _ options: [Option] = [], _ operands: [Word] = []) {
    (self.name, self.options, self.operands) = (name, options, operands)
  }

  /// The items that the command names, in the order of `ParsedCommand.addresses`.
  var items: [Item] {
    (options.compactMap(\.value) + operands).compactMap {
      if case .item(let item) = $0 { item } else { nil }
    }
  }

  /// The command as it is recorded, with absolute addresses.
  package func text(_ book: AddressBook) -> String {
    text([options.map { $0.text(book) }, operands.map { $0.text(book.recordedAddress) }])
  }

  /// The command as a person types it, with options last.
  func typed(_ book: AddressBook) -> String {
    text([
      operands.map { $0.text(book.address) }, options.map { $0.text(book.address) },
    ])
  }

  private func text(_ words: [[String]]) -> String {
    ([name.rawValue] + words.joined()).joined(separator: " ")
  }
}

extension WrittenCommand.Option {
  package func text(_ book: AddressBook) -> String { text(book.recordedAddress) }

  fileprivate func text(_ address: (Item) -> String) -> String {
    guard let value else { return name.spelling }
    if case .text(let text) = value { return name.spelling + "=" + Quoting.quotedTail(text) }
    return name.spelling + "=" + value.text(address)
  }
}

extension WrittenCommand.Word {
  fileprivate func text(_ address: (Item) -> String) -> String {
    switch self {
    case .item(let item): Quoting.quoted(address(item))
    case .text(let text): Quoting.quoted(text)
    case .field(let field): field.canonicalText
    case .path(let path): PathWord.written(path.text)
    case .pathField(let field):
      PathWord.written(field.path.text, type: field.type?.rawValue, value: field.value)
    case .keyword(let word): word
    }
  }
}
