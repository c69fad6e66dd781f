import CFaults
import Foundation
import Testing

@testable import PropertyLists

@Suite("Growing buffer")
struct GrowingBufferTests {
  @Test("elements are kept while the buffer grows", arguments: [0, 1, 16, 1000])
  func appending(capacity: Int) {
    let buffer = GrowingBuffer<Int>(capacity: capacity)
    for number in 0..<10_000 { buffer.append(number) }
    #expect(buffer.elements.elementsEqual(0..<10_000))
  }

  @Test("a piece of any length is appended whole", arguments: [0, 1, 15, 16, 17, 100_000])
  func appendingPieces(length: Int) {
    let buffer = GrowingBuffer<UInt8>()
    let piece = [UInt8](repeating: 7, count: length)
    for _ in 0..<3 { piece.withUnsafeBufferPointer { buffer.append(contentsOf: $0) } }
    #expect(buffer.elements.elementsEqual(piece + piece + piece))
    #expect(buffer.count + buffer.spare.count == buffer.capacity)
  }

  @Test("no memory at all is an empty piece")
  func appendingNothing() {
    let buffer = GrowingBuffer<UInt8>()
    buffer.append(contentsOf: UnsafeBufferPointer(start: nil, count: 0))
    #expect(buffer.count == 0)
  }

  @Test("reserving less than there is changes nothing")
  func reserving() {
    let buffer = GrowingBuffer<UInt8>(capacity: 100)
    buffer.reserve(10)
    #expect(buffer.capacity == 100)
    buffer.reserve(200)
    #expect(buffer.capacity == 200)
  }

  @Test("what is filled in directly counts")
  func filling() {
    let buffer = GrowingBuffer<UInt8>()
    buffer.spare[0] = 1
    buffer.spare[1] = 2
    buffer.didFill(2)
    #expect(buffer.elements.elementsEqual([1, 2]))
  }

  @Test("a buffer for which there is no memory ends the process", Memory.canFail)
  func noMemory() async {
    let first = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      cardex_fail(strdup("realloc"), 1, 1, ENOMEM)
      _ = GrowingBuffer<UInt8>()
    }
    #expect(first.isOutOfMemory)
    let second = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let buffer = GrowingBuffer<UInt8>()
      cardex_fail(strdup("realloc"), 1, 1, ENOMEM)
      for _ in 0..<17 { buffer.append(0) }
    }
    #expect(second.isOutOfMemory)
  }
}
