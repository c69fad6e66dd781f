/// Something that takes any bytes and must neither crash nor break a rule.
package enum Fuzzer: String, CaseIterable, Sendable {
  /// A script, a form feed and a property list, both as they are.
  case sessions
  /// Choices of a catalogue and of commands that fit it.
  case edits
  /// Choices of a form and of commands that fit it.
  case forms
  /// Changes of a valid index, whose checksums are then made right.
  case indexes
  /// Records of a journal, and where it is damaged.
  case journals
  /// A script.
  case scripts
  /// The name of an encoding, a line end and a property list.
  case encodings

  /// Does what there is to do with the bytes.
  ///
  /// - Throws: `Violation` of what must hold whatever the bytes are.
  package func run(_ bytes: [UInt8]) throws {
    switch self {
    case .sessions: try SessionFuzzing.run(bytes)
    case .edits: try EditFuzzing.run(bytes) { $0.propertyList() }
    case .forms: try EditFuzzing.run(bytes) { $0.form() }
    case .indexes: try IndexFuzzing.run(bytes)
    case .journals: try JournalFuzzing.run(bytes)
    case .scripts: try ScriptFuzzing.run(bytes)
    case .encodings: try EncodingFuzzing.run(bytes)
    }
  }
}

/// A rule that does not hold.
package struct Violation: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// - Throws: `Violation` unless the condition holds.
func require(_ condition: Bool, _ description: @autoclosure () -> String) throws(Violation) {
  if !condition { throw Violation(description()) }
}
