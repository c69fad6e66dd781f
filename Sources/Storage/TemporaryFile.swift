internal import CPlatform
import Platform

/// A new file in the directory where it will be put in place. Until then, it is removed with its
/// owner.
struct TemporaryFile: ~Copyable {
  /// Open for reading and writing.
  let descriptor: Descriptor
  private var name: TemporaryName?

  private init(_ descriptor: consuming Descriptor, _ name: consuming TemporaryName?) {
    self.descriptor = descriptor
    self.name = name
  }

  /// A file without a name, which disappears even if the process is killed; `nil` where the system
  /// has no such files.
  static func unnamed(in directory: borrowing Descriptor, mode: mode_t) -> TemporaryFile? {
    let number = retrying { cardex_open_unnamed(directory.number, mode) }
    return number < 0 ? nil : TemporaryFile(Descriptor(owning: number), nil)
  }

  /// A file with a temporary name derived from the target's; `nil` with the reason in `errno` on
  /// failure.
  static func named(
    like target: [CChar], in directory: borrowing Descriptor, mode: mode_t
  ) -> TemporaryFile? {
    let flags = O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC
    let directoryNumber = directory.number
    var number: Int32 = -1
    let name = TemporaryName(like: target, in: directory) { name in
      number = retrying { openat(directoryNumber, name, flags, mode) }
      return number >= 0
    }
    return number < 0 ? nil : TemporaryFile(Descriptor(owning: number), name)
  }

  /// Renames the file over the target.
  ///
  /// - Throws: `link` or `rename`.
  mutating func replace(_ target: borrowing FileTarget) throws(StorageError) {
    if name == nil {
      let (number, directory) = (descriptor.number, target.directory.number)
      name = TemporaryName(like: target.name, in: target.directory) {
        cardex_link_descriptor(number, directory, $0) == 0
      }
    }
    guard let name = takeName() else { throw StorageError(.link, target.path) }
    let code = name.replace(target.name)
    if code != 0 { throw StorageError(.rename, target.path, code: code) }
  }

  /// Renames the file to the target, where no file exists.
  ///
  /// - Throws: `rename`, with `exists` if a file exists there by now.
  mutating func appear(as target: borrowing FileTarget) throws(StorageError) {
    let code =
      if let name = takeName() {
        name.appear(as: target.name)
      } else {
        cardex_link_descriptor(descriptor.number, target.directory.number, target.name) == 0
          ? 0 : errno
      }
    if code == EEXIST { throw StorageError(.rename, target.path, .exists) }
    if code != 0 { throw StorageError(.rename, target.path, code: code) }
  }

  /// Hands over the temporary name, if the file has one.
  mutating func takeName() -> TemporaryName? { name.take() }
}

/// A buffer that collects small pieces and writes large ones directly.
final class ContentWriter {
  private let buffer: UnsafeMutableRawBufferPointer
  private var count = 0

  /// - Parameter capacity: How many bytes of small pieces to collect before writing.
  init(capacity: Int = 1 << 18) {
    buffer = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Writes a piece, or keeps a copy until there is more to write.
  ///
  /// - Returns: 0, or the error number.
  func write(_ piece: UnsafeRawBufferPointer, to file: borrowing Descriptor) -> Int32 {
    if piece.count > buffer.count - count {
      let code = flush(to: file)
      if code != 0 || piece.count > buffer.count {
        return code != 0 ? code : file.writeAll(piece)
      }
    }
    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: piece)
    count += piece.count
    return 0
  }

  /// Writes what is still buffered.
  func flush(to file: borrowing Descriptor) -> Int32 {
    defer { count = 0 }
    return file.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }
}
