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
    #expect(
      memory.shortage(left: memory.bytes - 1) { _ in true }
        == .memory(needed: memory.bytes, left: memory.bytes - 1))
    #expect(
      memory.shortage(left: nil) { $0 < memory.addresses } == .addresses(needed: memory.addresses))
  }

  @Test("messages say how much")
  func words() {
    #expect(
      "\(IndexingMemory.Shortage.memory(needed: 90_000_000, left: 8_000_000))"
        == "it may take 90 MB of memory, and 8 MB are left")
    #expect("\(IndexingMemory.Shortage.addresses(needed: 7_000_000))".hasPrefix("it may take 7 MB"))
  }
}
