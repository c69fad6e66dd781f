import CEditLine

/// Ctrl-C, which ends the command that runs and not the program.
enum Interrupts {
  /// From now on an interrupt is noted, and ends system calls that wait.
  static func install() { cardex_interrupts_install() }

  /// Whether there was one that has not been dealt with; work that may last looks here.
  static var isPending: Bool { cardex_interrupts_are_pending() }

  static func clear() { cardex_interrupts_clear() }
}
