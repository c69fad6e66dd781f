import Platform

/// A matcher for patterns of any length, which tracks the numbers of letters that matches may have
/// consumed.
struct WideReadingMatcher: Sendable {
  private let letters: [UInt8]
  private let table: ReadingTable

  init(_ pattern: ReadingPattern, table: ReadingTable) {
    letters = pattern.letters
    self.table = table
  }

  /// The progress of a match.
  private struct Position: Hashable {
    let letters: Int
    /// Whether the match has consumed a unit that is not a Latin letter.
    let isRead: Bool
  }

  /// The positions after a unit.
  private func step(_ positions: Set<Position>, _ code: UInt16, isStart: Bool) -> Set<Position> {
    var result: Set<Position> = []
    var from = positions
    if isStart { from.insert(Position(letters: 0, isRead: false)) }
    if ReadingCode.isLatin(code) {
      for position in from where takesLatin(code, at: position.letters) {
        result.insert(Position(letters: position.letters + 1, isRead: position.isRead))
      }
      return result
    }
    for reading in table.syllables(of: code) {
      // Leaving a unit out does not change the position of a match, and cannot begin a match.
      if reading == .empty {
        result.formUnion(positions)
        continue
      }
      for count in [1, reading.hasDigraph ? 2 : 1, reading.count] where count <= reading.count {
        for position in from where takes(reading, count, at: position.letters) {
          result.insert(Position(letters: position.letters + count, isRead: true))
        }
      }
    }
    return result
  }

  private func takesLatin(_ code: UInt16, at index: Int) -> Bool {
    guard index < letters.count else { return false }
    let isUmlaut = letters[index] == Syllable.umlaut && code == UInt16(UInt8(ascii: "u"))
    return UInt16(letters[index]) == code || isUmlaut
  }

  /// Whether the first letters of a reading occur at an index of the pattern.
  private func takes(_ reading: Syllable, _ count: Int, at index: Int) -> Bool {
    guard index + count <= letters.count else { return false }
    for offset in 0..<count
    where !ReadingPattern.letter(letters[index + offset], matches: reading[offset]) {
      return false
    }
    return true
  }

  private func isMatch(_ positions: Set<Position>) -> Bool {
    positions.contains(Position(letters: letters.count, isRead: true))
  }

  func forEachMatch(in codes: UnsafeBufferPointer<UInt16>, _ body: (Int, Int) -> Bool) {
    var record = 0
    var isFound = false
    var positions: Set<Position> = []
    for (index, code) in codes.enumerated() {
      if code == ReadingCode.separator {
        if isFound, !body(record, index + 1) { return }
        record += 1
        positions = []
        isFound = false
      } else if !isFound {
        positions = step(positions, code, isStart: true)
        isFound = isMatch(positions)
      }
    }
    if isFound { _ = body(record, codes.count) }
  }

  func matchEnd(
    in codes: [UInt16], from start: Int, where mayEnd: (Int) -> Bool = { _ in true }
  ) -> Int? {
    var positions: Set<Position> = []
    var result: Int?
    for index in start..<codes.count {
      positions = step(positions, codes[index], isStart: index == start)
      if positions.isEmpty { break }
      if isMatch(positions), mayEnd(index + 1) { result = index + 1 }
    }
    return result
  }
}

/// The tables of a `cardex_reading_machine`, initially zero.
final class ReadingMachineMemory {
  let classes: UnsafeMutablePointer<UInt16>
  let uses: UnsafeMutablePointer<UInt8>
  /// `maskCount` masks for each class for which there is room.
  private(set) var masks: UnsafeMutablePointer<UInt64>
  private(set) var classCapacity = 64

  private let memory: UnsafeMutableRawPointer

  static let maskCount = Syllable.maximumLength + 1
  /// How many different codes there can be.
  private static let codeCount = 1 << 16

  init() {
    guard let memory = calloc(Self.codeCount, 3) else { preconditionFailure("out of memory") }
    self.memory = memory
    classes = memory.bindMemory(to: UInt16.self, capacity: Self.codeCount)
    uses = (memory + Self.codeCount * 2).bindMemory(to: UInt8.self, capacity: Self.codeCount)
    masks = .allocate(capacity: classCapacity * Self.maskCount)
    masks.initialize(repeating: 0, count: classCapacity * Self.maskCount)
  }

  deinit {
    free(memory)
    masks.deallocate()
  }

  /// Makes room for twice as many classes.
  func grow() {
    let count = classCapacity * Self.maskCount
    let grown = UnsafeMutablePointer<UInt64>.allocate(capacity: count * 2)
    grown.moveInitialize(from: masks, count: count)
    (grown + count).initialize(repeating: 0, count: count)
    masks.deallocate()
    masks = grown
    classCapacity *= 2
  }
}
