import Foundation
import Platform
import Synchronization
import Testing

@testable import Storage

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Parallel work")
struct ParallelWorkTests {
  @Test("each piece is done once, and all are done at the end", arguments: [1, 2, 3, 8, 40])
  func pieces(count: Int) {
    let calls = Mutex([Int](repeating: 0, count: count))
    ParallelWork.forEach(count) { piece in calls.withLock { $0[piece] += 1 } }
    #expect(calls.withLock { $0 } == [Int](repeating: 1, count: count))
  }

  #if os(Linux)
    // The limit applies to the whole process.
    @Test("if the system has no thread left, the pieces are still done")
    func withoutThreads() async {
      await #expect(processExitsWith: .success) {
        // No room for another stack.
        var limit = rlimit()
        let memory = __rlimit_resource_t(RLIMIT_AS.rawValue)
        getrlimit(memory, &limit)
        let pages = try content(of: "/proc/self/statm").split(separator: " ").first.map(String.init)
        limit.rlim_cur = rlim_t((Int(pages ?? "") ?? 0) * Int(getpagesize()) + 1 << 20)
        setrlimit(memory, &limit)
        let hasThread = WorkThread({})?.join() != nil
        let done = ParallelWork.map(8) { $0 * 2 }
        limit.rlim_cur = limit.rlim_max
        setrlimit(memory, &limit)
        try #require(!hasThread)
        try #require(done == (0..<8).map { $0 * 2 })
      }
    }
  #endif

  @Test("results are in the order of the pieces", arguments: [1, 2, 5])
  func results(count: Int) {
    #expect(ParallelWork.map(count) { $0 * $0 } == (0..<count).map { $0 * $0 })
  }

  private struct Failure: Error, Equatable { let piece: Int }

  @Test("a failure is thrown when all pieces are done", arguments: [1, 4])
  func failure(count: Int) {
    let done = Mutex(0)
    #expect(throws: Failure(piece: count - 1)) {
      try ParallelWork.map(count) { piece throws(Failure) in
        done.withLock { $0 += 1 }
        if piece == count - 1 { throw Failure(piece: piece) }
      }
    }
    #expect(done.withLock { $0 } == count)
  }

  @Test("work is divided if there is enough, among a limited number of threads")
  func division() {
    #expect(ParallelWork.pieces(100, worthwhile: 101, threads: 4) == 1)
    #expect(ParallelWork.pieces(199, worthwhile: 100, threads: 4) == 1)
    #expect(ParallelWork.pieces(300, worthwhile: 100, threads: 4) == 3)
    #expect(ParallelWork.pieces(900, worthwhile: 100, threads: 4) == 4)
    #expect(ParallelWork.pieces(900, worthwhile: 1, threads: 100) == 8)
    #expect(ParallelWork.pieces(0, worthwhile: 1) == 1)
  }
}
