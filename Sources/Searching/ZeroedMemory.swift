import Platform

/// Memory of zeros, which costs nothing where it is not touched.
final class ZeroedMemory<Element: BitwiseCopyable> {
  let base: UnsafeMutablePointer<Element>

  /// - Parameter count: Of elements for which zero bytes are a value.
  init(count: Int) {
    guard let memory = calloc(max(count, 1), MemoryLayout<Element>.stride) else {
      preconditionFailure("out of memory")
    }
    base = memory.bindMemory(to: Element.self, capacity: max(count, 1))
  }

  deinit { free(base) }
}
