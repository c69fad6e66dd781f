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

extension IndexHeader {
  /// The header of a file whose parts have these lengths, with zeros in place of the checksums of
  /// the table.
  init(
    source: IndexSource, created: Int64, entryCount: Int, parts: [(tag: PartTag, count: Int)]
  ) {
    self.source = source
    self.created = created
    self.entryCount = entryCount
    self.parts = []
    var end = 0
    for part in parts {
      let start = IndexFormat.rounded(end, to: IndexFormat.partAlignment)
      end = start + part.count
      self.parts.append(Part(tag: part.tag, range: start..<end))
    }
    dataLength = IndexFormat.rounded(end, to: IndexFormat.unitLength)
    let tableLength = dataLength / IndexFormat.unitLength * IndexFormat.checksumLength
    tableChecksums = Array(
      repeating: 0, count: IndexFormat.tableUnits(tableLength: tableLength))
    dataStart = 0
    fileLength = 0
    dataStart = IndexFormat.rounded(contentLength + 8, to: IndexFormat.headerAlignment)
    fileLength = dataStart + dataLength + tableLength
  }

  /// The length of everything before the zeros at the end.
  private var contentLength: Int {
    IndexFormat.fixedLength + parts.count * IndexFormat.partEntryLength
      + source.textVersion.count + source.options.count + source.path.bytes.count
      + tableChecksums.count * IndexFormat.checksumLength
  }

  /// The header as it is stored in the file.
  var encoded: [UInt8] {
    var bytes = IndexFormat.magic
    bytes.append(littleEndian: IndexFormat.version)
    bytes.append(littleEndian: UInt32(dataStart))
    for number in [fileLength, dataLength] { bytes.append(littleEndian: UInt64(number)) }
    bytes.append(littleEndian: created)
    let identity = source.identity
    for number in [identity.device, identity.inode] { bytes.append(littleEndian: number) }
    for number in [identity.size, identity.modified, identity.changed] {
      bytes.append(littleEndian: number)
    }
    bytes.append(littleEndian: UInt64(entryCount))
    let path = source.path.bytes
    for count in [parts.count, source.textVersion.count, source.options.count, path.count] {
      bytes.append(littleEndian: UInt32(count))
    }
    for part in parts {
      bytes.append(littleEndian: part.tag.number)
      bytes.append(littleEndian: UInt32(0))
      for number in [part.range.lowerBound, part.range.count] {
        bytes.append(littleEndian: UInt64(number))
      }
    }
    bytes += source.textVersion + source.options + path
    for checksum in tableChecksums { bytes.append(littleEndian: checksum) }
    bytes += Array(repeating: 0, count: dataStart - 8 - bytes.count)
    bytes.append(littleEndian: bytes.withUnsafeBytes { XXH3.hash($0) })
    return bytes
  }
}
