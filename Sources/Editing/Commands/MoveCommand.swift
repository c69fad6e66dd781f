import Catalogues
import Grammar
import PropertyLists

/// `move`: moves entries, or a value at a path, to another place.
struct MoveCommand: OperationCommand {
  static let definition = CommandDefinition(
    "move", in: .change, "move entries to another place",
    operands: [
      .init(.entryAddress, "ADDRESS", 1...Int.max), .to, .init(.address, "ADDRESS"),
    ],
    options: .placing(at: "the destination") + [
      .init(.force, "also move entries that are not to be moved")
    ],
    otherForms: [.movingPaths],
    rules: [.either([.before, .after, .first, .last, .sorted])],
    details: """
      The ADDRESS after 'to' is the destination. The first entry takes the position of the entry \
      there, counted after it has been removed from its old place; the others follow in the \
      order given. If the destination is a section, they go to its end. An entry whose 'canMove' \
      is false moves only with --force. \(ValuePath.details) \(ValuePath.targetDetails)
      """,
    examples: [
      .init("move 3 to M --first", "make line 3 the first entry of M"),
      .init("move M/#1 M/#2 to N --sorted", "move two entries to where they belong in N"),
      .init("move .Types.2 to .Types.0", "make the third element of an array the first"),
    ])

  private let transfer: Transfer
  private let isForced: Bool

  init(_ given: ParsedCommand) throws(CommandError) {
    transfer = try Transfer(given)
    isForced = given.has(.force)
  }

  func operation(_ command: ResolvedCommand) -> Operation {
    if let (path, target) = transfer.paths {
      return .editTree(.move(path, to: command.target(target, ofMoving: path)))
    }
    return .move(transfer.items(command), to: transfer.destination(command), isForced: isForced)
  }

  static func written(
    _ items: [Item], to destination: Destination, isForced: Bool
  ) -> WrittenCommand {
    moving(items, to: destination, .flags([(isForced, .force)]))
  }
}

extension ResolvedCommand {
  /// The target of a move as the version of the command means it. Within an array, a value went
  /// before the element at the target path until version 6, since which it takes the element's
  /// position.
  fileprivate func target(_ target: ValuePath, ofMoving path: ValuePath) -> ValuePath {
    guard let version, version < 6, path.parent == target.parent,
      let start = path.steps.last?.position, let end = target.steps.last?.position, start < end,
      let tree = try? editing.operations.treeToRead(),
      let container = try? tree.value(at: path.parent), tree.document.kind(of: container) == .array
    else { return target }
    return target.parent.appending(.position(end - 1))
  }
}

/// `copy`: copies entries, or a value at a path, to another place.
struct CopyCommand: OperationCommand {
  static let definition = CommandDefinition(
    "copy", in: .change, "copy entries to another place",
    operands: [
      .init(.entryAddress, "ADDRESS", 1...Int.max), .to, .init(.address, "ADDRESS"),
    ],
    options: .placing(at: "the destination"),
    otherForms: [.movingPaths],
    rules: [.either([.before, .after, .first, .last, .sorted])],
    details: """
      The ADDRESS after 'to' is the destination. The copies go after the entry there, or to the \
      end of the section there, in the order given. \(ValuePath.details) A copy of what is at the \
      first PATH goes to the second, as 'move' moves it.
      """,
    examples: [
      .init("copy . to N", "copy the current entry to the end of N"),
      .init("copy M/马自达 to N --first", "copy an entry to the beginning of N"),
      .init("copy .Types.0 to .Types", "add a copy of an element at the end"),
    ])

  private let transfer: Transfer

  init(_ given: ParsedCommand) throws(CommandError) { transfer = try Transfer(given) }

  func operation(_ command: ResolvedCommand) -> Operation {
    if let (path, target) = transfer.paths { return .editTree(.copy(path, to: target)) }
    return .copy(transfer.items(command), to: transfer.destination(command))
  }
}

/// The operands of `move` and `copy`: which items go where.
struct Transfer {
  let sources: [Word]
  /// The address after `to`.
  let target: Word
  let placement: Placement?
  /// The path of a value and its target, if the operands are paths.
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
  /// The command that moves or copies the value at a path.
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
