package import ICUText

/// A source of records: numbered from 0, each with some fields of UTF-8 text.
protocol RecordSource {
  var recordCount: Int { get }

  /// Calls the closure with the text of each searched field of a record, and whether it is a
  /// string, not a number, a date or the like.
  func withFields(
    of record: Int, _ body: (_ text: UnsafeBufferPointer<UInt8>, _ isString: Bool) -> Void)
}

/// A search for the records that match.
package struct RecordSearch {
  private let matcher: Matcher
  /// Whether to find the records that do not match.
  private let isInverted: Bool

  /// How much folded text is collected before it is scanned: well within a second-level cache.
  private static let blockSize = 1 << 17
  /// The most records in a block: some have no searched field, thus no text.
  private static let blockRecords = 1 << 16
  /// How many records are matched at a time if each may take long.
  private static let slowRecords = 32

  package init(_ matcher: Matcher, isInverted: Bool = false) {
    self.matcher = matcher
    self.isInverted = isInverted
  }

  /// Calls the closure with the number of each record found, in order, until it returns false.
  ///
  /// - Parameters:
  ///   - shouldContinue: Called from time to time, also within texts that take long; `false` ends
  ///     the search.
  ///   - undecided: Called with the undecided records, in order with the others.
  /// - Complexity: O(*n*) in the text of all records; memory for one block, or for one record if
  ///   that is larger.
  func search(
    _ source: some RecordSource, while shouldContinue: () -> Bool = { true },
    undecided: (UndecidedRecord) -> Void, hit: (Int) -> Bool
  ) {
    matcher.budget.limited(while: shouldContinue) {
      searchBlocks(source, undecided: undecided, hit: hit)
    }
  }

  private func searchBlocks(
    _ source: some RecordSource, undecided: (UndecidedRecord) -> Void, hit: (Int) -> Bool
  ) {
    let budget = matcher.budget
    var block = FoldedRecords()
    var first = 0
    while first < source.recordCount, budget.continues() {
      block.removeAll()
      var next = first
      var others: [UInt32] = []
      if !matcher.isNarrow {
        next = min(first + RecordSearch.slowRecords, source.recordCount)
      } else {
        while next < source.recordCount, next - first < RecordSearch.blockRecords,
          block.byteCount < RecordSearch.blockSize
        {
          source.withFields(of: next) { text, isString in
            block.appendField(text, folding: matcher.folding)
            if others.last != UInt32(next - first),
              matcher.mayMatchWithoutNeedle(text, isString: isString)
            {
              others.append(UInt32(next - first))
            }
          }
          block.endRecord()
          next += 1
        }
      }
      var verified = 0
      let candidates = candidates(in: block, others: others, of: next - first)
      for record in first..<next {
        var isMatch = candidates.contains(record - first)
        if isMatch, needsVerification {
          verified += 1
          if matcher.isSlow, verified % RecordSearch.slowRecords == 0, !budget.continues() {
            return
          }
          do throws(RegularExpression.Failure) {
            isMatch = try matches(record, of: source)
          } catch {
            undecided(UndecidedRecord(record: record, failure: error))
            // Verification has taken long.
            if !budget.continues() { return }
            continue
          }
        }
        if isMatch != isInverted, !hit(record) { return }
      }
      first = next
    }
  }

  /// The records of a block that may match.
  ///
  /// - Parameter others: The records that some pattern may match without a needle.
  private func candidates(in block: FoldedRecords, others: [UInt32], of count: Int) -> RecordSet {
    guard matcher.isNarrow else { return .all(of: count) }
    let others = RecordSet(others, of: count)
    let found = matcher.candidates { word in
      guard let needles = word.needles else { return nil }
      var found = block.records(withOneOf: needles)
      if word.findsWithoutNeedles { found.formUnion(others) }
      return found
    }
    return found ?? .all(of: count)
  }

  /// Whether candidates must be verified. Of a record without needles it is not known which word it
  /// may match.
  private var needsVerification: Bool {
    matcher.needsVerification || !matcher.alternatives.isEmpty && matcher.findsWithoutNeedles
  }

  /// The candidates that match.
  ///
  /// - Parameters:
  ///   - limit: How many are wanted; no more are examined than it takes to find them.
  ///   - shouldContinue: Called from time to time, and after each undecided record; `false` ends
  ///     the search.
  ///   - undecided: Called with the undecided records, in order.
  /// - Returns: The matches, and how many candidates were examined; `nil` if the search was ended.
  func matches(
    among candidates: RecordSet, of source: some RecordSource, limit: Int = .max,
    while shouldContinue: () -> Bool = { true }, undecided: (UndecidedRecord) -> Void
  ) -> (records: RecordSet, examined: Int)? {
    let budget = matcher.budget
    var (found, examined) = (0, 0)
    func isFound(_ record: Int) -> Bool {
      if budget.isStopped || found >= limit { return false }
      examined += 1
      if examined % RecordSearch.slowRecords == 0, !budget.continues() { return false }
      do throws(RegularExpression.Failure) {
        guard try matches(record, of: source) else { return false }
        found += 1
        return true
      } catch {
        if budget.continues() { undecided(UndecidedRecord(record: record, failure: error)) }
        return false
      }
    }
    return budget.limited(while: shouldContinue) {
      let records = candidates.filter(isFound)
      return budget.isStopped ? nil : (records, examined)
    }
  }

  /// Whether a record matches: one matching field is enough, even if others are undecided, but each
  /// word needs one.
  ///
  /// - Throws: `RegularExpression.Failure` if the record is undecided.
  func matches(
    _ record: Int, of source: some RecordSource
  ) throws(RegularExpression.Failure) -> Bool {
    try matcher.matches { word throws(RegularExpression.Failure) in
      try matches(record, of: source, word)
    }
  }

  private func matches(
    _ record: Int, of source: some RecordSource, _ matcher: Matcher
  ) throws(RegularExpression.Failure) -> Bool {
    var isMatch = false
    var failure: RegularExpression.Failure?
    source.withFields(of: record) { text, isString in
      if isMatch { return }
      do throws(RegularExpression.Failure) {
        isMatch = try matcher.matches(text, isString: isString)
      } catch {
        failure = failure ?? error
      }
    }
    if !isMatch, let failure { throw failure }
    return isMatch
  }
}

/// A record of which a search cannot tell whether it matches.
///
/// No field that could be searched matches. For another field an expression was too expensive, or
/// the expressions of the search had used up their budget in other records. Neither a search nor
/// its inverse finds the record.
package struct UndecidedRecord: Equatable, Sendable {
  let record: Int
  package let failure: RegularExpression.Failure
}

extension RegularExpression.Failure {
  /// The message about the first item with a failure, whose address is given, and the number of
  /// others.
  package func message(at address: String, others: Int) -> String {
    // A text that is too expensive is often long, and may be a name in the address.
    let shown = address.count > 100 ? address.prefix(99) + "…" : address[...]
    let rest = others == 1 ? "; another is" : "; \(others) others are"
    return "\(shown): the expression failed: \(self)"
      + (others > 0 ? rest + " undecided, too" : "")
  }
}
