import Platform

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
    bytes.append(IndexFormat.version)
    bytes.append(UInt32(dataStart))
    for number in [fileLength, dataLength] { bytes.append(UInt64(number)) }
    bytes.append(created)
    let identity = source.identity
    for number in [identity.device, identity.inode] { bytes.append(number) }
    for number in [identity.size, identity.modified, identity.changed] { bytes.append(number) }
    bytes.append(UInt64(entryCount))
    let path = source.path.bytes
    for count in [parts.count, source.textVersion.count, source.options.count, path.count] {
      bytes.append(UInt32(count))
    }
    for part in parts {
      bytes.append(part.tag.number)
      bytes.append(UInt32(0))
      for number in [part.range.lowerBound, part.range.count] { bytes.append(UInt64(number)) }
    }
    bytes += source.textVersion + source.options + path
    for checksum in tableChecksums { bytes.append(checksum) }
    bytes += Array(repeating: 0, count: dataStart - 8 - bytes.count)
    bytes.append(bytes.withUnsafeBytes { XXH3.hash($0) })
    return bytes
  }
}

extension [UInt8] {
  /// Appends a number, its lowest byte first.
  fileprivate mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
