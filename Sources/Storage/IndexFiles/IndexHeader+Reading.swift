import Platform

extension IndexHeader {
  /// Reads and checks the header of a file.
  ///
  /// - Parameter file: The whole file; only the header is read.
  /// - Throws: `otherVersion` or `damaged`.
  init(_ file: UnsafeRawBufferPointer) throws(IndexFileError) {
    var fields = Fields(file)
    guard try fields.bytes(IndexFormat.magic.count).elementsEqual(IndexFormat.magic) else {
      throw .damaged
    }
    guard try fields.number(as: UInt32.self) == IndexFormat.version else { throw .otherVersion }
    let headerLength = Int(try fields.number(as: UInt32.self))
    guard headerLength <= file.count, headerLength % IndexFormat.headerAlignment == 0,
      headerLength > 0
    else { throw .damaged }
    let end = headerLength - MemoryLayout<UInt64>.size
    let content = UnsafeRawBufferPointer(rebasing: file[..<end])
    guard XXH3.hash(content) == IndexHeader.checksum(file, at: end) else { throw .damaged }
    self = try IndexHeader(
      Fields(content, at: fields.position), headerLength: headerLength, fileLength: file.count)
  }

  private static func checksum(_ file: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    UInt64(littleEndian: file.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Reads the fields after the length of the header. Their numbers may be arbitrary.
  private init(
    _ fields: Fields, headerLength: Int, fileLength: Int
  ) throws(IndexFileError) {
    var fields = fields
    guard try fields.length() == fileLength else { throw .damaged }
    self.fileLength = fileLength
    dataStart = headerLength
    dataLength = try fields.length()
    guard dataLength <= fileLength - headerLength, dataLength % IndexFormat.unitLength == 0
    else { throw .damaged }
    let tableLength = dataLength / IndexFormat.unitLength * IndexFormat.checksumLength
    guard tableLength == fileLength - headerLength - dataLength else { throw .damaged }
    created = try fields.number(as: Int64.self)
    let identity = try fields.identity()
    entryCount = try fields.length()
    let partCount = try fields.number(as: UInt32.self)
    let lengths = (
      textVersion: Int(try fields.number(as: UInt32.self)),
      options: Int(try fields.number(as: UInt32.self)),
      path: Int(try fields.number(as: UInt32.self))
    )
    parts = []
    for _ in 0..<partCount { parts.append(try fields.part(dataLength: dataLength)) }
    let textVersion = Array(try fields.bytes(lengths.textVersion))
    let options = Array(try fields.bytes(lengths.options))
    guard let path = FilePath(bytes: try fields.bytes(lengths.path)) else { throw .damaged }
    source = IndexSource(
      path: path, identity: identity, options: options, textVersion: textVersion)
    tableChecksums = []
    for _ in 0..<IndexFormat.tableUnits(tableLength: tableLength) {
      tableChecksums.append(try fields.number(as: UInt32.self))
    }
  }
}

/// A reader of fields one after another, never beyond the end.
private struct Fields {
  private let content: UnsafeRawBufferPointer
  private(set) var position: Int

  init(_ content: UnsafeRawBufferPointer, at position: Int = 0) {
    self.content = content
    self.position = position
  }

  mutating func bytes(_ count: Int) throws(IndexFileError) -> UnsafeRawBufferPointer {
    guard count <= content.count - position else { throw .damaged }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: content[position..<position + count])
  }

  mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
    as type: Number.Type
  ) throws(IndexFileError) -> Number {
    Number(littleEndian: try bytes(MemoryLayout<Number>.size).loadUnaligned(as: Number.self))
  }

  /// A count of 8 bytes.
  mutating func length() throws(IndexFileError) -> Int {
    guard let length = Int(exactly: try number(as: UInt64.self)) else { throw .damaged }
    return length
  }

  mutating func identity() throws(IndexFileError) -> FileIdentity {
    FileIdentity(
      device: try number(as: UInt64.self), inode: try number(as: UInt64.self),
      size: try number(as: Int64.self), modified: try number(as: Int64.self),
      changed: try number(as: Int64.self))
  }

  mutating func part(dataLength: Int) throws(IndexFileError) -> IndexHeader.Part {
    let tag = PartTag(number: try number(as: UInt32.self))
    _ = try number(as: UInt32.self)
    let (offset, count) = (try length(), try length())
    guard offset <= dataLength, count <= dataLength - offset,
      offset % IndexFormat.partAlignment == 0
    else { throw .damaged }
    return IndexHeader.Part(tag: tag, range: offset..<offset + count)
  }
}
