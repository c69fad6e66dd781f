import CICU

/// How much backtracking the expressions of a search may do in all texts together. It is counted in
/// steps, not in time, so that the same search always ends in the same way. Not safe for concurrent
/// use.
package final class MatchingBudget {
  /// How many ticks of 10,000 steps, less than a fifth of a millisecond each, are left for the
  /// question which texts match, and for where they do.
  private var (ticks, ticksForRanges): (Int, Int)
  /// Whether it is asked where texts match: showing what was found must not change what is found.
  package var isForRanges = false
  /// How many ticks of the current text are free: those that any text may take do not show that an
  /// expression takes too long.
  private var free = 0
  private var shouldContinue: () -> Bool = { true }
  /// Whether the closure that limits matching has returned `false`. Matching asks it again, since a
  /// limit may pass, as when a key was waiting; work that is to end does not (`continues`).
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

  /// Lets matching fail as soon as a closure returns `false`, while another runs.
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
  /// - Parameter count: Its length in bytes, each of which may take 20 steps.
  /// - Returns: Whether anything is left.
  func begin(_ count: Int) -> Bool {
    free = 4 + count / 512
    return isLeft
  }

  /// Notes a tick.
  ///
  /// - Parameter number: How many there were in the present text.
  /// - Returns: Whether to go on.
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
