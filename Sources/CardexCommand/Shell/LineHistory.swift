import Platform
import PropertyLists

/// The lines that the user has entered, in this session and in earlier ones.
struct LineHistory {
  /// The maximum number of lines to keep.
  static let limit = 1000

  /// The lines, oldest first.
  private(set) var lines: [String] = []
  /// Why lines could not be read or kept.
  private(set) var problem: Failure?
  private var file: HistoryFile?

  /// - Parameter path: The file that keeps the lines; `nil` keeps none.
  init(path: FilePath?) {
    guard let path else { return }
    let file = HistoryFile(path: path)
    self.file = file
    do throws(SystemError) {
      lines = try file.load(limit: LineHistory.limit)
    } catch {
      fail(error)
    }
  }

  /// Adds a line, unless it is blank or the same as the previous one.
  ///
  /// - Returns: Whether it was added.
  mutating func add(_ line: String) -> Bool {
    // A line contains no newlines, but such a character can be typed.
    let line = String(line.map { $0.isNewline ? " " : $0 })
    guard line.contains(where: { $0 != " " }), line != lines.last else { return false }
    lines.append(line)
    if lines.count > LineHistory.limit { lines.removeFirst() }
    do throws(SystemError) {
      try file?.append(line)
    } catch {
      fail(error)
    }
    return true
  }

  /// Notes the error; one message is enough, as nothing is kept from now on.
  private mutating func fail(_ error: SystemError) {
    problem = Failure(naming: "\(file?.path ?? ""): \(error)")
    file = nil
  }
}
