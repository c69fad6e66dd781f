import CICU

/// The backtracking that the expressions of a search may do in all texts together. It is counted in
/// steps, not in time, so that the same search always has the same result. Not safe for concurrent
/// use.
package final class MatchingBudget {
  /// How many ticks are left for finding which texts match, and for finding where they match. A
  /// tick is 10,000 steps, which take less than a fifth of a millisecond.
  private var (ticks, ticksForRanges): (Int, Int)
  /// Whether ticks are taken for finding where texts match. They are counted apart, so that showing
  /// results does not change what is found.
  package var isForRanges = false
  /// How many ticks of the current text are not counted, because any text may take as many.
  private var free = 0
  private var shouldContinue: () -> Bool = { true }
  /// Whether the closure that limits matching has returned `false`. Matching calls the closure
  /// again, because the limit may have passed, as when a key was waiting. Work that is to end does
  /// not (`continues`).
  package private(set) var isStopped = false

  package init(ticks: Int = 12_000) { (self.ticks, ticksForRanges) = (ticks, ticks) }

  /// Lets matching fail as soon as a closure returns `false`.
  package func limit(while shouldContinue: @escaping () -> Bool) {
    self.shouldContinue = shouldContinue
    isStopped = false
  }

  /// Whether the closure that limits matching returns `true`, and always has.
  package func continues() -> Bool { !isStopped && asks() }

  private func asks() -> Bool {
    if shouldContinue() { return true }
    isStopped = true
    return false
  }

  /// Lets matching fail as soon as a closure returns `false`, while another closure runs.
  package func limited<Result>(
    while shouldContinue: () -> Bool, _ body: () -> Result
  ) -> Result {
    withoutActuallyEscaping(shouldContinue) { shouldContinue in
      let outer = (self.shouldContinue, isStopped)
      defer { (self.shouldContinue, isStopped) = outer }
      limit(while: shouldContinue)
      return body()
    }
  }

  private var isLeft: Bool { isForRanges ? ticksForRanges > 0 : ticks > 0 }

  /// Begins a text.
  ///
  /// - Parameter count: The length of the text in bytes, each of which may take 20 steps.
  /// - Returns: Whether any ticks are left.
  func begin(_ count: Int) -> Bool {
    free = 4 + count / 512
    return isLeft
  }

  /// Notes a tick.
  ///
  /// - Parameter number: The number of ticks in the current text.
  /// - Returns: Whether matching may continue.
  private func tick(_ number: Int) -> Bool {
    if number > free {
      if isForRanges { ticksForRanges -= 1 } else { ticks -= 1 }
    }
    return isLeft && (number % 8 != 0 || asks())
  }

  /// Counts the steps of an expression, which must be closed before this object is released.
  func count(_ expression: OpaquePointer) {
    cardex_regex_count(
      expression,
      { context, number in
        guard let context else { return true }
        return Unmanaged<MatchingBudget>.fromOpaque(context).takeUnretainedValue()
          .tick(Int(number))
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
