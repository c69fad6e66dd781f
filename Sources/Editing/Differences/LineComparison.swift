/// Lines of an old text and the lines that replace them in a new one.
struct LineChange: Equatable {
  var old: Range<Int>
  var new: Range<Int>

  package var isEmpty: Bool { old.isEmpty && new.isEmpty }

  /// The diagonals that cross the change, each numbered by its old line minus its new one.
  var diagonals: ClosedRange<Int> {
    let lowest = old.lowerBound - new.upperBound
    let highest = old.upperBound - new.lowerBound
    return lowest...highest
  }

  /// The change without the lines that are the same at its beginning and its end.
  func trimmed(where areEqual: (_ old: Int, _ new: Int) -> Bool) -> LineChange {
    var (first, second) = (old.lowerBound, new.lowerBound)
    var (firstEnd, secondEnd) = (old.upperBound, new.upperBound)
    while first < firstEnd, second < secondEnd, areEqual(first, second) {
      first += 1
      second += 1
    }
    while first < firstEnd, second < secondEnd, areEqual(firstEnd - 1, secondEnd - 1) {
      firstEnd -= 1
      secondEnd -= 1
    }
    return LineChange(old: first..<firstEnd, new: second..<secondEnd)
  }
}

/// Finds the changes from one sequence of numbers to another: Myers' algorithm in linear space
/// ("An O(ND) difference algorithm and its variations", 1986), bounded as GNU diff bounds it.
///
/// The result is minimal where the number of changes is within the bound. Beyond that, a stretch is
/// divided where the search got furthest, so that the changes are correct but may not be minimal.
struct LineComparison {
  /// The changes in order, with equal lines between them.
  private(set) var changes: [LineChange] = []
  private let old: [Int32]
  private let new: [Int32]
  /// The maximum number of steps that a search takes from either side.
  private let bound: Int
  private var forward: Frontier
  private var backward: Frontier

  /// - Complexity: O((*n* + *m*) × `bound`) for *n* old and *m* new numbers.
  init(_ numbers: LineNumbers, bound: Int) {
    old = numbers.old
    new = numbers.new
    self.bound = min(bound, (old.count + new.count + 1) / 2 + 1)
    forward = Frontier(steps: self.bound, unreached: -1)
    backward = Frontier(steps: self.bound, unreached: .max)
    compare()
  }

  private mutating func compare() {
    var waiting = [LineChange(old: old.indices, new: new.indices)]
    while let next = waiting.popLast() {
      let stretch = next.trimmed { old[$0] == new[$1] }
      if stretch.old.isEmpty || stretch.new.isEmpty {
        changes.append(coalescing: stretch)
        continue
      }
      let cut = cut(of: stretch)
      waiting.append(
        LineChange(
          old: cut.old..<stretch.old.upperBound, new: cut.new..<stretch.new.upperBound))
      waiting.append(
        LineChange(
          old: stretch.old.lowerBound..<cut.old, new: stretch.new.lowerBound..<cut.new))
    }
  }

  /// A point on a path of fewest changes through the stretch, or on the path that got furthest.
  ///
  /// Searches from both ends advance in turns until they meet.
  private mutating func cut(of stretch: LineChange) -> (old: Int, new: Int) {
    let start = stretch.old.lowerBound - stretch.new.lowerBound
    let end = stretch.old.upperBound - stretch.new.upperBound
    let meetsGoingForward = !(end - start).isMultiple(of: 2)
    forward.start(at: start, line: stretch.old.lowerBound)
    backward.start(at: end, line: stretch.old.upperBound)
    for _ in 0..<bound {
      forward.widen(within: stretch.diagonals)
      for diagonal in forward.diagonals {
        let line = advance(on: diagonal, in: stretch)
        if meetsGoingForward, backward.holds(diagonal), backward[diagonal] <= line {
          return (line, line - diagonal)
        }
      }
      backward.widen(within: stretch.diagonals)
      for diagonal in backward.diagonals {
        let line = retreat(on: diagonal, in: stretch)
        if !meetsGoingForward, forward.holds(diagonal), line <= forward[diagonal] {
          return (line, line - diagonal)
        }
      }
    }
    return furthest(in: stretch)
  }

  /// Takes the next step forward that ends on the diagonal, and all equal lines after it.
  private mutating func advance(on diagonal: Int, in stretch: LineChange) -> Int {
    var line = max(forward[diagonal - 1] + 1, forward[diagonal + 1])
    while line < stretch.old.upperBound, line - diagonal < stretch.new.upperBound,
      old[line] == new[line - diagonal]
    {
      line += 1
    }
    forward[diagonal] = line
    return line
  }

  /// Takes the next step backward that ends on the diagonal, and all equal lines before it.
  private mutating func retreat(on diagonal: Int, in stretch: LineChange) -> Int {
    var line = min(backward[diagonal - 1], backward[diagonal + 1] - 1)
    while line > stretch.old.lowerBound, line - diagonal > stretch.new.lowerBound,
      old[line - 1] == new[line - diagonal - 1]
    {
      line -= 1
    }
    backward[diagonal] = line
    return line
  }

  /// The point where the forward search has passed the most lines.
  private func furthest(in stretch: LineChange) -> (old: Int, new: Int) {
    var furthest = (old: stretch.old.lowerBound, new: stretch.new.lowerBound)
    for diagonal in forward.diagonals {
      let line = min(
        forward[diagonal], stretch.old.upperBound, stretch.new.upperBound + diagonal)
      if line + line - diagonal > furthest.old + furthest.new {
        furthest = (line, line - diagonal)
      }
    }
    return furthest
  }
}

/// How far a search has got on each diagonal, as lines of the old text.
private struct Frontier {
  private var lines: [Int]
  private let unreached: Int
  /// The index of diagonal 0 in `lines`.
  private var origin = 0
  private var lowest = 0
  private var highest = 0

  /// - Parameters:
  ///   - steps: How many times it may be widened.
  ///   - unreached: The value for a diagonal that has not been reached.
  init(steps: Int, unreached: Int) {
    lines = Array(repeating: unreached, count: 2 * steps + 3)
    self.unreached = unreached
  }

  subscript(diagonal: Int) -> Int {
    get { lines[origin + diagonal] }
    set { lines[origin + diagonal] = newValue }
  }

  /// The diagonals that a step can end on: every second one.
  var diagonals: StrideThrough<Int> { stride(from: highest, through: lowest, by: -2) }

  func holds(_ diagonal: Int) -> Bool { lowest <= diagonal && diagonal <= highest }

  mutating func start(at diagonal: Int, line: Int) {
    origin = lines.count / 2 - diagonal
    lowest = diagonal
    highest = diagonal
    self[diagonal] = line
  }

  /// Widens by one diagonal on both sides, or narrows where there are no more.
  mutating func widen(within diagonals: ClosedRange<Int>) {
    if lowest > diagonals.lowerBound {
      lowest -= 1
      self[lowest - 1] = unreached
    } else {
      lowest += 1
    }
    if highest < diagonals.upperBound {
      highest += 1
      self[highest + 1] = unreached
    } else {
      highest -= 1
    }
  }
}

extension [LineChange] {
  /// Appends a change, merging it with the last one if nothing lies between them.
  mutating func append(coalescing change: LineChange) {
    guard !change.isEmpty else { return }
    guard let last, last.old.upperBound == change.old.lowerBound,
      last.new.upperBound == change.new.lowerBound
    else {
      append(change)
      return
    }
    self[count - 1].old = last.old.lowerBound..<change.old.upperBound
    self[count - 1].new = last.new.lowerBound..<change.new.upperBound
  }
}
