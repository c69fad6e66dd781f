import Catalogues
import Editing
import ICUText

/// Finds the command named by words, in full, abbreviated, or by an alias.
enum CommandResolver {
  /// The commands that share their first word: `save` and `save as`.
  struct Family {
    let name: String
    /// The command without a second word, if there is one.
    let head: CommandDefinition?
    let subcommands: [CommandDefinition]

    /// Whether a second word may also be an operand, so that a sub-command must be written in full.
    var needsFullNames: Bool { head?.forms.contains { !$0.operands.isEmpty } ?? false }

    var subcommandNames: [String] { subcommands.map { $0.name.words[1] } }
  }

  static let families: [Family] = {
    let groups = Dictionary(grouping: CommandDefinition.all) { $0.name.words[0] }
    return CommandDefinition.all.map { $0.name.words[0] }.uniqued().map { name in
      let members = groups[name] ?? []
      return Family(
        name: name, head: members.first { $0.name.words.count == 1 },
        subcommands: members.filter { $0.name.words.count == 2 })
    }
  }()

  private static let familiesByName = Dictionary(
    uniqueKeysWithValues: families.flatMap { family in
      ([family.name] + (family.head?.aliases ?? [])).map { ($0, family) }
    })

  /// All first words, including aliases.
  static let firstWords = families.flatMap { [$0.name] + ($0.head?.aliases ?? []) }

  /// The command that a line begins with, and how many of its words name it.
  static func command(
    in words: [Word]
  ) throws(CommandError) -> (definition: CommandDefinition, wordCount: Int) {
    let family = try family(named: words[0])
    if setsOption(family, words) { return (.named("set option"), 1) }
    if words.count > 1, let found = try subcommand(of: family, words[1]) { return (found, 2) }
    if let head = family.head { return (head, 1) }
    let end = words[words.count - 1].columns.upperBound
    throw CommandError(
      "'\(family.name)' needs a second word", columns: end..<end,
      hint: "follow it with \(Listing.alternatives(family.subcommandNames))")
  }

  /// Whether a line is `set OPTION [VALUE]`, which cannot refer to an entry since it has no field.
  private static func setsOption(_ family: Family, _ words: [Word]) -> Bool {
    guard family.name == "set", (2...3).contains(words.count),
      SessionOption.allCases.contains(where: { words[1].isKeyword($0.rawValue) })
    else { return false }
    return words.count == 2
      || FieldAssignment.separator(in: words[2]) == nil && !words[2].text.halfWidth.hasPrefix("-")
  }

  static func family(named word: Word) throws(CommandError) -> Family {
    switch NameMatch(word.text.halfWidth, among: firstWords) {
    case .one(let name):
      if let family = familiesByName[name] { return family }
      preconditionFailure("the command \(name) belongs to no family")
    case .several(let names):
      // Several names of one command are not ambiguous.
      let found = names.compactMap { familiesByName[$0] }
      if Set(found.map(\.name)).count == 1 { return found[0] }
      throw CommandError(
        "'\(word.text)' is ambiguous: \(names.sorted().joined(separator: ", "))",
        columns: word.columns)
    case .none(let nearest):
      let meant = OtherNames.commands(for: word.text, among: firstWords)
      throw CommandError(
        "unknown command '\(word.text)'", columns: word.columns,
        hint: Listing.suggestion(
          meant.isEmpty ? nearest : meant, otherwise: "'help' lists the commands"))
    }
  }

  /// The sub-command that the second word of a line names; `nil` if the word is something else.
  static func subcommand(
    of family: Family, _ word: Word
  ) throws(CommandError) -> CommandDefinition? {
    let names = family.subcommandNames
    if family.needsFullNames {
      return family.subcommands.first { word.isKeyword($0.name.words[1]) }
    }
    switch NameMatch(word.text.halfWidth, among: names) {
    case .one(let name): return family.subcommands.first { $0.name.words[1] == name }
    case _ where family.head != nil: return nil
    case .several(let names):
      throw CommandError(
        "'\(family.name) \(word.text)' is ambiguous: \(names.sorted().joined(separator: ", "))",
        columns: word.columns)
    case .none(let nearest):
      let list = "'\(family.name)' is followed by \(Listing.alternatives(names))"
      throw CommandError(
        "unknown command '\(family.name) \(word.text)'", columns: word.columns,
        hint: Listing.suggestion(
          nearest.map { "\(family.name) \($0)" }, otherwise: list))
    }
  }
}
