import Foundation
import Platform
import Testing

@testable import Storage

@Suite("Blocked signals")
struct BlockedSignalsTests {
  /// Whether this thread blocks a signal.
  private static func holds(_ signal: Int32) -> Bool {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return sigismember(&mask, signal) == 1
  }

  @Test(
    "signals that would end the program are blocked only during the work",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGXFSZ])
  func held(signal: Int32) throws {
    let states = try onOwnThread {
      releaseSignals()
      return [
        BlockedSignalsTests.holds(signal),
        BlockedSignals.all.during { BlockedSignalsTests.holds(signal) },
        BlockedSignalsTests.holds(signal),
      ]
    }
    #expect(states == [false, true, false])
  }

  @Test("faults of the program are not blocked", arguments: [SIGSEGV, SIGBUS, SIGILL, SIGABRT])
  func faults(signal: Int32) throws {
    let isHeld = try onOwnThread {
      releaseSignals()
      return BlockedSignals.all.during { BlockedSignalsTests.holds(signal) }
    }
    #expect(!isHeld)
  }

  @Test("a file-size signal is discarded, in nested work, too")
  func fileSize() throws {
    let isPending = try onOwnThread {
      releaseSignals()
      return BlockedSignals.fileSizeLimit.during {
        BlockedSignals.all.during { _ = pthread_kill(pthread_self(), SIGXFSZ) }
        var pending = sigset_t()
        sigpending(&pending)
        return sigismember(&pending, SIGXFSZ) == 1
      }
    }
    #expect(!isPending)
  }
}
