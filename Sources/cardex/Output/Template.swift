/// Text with placeholders: `{label}`, `{KEY}`, and `\t`, `\n`, `{{`, `}}`.
struct Template {
  private enum Part {
    case text(String)
    case placeholder(String)
  }

  private let parts: [Part]

  /// - Throws: `Failure` if a brace has no partner or a placeholder no name.
  init(_ text: String) throws(Failure) {
    var parts: [Part] = []
    var literal = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        switch rest.popFirst() {
        case "t": literal += "\t"
        case "n": literal += "\n"
        case "\\": literal += "\\"
        case let other?: literal += "\\" + String(other)
        case nil: literal += "\\"
        }
      case "{" where rest.first == "{", "}" where rest.first == "}":
        literal.append(character)
        rest.removeFirst()
      case "{":
        guard let end = rest.firstIndex(of: "}"), end != rest.startIndex else {
          throw Failure("--format '\(text)': '{' needs a name and a '}'; '{{' is a brace")
        }
        parts += [.text(literal), .placeholder(String(rest[..<end]))]
        literal = ""
        rest = rest[rest.index(after: end)...]
      case "}":
        throw Failure("--format '\(text)': '}' without '{'; '}}' is a brace")
      default: literal.append(character)
      }
    }
    parts.append(.text(literal))
    self.parts = parts
  }

  /// The text with each placeholder replaced.
  func filled(_ value: (String) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .placeholder(let name): value(name)
      }
    }.joined()
  }
}
