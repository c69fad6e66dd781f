package import Catalogues
package import Grammar

/// A command whose words are not all known yet, since the addresses of items change.
package struct WrittenCommand: Equatable, Sendable {
  package enum Word: Equatable, Sendable {
    case item(Item)
    /// Text, quoted where necessary.
    case text(String)
    case field(FieldAssignment)
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

  package func text(_ book: AddressBook) -> String {
    ([name.rawValue] + options.map { $0.text(book) } + operands.map { $0.text(book) })
      .joined(separator: " ")
  }
}

extension WrittenCommand.Option {
  package func text(_ book: AddressBook) -> String {
    guard let value else { return name.spelling }
    if case .text(let text) = value { return name.spelling + "=" + Quoting.quotedTail(text) }
    return name.spelling + "=" + value.text(book)
  }
}

extension WrittenCommand.Word {
  fileprivate func text(_ book: AddressBook) -> String {
    switch self {
    case .item(let item): Quoting.quoted(book.recordedAddress(of: item))
    case .text(let text): Quoting.quoted(text)
    case .field(let field): field.canonicalText
    case .keyword(let word): word
    }
  }
}
