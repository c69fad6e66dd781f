extension Word {
  /// A word of a command line of the system.
  ///
  /// - Parameter readsSigns: Whether a backslash before `=` and `:` escapes these, up to the `=`
  ///   after a key.
  package init(argument: String, readsSigns: Bool, at column: Int) {
    // There is neither a listing nor a current entry: such words are names.
    let isName =
      argument == "." || argument == "$"
      || !argument.isEmpty && argument.utf8.allSatisfy { (0x30...0x39).contains($0) }
    var text = String.UnicodeScalarView()
    var marks: [Mark] = []
    var rest = argument.unicodeScalars[...]
    func append(_ scalar: Unicode.Scalar, _ writing: Writing, width: Int = 1) {
      let start = marks.last?.columns.upperBound ?? column
      text.append(scalar)
      marks.append(Mark(writing: writing, columns: start..<start + width))
    }
    var isKey = readsSigns
    while let scalar = rest.popFirst() {
      if isKey, scalar == "\\", let next = rest.first {
        rest.removeFirst()
        if next == "=" || next == ":" {
          append(next, .escaped, width: 2)
        } else {
          append(scalar, .plain)
          append(next, .plain)
        }
      } else {
        append(scalar, isName ? .quoted : .plain)
        if scalar == "=" { isKey = false }
      }
    }
    let end = marks.last?.columns.upperBound ?? column
    self.init(
      text: String(text), columns: column..<end,
      isQuoted: marks.contains { $0.writing != .plain }, marks: marks)
  }
}
