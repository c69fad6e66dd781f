import Catalogues
import Grammar
import PropertyLists

/// `move`: entries that go to another place.
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
  /// Where a value is to go. In its array it went before the element at the path, until a version in
  /// which it takes the element's position.
  fileprivate func target(_ target: ValuePath, ofMoving path: ValuePath) -> ValuePath {
    guard let version, version < 6, path.parent == target.parent,
      let start = path.steps.last?.position, let end = target.steps.last?.position, start < end,
      let tree = try? editing.operations.treeToRead(),
      let container = try? tree.value(at: path.parent), tree.document.kind(of: container) == .array
    else { return target }
    return target.parent.appending(.position(end - 1))
  }
}
