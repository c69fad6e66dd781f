import Editing
import Grammar
import Language

/// The commands of the program.
enum ProgramCommand: String, CaseIterable {
  case search, show, get, sections, browse, shell, batch, info, check, convert, diff, merge, index,
    publish, new, lsp, mcp, plutil
  case plistBuddy = "PlistBuddy"
  case help
  // Commands of a session, as scripts of one command.
  case insert, delete, move, copy, set, unite, unset, rename, replace, patch, edit, section
  case fill, pick
  case importing = "import"
  case expand, collapse

  /// Those that have a page of the manual of their own, in the order in which help lists them.
  static let main = Array(allCases.prefix { $0 != .insert })
  static let editing = Array(allCases.drop { $0 != .insert })

  /// The command as data. It is made when it is asked for, since all would take longer than a search.
  var definition: CommandDefinition {
    if let own { return own.asCommand(of: Help.program) }
    let members = definitions
    return members.count == 1 ? members[0] : .family(rawValue, members)
  }

  /// The definition of a command that is not one of a session.
  private var own: CommandDefinition? {
    switch self {
    case .search: .search
    case .show: .show
    case .get: .get
    case .sections: .sections
    case .browse: .browse
    case .shell: .shell
    case .batch: .batch
    case .info: .info
    case .check: .check
    case .convert: .convert
    case .diff: .diff
    case .merge: .merge
    case .index: .index
    case .publish: .publish
    case .new: .new
    case .lsp: .lsp
    case .mcp: .mcp
    case .plutil: .plutil
    case .plistBuddy: .plistBuddy
    case .help: .help
    default: nil
    }
  }

  /// The commands that begin with this word: several for `section`.
  var definitions: [CommandDefinition] {
    let commands = commandsOfSession
    return commands.isEmpty ? [definition] : commands.map(CommandDefinition.editing)
  }

  /// The commands of a session that begin with this word, except those about the session itself.
  private var commandsOfSession: [CommandDefinition] {
    guard ProgramCommand.editing.contains(self) else { return [] }
    let members = SessionCommands.all.definitions.family(named: rawValue)?.members ?? []
    return members.filter { $0.group != .session }
  }
}

extension CommandDefinition {
  /// A command of a session as one of the program, with the options of a script.
  static func editing(_ command: CommandDefinition) -> CommandDefinition {
    command.asCommand(
      of: Help.program, operands: [CommandOperand(.file, "FILE")],
      options: (command.name == .set ? [creating] : []) + saving + parsing + [sectionTitles]
        + common)
  }

  /// All commands that begin with a word, as one.
  fileprivate static func family(
    _ name: String, _ members: [CommandDefinition]
  ) -> CommandDefinition {
    CommandDefinition(
      CommandName(rawValue: name), in: .sections,
      "insert, delete, move, copy, rename, sort or build sections",
      operands: [
        .init(.choice(members.map { CommandChoice($0.name.words[1], $0.summary) }), "ACTION")
      ],
      options: members.flatMap(\.options).reduce(into: []) { options, option in
        if !options.contains(where: { $0.name == option.name }) { options.append(option) }
      }
    ).asCommand(of: Help.program)
  }
}
