import Platform

/// The match of a word that may be abbreviated among some names.
package enum NameMatch: Equatable {
  case one(String)
  /// The word is a prefix of several names.
  case several([String])
  /// The word is not a prefix of any name; the nearest may have been meant.
  case none(nearest: [String])

  package init(_ word: String, among names: [String]) {
    let matching = names.contains(word) ? [word] : names.filter { $0.hasPrefix(word) }
    if word.isEmpty || matching.isEmpty {
      self = .none(nearest: NameMatch.nearest(to: word, among: names))
    } else {
      self = matching.count == 1 ? .one(matching[0]) : .several(matching)
    }
  }

  /// Up to three names that are the fewest edits away: at most two edits, and fewer than the word
  /// has letters.
  private static func nearest(to word: String, among names: [String]) -> [String] {
    let limit = min(2, word.count - 1)
    let distances = names.map { ($0, editDistance(Array(word), Array($0), limit: limit)) }
    guard let least = distances.map(\.1).min(), least <= limit else { return [] }
    return distances.filter { $0.1 == least }.prefix(3).map(\.0)
  }
}

/// Lists for messages.
package enum Listing {
  /// `'a', 'b' or 'c'`.
  package static func alternatives(_ names: [String], quoted: Bool = true) -> String {
    let names = quoted ? names.map { "'\($0)'" } : names
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// `did you mean 'a' or 'b'?`, or something else if there is nothing to suggest.
  package static func suggestion(_ nearest: [String], otherwise hint: String) -> String {
    nearest.isEmpty ? hint : "did you mean \(alternatives(nearest))?"
  }

  /// A suggestion for a word that is not a name, or is an abbreviation where none is accepted.
  package static func suggestion(
    for word: String, among names: [String], otherwise hint: String
  ) -> String {
    let nearest =
      switch NameMatch(word, among: names) {
      case .one(let name): [name]
      case .several(let names): names
      case .none(let nearest): nearest
      }
    return suggestion(nearest, otherwise: hint)
  }
}

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

  /// The commands among `names` that do what a word means in other programs.
  package static func commands(for word: String, among names: [String]) -> [String] {
    (commands[word.lowercased()] ?? []).filter { command in
      names.contains { $0 == command.prefix { $0 != " " } }
    }
  }
}
