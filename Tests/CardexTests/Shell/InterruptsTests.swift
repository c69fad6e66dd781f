import Foundation
import TestHelpers
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
    // A test of a terminal on another thread may take the interrupt as its own, and put back what was
    // there before.
    let isNoted = (0..<1000).contains { _ in
      Interrupts.install()
      raise(SIGINT)
      if Interrupts.isPending { return true }
      usleep(5000)
      return false
    }
    #expect(isNoted)
    Interrupts.clear()
    #expect(!Interrupts.isPending)
    var action = sigaction()
    sigaction(SIGINT, nil, &action)
    #expect(action.sa_flags & SA_RESTART == 0)
  }

  @Test(
    "a signal that ends the program does so whenever it comes",
    arguments: [SIGTERM, SIGHUP, SIGUSR1])
  func termination(_ signal: Int32) throws {
    let directory = try TemporaryDirectory()
    let lineCount = 2000
    var busyCount = 0
    for trial in 0..<12 {
      var (master, slave): (Int32, Int32) = (-1, -1)
      try #require(openpty(&master, &slave, nil, nil, nil) == 0)
      let terminal = FileHandle(fileDescriptor: master, closeOnDealloc: true)
      let screen = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
      let process = Process()
      process.executableURL = Tool.program
      process.arguments = ["shell", Tool.data.appending(path: "contacts.plist").path()]
      process.environment = ["TERM": "xterm", "XDG_STATE_HOME": directory("state")]
      (process.standardInput, process.standardOutput) = (screen, screen)
      process.standardError = FileHandle.nullDevice
      try Tool.start(process)
      defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
      /// Reads what is shown, for some milliseconds.
      func drain(_ milliseconds: Int32) -> String {
        var wanted = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, milliseconds) > 0, wanted.revents & Int16(POLLIN) != 0 else {
          return ""
        }
        return String(decoding: terminal.availableData, as: UTF8.self)
      }
      let end = ContinuousClock.now + .seconds(30)
      var shown = ""
      while !shown.contains("contacts.plist>"), ContinuousClock.now < end { shown += drain(50) }
      // Between two lines, and while one is edited.
      shown = ""
      try terminal.write(contentsOf: Data(String(repeating: "\r", count: lineCount).utf8))
      usleep(UInt32(trial) * 1000)
      kill(process.processIdentifier, signal)
      let limit = ContinuousClock.now + .seconds(10)
      while process.isRunning, ContinuousClock.now < limit { shown += drain(20) }
      try #require(!process.isRunning, "\(trial)")
      if (1..<lineCount).contains(shown.ranges(of: "contacts.plist>").count) { busyCount += 1 }
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    }
    #expect(busyCount > 0, "no signal came while lines were edited")
  }
}
