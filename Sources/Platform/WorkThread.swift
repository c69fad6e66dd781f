import CPlatform

/// A separate thread for one piece of work.
///
/// The thread leaves signals to the process to other threads. It receives only signals for its own
/// faults, such as access to a mapped file that has been truncated.
package struct WorkThread {
  private let thread: pthread_t

  /// Starts the thread, which retains the closure until it returns.
  ///
  /// - Returns: `nil` if the system has no thread left.
  package init?(_ work: @escaping () -> Void) {
    let reference = Unmanaged.passRetained(Work(work))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    guard pthread_create(&thread, nil, WorkThread.routine, reference.toOpaque()) == 0 else {
      reference.release()
      return nil
    }
    #if canImport(Darwin)
      guard let thread else { return nil }
    #endif
    self.thread = thread
  }

  /// Lowers the priority of the calling thread and of the threads that it will start.
  package static func giveWay() {
    #if canImport(Darwin)
      pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #else
      // On Linux a thread has a priority of its own.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    #endif
  }

  /// Waits for the end. Either this or `detach` is called, once.
  package func join() { pthread_join(thread, nil) }

  /// Lets the thread continue without waiting for it.
  package func detach() { pthread_detach(thread) }

  private final class Work {
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
  }

  #if canImport(Darwin)
    private typealias Routine = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
  #else
    private typealias Routine =
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  #endif

  private static let routine: Routine = { context in
    #if canImport(Darwin)
      let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
    #else
      guard let context else { return nil }
      let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
    #endif
    var signals = sigset_t()
    sigfillset(&signals)
    for signal in [SIGBUS, SIGSEGV, SIGILL, SIGFPE, SIGTRAP] { sigdelset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    work.run()
    return nil
  }
}
