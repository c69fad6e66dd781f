import Catalogues
import Grammar
import PropertyLists

/// What `move` and `copy` say: which items go where.
struct Transfer {
  let sources: [Word]
  /// The address after `to`.
  let target: Word
  let placement: Placement?
  /// The path of a value, and where it goes, if that is what they say.
  let paths: (source: ValuePath, target: ValuePath)?

  init(_ given: ParsedCommand) throws(CommandError) {
    let paths = try given.paths()
    self.paths = paths.count == 2 ? (paths[0], paths[1]) : nil
    sources = Array(given.operandAddresses.dropLast())
    target = given.operands[given.operands.count - 1].word
    placement = given.placement
  }

  func items(_ command: ResolvedCommand) -> [Item] { command.items(sources) }

  func destination(_ command: ResolvedCommand) -> Destination {
    Destination(command.item(target), placement)
  }
}

extension OperationCommand {
  /// The command that moves or copies what is at a path.
  static func moving(_ path: ValuePath, to target: ValuePath) -> WrittenCommand {
    command([], [.path(path), .keyword("to"), .path(target)])
  }

  /// The command that moves or copies items to a place.
  static func moving(
    _ items: [Item], to destination: Destination, _ others: [WrittenCommand.Option] = []
  ) -> WrittenCommand {
    command(
      destination.written + others,
      items.map { .item($0) } + [.keyword("to"), .item(destination.item)])
  }
}
