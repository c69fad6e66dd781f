/// The help on commands, generated from their definitions, in lines of at most 80 columns.
package enum CommandHelp {
  /// The names of all commands, in groups: no more than a screen.
  package static func names(of commands: CommandSet) -> String {
    commands.groups.map { group in
      let names = commands.commands(in: group).map(\.name.rawValue)
      return HelpLayout.entry(group.title, names.joined(separator: ", "), column: 17)
    }.joined()
  }

  /// All commands with their summaries, in groups.
  package static func summaries(of commands: CommandSet) -> String {
    commands.groups.map { group in
      group.title + "\n"
        + commands.commands(in: group).map {
          HelpLayout.entry($0.name.rawValue, $0.summary, column: 16)
        }.joined()
    }.joined()
  }

  /// The usage, the description, the options and the examples of a command.
  package static func text(for definition: CommandDefinition) -> String {
    let usages = definition.usages.enumerated().map { index, usage in
      (index == 0 ? "Usage: " : "       ") + usage + "\n"
    }
    var text = usages.joined() + "\n" + HelpLayout.paragraph(description(of: definition))
    if !definition.details.isEmpty { text += "\n" + HelpLayout.paragraph(definition.details) }
    for (title, options) in optionGroups(of: definition) {
      text += "\n" + title + "\n"
      for option in options { text += HelpLayout.entry(option.usage, option.help, column: 28) }
    }
    text += definition.examples.count == 1 ? "\nExample:\n" : "\nExamples:\n"
    for example in definition.examples {
      text += "  \(example.line)\n      \(example.meaning)\n"
    }
    return text
  }

  /// The options that are always allowed, including those that select another form, and the options
  /// of each form.
  private static func optionGroups(
    of definition: CommandDefinition
  ) -> [(title: String, options: [CommandOption])] {
    var usual: [CommandOption] = []
    var others: [(title: String, options: [CommandOption])] = []
    for form in definition.forms {
      guard let selector = form.selector else {
        usual += form.options
        continue
      }
      usual += form.options.filter { $0.name == selector }
      others.append(
        (
          "Options with \(selector.spelling):",
          form.options.filter { $0.name != selector && !usual.contains($0) }
        ))
    }
    return ([("Options:", usual)] + others).filter { !$0.options.isEmpty }
  }

  private static func description(of definition: CommandDefinition) -> String {
    let summary = HelpLayout.sentence(definition.summary)
    if definition.aliases.isEmpty { return summary }
    return summary + " '\(definition.aliases.joined(separator: "', '"))' is the same."
  }
}

/// Text in lines of at most 80 columns.
package enum HelpLayout {
  static let width = 80

  /// A name and its meaning, which is wrapped and aligned if it is long.
  ///
  /// - Parameter column: The column of the meaning, not counting the two blanks before the name.
  package static func entry(_ name: String, _ meaning: String, column: Int) -> String {
    let indentation = String(repeating: " ", count: column + 2)
    let lines = wrapped(meaning, width: width - indentation.count)
    guard name.count + 2 <= column else {
      return "  " + name + "\n" + lines.map { indentation + $0 + "\n" }.joined()
    }
    let gap = String(repeating: " ", count: column - name.count)
    return "  " + name + gap + lines.joined(separator: "\n" + indentation) + "\n"
  }

  package static func paragraph(_ text: String) -> String {
    wrapped(text, width: width).joined(separator: "\n") + "\n"
  }

  /// The lines of a text that is broken between words; at least one line.
  static func wrapped(_ text: String, width: Int) -> [String] {
    var lines = [""]
    for word in text.split(whereSeparator: \.isWhitespace) {
      let last = lines.count - 1
      if lines[last].isEmpty {
        lines[last] = String(word)
      } else if lines[last].count + 1 + word.count <= width {
        lines[last] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// A summary as a sentence.
  static func sentence(_ text: String, end: String = ".") -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.last == "…" ? "" : end)
  }
}
