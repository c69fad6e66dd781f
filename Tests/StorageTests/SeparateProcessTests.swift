import Platform
import Testing

@testable import Storage

@Suite("Separate processes")
struct SeparateProcessTests {
  @Test("however the copy ends, this process learns of it and continues")
  func endings() {
    #expect(SeparateProcess.run { 0 } == .status(0))
    #expect(SeparateProcess.run { 7 } == .status(7))
    #expect(SeparateProcess.run { kill(getpid(), SIGKILL) } == .signal(SIGKILL))
    #expect(
      SeparateProcess.run {
        _exit(3)
      } == .status(3))
  }

  /// Made when it is first used, which takes long enough for two threads to want it.
  private static let slowConstant: Int32 = {
    usleep(200_000)
    return 5
  }()

  @Test("threads of the copy may wait for each other", .timeLimit(.minutes(1)))
  func waitingThreads() {
    let ending = SeparateProcess.run {
      var others: Int32 = 0
      let thread = WorkThread {
        usleep(50_000)
        others = SeparateProcessTests.slowConstant
      }
      let own = SeparateProcessTests.slowConstant
      thread?.join()
      return own + others
    }
    #expect(ending == .status(10))
  }
}
