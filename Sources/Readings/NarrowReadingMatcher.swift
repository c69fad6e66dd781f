import CText

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
