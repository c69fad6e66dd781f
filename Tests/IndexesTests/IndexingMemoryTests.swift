import Testing

@testable import Searching

@Suite("Memory for indexing")
struct IndexingMemoryTests {
  private let memory = IndexingMemory(textSize: 100 << 20, threads: 2)

  @Test("more text and more threads need more")
  func needs() {
    let small = IndexingMemory(textSize: 0, threads: 2)
    #expect(memory.bytes - small.bytes == 500 << 20)
    #expect(IndexingMemory(textSize: 0, threads: 3).addresses > small.addresses)
  }

  @Test("what is not known is enough, and what is short is named")
  func shortage() {
    #expect(memory.shortage(left: nil) { _ in true } == nil)
    #expect(memory.shortage(left: memory.bytes) { _ in true } == nil)
    let short = memory.shortage(left: 8_000_000) { _ in true }
    #expect(short == "it may take \(memory.bytes / 1_000_000) MB of memory, and 8 MB are left")
    let narrow = memory.shortage(left: nil) { $0 < memory.addresses }
    #expect(
      narrow?.hasPrefix("it may take \(memory.addresses / 1_000_000) MB of address space") == true)
  }
}
