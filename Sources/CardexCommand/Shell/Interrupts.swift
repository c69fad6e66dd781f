import CPlatform

/// Ctrl-C, which ends the running command but not the program.
enum Interrupts {
  /// Starts noting interrupts; from now on, they also end system calls that wait.
  static func install() { cardex_interrupts_install() }

  /// Whether an interrupt has not been dealt with yet; lengthy work checks this.
  static var isPending: Bool { cardex_interrupts_are_pending() }

  static func clear() { cardex_interrupts_clear() }
}
