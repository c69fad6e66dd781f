/// Completion scripts, generated from the definitions of commands and options.
enum Completions {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static var commandNames: String {
    CommandDefinition.all.map(\.name.rawValue).joined(separator: " ")
  }

  /// The commands whose first operand is one of a set of words, with these words.
  private static var firstOperands: [(command: String, words: String)] {
    CommandDefinition.all.compactMap { command in
      let words =
        command.name == .help ? commandNames : command.actions.map(\.name).joined(separator: " ")
      return words.isEmpty ? nil : (command.name.rawValue, words)
    }
  }

  private static var bash: String {
    let words = firstOperands.map { "    \($0.command)) words='\($0.words)' ;;" }
    // The shell takes the sign for a word of its own.
    let choices: [String] = CommandDefinition.all.flatMap { command in
      command.options.filter { !$0.choices.isEmpty }.map { option in
        let words = option.choices.joined(separator: " ")
        return "    \(command.name.rawValue):--\(option.name.rawValue)) choices='\(words)' ;;"
      }
    }
    let cases = CommandDefinition.all.map { command in
      let words = command.options.flatMap { option in
        (option.short.map { ["-\($0)"] } ?? [])
          + ["--\(option.name.rawValue)" + (option.argument == .none ? "" : "=")]
      }
      return "    \(command.name.rawValue)) options='\(words.joined(separator: " "))' ;;"
    }
    return """
      # bash completion for cardex
      _cardex() {
        local current=${COMP_WORDS[COMP_CWORD]} options= words= choices= option=
        if ((COMP_CWORD == 1)); then
          mapfile -t COMPREPLY < <(compgen -W '\(commandNames) --help --version' -- "$current")
          return
        fi
        option=${COMP_WORDS[COMP_CWORD-1]}
        if [[ $current == = ]]; then
          current=
        elif [[ $option == = ]]; then
          option=${COMP_WORDS[COMP_CWORD-2]}
        fi
        case ${COMP_WORDS[1]}:$option in
      \(choices.joined(separator: "\n"))
        esac
        if [[ $choices ]]; then
          mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$current")
          return
        fi
        case ${COMP_WORDS[1]} in
      \(cases.joined(separator: "\n"))
        esac
        if ((COMP_CWORD == 2)); then
          case ${COMP_WORDS[1]} in
      \(words.joined(separator: "\n"))
          esac
        fi
        if [[ $words && $current != -* ]]; then
          mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        elif [[ $current == -* ]]; then
          mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
          [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
        else
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen -f -- "$current")
        fi
      }
      complete -F _cardex cardex

      """
  }

  private static var zsh: String {
    let commands = CommandDefinition.all.map { "    '\($0.name.rawValue):\(quoted($0.summary))'" }
    let cases = CommandDefinition.all.map { command in
      let specifications = command.options.flatMap { option in
        let description = "[\(quoted(option.help))]"
        let long: String
        let short: String
        switch option.argument {
        case .none: (long, short) = ("", "")
        case .required(let name): (long, short) = ("=:\(name):", "+:\(name):")
        case .optional(let name): (long, short) = ("=-::\(name):", "-::\(name):")
        }
        let files =
          switch option.name {
          case _ where !option.choices.isEmpty: "(\(option.choices.joined(separator: " ")))"
          case .file, .output: "_files"
          case .pictures: "_files -/"
          default: ""
          }
        let longForm = "      '--\(option.name.rawValue)\(split(long, description))\(files)'"
        guard let letter = option.short else { return [longForm] }
        return ["      '-\(letter)\(split(short, description))\(files)'", longForm]
      }
      let words = firstOperands.first { $0.command == command.name.rawValue }?.words
      let files = command.name == .help ? [] : ["'*:file:_files'"]
      let operand = (words.map { ["'1:what:(\($0))'"] } ?? []) + files
      return """
            \(command.name.rawValue)) _arguments -s \\
        \(specifications.joined(separator: " \\\n")) \\
              \(operand.joined(separator: " ")) ;;
        """
    }
    return """
      #compdef cardex
      # zsh completion for cardex
      _cardex() {
        local -a commands=(
      \(commands.joined(separator: "\n"))
        )
        if ((CURRENT == 2)); then
          _describe command commands
          return
        fi
        local command=$words[2]
        shift words
        ((CURRENT--))
        case $command in
      \(cases.joined(separator: "\n"))
        esac
      }
      _cardex "$@"

      """
  }

  /// Inserts a description between the sign and the argument of an option, for zsh.
  private static func split(_ argument: String, _ description: String) -> String {
    guard let colon = argument.firstIndex(of: ":") else { return description }
    return argument[..<colon] + description + argument[colon...]
  }

  private static func quoted(_ text: String) -> String {
    text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]")
      .replacing(":", with: "\\:")
  }

  private static var fish: String {
    var lines = ["# fish completion for cardex"]
    for command in CommandDefinition.all {
      lines.append(
        "complete -c cardex -n __fish_use_subcommand -f -a \(command.name.rawValue) "
          + "-d '\(fishQuoted(command.summary))'")
    }
    for command in CommandDefinition.all {
      let condition = "'__fish_seen_subcommand_from \(command.name.rawValue)'"
      for option in command.options {
        let short = option.short.map { " -s \($0)" } ?? ""
        let argument: String
        if !option.choices.isEmpty {
          argument = " -x -a '\(option.choices.joined(separator: " "))'"
        } else if case .required = option.argument {
          argument = " -r"
        } else {
          argument = ""
        }
        lines.append(
          "complete -c cardex -n \(condition)\(short) -l \(option.name.rawValue)\(argument) "
            + "-d '\(fishQuoted(option.help))'")
      }
    }
    for (command, words) in firstOperands {
      // After the first operand come files.
      let others = words.split(separator: " ").filter { $0 != command }.joined(separator: " ")
      lines.append(
        "complete -c cardex -n '__fish_seen_subcommand_from \(command); "
          + "and not __fish_seen_subcommand_from \(others)' -f -a '\(words)'")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fishQuoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}
