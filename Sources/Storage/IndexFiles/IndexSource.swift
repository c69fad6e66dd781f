package import Platform

/// What an index is made from: an index is valid for exactly one source.
package struct IndexSource: Equatable, Sendable {
  /// The catalogue's canonical path.
  package var path: FilePath
  /// The identity of the file when it was read.
  package var identity: FileIdentity
  /// How the catalogue was read, in the caller's encoding.
  package var options: [UInt8]
  /// Which text folding the index was made with, in the caller's encoding.
  package var textVersion: [UInt8]

  package init(path: FilePath, identity: FileIdentity, options: [UInt8], textVersion: [UInt8]) {
    self.path = path
    self.identity = identity
    self.options = options
    self.textVersion = textVersion
  }
}
