import Catalogues
import Grammar
import Platform
import Testing

@testable import Editing
@testable import Language

/// The command in a line, which must contain one.
func parse(_ line: String) throws -> CommandRequest {
  try #require(try SessionCommands.all.parse(line), "\(line)")
}

/// A description of what a line requests, with quoted words in quotes.
func meaning(_ line: String) throws -> String { try parse(line).meaning() }

extension CommandDefinition {
  static func named(_ name: CommandName) -> CommandDefinition {
    guard let definition = SessionCommands.all.definitions.command(named: name) else {
      preconditionFailure("there is no command \(name.rawValue)")
    }
    return definition
  }
}

extension CommandRequest {
  var read: any Command {
    switch command {
    case .session(let command): command
    case .operation(let command): command
    }
  }

  /// A value that the command has read from its words.
  func value<Value>(_ name: String) throws -> Value {
    try #require(Mirror(reflecting: read).descendant(name) as? Value, "\(name)")
  }

  var canonicalText: String { parsed.canonicalText }

  var addresses: [Word] { parsed.addresses }

  /// A description without the places and quotes of words.
  var withoutPlaces: String { meaning(withQuotes: false) }

  /// The command's name and its arguments.
  fileprivate func meaning(withQuotes: Bool = true) -> String {
    let values = Array(Mirror(reflecting: read).children)
    if values.isEmpty { return name.rawValue }
    // The only value of a command that is no operation is described without its name.
    let isOnly = values.count == 1 && read is any SessionCommand
    let shown = isOnly ? [(nil, values[0].value)] : values
    return name.rawValue + "(" + describeAll(shown, withQuotes: withQuotes) + ")"
  }
}

private func describeAll(
  _ parts: [Mirror.Child], separator: String = ", ", withQuotes: Bool
) -> String {
  parts.map { part in
    let label = part.label.flatMap { $0.hasPrefix(".") ? nil : $0 + ": " } ?? ""
    return label + describe(part.value, withQuotes: withQuotes)
  }.joined(separator: separator)
}

private func describe(_ value: Any, withQuotes: Bool = true) -> String {
  func describeAll(_ parts: [Mirror.Child], separator: String = ", ") -> String {
    LanguageTests.describeAll(parts, separator: separator, withQuotes: withQuotes)
  }
  switch value {
  case let word as Word where withQuotes: return word.isQuoted ? "'\(word.text)'" : word.text
  case let word as Word: return "\(word.reference)"
  case let text as String: return "\"\(text)\""
  case let path as FilePath: return "\"\(path)\""
  case let field as FieldAssignment:
    return "\(field.key):\(field.type?.rawValue ?? "?")=\(field.value)"
  case let name as CommandName: return name.rawValue
  case is Bool, is Int: return "\(value)"
  default: break
  }
  let mirror = Mirror(reflecting: value)
  let children = Array(mirror.children)
  switch mirror.displayStyle {
  case .optional: return children.first.map { describe($0.value, withQuotes: withQuotes) } ?? "nil"
  case .collection: return "[" + describeAll(children, separator: " ") + "]"
  case .enum:
    guard let child = children.first, let name = child.label else { return "\(value)" }
    let payload = Mirror(reflecting: child.value)
    // A single value without a name is labelled with the name of the case.
    let parts = payload.displayStyle == .tuple ? Array(payload.children) : [(nil, child.value)]
    return name + "(" + describeAll(parts) + ")"
  default: return "{" + describeAll(children) + "}"
  }
}
