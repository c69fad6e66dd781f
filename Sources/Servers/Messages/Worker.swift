import Platform

/// A thread that does one job after another, and can be waited for like input.
///
/// A job and its result belong to one thread at a time: they are handed over through pipes.
final class Worker<Job, Result> {
  /// A descriptor that can be read once there is a result.
  let descriptor: Int32
  private let jobs: Int32
  private(set) var isBusy = false

  private final class Box<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// - Returns: `nil` if the system has no thread or no pipe left.
  init?(_ work: @escaping (Job) -> Result) {
    var (forJobs, forResults): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&forJobs) == 0 else { return nil }
    guard pipe(&forResults) == 0 else {
      for end in forJobs { close(end) }
      return nil
    }
    for end in forJobs + forResults { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (input, output) = (forJobs[0], forResults[1])
    let thread = WorkThread {
      // The thread that answers messages comes first.
      WorkThread.giveWay()
      while let job: Box<Job> = Worker.receive(input) {
        Worker.send(Box(work(job.value)), to: output)
      }
      close(input)
      close(output)
    }
    guard let thread else {
      for end in forJobs + forResults { close(end) }
      return nil
    }
    thread.detach()
    (descriptor, jobs) = (forResults[0], forJobs[1])
  }

  deinit {
    close(jobs)
    // Wait for a thread that still works: it would write to a pipe that is closed.
    while let _: Box<Result> = Worker.receive(descriptor) {}
    close(descriptor)
  }

  /// Gives the thread a job.
  ///
  /// - Precondition: The thread is not busy.
  func start(_ job: Job) {
    precondition(!isBusy, "one job at a time")
    isBusy = true
    Worker.send(Box(job), to: jobs)
  }

  /// Waits for the result of the job.
  ///
  /// - Parameter milliseconds: How long at most.
  /// - Returns: `nil` if it is not there yet.
  func result(within milliseconds: Int) -> Result? {
    guard isBusy else { return nil }
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard retrying({ poll(&polled, 1, Int32(clamping: milliseconds)) }) > 0,
      let result: Box<Result> = Worker.receive(descriptor)
    else { return nil }
    isBusy = false
    return result.value
  }

  private static func send(_ value: some AnyObject, to descriptor: Int32) {
    var reference = Unmanaged.passRetained(value).toOpaque()
    let code = withUnsafeBytes(of: &reference) { writeAll($0, to: descriptor) }
    if code != 0 { Unmanaged<AnyObject>.fromOpaque(reference).release() }
  }

  private static func receive<Value: AnyObject>(_ descriptor: Int32) -> Value? {
    var reference: UnsafeMutableRawPointer?
    let count = withUnsafeMutableBytes(of: &reference) { bytes in
      retrying { read(descriptor, bytes.baseAddress, bytes.count) }
    }
    guard count == MemoryLayout<UnsafeMutableRawPointer>.size, let reference else { return nil }
    return Unmanaged<Value>.fromOpaque(reference).takeRetainedValue()
  }
}
