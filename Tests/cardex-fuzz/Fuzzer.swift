/// A fuzzer: it takes any bytes and must neither crash nor violate a rule.
package enum Fuzzer: String, CaseIterable, Sendable {
  /// A script, a form feed and a property list, both taken literally.
  case sessions
  /// Choices that generate a catalogue and commands for it.
  case edits
  /// Choices that generate a form and commands for it.
  case forms
  /// Changes to a valid index, whose checksums are then corrected.
  case indexes
  /// Records of a journal, and where it is damaged.
  case journals
  /// A script.
  case scripts
  /// Choices of an encoding and of a check, and a property list.
  case encodings
  /// The choice of a format, and a file in it.
  case formats
  /// Choices of a format and of edits, and a file in the format.
  case splices

  /// Runs the fuzzer on an input.
  ///
  /// - Throws: `Violation` of a rule that must hold for any bytes.
  package func run(_ bytes: [UInt8]) throws {
    switch self {
    case .sessions: try SessionFuzzing.run(bytes)
    case .edits: try EditFuzzing.run(bytes) { $0.propertyList() }
    case .forms: try EditFuzzing.run(bytes) { $0.form() }
    case .indexes: try IndexFuzzing.run(bytes)
    case .journals: try JournalFuzzing.run(bytes)
    case .scripts: try ScriptFuzzing.run(bytes)
    case .encodings: try EncodingFuzzing.run(bytes)
    case .formats: try FormatFuzzing.run(bytes)
    case .splices: try SpliceFuzzing.run(bytes)
    }
  }
}

/// The error that a rule does not hold.
package struct Violation: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// - Throws: `Violation` unless the condition holds.
func require(_ condition: Bool, _ description: @autoclosure () -> String) throws(Violation) {
  if !condition { throw Violation(description()) }
}
