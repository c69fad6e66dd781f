/// A failed system call's error number.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  package let code: Int32

  package init(code: Int32 = errno) { self.code = code }

  package var description: String { String(cString: strerror(code)) }
}

// Exports the C library, whose name depends on the system, so that other rooms only import
// `Platform`.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif
