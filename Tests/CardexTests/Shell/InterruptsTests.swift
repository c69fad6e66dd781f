import Foundation
import Testing

@testable import CardexCommand

/// Ctrl-C while a command runs.
@Suite struct InterruptsTests {
  @Test("an interrupt is noted until it is cleared; calls that wait are not started again")
  func noted() {
    var former = sigaction()
    sigaction(SIGINT, nil, &former)
    defer { sigaction(SIGINT, &former, nil) }
    Interrupts.install()
    #expect(!Interrupts.isPending)
    // The thread of a test may have signals blocked.
    var (signals, mask) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    raise(SIGINT)
    #expect(Interrupts.isPending)
    Interrupts.clear()
    #expect(!Interrupts.isPending)
    var action = sigaction()
    sigaction(SIGINT, nil, &action)
    #expect(action.sa_flags & SA_RESTART == 0)
  }
}
