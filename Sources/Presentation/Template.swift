package import Platform

/// What is wrong with a template.
extension ReportedError {
  /// An opening brace without a name or without a closing brace.
  fileprivate static let noName = ReportedError(
    "'{' needs a name and a '}'; a brace is written '{{'")
  /// A closing brace without an opening one.
  fileprivate static let noOpening = ReportedError("'}' without '{'; a brace is written '}}'")

  /// Text after a colon that is not a pattern for dates.
  fileprivate static func noPattern(_ text: String) -> ReportedError {
    ReportedError("'\(text)' is not a pattern for dates, such as 'd MMM y'")
  }
}

/// Text with placeholders: `{label}`, `{KEY}`, and `\t`, `\n`, `{{`, `}}`.
package struct Template: Equatable, Sendable {
  private enum Segment: Equatable {
    case text(String)
    case placeholder(Placeholder)
  }

  /// A name in braces, perhaps with a pattern for dates: `{born:d MMM y}`. A colon in a key is
  /// written `\:`.
  package struct Placeholder: Equatable, Sendable {
    package let name: String
    package let pattern: String?

    fileprivate init(_ text: Substring) throws(ReportedError) {
      var name = ""
      var pattern: String?
      var rest = text
      while pattern == nil, let character = rest.popFirst() {
        switch character {
        case "\\" where rest.first == ":": name.append(rest.removeFirst())
        case ":": pattern = String(rest)
        default: name.append(character)
        }
      }
      if name.isEmpty { throw .noName }
      (self.name, self.pattern) = (name, pattern)
      if let pattern, !ShownDates.isPattern(pattern) { throw .noPattern(pattern) }
    }
  }

  /// The text that was parsed.
  package let source: String
  private let segments: [Segment]

  package init(_ text: String) throws(ReportedError) {
    source = text
    var segments: [Segment] = []
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
        guard let end = rest.firstIndex(of: "}"), end != rest.startIndex else { throw .noName }
        segments += [.text(literal), .placeholder(try Placeholder(rest[..<end]))]
        literal = ""
        rest = rest[rest.index(after: end)...]
      case "}": throw .noOpening
      default: literal.append(character)
      }
    }
    segments.append(.text(literal))
    self.segments = segments
  }

  /// The names in braces, in order and including repetitions.
  package var placeholders: [String] {
    segments.compactMap {
      if case .placeholder(let placeholder) = $0 { placeholder.name } else { nil }
    }
  }

  /// Whether a placeholder is a path, which only a catalogue read from the whole file knows.
  package var namesPaths: Bool { placeholders.contains(where: TemplateValues.isPath) }

  /// The text, in UTF-8, with each placeholder replaced by bytes.
  package func filledBytes(_ value: (Placeholder) -> [UInt8]) -> [UInt8] {
    segments.flatMap { segment in
      switch segment {
      case .text(let text): Array(text.utf8)
      case .placeholder(let placeholder): value(placeholder)
      }
    }
  }

  /// The text with each placeholder replaced.
  package func filled(_ value: (Placeholder) -> String) -> String {
    segments.map { segment in
      switch segment {
      case .text(let text): text
      case .placeholder(let placeholder): value(placeholder)
      }
    }.joined()
  }
}
