import Platform

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
