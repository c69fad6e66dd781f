import CText

/// A compiler that finds the letters of a pattern that units can consume, and fills the tables of a
/// machine.
struct ReadingMaskCompiler {
  private let memory: ReadingMachineMemory
  /// The number of letters in the pattern.
  private let length: Int
  /// For each letter of readings, the letters of the pattern that match it.
  private var positions = [UInt64](repeating: 0, count: 128)
  /// The letters of the pattern that are ü.
  private var umlauts: UInt64 = 0
  /// The number of classes, including class 0.
  private var classCount = 1
  /// A hash table with open addressing of all classes except class 0, by their masks.
  private var classes = [UInt16](repeating: 0, count: 256)

  private static let maskCount = ReadingMachineMemory.maskCount

  private static let letters: [UInt8] =
    Array(UInt8(ascii: "0")...UInt8(ascii: "9")) + Array(UInt8(ascii: "a")...Syllable.umlaut)

  init(_ pattern: ReadingPattern, _ memory: ReadingMachineMemory) {
    self.memory = memory
    length = pattern.letters.count
    for (index, typed) in pattern.letters.enumerated() {
      for letter in Self.letters where ReadingPattern.letter(typed, matches: letter) {
        positions[Int(letter)] |= 1 << UInt64(index)
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
      var mask = positions[Int(code)]
      // Folding turns ü in a text into u.
      if code == UInt16(UInt8(ascii: "u")) { mask |= umlauts }
      guard mask != 0 else { continue }
      newMasks[1] = mask
      setClass(of: code)
    }
  }

  /// Adds hangul by rows of syllables that begin alike. Where the pattern matches no more than the
  /// initial, all syllables with that initial consume the same.
  private mutating func addHangul() {
    var starts: [Syllable] = []
    var readings: [Syllable] = []
    for lead in 0..<Hangul.leadCount {
      let initials = Hangul.initials(of: lead)
      guard initials.contains(where: { $0 == .empty || positions[Int($0[0])] != 0 }) else {
        continue
      }
      let isEmpty = initials.first == .empty
      var initial: UInt16?
      for row in (lead * Hangul.vowelCount)..<((lead + 1) * Hangul.vowelCount) {
        Hangul.getStarts(of: row, &starts)
        let first = ReadingCode.hangul.lowerBound + UInt16(row * Hangul.finalCount)
        if starts.contains(where: { positions($0) != 0 }) {
          for code in first..<(first + UInt16(Hangul.finalCount)) {
            Hangul.getReadings(of: code, &readings)
            add(readings, code)
          }
          continue
        }
        if isEmpty { initial = nil }
        if initial == nil {
          guard starts.contains(where: { positions[Int($0[0])] != 0 }) else { continue }
          add(starts, first)
          initial = first
        }
        if let initial { copy(initial, to: first, count: Hangul.finalCount) }
      }
    }
  }

  /// Gives consecutive codes the class of another code.
  private func copy(_ code: UInt16, to first: UInt16, count: Int) {
    (memory.classes + Int(first)).update(repeating: memory.classes[Int(code)], count: count)
    (memory.uses + Int(first)).update(repeating: memory.uses[Int(code)], count: count)
  }

  private mutating func add(_ lists: ReadingLists, from first: UInt16) {
    lists.readings.withUnsafeBufferPointer { readings in
      lists.starts.withUnsafeBufferPointer { starts in
        for index in 0..<lists.count {
          let range = Int(starts[index])..<Int(starts[index + 1])
          add(UnsafeBufferPointer(rebasing: readings[range]), first + UInt16(index))
        }
      }
    }
  }

  private mutating func add(_ list: [Syllable], _ code: UInt16) {
    list.withUnsafeBufferPointer { add($0, code) }
  }

  /// Adds a code and its readings, if the pattern contains at least the initial of a reading.
  private mutating func add(_ list: UnsafeBufferPointer<Syllable>, _ code: UInt16) {
    guard canTake(list) else { return }
    let masks = newMasks
    for reading in list {
      if reading == .empty {
        // A unit that may be left out consumes no letters in any state.
        masks[0] = ~0
        continue
      }
      let initial = positions[Int(reading[0])]
      masks[reading.count] |= positions(reading)
      masks[1] |= initial
      if reading.hasDigraph { masks[2] |= initial & positions[Int(UInt8(ascii: "h"))] >> 1 }
    }
    setClass(of: code)
  }

  @inline(__always)
  private func canTake(_ list: UnsafeBufferPointer<Syllable>) -> Bool {
    positions.withUnsafeBufferPointer { positions in
      for reading in list where reading == .empty || positions[Int(reading[0] & 0x7F)] != 0 {
        return true
      }
      return false
    }
  }

  /// The masks after those of all classes: zeros, to be filled for `setClass`.
  private var newMasks: UnsafeMutablePointer<UInt64> {
    memory.masks + classCount * Self.maskCount
  }

  /// Assigns the new masks to a code, in a class that is shared by all codes with the same masks.
  private mutating func setClass(of code: UInt16) {
    let new = newMasks
    setUses(of: code, new)
    let slot = slot(of: new)
    if classes[slot] == 0 {
      classes[slot] = UInt16(classCount)
      classCount += 1
    } else {
      new.update(repeating: 0, count: Self.maskCount)
    }
    memory.classes[Int(code)] = classes[slot]
    if classCount == memory.classCapacity { grow() }
  }

  /// The slot of the class with these masks, or the free slot for it, in `classes`.
  private func slot(of masks: UnsafeMutablePointer<UInt64>) -> Int {
    var hash: UInt64 = 0
    for index in 0..<Self.maskCount {
      hash = (hash ^ masks[index]) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    var slot = Int(truncatingIfNeeded: hash) & (classes.count - 1)
    while classes[slot] != 0, !isClass(classes[slot], masks) {
      slot = (slot + 1) & (classes.count - 1)
    }
    return slot
  }

  private func isClass(_ number: UInt16, _ masks: UnsafeMutablePointer<UInt64>) -> Bool {
    let own = memory.masks + Int(number) * Self.maskCount
    for index in 0..<Self.maskCount where own[index] != masks[index] { return false }
    return true
  }

  private mutating func grow() {
    memory.grow()
    classes = [UInt16](repeating: 0, count: classes.count * 2)
    for number in 1..<classCount {
      classes[slot(of: memory.masks + number * Self.maskCount)] = UInt16(number)
    }
  }

  private func setUses(of code: UInt16, _ masks: UnsafeMutablePointer<UInt64>) {
    var union = masks[0]
    var begins: UInt64 = 0
    for count in 1..<Self.maskCount {
      union |= masks[count]
      begins |= (masks[count] & 1) << UInt64(count)
    }
    var use = begins != 0 ? cardex_reading_begins : 0
    // No unit consumes more letters than there are masks.
    if begins &>> UInt64(length) & 1 != 0 { use |= cardex_reading_suffices }
    // A match begins in the first state.
    if union & ~1 != 0 { use |= cardex_reading_follows }
    memory.uses[Int(code)] = UInt8(use)
  }

  /// The positions at which a whole reading occurs in the pattern, as bits.
  private func positions(_ reading: Syllable) -> UInt64 {
    var bits = reading.bits
    var result = ~UInt64(0)
    var shift: UInt64 = 0
    while bits != 0, result != 0 {
      result &= positions[Int(bits & 0x7F)] &>> shift
      bits &>>= 8
      shift &+= 1
    }
    return result
  }
}
