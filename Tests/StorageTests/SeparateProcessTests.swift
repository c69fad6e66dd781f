import Testing

@testable import Storage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
}
