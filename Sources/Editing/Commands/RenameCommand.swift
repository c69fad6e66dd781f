import Catalogues
import Grammar
import PropertyLists

/// `rename`: changes the label of an entry, or the key of a value.
struct RenameCommand: OperationCommand {
  static let definition = CommandDefinition(
    "rename", in: .change, "change the label of an entry",
    operands: [.init(.entryAddress, "ADDRESS"), .init(.label, "NAME")],
    otherForms: [.ofPaths([CommandOperand(.path, "PATH"), CommandOperand(.label, "KEY")])],
    details: """
      In a form, the title that the row shows is changed; a choice that is made stays made. \
      \(ValuePath.details) What is at a PATH gets another KEY, where it is.
      """,
    examples: [
      .init("rename 7 'AC Schnitzer'", "change the label of line 7"),
      .init("rename A/奥迪 Audi", "change the label of an entry"),
      .init("rename .UIViewEdgeAntialiasing UIViewGroupOpacity", "give a value another key"),
    ])

  private let word: Word
  private let path: ValuePath?
  private let label: String

  init(_ given: ParsedCommand) throws(CommandError) {
    word = given.word(0)
    path = try given.paths().first
    label =
      try path.map { path throws(CommandError) in try RenameCommand.key(given.word(1), of: path) }
      ?? given.text(1)
  }

  /// A key, which may be written as the new path of the value.
  private static func key(_ word: Word, of path: ValuePath) throws(CommandError) -> String {
    guard PathWord.isPath(word) else { return word.text }
    let target = try ValuePath(PathWord.text(of: word), word)
    if target.parent == path.parent, case .name(let key)? = target.steps.last { return key }
    throw CommandError(
      "'\(target.text)' is not beside '\(path.text)'", columns: word.columns,
      hint: "'move \(path.text) to \(target.text)' puts it elsewhere")
  }

  func operation(_ command: ResolvedCommand) -> Operation {
    if let path { return .editTree(.rename(path, to: label)) }
    return .rename(command.item(word), to: label)
  }

  static func written(_ path: ValuePath, to key: String) -> WrittenCommand {
    // A key that begins with a dot would be read as a path.
    let isLikePath = key.utf8.first == UInt8(ascii: ".")
    return command(
      [], [.path(path), isLikePath ? .path(path.parent.appending(.name(key))) : .text(key)])
  }

  static func written(_ item: Item, to name: String) -> WrittenCommand {
    command([], [.item(item), .text(name)])
  }
}
