import CText

/// A matcher that finds names by their readings.
///
/// A match begins at any unit and consumes units one by one: a whole reading of each, or its
/// initial (the first letter, or `zh`, `ch`, `sh`). Latin letters represent themselves, and a match
/// contains at least one unit that is not a Latin letter: Latin letters alone are found as text.
/// Immutable, so that it may be used from any thread.
package final class ReadingMatcher: Sendable {
  package let table: ReadingTable
  private let machine: Machine

  private enum Machine: Sendable {
    case narrow(NarrowReadingMatcher)
    case wide(WideReadingMatcher)
  }

  /// - Complexity: About ten microseconds.
  package init(_ pattern: ReadingPattern, table: ReadingTable = .shared) {
    self.table = table
    machine =
      pattern.letters.count <= NarrowReadingMatcher.maximumLength
      ? .narrow(NarrowReadingMatcher(pattern, table: table))
      : .wide(WideReadingMatcher(pattern, table: table))
  }

  /// Whether the codes of a text contain a match.
  ///
  /// - Complexity: O(*n*), about a nanosecond per code for patterns of up to 63 letters, and a few
  ///   microseconds for longer ones.
  package func matches(_ codes: UnsafeBufferPointer<UInt16>) -> Bool {
    var isFound = false
    forEachMatch(in: codes) { _, _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// Whether the codes of a text contain a match.
  package func matches(_ codes: [UInt16]) -> Bool {
    codes.withUnsafeBufferPointer { matches($0) }
  }

  /// Calls the body with the numbers of the records that contain a match, in order.
  ///
  /// - Parameters:
  ///   - codes: The codes of many texts, each followed by `ReadingCode.separator`. They may be
  ///     arbitrary: numbers that are not codes of the table match nothing.
  ///   - body: Receives the number of the record and the end of its codes, after the separator if
  ///     there is one. Returns whether to continue.
  /// - Complexity: As `matches(_:)`.
  package func forEachMatch(
    in codes: UnsafeBufferPointer<UInt16>, _ body: (_ record: Int, _ end: Int) -> Bool
  ) {
    switch machine {
    case .narrow(let matcher): matcher.forEachMatch(in: codes, body)
    case .wide(let matcher): matcher.forEachMatch(in: codes, body)
    }
  }

  /// The byte ranges of the matches in a UTF-8 text: the longest of the leftmost matches, then the
  /// next one after its end, and so on.
  ///
  /// - Complexity: O(*n* × *m*) in the text's units and the pattern's letters.
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

  /// The end of the longest match that begins at an index and ends at an allowed index.
  ///
  /// - Parameter mayEnd: Whether a match may end at an index, just past its last unit.
  package func matchEnd(
    in codes: [UInt16], from start: Int, where mayEnd: (Int) -> Bool = { _ in true }
  ) -> Int? {
    switch machine {
    case .narrow(let matcher): matcher.matchEnd(in: codes, from: start, where: mayEnd)
    case .wide(let matcher): matcher.matchEnd(in: codes, from: start, where: mayEnd)
    }
  }
}

/// A matcher for patterns of up to 63 letters, one bit each (shift-and, after Baeza-Yates and
/// Gonnet, 1992, with steps of several letters).
///
/// Bit *i* of a state means that a match may have consumed *i* letters of the pattern so far. For
/// each code and number of letters, there is a mask of the states from which a unit with that code
/// can consume that many letters.
final class NarrowReadingMatcher: @unchecked Sendable {
  static let maximumLength = 63

  private let memory = ReadingMachineMemory()
  private let machine: cardex_reading_machine

  init(_ pattern: ReadingPattern, table: ReadingTable) {
    var compiler = ReadingMaskCompiler(pattern, memory)
    compiler.compile(table)
    machine = cardex_reading_machine(
      classes: memory.classes, uses: memory.uses, masks: memory.masks,
      accepted: 1 << UInt64(pattern.letters.count))
  }

  func forEachMatch(in codes: UnsafeBufferPointer<UInt16>, _ body: (Int, Int) -> Bool) {
    guard let start = codes.baseAddress else { return }
    var machine = machine
    var scan = cardex_reading_scan()
    while cardex_next_reading(&machine, start, codes.count, &scan) != 0 {
      if !body(Int(scan.record) - 1, Int(scan.offset)) { return }
    }
  }

  func matchEnd(
    in codes: [UInt16], from start: Int, where mayEnd: (Int) -> Bool = { _ in true }
  ) -> Int? {
    var machine = machine
    var state = cardex_reading_state()
    var result: Int?
    for index in start..<codes.count {
      state = cardex_reading_step(&machine, state, codes[index], index == start ? 1 : 0)
      if state.read & machine.accepted != 0, mayEnd(index + 1) { result = index + 1 }
      if state.latin | state.read == 0 { break }
    }
    return result
  }
}
