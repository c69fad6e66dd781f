/// A failed system call's error number.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  package let code: Int32

  package init(code: Int32 = errno) { self.code = code }

  package var description: String { String(cString: strerror(code)) }
}

// The C library, under whatever name a system has it: `import Platform` is enough everywhere else.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif
