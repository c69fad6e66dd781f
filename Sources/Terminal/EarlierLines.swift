/// The choice of an earlier line that an input line shows instead of what was typed.
package struct EarlierLines: Equatable, Sendable {
  /// How far back the shown line is; 0 for what was typed.
  private var distance = 0
  private var typed = ""
  /// What `find` looks for.
  private var pattern = ""
  /// The text that `find` has put into the line.
  private var found: String?

  package init() {}

  /// Puts the line before the shown one into the input line, or with -1 the line after it.
  ///
  /// - Parameter lines: The latest one first.
  /// - Returns: Whether there is such a line.
  package mutating func step(
    _ direction: Int, in lines: some RandomAccessCollection<String>, _ line: inout InputLine
  ) -> Bool {
    go(direction, lines, &line, where: { _ in true })
  }

  /// Like `step`, but skips lines that are equal to the shown one or lack the text that was before
  /// the cursor when the search began.
  package mutating func find(
    _ direction: Int, in lines: some RandomAccessCollection<String>, _ line: inout InputLine
  ) -> Bool {
    let current = line.text
    if current != found { pattern = line.before }
    let pattern = pattern
    guard go(direction, lines, &line, where: { $0 != current && $0.contains(pattern) }) else {
      return false
    }
    found = line.text
    return true
  }

  private mutating func go(
    _ direction: Int, _ lines: some RandomAccessCollection<String>, _ line: inout InputLine,
    where isWanted: (String) -> Bool
  ) -> Bool {
    if distance == 0 { typed = line.text }
    func text(_ distance: Int) -> String {
      distance == 0 ? typed : lines[lines.index(lines.startIndex, offsetBy: distance - 1)]
    }
    var next = distance + direction
    while next > 0, next <= lines.count, !isWanted(text(next)) { next += direction }
    guard (0...lines.count).contains(next) else { return false }
    distance = next
    line.set(text(next))
    return true
  }
}
