/// A failed system call's error number.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  package let code: Int32

  package init(code: Int32 = errno) { self.code = code }

  package var description: String { String(cString: strerror(code)) }
}
