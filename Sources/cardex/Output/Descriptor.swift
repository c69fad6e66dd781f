#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes all bytes to a file descriptor.
///
/// - Returns: 0, or the number of the error.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
    if count < 0 {
      if errno == EINTR { continue }
      return errno
    }
    rest = rest.dropFirst(count)
  }
  return 0
}
