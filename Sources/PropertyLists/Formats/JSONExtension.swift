/// What the text of a file has that JSON does not (RFC 8259), although many programs read it.
package struct JSONExtension: Sendable {
  package enum Kind: Sendable {
    case comment
    /// A comma after the last value of a container.
    case comma
  }

  package let kind: Kind
  package let location: SourceLocation
}
