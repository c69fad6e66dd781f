package import Platform

extension IndexFile {
  /// A part to write: pieces without gaps between them.
  package struct Part: Sendable {
    package var tag: PartTag
    package var pieces: [StoredBytes]

    package init(_ tag: PartTag, _ pieces: [StoredBytes]) {
      self.tag = tag
      self.pieces = pieces
    }

    fileprivate var count: Int { pieces.reduce(0) { $0 + $1.count } }
  }

  /// Writes an index and replaces an older one atomically; readers that have the older one open
  /// keep reading it.
  ///
  /// Two programs may do so at once; the index finished last stays. Nothing is synced to disk: if a
  /// power failure damages the file, its checksums are wrong, and it is built again.
  ///
  /// - Parameters:
  ///   - created: Nanoseconds since 1970.
  /// - Throws: `StorageError`; `IndexDamage` if a part comes from another index file and is damaged
  ///   there. Nothing is left behind then.
  /// - Precondition: The parts have different tags. The source's path, options and text version
  ///   each have less than 4 GiB.
  package static func write(
    _ parts: [Part], of source: IndexSource, entryCount: Int, created: Int64, to path: FilePath
  ) throws {
    precondition(Set(parts.map(\.tag)).count == parts.count)
    var header = IndexHeader(
      source: source, created: created, entryCount: entryCount,
      parts: parts.map { ($0.tag, $0.count) })
    try CacheFile(path: path).replace { file in
      // An unfinished file does not begin with a header.
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
