/// The full name of a command, one word or two.
package struct CommandName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(stringLiteral name: String) { rawValue = name }

  /// The words of the name: a command, and possibly a sub-command.
  package var words: [String] { rawValue.split(separator: " ").map(String.init) }
}

/// The long name of an option, which means the same in all commands that have it. The rooms whose
/// commands have an option declare its name.
package struct OptionName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(stringLiteral name: String) { rawValue = name }

  /// The name as written in a command: `--max-count`.
  package var spelling: String { "--" + rawValue }
}
