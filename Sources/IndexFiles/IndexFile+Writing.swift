extension IndexFile {
  /// A part to be written: pieces, one directly after another.
  package struct Part: Sendable {
    package var tag: PartTag
    package var pieces: [StoredBytes]

    package init(_ tag: PartTag, _ pieces: [StoredBytes]) {
      self.tag = tag
      self.pieces = pieces
    }
  }

  /// Writes an index and puts it in the place of an older one, in one step.
  ///
  /// Two programs may do so at once; the last one's index stays. Nothing is brought to the disk:
  /// what a power failure leaves of the file has the wrong checksums, and is made again.
  ///
  /// - Parameters:
  ///   - created: Nanoseconds since 1970.
  ///   - parts: Each with another tag.
  /// - Throws: `StorageError`; `IndexDamage` if a part is of another file and damaged there. Nothing
  ///   is left behind then.
  package static func write(
    _ parts: [Part], of source: IndexSource, entryCount: Int, created: Int64, to path: String
  ) throws {}
}
