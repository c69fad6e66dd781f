import Platform

/// Messages of JSON-RPC over two descriptors, such as standard input and output.
///
/// It must be used on one thread only.
package final class Connection {
  /// What ends waiting.
  package enum Event {
    case message(Message)
    case unreadable(UnreadableMessage)
    /// There is something to read from the other descriptor.
    case woken
    case timeout
    /// The other side has closed its end.
    case end
  }

  private let input: Int32
  private let output: Int32
  private let framing: MessageStream.Framing
  private var stream: MessageStream
  /// The messages that have arrived and are still to be handled.
  private var waiting: ArraySlice<Result<Message, UnreadableMessage>> = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var hasEnded = false
  /// Whether the other side no longer reads.
  package private(set) var isBroken = false

  /// - Parameter mostBytes: Longer messages are errors.
  package init(
    _ framing: MessageStream.Framing, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO,
    mostBytes: Int = 1 << 28
  ) {
    (self.framing, self.input, self.output) = (framing, input, output)
    stream = MessageStream(framing, mostBytes: mostBytes)
  }

  /// Waits for something to happen.
  ///
  /// - Parameters:
  ///   - milliseconds: How long; `nil` for as long as it takes.
  ///   - other: A descriptor that may have something to read, too.
  package func next(within milliseconds: Int? = nil, orFrom other: Int32? = nil) -> Event {
    let deadline = milliseconds.map { MonotonicClock.now + Double($0) / 1000 }
    while true {
      // A result that is ready comes before further requests, so that they are answered by it.
      if let other, isReadable(other) { return .woken }
      receive()
      switch waiting.popFirst() {
      case .success(let message): return .message(message)
      case .failure(let error): return .unreadable(error)
      case nil: break
      }
      if hasEnded || isBroken { return .end }
      var left: Int32 = -1
      if let deadline {
        let rest = deadline - MonotonicClock.now
        if rest <= 0 { return .timeout }
        left = Int32(clamping: Int((rest * 1000).rounded(.up)))
      }
      _ = wait(for: [input] + (other.map { [$0] } ?? []), milliseconds: left)
    }
  }

  /// Whether a notification that has arrived cancels the request that is being answered.
  package func isCancelled(_ id: String, by method: String, _ key: String) -> Bool {
    receive()
    return waiting.contains { message in
      guard case .success(.notification(method, let parameters)) = message else { return false }
      return parameters?[key]?.json == id
    }
  }

  package func send(_ message: String) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(message.utf8.count + 32)
    switch framing {
    case .headers:
      bytes += "Content-Length: \(message.utf8.count)\r\n\r\n".utf8
      bytes += message.utf8
    case .lines:
      bytes += message.utf8
      bytes.append(0x0A)
    }
    if bytes.withUnsafeBytes({ writeAll($0, to: output) }) != 0 { isBroken = true }
  }

  /// Reads all bytes that have arrived.
  private func receive() {
    while !hasEnded, isReadable(input) {
      let count = buffer.withUnsafeMutableBytes { bytes in
        retrying { read(input, bytes.baseAddress, bytes.count) }
      }
      if count <= 0 {
        hasEnded = true
      } else {
        stream.append(buffer[..<count])
      }
      divide()
    }
  }

  private func divide() {
    while true {
      do throws(UnreadableMessage) {
        guard let bytes = try stream.next() else { return }
        waiting.append(.success(try Message(bytes)))
      } catch {
        waiting.append(.failure(error))
      }
    }
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    wait(for: [descriptor], milliseconds: 0)
  }

  /// - Returns: Whether one of the descriptors can be read, or has been closed.
  private func wait(for descriptors: [Int32], milliseconds: Int32) -> Bool {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    return poll(&polled, nfds_t(polled.count), milliseconds) > 0
  }
}
