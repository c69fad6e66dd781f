package import Platform

/// The way from the root of a property list to a value in it, as users write it:
/// `.CFBundleURLTypes.0.CFBundleURLSchemes[-1]`.
///
/// A path begins with a dot, and dots separate its steps. A backslash escapes the character after
/// it; `\n`, `\t`, `\r` and `\u{…}` are control characters. A step may be in double quotes. The
/// meaning does not depend on how the property list is read as a catalogue.
package struct ValuePath: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    /// A key of a dictionary. In an array, a whole number is a position, as in `position`.
    case name(String)
    /// A position in an array from 0, or from the end with -1 as the last: `[-1]`. Never a key.
    case position(Int)

    /// Keys are equal only if their bytes are.
    package static func == (one: Step, other: Step) -> Bool {
      switch (one, other) {
      case (.name(let name), .name(let other)): name.utf8.elementsEqual(other.utf8)
      case (.position(let position), .position(let other)): position == other
      default: false
      }
    }

    package func hash(into hasher: inout Hasher) {
      switch self {
      case .name(let name): for byte in name.utf8 { hasher.combine(byte) }
      case .position(let position): hasher.combine(position)
      }
    }
  }

  /// The steps from the root; empty for the root itself.
  package let steps: [Step]

  package init(_ steps: [Step]) { self.steps = steps }

  package static let root = ValuePath([])

  /// Reads a path.
  ///
  /// - Throws: `ValuePathError` if the text is not `/` and does not begin with a dot, or has no
  ///   meaning as a path.
  package init(_ text: String) throws(ValuePathError) {
    var reader = Reader(text)
    steps = try reader.read()
  }

  /// Whether a word begins as paths do. A dot alone does not.
  package static func isPath(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: ".") && text.utf8.count > 1
  }

  /// The path of a value inside the value at this path.
  package func appending(_ step: Step) -> ValuePath { ValuePath(steps + [step]) }

  /// The path of the container of the value; the root is its own parent.
  package var parent: ValuePath { ValuePath(Array(steps.dropLast())) }

  /// The keys and positions of the steps, as texts.
  package var names: [String] {
    steps.map {
      switch $0 {
      case .name(let name): name
      case .position(let position): String(position)
      }
    }
  }
}

/// Why a text is not a path.
package struct ValuePathError: Error, Equatable, Sendable, CustomStringConvertible {
  package let text: String
  package let reason: String

  package var description: String { "'\(text.nameExcerpt)' is not a path: \(reason)" }
}

extension ValuePath {
  private struct Reader {
    private let text: String
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) {
      self.text = text
      rest = text[...].unicodeScalars
    }

    private func failure(_ reason: String) -> ValuePathError {
      ValuePathError(text: text, reason: reason)
    }

    mutating func read() throws(ValuePathError) -> [Step] {
      if text == "/" { return [] }
      guard rest.first == "." else { throw failure("it does not begin with a dot") }
      if text == "." {
        throw failure("no key follows the dot; '/' is the whole file, '.\\u{}' the empty key")
      }
      var steps: [Step] = []
      while let sign = rest.first {
        if sign == "[" {
          steps.append(try position())
        } else {
          // Each name ends before a dot or a bracket.
          rest.removeFirst()
          if rest.first == "[" { continue }
          steps.append(.name(rest.first == "\"" ? try quotedName() : try name()))
        }
      }
      return steps
    }

    /// Reads `[` INT `]`.
    private mutating func position() throws(ValuePathError) -> Step {
      let digits = rest.dropFirst().prefix { $0 != "]" }
      guard digits.endIndex < rest.endIndex, let position = Int(String(digits)) else {
        if digits.first == "\"", digits.endIndex < rest.endIndex {
          throw failure("a key follows a dot, as in '.\(String(digits))'")
        }
        throw failure("a position in brackets is a whole number; a '[' in a key is written '\\['")
      }
      rest = rest[digits.endIndex...].dropFirst()
      guard rest.isEmpty || rest.first == "." || rest.first == "[" else {
        throw failure("after a position there is a dot")
      }
      return .position(position)
    }

    private mutating func name() throws(ValuePathError) -> String {
      var name = String.UnicodeScalarView()
      while let scalar = rest.first, scalar != ".", scalar != "[" {
        rest.removeFirst()
        // `\u{}` is no character: it makes the path of an empty key longer than a dot.
        if scalar == "\\", rest.starts(with: "u{}".unicodeScalars) {
          rest.removeFirst(3)
          continue
        }
        name.append(scalar == "\\" ? try escaped() : scalar)
      }
      return String(name)
    }

    private mutating func quotedName() throws(ValuePathError) -> String {
      rest.removeFirst()
      var name = String.UnicodeScalarView()
      while let scalar = rest.popFirst() {
        if scalar == "\"" {
          guard rest.isEmpty || rest.first == "." || rest.first == "[" else {
            throw failure("after a quoted key there is a dot")
          }
          return String(name)
        }
        name.append(scalar == "\\" ? try escaped() : scalar)
      }
      throw failure("a quoted key has no end")
    }

    private mutating func escaped() throws(ValuePathError) -> Unicode.Scalar {
      if let next = rest.first, next.properties.isAlphabetic || next.properties.numericType != nil,
        !["n", "t", "r"].contains(next), !(next == "u" && rest.dropFirst().first == "{")
      {
        throw failure("'\\\(next)' means nothing; a backslash in a key is written '\\\\'")
      }
      do throws(ReportedError) {
        return try rest.popEscaped()
      } catch {
        throw failure("\(error)")
      }
    }
  }
}

extension Substring.UnicodeScalarView {
  /// Removes the rest of an escape after its backslash, and returns the character that it means.
  package mutating func popEscaped() throws(ReportedError) -> Unicode.Scalar {
    switch popFirst() {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "u" where first == "{":
      let digits = dropFirst().prefix { $0 != "}" }
      guard digits.endIndex < endIndex, let value = UInt32(String(digits), radix: 16),
        let scalar = Unicode.Scalar(value)
      else { throw ReportedError("'\\u{\(String(digits))}' is not a character") }
      self = dropFirst(digits.count + 2)
      return scalar
    case let scalar?: return scalar
    case nil: throw ReportedError("it ends in a backslash")
    }
  }
}
