import ICUText
package import PropertyLists

extension ValuePath {
  /// The path as text that parses as the same path; `/` for the root.
  package var text: String {
    switch steps.first {
    case nil: "/"
    case .name("") where steps.count == 1: ".\\u{}"
    default: steps.map { "." + ValuePath.written($0) }.joined()
    }
  }

  /// The path with positions in brackets, which shows which containers are arrays. It never ends in
  /// a backslash, which would continue a line.
  package var bracketedText: String {
    if steps.isEmpty { return text }
    var result = ""
    for step in steps {
      switch step {
      // An empty key has to be escaped, since nothing would be between a dot and a bracket.
      case .name(""): result += ".\\u{}"
      case .name: result += "." + ValuePath.written(step)
      case .position(let position): result += (result.isEmpty ? "." : "") + "[\(position)]"
      }
    }
    return result.utf8.last == UInt8(ascii: "\\") ? result.dropLast(2) + "\\u{5C}" : result
  }

  private static func written(_ step: Step) -> String {
    switch step {
    case .position(let position): return String(position)
    case .name(let name):
      if !name.mayHoldControls, !name.utf8.contains(where: isReserved) { return name }
      var result = ""
      for (scalar, isControl) in MarkedControls(name) {
        switch scalar {
        case "\n": result += "\\n"
        case "\t": result += "\\t"
        case "\r": result += "\\r"
        case _ where scalar.isASCII && isReserved(UInt8(scalar.value)): result += "\\\(scalar)"
        case _ where isControl:
          result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result
    }
  }

  /// Whether a character of a key is escaped by a backslash.
  private static func isReserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\\"),
      UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "\""):
      true
    default: false
    }
  }
}

/// The elements of single values, as they are printed.
extension PropertyListDocument {
  /// The element of a value as it is written, without the indentation of its containers.
  package func elementText(of value: NodeIndex) -> String {
    let outer = space(before: elementStart(of: key(before: value) ?? value)).indentation ?? []
    let unit = indentationUnit
    let text = Reindenting.reindented(
      text(at: elementRange(of: value)), from: Reindenting.Indentation(outer: outer, unit: unit),
      to: Reindenting.Indentation(outer: [], unit: unit))
    return String(decoding: text, as: UTF8.self)
  }

  /// An element that was written without outer indentation, indented for the line that the space
  /// begins.
  func reindented(_ element: [UInt8], after space: Space) -> [UInt8] {
    guard let outer = space.indentation else { return element }
    return Reindenting.reindented(
      element, from: Reindenting.Indentation(outer: [], unit: [0x09]),
      to: Reindenting.Indentation(outer: outer, unit: indentationUnit))
  }
}

extension NodeKind {
  /// The names of types, in the order in which help lists them.
  package static var typeNames: [String] {
    FieldType.allCases.filter { $0.kind != nil }.map(\.rawValue)
  }

  /// - Parameter name: The name of a type, or `bool`, `int` or `float`.
  package init?(typeNamed name: String) {
    guard let kind = FieldType(named: name)?.kind else { return nil }
    self = kind
  }

  /// The name of the value's type: `boolean` for `true` and `false`.
  package var fieldTypeName: String {
    switch self {
    case .true, .false: FieldType.boolean.rawValue
    default: elementName
    }
  }

  package func isSameType(as other: NodeKind) -> Bool { fieldTypeName == other.fieldTypeName }
}
