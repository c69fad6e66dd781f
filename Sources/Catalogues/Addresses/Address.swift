import ICUText

/// The path to an entry or section, as users write it: `B/马自达`, `安徽/合肥`, `#2/#-1`.
package struct Address: Equatable, Sendable {
  /// One step from a section to an item in it.
  package enum Component: Equatable, Sendable {
    /// A label or title, or a unique beginning of one.
    case name(String)
    /// A position counted from 1, or from the end, with -1 as the last.
    case position(Int)
  }

  /// The steps from the root; empty for the root itself.
  package let components: [Component]

  package init(components: [Component]) { self.components = components }

  /// Parses an address.
  ///
  /// Components are separated by `/`; `#` begins a position. A backslash escapes the character
  /// after it; `\n`, `\t`, `\r` and `\u{…}` are control characters. A leading `/` means that the
  /// first component is in the root.
  ///
  /// - Throws: `AddressError.malformed`.
  package init(_ text: String) throws(AddressError) {
    var components: [Component] = []
    var reader = Reader(text)
    reader.skipSlash()
    while !reader.isAtEnd {
      let (name, isPosition) = try reader.readComponent()
      if isPosition, let position = Int(name), position != 0 {
        components.append(.position(position))
      } else if isPosition {
        components.append(.name("#" + name))
      } else if !name.isEmpty {
        components.append(.name(name))
      } else {
        throw .malformed(text, reason: "a component is empty")
      }
    }
    self.components = components
  }

  /// A label or title, escaped as a component of an address.
  package static func escaped(_ name: String) -> String {
    var result = ""
    for (scalar, isControl) in MarkedControls(name) {
      switch scalar {
      case "/", "\\": result += "\\" + String(scalar)
      case "#" where result.isEmpty: result += "\\#"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where isControl:
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Address {
  private struct Reader {
    private let text: String
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) {
      self.text = text
      rest = text[...].unicodeScalars
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skipSlash() {
      if rest.first == "/" { rest.removeFirst() }
    }

    mutating func readComponent() throws(AddressError) -> (name: String, isPosition: Bool) {
      var name = String.UnicodeScalarView()
      let isPosition = rest.first == "#"
      if isPosition { rest.removeFirst() }
      while let scalar = rest.popFirst(), scalar != "/" {
        name.append(scalar == "\\" ? try readEscape() : scalar)
      }
      return (String(name), isPosition)
    }

    private mutating func readEscape() throws(AddressError) -> Unicode.Scalar {
      switch rest.popFirst() {
      case "n": return "\n"
      case "t": return "\t"
      case "r": return "\r"
      case "u" where rest.first == "{":
        let digits = rest.dropFirst().prefix { $0 != "}" }
        guard digits.endIndex < rest.endIndex, let value = UInt32(String(digits), radix: 16),
          let scalar = Unicode.Scalar(value)
        else { throw .malformed(text, reason: "'\\u{\(String(digits))}' is not a character") }
        rest = rest.dropFirst(digits.count + 2)
        return scalar
      case let scalar?: return scalar
      case nil: throw .malformed(text, reason: "it ends in a backslash")
      }
    }
  }
}

/// The reason why an address leads nowhere.
package enum AddressError: Error, Equatable, Sendable, CustomStringConvertible {
  case malformed(String, reason: String)
  /// No item has that name; `nearest` are addresses of items with similar names.
  case notFound(name: String, inside: String?, nearest: [String])
  /// Several items have that name or beginning.
  case ambiguous(name: String, candidates: [String])
  case outOfRange(position: Int, inside: String?, count: Int)
  /// A component that is not the last leads to an entry.
  case notASection(String)

  package var description: String {
    switch self {
    case .malformed(let text, let reason): "'\(text)' is not an address: \(reason)"
    case .notFound(let name, let inside, let nearest):
      "no section or entry '\(name)'" + (inside.map { " in '\($0)'" } ?? "")
        + (nearest.isEmpty ? "" : "; nearest: \(AddressError.list(nearest))")
    case .ambiguous(let name, let candidates):
      "'\(name)' is ambiguous: \(AddressError.list(candidates))"
    case .outOfRange(let position, let inside, let count):
      "there is no #\(position)" + (inside.map { " in '\($0)'" } ?? "")
        + (count == 0 ? ", which is empty" : "; positions are #1 to #\(count)")
    case .notASection(let name): "'\(name)' is an entry and contains nothing"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(10).joined(separator: "  ") + (names.count > 10 ? "  … (\(names.count))" : "")
  }
}
