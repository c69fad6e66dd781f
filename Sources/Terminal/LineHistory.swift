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
