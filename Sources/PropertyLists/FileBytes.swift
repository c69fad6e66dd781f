package import Platform

/// A file of a folder whose files are read as one text.
package struct FilePart: Equatable, Sendable {
  /// The file's path in the folder.
  package let name: FilePath
  /// The range of the file's bytes, without a byte-order mark, in the bytes of all files.
  package let range: Range<Int>
  /// Whether the file begins with the byte-order mark of UTF-8.
  package let hasMark: Bool
  /// Whether the file does not exist yet.
  package let isNew: Bool
}

/// All bytes of a file, or of the files of a folder.
package final class FileBytes: @unchecked Sendable {
  /// How the bytes of a regular file are obtained.
  package enum Access: Sendable {
    /// In a private copy: right for a document that is kept, since a program that overwrites the
    /// file in place then has no effect here.
    case copied
    /// Mapped: takes half the time and no extra memory, right for a document that is read
    /// once. If another program truncates the file meanwhile, the process receives `SIGBUS`.
    case mapped
  }

  /// The bytes, valid for as long as this object is.
  package let bytes: UnsafeBufferPointer<UInt8>
  /// The files of a folder, in the order of their bytes; empty if the bytes are those of one file.
  package let parts: [FilePart]
  /// The name of the folder; empty for a single file.
  package let folderName: String
  private let owner: Owner

  private enum Owner {
    case buffer(GrowingBuffer<UInt8>)
    case mapping(UnsafeMutableRawPointer, length: Int)
  }

  /// Copies bytes that are already in memory.
  package init(_ bytes: some Sequence<UInt8>) {
    let buffer = GrowingBuffer<UInt8>()
    Array(bytes).withUnsafeBufferPointer { buffer.append(contentsOf: $0) }
    owner = .buffer(buffer)
    self.bytes = buffer.elements
    (parts, folderName) = ([], "")
  }

  /// Joins the bytes of files, each of which begins on a line of its own.
  ///
  /// - Parameter new: The names of files that do not exist yet.
  package init(
    files: some Sequence<(name: FilePath, bytes: [UInt8])>, inFolderNamed folderName: String,
    new: Set<FilePath> = []
  ) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let buffer = GrowingBuffer<UInt8>()
    var parts: [FilePart] = []
    for (name, bytes) in files {
      let start = buffer.count
      let hasMark = bytes.starts(with: mark)
      bytes.withUnsafeBufferPointer {
        buffer.append(contentsOf: UnsafeBufferPointer(rebasing: $0.dropFirst(hasMark ? 3 : 0)))
      }
      parts.append(
        FilePart(
          name: name, range: start..<buffer.count, hasMark: hasMark,
          isNew: new.contains(name)))
      if let last = bytes.last, last != 0x0A { buffer.append(0x0A) }
    }
    owner = .buffer(buffer)
    bytes = buffer.elements
    (self.parts, self.folderName) = (parts, folderName)
  }

  /// The whole content of each file of a folder.
  package var files: [(name: FilePath, bytes: [UInt8])] { parts.map { ($0.name, file($0)) } }

  /// The bytes of a file of the folder.
  package func file(_ part: FilePart) -> [UInt8] {
    (part.hasMark ? [0xEF, 0xBB, 0xBF] : []) + bytes[part.range]
  }

  /// Whether a file of the folder has the same bytes as a file in another state of the folder.
  package func isSame(_ part: FilePart, as other: FilePart, in others: FileBytes) -> Bool {
    part.hasMark == other.hasMark && part.range.count == other.range.count
      && bytes[part.range].elementsEqual(others.bytes[other.range])
  }

  /// Reads a file descriptor to its end. Pipes, devices and files that cannot be mapped are read
  /// into memory, as long as there is memory for twice their size.
  package convenience init(descriptor: Int32, access: Access = .copied) throws(SystemError) {
    try self.init(descriptor: descriptor, access: access) { AvailableMemory.bytes() }
  }

  /// - Parameter left: How much memory is still available; `nil` if unknown.
  init(descriptor: Int32, access: Access, left: () -> Int?) throws(SystemError) {
    (parts, folderName) = ([], "")
    var status = stat()
    let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    let size = isRegular ? Int(status.st_size) : 0
    if access == .mapped, size > 0, lseek(descriptor, 0, SEEK_CUR) == 0,
      let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), memory != MAP_FAILED
    {
      owner = .mapping(memory, length: size)
      bytes = UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt8.self), count: size)
      return
    }
    let buffer = GrowingBuffer<UInt8>(capacity: 1 << 16)
    // One byte more than the file's reported size, so that its end is seen without growing.
    if !buffer.tryReserve(size + 1) { throw SystemError(code: ENOMEM) }
    try FileBytes.fill(buffer, from: descriptor, left)
    owner = .buffer(buffer)
    bytes = buffer.elements
  }

  /// Reads a file, which `Confinement` may refuse.
  package convenience init(path: FilePath, access: Access = .copied) throws(SystemError) {
    guard let file = Confinement.open(path, O_RDONLY) else { throw SystemError() }
    try self.init(descriptor: file.number, access: access)
  }

  deinit {
    if case .mapping(let memory, let length) = owner { munmap(memory, length) }
  }

  package var count: Int { bytes.count }

  /// Gives the memory of mapped bytes back to the system; if the bytes are used again, they are
  /// read from the file or from the page cache. Does nothing for a copy.
  func releaseMemory() {
    if case .mapping(let memory, let length) = owner { madvise(memory, length, MADV_DONTNEED) }
  }

  /// A copy of the bytes.
  package var copy: [UInt8] { withExtendedLifetime(self) { Array(bytes) } }

  /// The bytes as UTF-8 text; invalid bytes become U+FFFD.
  package var text: String { withExtendedLifetime(self) { String(decoding: bytes, as: UTF8.self) } }

  /// The size in bytes from which available memory is checked before reading more.
  private static let largeSize = 1 << 26

  private static func fill(
    _ buffer: GrowingBuffer<UInt8>, from descriptor: Int32, _ left: () -> Int?
  ) throws(SystemError) {
    while true {
      if buffer.spare.isEmpty {
        // Some devices have no end, and the system may grant memory until it kills the process.
        let isTooLarge =
          buffer.capacity >= FileBytes.largeSize && left().map { $0 < 2 * buffer.capacity } ?? false
        if isTooLarge || !buffer.tryReserve(buffer.capacity * 2) { throw SystemError(code: ENOMEM) }
      }
      let count = read(descriptor, buffer.spare.baseAddress, min(buffer.spare.count, 1 << 20))
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError()
      }
      if count == 0 { return }
      buffer.didFill(count)
    }
  }
}
