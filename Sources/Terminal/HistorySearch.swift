/// An incremental search through the lines of the history, initially backwards.
struct HistorySearch {
  /// The effect of a key.
  enum Outcome: Equatable {
    /// The search continues; the flag says whether nothing (more) was found.
    case shouldContinue(isFailed: Bool)
    /// The match is accepted, and the key must still be processed.
    case accepted
    /// The search is cancelled, and everything is to be as before.
    case cancelled
  }

  /// A state to which deleting the last character of the pattern returns.
  private struct State {
    var pattern = ""
    /// The line that was found, if the pattern was found at all.
    var match: Int?
    var isFailed = false
    var isBackward = true
  }

  private let lines: [String]
  private var states = [State()]

  /// - Parameter lines: The lines of the history, oldest first.
  init(_ lines: [String]) { self.lines = lines }

  private var state: State { states[states.count - 1] }

  /// The text shown in place of the prompt.
  var prompt: String {
    let direction = state.isBackward ? "reverse-i-search" : "i-search"
    return "(\(state.isFailed ? "failed " : "")\(direction))`\(state.pattern)': "
  }

  /// The line that was found, with the cursor before the match.
  var match: InputLine? {
    guard let match = state.match else { return nil }
    var line = InputLine(lines[match])
    // A failed search still shows the last line that was found.
    if let offset = HistorySearch.offset(of: state.pattern, in: line.text) { line.move(to: offset) }
    return line
  }

  mutating func take(_ key: Key) -> Outcome {
    switch key {
    case .control("r"): return repeatSearch(isBackward: true)
    case .control("s"): return repeatSearch(isBackward: false)
    case .control("g"): return .cancelled
    case .backspace, .control("h"):
      guard states.count > 1 else { return .shouldContinue(isFailed: true) }
      states.removeLast()
      return .shouldContinue(isFailed: false)
    case .character(let character): return search(for: String(character))
    case .paste(let text): return search(for: text)
    default: return .accepted
    }
  }

  private mutating func search(for more: String) -> Outcome {
    var next = state
    next.pattern += more
    find(&next, from: next.match ?? lines.count - 1)
    states.append(next)
    return .shouldContinue(isFailed: next.isFailed)
  }

  private mutating func repeatSearch(isBackward: Bool) -> Outcome {
    var next = state
    next.isBackward = isBackward
    if !next.pattern.isEmpty {
      let start = next.match.map { $0 + (isBackward ? -1 : 1) }
      find(&next, from: start ?? (isBackward ? lines.count - 1 : 0))
    }
    states[states.count - 1] = next
    return .shouldContinue(isFailed: next.isFailed)
  }

  private func find(_ state: inout State, from start: Int) {
    let end = state.isBackward ? -1 : lines.count
    let current = state.match.map { lines[$0] }
    let isRepeated = state.match != start
    let found = stride(from: start, to: end, by: state.isBackward ? -1 : 1).first { index in
      // Finding the same line again is not progress.
      !(isRepeated && lines[index] == current)
        && HistorySearch.offset(of: state.pattern, in: lines[index]) != nil
    }
    state.isFailed = found == nil
    state.match = found ?? state.match
  }

  /// The number of scalars of a line before the first occurrence of a pattern.
  private static func offset(of pattern: String, in line: String) -> Int? {
    let pattern = Array(pattern.unicodeScalars)
    let line = Array(line.unicodeScalars)
    guard pattern.count <= line.count else { return nil }
    return (0...(line.count - pattern.count)).first { line[$0...].starts(with: pattern) }
  }
}
