import CReadings

/// Works out which letters of a pattern units can take, and fills the tables of a machine.
struct ReadingMaskCompiler {
  private let memory: ReadingMachineMemory
  /// The letters of the pattern.
  private let length: Int
  /// For each letter of readings the letters of the pattern that stand for it.
  private var places = [UInt64](repeating: 0, count: 128)
  /// The letters of the pattern that are an ü.
  private var umlauts: UInt64 = 0
  /// Eight masks for each class, and room for more.
  private(set) var masks = [UInt64](repeating: 0, count: 256 * maskCount)
  /// The classes there are, class 0 among them.
  private var classCount = 1

  private static let maskCount = Syllable.maximumLength + 1

  private static let letters: [UInt8] =
    Array(UInt8(ascii: "0")...UInt8(ascii: "9")) + Array(UInt8(ascii: "a")...Syllable.umlaut)

  init(_ pattern: ReadingPattern, _ memory: ReadingMachineMemory) {
    self.memory = memory
    length = pattern.letters.count
    for (index, typed) in pattern.letters.enumerated() {
      for letter in Self.letters where ReadingPattern.letter(typed, matches: letter) {
        places[Int(letter)] |= 1 << UInt64(index)
      }
      if typed == Syllable.umlaut { umlauts |= 1 << UInt64(index) }
    }
  }

  /// Adds all codes of a table.
  mutating func compile(_ table: ReadingTable) {
    addLatin()
    add(Kana.shared.lists, from: ReadingCode.kana.lowerBound)
    addHangul()
    add(table.lists, from: ReadingCode.firstHan)
  }

  private mutating func addLatin() {
    for code in ReadingCode.latin {
      var mask = places[Int(code)]
      // Folding leaves a u of the ü in a text.
      if code == UInt16(UInt8(ascii: "u")) { mask |= umlauts }
      guard mask != 0 else { continue }
      let base = beginClass(of: code)
      masks[base + 1] = mask
      setUses(of: code, base)
    }
  }

  /// Adds hangul by rows of syllables that begin alike. Where the pattern has no more than the initial,
  /// all of a row take the same.
  private mutating func addHangul() {
    for row in 0..<Hangul.rowCount {
      let starts = Hangul.starts(of: row)
      guard starts.contains(where: { places[Int($0[0])] != 0 }) else { continue }
      let first = ReadingCode.hangul.lowerBound + UInt16(row * Hangul.finalCount)
      let codes = first..<(first + UInt16(Hangul.finalCount))
      if starts.contains(where: { place($0) != 0 }) {
        for code in codes { add(Hangul.readings(of: code), code) }
      } else {
        add(starts, first)
        for code in codes.dropFirst() {
          memory.classes[Int(code)] = memory.classes[Int(first)]
          memory.uses[Int(code)] = memory.uses[Int(first)]
        }
      }
    }
  }

  private mutating func add(_ lists: ReadingLists, from first: UInt16) {
    lists.readings.withUnsafeBufferPointer { readings in
      for index in 0..<lists.count {
        let range = Int(lists.starts[index])..<Int(lists.starts[index + 1])
        add(UnsafeBufferPointer(rebasing: readings[range]), first + UInt16(index))
      }
    }
  }

  private mutating func add(_ list: [Syllable], _ code: UInt16) {
    list.withUnsafeBufferPointer { add($0, code) }
  }

  /// Adds a code and its readings, if the pattern has as much as the initial of one.
  private mutating func add(_ list: UnsafeBufferPointer<Syllable>, _ code: UInt16) {
    guard list.contains(where: { $0 == .empty || places[Int($0[0])] != 0 }) else { return }
    let base = beginClass(of: code)
    for reading in list {
      if reading == .empty {
        // A unit that may be left out takes no letters from any state.
        masks[base] = ~0
        continue
      }
      let initial = places[Int(reading[0])]
      masks[base + reading.count] |= place(reading)
      masks[base + 1] |= initial
      if reading.hasDigraph { masks[base + 2] |= initial & places[Int(UInt8(ascii: "h"))] >> 1 }
    }
    setUses(of: code, base)
  }

  /// - Returns: The index of the class's first mask.
  private mutating func beginClass(of code: UInt16) -> Int {
    memory.classes[Int(code)] = UInt16(classCount)
    let base = classCount * Self.maskCount
    classCount += 1
    if base == masks.count { masks += [UInt64](repeating: 0, count: masks.count) }
    return base
  }

  private func setUses(of code: UInt16, _ base: Int) {
    var union = masks[base]
    var use = 0
    for count in 1..<Self.maskCount {
      union |= masks[base + count]
      guard masks[base + count] & 1 != 0 else { continue }
      use |= cardex_reading_begins
      if count == length { use |= cardex_reading_suffices }
    }
    // From the first state a match begins.
    if union & ~1 != 0 { use |= cardex_reading_follows }
    memory.uses[Int(code)] = UInt8(use)
  }

  /// Where in the pattern a whole reading stands.
  private func place(_ reading: Syllable) -> UInt64 {
    var bits = reading.bits
    var result = ~UInt64(0)
    var shift: UInt64 = 0
    while bits != 0, result != 0 {
      result &= places[Int(bits & 0x7F)] &>> shift
      bits &>>= 8
      shift &+= 1
    }
    return result
  }
}
