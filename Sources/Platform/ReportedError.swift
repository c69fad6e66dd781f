/// What is wrong, for a person to read, and what to do about it. An error whose cases nobody tells
/// apart is one of these.
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
