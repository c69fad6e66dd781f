import Platform
import PropertyLists

/// The lines that the user has entered, in this session and before.
struct LineHistory {
  /// How many lines are kept.
  static let limit = 1000

  /// The oldest one first.
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

  /// Adds a line, unless it is blank or the same as the one before.
  ///
  /// - Returns: Whether it was added.
  mutating func add(_ line: String) -> Bool {
    // A line has no ends in it, but such a character can be typed.
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

  /// One message is enough: nothing is kept from now on.
  private mutating func fail(_ error: SystemError) {
    problem = Failure(naming: "\(file?.path ?? ""): \(error)")
    file = nil
  }
}
