#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The tables by code of a `cardex_reading_machine`: zeros at first.
final class ReadingMachineMemory {
  let classes: UnsafeMutablePointer<UInt16>
  let uses: UnsafeMutablePointer<UInt8>

  private let memory: UnsafeMutableRawPointer

  /// Numbers that can be a code.
  private static let codeCount = 1 << 16

  init() {
    guard let memory = calloc(Self.codeCount, 3) else { preconditionFailure("out of memory") }
    self.memory = memory
    classes = memory.bindMemory(to: UInt16.self, capacity: Self.codeCount)
    uses = (memory + Self.codeCount * 2).bindMemory(to: UInt8.self, capacity: Self.codeCount)
  }

  deinit { free(memory) }
}
