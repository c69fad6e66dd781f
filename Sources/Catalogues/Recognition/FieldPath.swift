/// Keys and positions joined by dots, as `--root` and the keys of labels have them.
enum FieldPath {
  /// The parts of a path; `\.` is a dot and `\\` a backslash in one.
  static func components(of path: String) -> [String] {
    var components: [String] = []
    var current = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in path.unicodeScalars {
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
    if !current.isEmpty { components.append(String(current)) }
    return components
  }

  /// The path with these parts.
  static func joined(_ components: [String]) -> String {
    components.map { component in
      var escaped = String.UnicodeScalarView()
      for scalar in component.unicodeScalars {
        if scalar == "." || scalar == "\\" { escaped.append("\\") }
        escaped.append(scalar)
      }
      return String(escaped)
    }.joined(separator: ".")
  }
}
