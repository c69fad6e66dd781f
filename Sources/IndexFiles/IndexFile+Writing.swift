package import Platform
import Platform
import Storage

extension IndexFile {
  /// A part to be written: pieces, one directly after another.
  package struct Part: Sendable {
    package var tag: PartTag
    package var pieces: [StoredBytes]

    package init(_ tag: PartTag, _ pieces: [StoredBytes]) {
      self.tag = tag
      self.pieces = pieces
    }

    fileprivate var count: Int { pieces.reduce(0) { $0 + $1.count } }
  }

  /// Writes an index and puts it in the place of an older one, in one step; what the older one was
  /// opened for goes on reading that.
  ///
  /// Two programs may do so at once; the index that is finished last stays. Nothing is brought to the
  /// disk: what a power failure leaves of the file has the wrong checksums, and is made again.
  ///
  /// - Parameters:
  ///   - created: Nanoseconds since 1970.
  /// - Throws: `StorageError`; `IndexDamage` if a part is of another file and damaged there. Nothing
  ///   is left behind then.
  /// - Precondition: The parts have different tags. What the source says has less than 4 GiB.
  package static func write(
    _ parts: [Part], of source: IndexSource, entryCount: Int, created: Int64, to path: FilePath
  ) throws {
    precondition(Set(parts.map(\.tag)).count == parts.count)
    var header = IndexHeader(
      source: source, created: created, entryCount: entryCount,
      parts: parts.map { ($0.tag, $0.count) })
    try CacheFile(path: path).replace { file in
      // A file that is not finished does not begin as one that is.
      try [UInt8](repeating: 0, count: header.dataStart).withUnsafeBytes { try file.append($0) }
      let writer = UnitWriter(dataLength: header.dataLength)
      for part in parts {
        writer.align(to: IndexFormat.partAlignment)
        for piece in part.pieces {
          try writer.add(UnsafeRawBufferPointer(piece.all()), to: file)
        }
      }
      try writer.finish(in: file)
      header.tableChecksums = writer.tableChecksums
      try header.encoded.withUnsafeBytes { try file.overwrite($0, at: 0) }
    }
  }
}
