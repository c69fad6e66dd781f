/// An error that no code distinguishes from others: a message for a person, and a hint.
package struct ReportedError: Error, Equatable, Sendable {
  /// One line without a full stop, which may name files.
  package let message: ByteText
  package let hint: String?

  package init(_ message: ByteText, hint: String? = nil) {
    (self.message, self.hint) = (message, hint)
  }

  package init(_ message: String, hint: String? = nil) {
    self.init(ByteText(message), hint: hint)
  }
}

extension ReportedError: CustomStringConvertible {
  package var description: String { message.description }
}

/// An error in a text, with the position of what is wrong.
package struct LocatedError: Error, Equatable, Sendable, CustomStringConvertible {
  package let message: String
  /// The number of the line, from 1.
  package let line: Int
  /// The column in Unicode scalars, from 1.
  package let column: Int

  package init(_ message: String, line: Int, column: Int = 1) {
    (self.message, self.line, self.column) = (message, line, column)
  }

  /// The message without the position.
  package var description: String { message }
}

/// Evaluates an expression, and converts an error that it throws to another one.
package func rethrowing<Value, Cause: Error, Failure: Error>(
  _ value: @autoclosure () throws(Cause) -> Value, as failure: (Cause) -> Failure
) throws(Failure) -> Value {
  do throws(Cause) { return try value() } catch { throw failure(error) }
}

extension Error {
  /// The error of this type that an expression throws, if any.
  package static func caught(_ body: @autoclosure () throws(Self) -> Void) -> Self? {
    do throws(Self) {
      try body()
      return nil
    } catch {
      return error
    }
  }
}

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
