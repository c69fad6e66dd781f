/// Syntax beyond JSON (RFC 8259) that many programs read.
package struct JSONExtension: Sendable {
  package enum Kind: Sendable {
    case comment
    /// A comma after the last value of a container.
    case comma
  }

  package let kind: Kind
  package let location: SourceLocation
}
