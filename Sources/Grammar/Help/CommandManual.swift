/// The table of commands in the manual, in mdoc(7), generated from the definitions.
package enum CommandManual {
  /// A subsection for each group, with a list of its commands. Ends in a line feed.
  package static func table(of commands: CommandSet) -> String {
    commands.groups.map { group in
      lines([".Ss " + group.title, ".Bl -tag -width Ds"])
        + commands.commands(in: group).map(item).joined() + lines([".El"])
    }.joined()
  }

  private static func item(_ definition: CommandDefinition) -> String {
    var result: [String] = []
    for form in definition.forms {
      result += [".It Xo"] + synopsis(definition, form) + [".Xc"]
    }
    result += sentences(HelpLayout.sentence(definition.summary))
    for alias in definition.aliases { result += [".Cm " + alias, "is the same."] }
    if !definition.details.isEmpty { result += [".Pp"] + sentences(definition.details) }
    if !definition.options.isEmpty {
      result += [".Bl -tag -width Ds"] + definition.options.flatMap(option) + [".El"]
    }
    result += definition.examples.flatMap(example)
    return lines(result)
  }

  private static func lines(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  // MARK: How a command is written

  private static func synopsis(_ definition: CommandDefinition, _ form: CommandForm) -> [String] {
    var result = [".Cm " + definition.name.rawValue]
    if let selector = form.selector { result.append(".Fl -" + selector.rawValue) }
    if form.options.contains(where: { $0.name != form.selector }) {
      result.append(".Op Ar options")
    }
    for operand in form.operands {
      let macros = macros(of: operand)
      if operand.isNested {
        result[result.count - 1] += " Op " + macros
      } else {
        result.append("." + (operand.count.lowerBound == 0 ? "Op " : "") + macros)
      }
    }
    return result
  }

  private static func macros(of operand: CommandOperand) -> String {
    switch operand.kind {
    case .keyword(let word): return "Cm " + word
    case .choice(let words): return "Cm " + words.map(\.name).joined(separator: " | ")
    default:
      let dots = operand.count.upperBound > 1 && !operand.isJoined ? " ..." : ""
      return "Ar " + operand.name + dots + operand.alternatives.map { " | Cm " + $0 }.joined()
    }
  }

  private static func option(_ option: CommandOption) -> [String] {
    let letter = option.letter.map { "Fl \($0) , " } ?? ""
    let argument =
      switch option.argument {
      case .none: ""
      case .required(let name, _): " Ns = Ns Ar " + name
      case .optional(let name, _): " Ns Oo = Ns Ar \(name) Oc"
      }
    return [".It \(letter)Fl -\(option.name.rawValue)\(argument)"]
      + sentences(HelpLayout.sentence(option.help))
  }

  private static func example(_ example: CommandExample) -> [String] {
    [".Pp"] + sentences(HelpLayout.sentence(example.meaning, end: ":"))
      + [".Dl " + literal(example.line)]
  }

  /// Text that is typed literally: its hyphens are not hyphenation.
  private static func literal(_ line: String) -> String {
    let words = line.split(separator: " ").map(argument).joined(separator: " ")
    return words.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\-")
  }

  // MARK: Text

  /// Text with one sentence per line, as is usual in the source of manuals.
  private static func sentences(_ text: String) -> [String] {
    var result: [String] = []
    var sentence: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      sentence.append(escaped(word))
      if word.last == "." || word.last == ":" {
        result += broken(sentence)
        sentence = []
      }
    }
    return sentence.isEmpty ? result : result + broken(sentence)
  }

  private static func broken(_ sentence: [String]) -> [String] {
    HelpLayout.wrapped(sentence.joined(separator: " "), width: 78)
  }

  /// A word after a macro, escaped if it is a single mark, which the macro would take for
  /// punctuation.
  private static func argument(_ word: Substring) -> String {
    let text = escaped(word)
    return text.count == 1 && text.first?.isPunctuation == true ? "\\&" + text : text
  }

  /// Text escaped so that nothing in it is taken for a request or an escape.
  private static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "." where result.isEmpty: result += "\\&."
      default: result.append(character)
      }
    }
    return result
  }
}
