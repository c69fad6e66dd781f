/// The names that other programs give to commands.
package enum OtherNames {
  private static let commands: [String: [String]] = [
    "add": ["insert"], "append": ["insert"], "create": ["new", "insert"], "touch": ["new"],
    "remove": ["delete"], "rm": ["delete"], "del": ["delete"], "erase": ["delete"],
    "ls": ["show"], "cat": ["show"], "view": ["show"], "print": ["show"],
    "open": ["shell", "show"], "grep": ["search", "find"], "rg": ["search", "find"],
    "filter": ["search", "find"], "find": ["search"], "search": ["find"],
    "edit": ["shell", "set"], "change": ["set"], "modify": ["set"], "update": ["set"],
    "put": ["set"], "sort": ["section sort"], "mv": ["move"], "cp": ["copy"],
    "duplicate": ["copy"], "export": ["convert"], "dedupe": ["check"], "duplicates": ["check"],
    "verify": ["check"], "lint": ["check"], "fix": ["check --fix"], "goto": ["jump"],
    "go": ["jump"], "cd": ["jump"], "write": ["save"], "sed": ["replace"],
    "substitute": ["replace"],
    "compare": ["diff"],
  ]

  /// The commands, among those that there are, that do what a word means elsewhere.
  package static func commands(for word: String, among names: [String]) -> [String] {
    (commands[word.lowercased()] ?? []).filter { command in
      names.contains { $0 == command.prefix { $0 != " " } }
    }
  }
}
