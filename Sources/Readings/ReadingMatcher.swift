/// Finds names by how they are read.
///
/// A match begins at any unit and takes units one by one: of each a whole reading, or its initial (the
/// first letter, or `zh`, `ch`, `sh`). Latin letters stand for themselves, and a match takes one unit at
/// least that is not one of them: those alone are found as they are written. Immutable, so that one may
/// be used from any thread.
package final class ReadingMatcher: Sendable {
  package let table: ReadingTable
  private let machine: Machine

  private enum Machine: Sendable {
    case narrow(NarrowReadingMatcher)
    case wide(WideReadingMatcher)
  }

  /// - Complexity: Some ten microseconds.
  package init(_ pattern: ReadingPattern, table: ReadingTable = .shared) {
    self.table = table
    machine =
      pattern.letters.count <= NarrowReadingMatcher.maximumLength
      ? .narrow(NarrowReadingMatcher(pattern, table: table))
      : .wide(WideReadingMatcher(pattern, table: table))
  }

  /// Whether the codes of a text hold a match.
  ///
  /// - Complexity: O(*n*), about a nanosecond a code for patterns of up to 63 letters, and for longer ones
  ///   some microseconds.
  package func matches(_ codes: UnsafeBufferPointer<UInt16>) -> Bool {
    var isFound = false
    forEachMatch(in: codes) { _, _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// Whether the codes of a text hold a match.
  package func matches(_ codes: [UInt16]) -> Bool {
    codes.withUnsafeBufferPointer { matches($0) }
  }

  /// Calls the body with the numbers of the records that hold a match, in order.
  ///
  /// - Parameters:
  ///   - codes: Of many texts, those of each followed by `ReadingCode.separator`. They may be any numbers:
  ///     what is none of the table's codes matches nothing.
  ///   - body: Gets the record and where its codes end, behind the separator if there is one. Returns
  ///     whether to go on.
  /// - Complexity: As `matches(_:)`.
  package func forEachMatch(
    in codes: UnsafeBufferPointer<UInt16>, _ body: (_ record: Int, _ end: Int) -> Bool
  ) {
    switch machine {
    case .narrow(let matcher): matcher.forEachMatch(in: codes, body)
    case .wide(let matcher): matcher.forEachMatch(in: codes, body)
    }
  }

  /// The bytes of a UTF-8 text that the matches take: the leftmost one, the longest of those that
  /// begin there, and so on behind it.
  ///
  /// - Complexity: O(*n*) in the text's units, and for each as many as the pattern has letters.
  package func ranges(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var reader = NameReader(table)
    let units = reader.reading(of: text).units
    let codes = units.map(\.code)
    var result: [Range<Int>] = []
    var start = 0
    while start < codes.count {
      guard let end = matchEnd(in: codes, from: start) else {
        start += 1
        continue
      }
      result.append(units[start].range.lowerBound..<units[end - 1].range.upperBound)
      start = end
    }
    return result
  }

  /// Just past the longest match that begins at an index, of those that end where they may.
  ///
  /// - Parameter mayEnd: Is asked about indices just past a match.
  package func matchEnd(
    in codes: [UInt16], from start: Int, where mayEnd: (Int) -> Bool = { _ in true }
  ) -> Int? {
    switch machine {
    case .narrow(let matcher): matcher.matchEnd(in: codes, from: start, where: mayEnd)
    case .wide(let matcher): matcher.matchEnd(in: codes, from: start, where: mayEnd)
    }
  }
}
