import Platform

/// Zeroed memory, which costs nothing where it is not touched.
final class ZeroedMemory<Element: BitwiseCopyable> {
  let base: UnsafeMutablePointer<Element>

  /// - Parameter count: The number of elements, for which zero bytes must be a valid value.
  init(count: Int) {
    guard let memory = calloc(max(count, 1), MemoryLayout<Element>.stride) else {
      preconditionFailure("out of memory")
    }
    base = memory.bindMemory(to: Element.self, capacity: max(count, 1))
  }

  deinit { free(base) }
}
