#if os(Linux)
  import Foundation
  import SeededRandom
  import TestHelpers
  import Testing

  /// What saves leave after power loss, in states of a disk that are built of their system calls.
  @Suite(
    .enabled(if: FaultTrial.isPossible, "they need strace, allowed to trace: install it"),
    .timeLimit(.minutes(10)))
  struct PowerLossTests {
    @Test(
      """
      after power loss at any moment, there is what was there or what was saved, and what was said \
      to be saved; a sync that is left out is noticed
      """, .withoutSanitizers,
      arguments: ["file", "backup", "new", "merge", "edit", "cards", "index", "journal"])
    func states(_ kind: String) throws {
      let script = Tool.package.appending(path: "Tests/PowerLoss/power_loss.py").path()
      let most = 40 * Rounds.of(1)
      let outcome = try Tool.shell(
        "exec python3 '\(script)' '\(Tool.program.path())' \(kind) --most \(most) --missing")
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      #expect(outcome.output.hasPrefix("\(kind): "))
    }
  }
#endif
