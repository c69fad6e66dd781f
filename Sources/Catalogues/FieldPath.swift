/// The way from a value to one inside it: keys, and positions from 0, in their written form joined
/// by dots. `\.` is a dot in a key.
package struct FieldPath: Equatable, Sendable {
  package let components: [String]

  package init(components: [String]) { self.components = components }

  package init(_ text: String) {
    var components: [String] = []
    var current = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if !isEscaped && scalar == "\\" {
        isEscaped = true
      } else if !isEscaped && scalar == "." {
        components.append(String(current))
        current = String.UnicodeScalarView()
      } else {
        current.append(scalar)
        isEscaped = false
      }
    }
    self.components = text.isEmpty ? [] : components + [String(current)]
  }

  package var text: String { components.map(FieldPath.escaped).joined(separator: ".") }

  private static func escaped(_ key: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in key.unicodeScalars {
      if scalar == "." || scalar == "\\" { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }
}
