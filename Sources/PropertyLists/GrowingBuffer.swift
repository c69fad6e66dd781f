import Platform

/// A growing block of memory for trivial values.
///
/// On Linux, `realloc` moves a large block by remapping its pages, so that growing copies nothing
/// and the memory in use never exceeds what has been filled.
final class GrowingBuffer<Element: BitwiseCopyable>: @unchecked Sendable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity: Int

  init(capacity: Int = 16) {
    self.capacity = Swift.max(capacity, 16)
    guard let block = GrowingBuffer.resize(nil, to: self.capacity) else {
      preconditionFailure("out of memory")
    }
    base = block
  }

  deinit { free(base) }

  var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }

  /// The element at an index. The index is checked in every build.
  subscript(index: Int) -> Element {
    @inline(__always)
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "an index outside the buffer")
      return base[index]
    }
  }

  /// The memory after the last element.
  var spare: UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(start: base + count, count: capacity - count)
  }

  /// Declares the first elements of `spare` to be filled.
  func didFill(_ added: Int) {
    precondition(added <= capacity &- count)
    count &+= added
  }

  /// Asks the system for huge pages, of some megabytes, which take it a quarter of the time. Meant
  /// for buffers that will be filled; does nothing for small ones.
  func preferHugePages() {
    if capacity * MemoryLayout<Element>.stride < 1 << 20 { return }
    MappedMemory.preferHugePages(
      UnsafeRawBufferPointer(start: base, count: capacity * MemoryLayout<Element>.stride))
  }

  /// Removes the elements from an index on.
  func removeAll(from index: Int) { count = Swift.min(count, Swift.max(index, 0)) }

  @inline(__always)
  func append(_ element: Element) {
    if count == capacity { reserve(capacity + capacity / 2) }
    base[count] = element
    count &+= 1
  }

  func append(contentsOf other: UnsafeBufferPointer<Element>) {
    guard let start = other.baseAddress else { return }
    if capacity - count < other.count {
      reserve(Swift.max(count + other.count, capacity + capacity / 2))
    }
    (base + count).update(from: start, count: other.count)
    count += other.count
  }

  /// Makes room for this many elements after the last one.
  @inline(__always)
  func reserveSpare(_ added: Int) {
    if capacity &- count < added { reserve(Swift.max(count + added, capacity + capacity / 2)) }
  }

  @inline(never)
  func reserve(_ newCapacity: Int) {
    if !tryReserve(newCapacity) { preconditionFailure("out of memory") }
  }

  /// Makes room for this many elements in total.
  ///
  /// - Returns: Whether there is memory for them.
  func tryReserve(_ newCapacity: Int) -> Bool {
    guard newCapacity > capacity else { return true }
    guard let block = GrowingBuffer.resize(base, to: newCapacity) else { return false }
    base = block
    capacity = newCapacity
    return true
  }

  // Rarely called. If this were inlined, the optimizer would replace `realloc` without a block by
  // another call, or remove it for an unused buffer, and tests could not make it fail.
  @inline(never)
  private static func resize(
    _ block: UnsafeMutablePointer<Element>?, to capacity: Int
  ) -> UnsafeMutablePointer<Element>? {
    let memory = realloc(block, capacity * MemoryLayout<Element>.stride)
    return memory?.bindMemory(to: Element.self, capacity: capacity)
  }
}
