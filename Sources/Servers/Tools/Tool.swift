import Exchange
package import Platform

/// A tool that a client can call: its description, and the closure that runs it.
package struct Tool {
  /// What a tool does to files.
  package enum Effect: Sendable {
    case reads
    /// It may change files.
    case changes
  }

  package let name: String
  package let title: String
  package let description: String
  package let parameters: [ToolParameter]
  package let effect: Effect
  /// - Throws: `ReportedError`, which the client is told as the tool's answer.
  package let run: (ToolCall) throws(ReportedError) -> ToolAnswer

  package init(
    _ name: String, title: String, _ description: String, _ parameters: [ToolParameter],
    _ effect: Effect = .reads, run: @escaping (ToolCall) throws(ReportedError) -> ToolAnswer
  ) {
    (self.name, self.title, self.description) = (name, title, description)
    (self.parameters, self.effect, self.run) = (parameters, effect, run)
  }

  /// The tool as it is listed.
  var json: String {
    let annotations = [
      ("readOnlyHint", effect == .reads), ("destructiveHint", effect == .changes),
      ("idempotentHint", effect == .reads), ("openWorldHint", false),
    ]
    return JSON.object([
      ("name", JSON.string(name)), ("title", JSON.string(title)),
      ("description", JSON.string(description)), ("inputSchema", inputSchema),
      ("annotations", JSON.object(annotations.map { ($0.0, $0.1 ? "true" : "false") })),
    ])
  }

  private var inputSchema: String {
    JSON.object([
      ("type", "\"object\""), ("properties", JSON.object(parameters.map { ($0.name, $0.schema) })),
      ("required", JSON.array(parameters.filter(\.isRequired).map { JSON.string($0.name) })),
      ("additionalProperties", "false"),
    ])
  }

  /// Checks that a call has the arguments that the tool takes.
  func check(_ arguments: MessageValue?) throws(ReportedError) {
    if let arguments, !arguments.isObject { throw ReportedError("'arguments' is not an object") }
    for (name, _) in arguments?.members ?? [] where !parameters.contains(where: { $0.name == name })
    {
      let names = parameters.map(\.name).joined(separator: ", ")
      throw ReportedError(
        "'\(self.name)' has no argument '\(name)'; its arguments: \(names)")
    }
    for parameter in parameters {
      guard let value = arguments?[parameter.name] else {
        if parameter.isRequired { throw ReportedError("'\(parameter.name)' is missing") }
        continue
      }
      if !parameter.type.takes(value) {
        throw ReportedError(
          "'\(parameter.name)' is not \(parameter.type.noun)")
      }
    }
  }
}

/// An argument that a tool takes.
package struct ToolParameter: Sendable {
  package enum ValueType: Sendable {
    case text, texts, flag
    /// A whole number from 1 to a limit that no file reaches.
    case number

    fileprivate var schema: [(key: String, value: String)] {
      switch self {
      case .text: [("type", "\"string\"")]
      case .texts: [("type", "\"array\""), ("items", JSON.object([("type", "\"string\"")]))]
      case .flag: [("type", "\"boolean\"")]
      case .number:
        [("type", "\"integer\""), ("minimum", "1"), ("maximum", String(Int32.max))]
      }
    }

    fileprivate func takes(_ value: MessageValue) -> Bool {
      switch self {
      case .text: value.text != nil
      case .texts: value.isArray && value.elements.allSatisfy { $0.text != nil }
      case .flag: value.boolean != nil
      case .number: value.integer.map { (1...Int(Int32.max)).contains($0) } ?? false
      }
    }

    fileprivate var noun: String {
      switch self {
      case .text: "a string"
      case .texts: "an array of strings"
      case .flag: "true or false"
      case .number: "a whole number from 1 to \(Int32.max)"
      }
    }
  }

  package let name: String
  package let type: ValueType
  package let isRequired: Bool
  package let description: String

  package init(_ name: String, _ type: ValueType, isRequired: Bool = false, _ description: String) {
    (self.name, self.type, self.isRequired) = (name, type, isRequired)
    self.description = description
  }

  fileprivate var schema: String {
    JSON.object(type.schema + [("description", JSON.string(description))])
  }
}

/// A call of a tool, whose arguments have been checked.
package struct ToolCall {
  private let arguments: MessageValue?
  /// Whether the call was cancelled. A tool asks several times a second.
  package let isCancelled: () -> Bool

  init(_ arguments: MessageValue?, isCancelled: @escaping () -> Bool) {
    (self.arguments, self.isCancelled) = (arguments, isCancelled)
  }

  package func text(_ name: String) -> String? { arguments?[name]?.text }

  package func texts(_ name: String) -> [String] {
    arguments?[name]?.elements.compactMap(\.text) ?? []
  }

  package func number(_ name: String) -> Int? { arguments?[name]?.integer }

  package func flag(_ name: String) -> Bool { arguments?[name]?.boolean ?? false }
}

/// What a tool answers.
package struct ToolAnswer {
  /// Texts to read, one after the other.
  package var texts: [String]
  /// The same answer as a JSON object, for programs.
  package var structured: String?

  package init(_ texts: [String], structured: String? = nil) {
    (self.texts, self.structured) = (texts, structured)
  }

  var json: String { ToolAnswer.json(texts, structured, isError: false) }

  fileprivate static func json(_ texts: [String], _ structured: String?, isError: Bool) -> String {
    let content = texts.map { JSON.object([("type", "\"text\""), ("text", JSON.string($0))]) }
    return JSON.object(
      [("content", JSON.array(content))] + (structured.map { [("structuredContent", $0)] } ?? [])
        + [("isError", isError ? "true" : "false")])
  }
}

extension ReportedError {
  /// The answer of a tool that cannot do what it was asked for.
  package var json: String { ToolAnswer.json([message.description], nil, isError: true) }
}

/// Reads the text at an address.
package typealias ResourceReader =
  (_ uri: String, ToolCall) throws(ReportedError) -> String
