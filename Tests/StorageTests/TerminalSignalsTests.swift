import CPlatform
import Foundation
import Testing

/// The last signal that had an effect.
private nonisolated(unsafe) var effect: Int32 = 0

/// Signals that are events while a line or a screen is edited.
@Suite("Signals at a terminal", .serialized)
struct TerminalSignalsTests {
  /// Does something on a thread of its own while signals have the effect of being noted.
  private static func noting(
    _ signals: [Int32], _ body: @escaping @Sendable () -> [Int32]
  ) throws -> [Int32] {
    try onOwnThread {
      releaseSignals()
      var former: [sigaction] = []
      for signal in signals {
        var (action, before) = (sigaction(), sigaction())
        action.__sigaction_handler.sa_handler = { effect = $0 }
        sigaction(signal, &action, &before)
        former.append(before)
      }
      effect = 0
      let result = body()
      for (signal, before) in zip(signals, former) {
        var before = before
        sigaction(signal, &before, nil)
      }
      return result
    }
  }

  @Test(
    "a signal after the last wait has its effect at the end, once",
    arguments: [SIGTERM, SIGHUP, SIGUSR1, SIGTSTP, SIGINT])
  func pending(_ signal: Int32) throws {
    let effects = try TerminalSignalsTests.noting([signal]) {
      cardex_signals_begin()
      raise(signal)
      let before = effect
      cardex_signals_end()
      let after = effect
      effect = 0
      cardex_signals_begin()
      let event = cardex_signals_wait(0, 0)
      cardex_signals_end()
      let events = [cardex_event_interrupted, cardex_event_suspended, cardex_event_terminated]
      return [before, after, effect, events.contains(event) ? 1 : 0]
    }
    #expect(effects == [0, signal, 0, 0])
  }

  @Test("of signals that were events, only what requests termination has its effect at the end")
  func reported() throws {
    let effects = try TerminalSignalsTests.noting([SIGTSTP, SIGTERM]) {
      cardex_signals_begin()
      raise(SIGTSTP)
      let first = cardex_signals_wait(0, 0)
      cardex_signals_end()
      let suspended = effect
      cardex_signals_begin()
      raise(SIGTERM)
      let second = cardex_signals_wait(0, 0)
      cardex_signals_end()
      return [
        first == cardex_event_suspended ? 1 : 0, suspended,
        second == cardex_event_terminated ? 1 : 0, effect,
      ]
    }
    #expect(effects == [1, 0, 1, SIGTERM])
  }
}
