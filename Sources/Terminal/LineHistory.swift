package import Platform

/// The lines that the user has entered, in this session and in earlier ones. After the first error,
/// lines are no longer kept for later sessions.
package struct LineHistory {
  /// The maximum number of lines to keep.
  package static let limit = 1000

  /// The lines, oldest first.
  package private(set) var lines: [String] = []
  private var file: HistoryFile?

  /// - Parameter path: The file that keeps the lines; `nil` keeps none.
  package init(path: FilePath?) {
    guard let path else { return }
    let file = HistoryFile(path: path)
    self.file = file
    do throws(SystemError) {
      lines = try file.load(limit: LineHistory.limit)
    } catch {
      self.file = nil
    }
  }

  /// Adds a line, unless it is blank or the same as the previous one.
  ///
  /// - Returns: Whether it was added.
  package mutating func add(_ line: String) -> Bool {
    // A line contains no newlines, but such a character can be typed.
    let line = String(line.map { $0.isNewline ? " " : $0 })
    guard line.contains(where: { $0 != " " }), line != lines.last else { return false }
    lines.append(line)
    if lines.count > LineHistory.limit { lines.removeFirst() }
    do throws(SystemError) {
      try file?.append(line)
    } catch {
      file = nil
    }
    return true
  }
}

/// The choice of an earlier line that an input line shows instead of what was typed.
package struct LineRecall: Equatable, Sendable {
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
