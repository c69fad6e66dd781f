import CPlatform

/// The entries of directories.
package enum Directory {
  /// The names of all entries in a directory except `.` and `..`, in byte order; `nil` with the
  /// reason in `errno` if it cannot be read.
  package static func names(in path: FilePath) -> [FilePath]? {
    guard let directory = Descriptor.openDirectory(path.cString) else { return nil }
    return names(in: directory)
  }

  package static func names(in directory: borrowing Descriptor) -> [FilePath]? {
    // The stream closes its descriptor, and two streams on the same descriptor would share a
    // position.
    let number = retrying { openat(directory.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard number >= 0 else { return nil }
    guard let stream = fdopendir(number) else {
      let code = errno
      close(number)
      errno = code
      return nil
    }
    defer { closedir(stream) }
    let (this, outer): (FilePath, FilePath) = (".", "..")
    var names: [FilePath] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        FilePath(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != this, name != outer { names.append(name) }
    }
    return names.sorted()
  }
}

extension Descriptor {
  /// Opens a directory; `nil` with the reason in `errno` on failure.
  package static func openDirectory(_ path: [CChar], in directory: Int32 = AT_FDCWD) -> Descriptor?
  {
    let number = cardex_open_directory(directory, path)
    return number < 0 ? nil : Descriptor(owning: number)
  }

  /// Opens a directory by its path below another one, or the other one again for an empty path;
  /// `nil` with the reason in `errno` on failure.
  ///
  /// Each component is opened in the previous one, and none may be a symbolic link, `.` or `..`. So
  /// the result is below the other directory, whatever other programs do meanwhile.
  package static func openDirectory(
    _ path: FilePath, below directory: borrowing Descriptor
  ) -> Descriptor? {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    guard var result = open(cString("."), in: directory.number, flags) else { return nil }
    let parts = path.parts
    if path.isAbsolute || parts.contains(".") || parts.contains("..") {
      errno = EINVAL
      return nil
    }
    for part in parts {
      guard let next = open(part.cString, in: result.number, flags) else { return nil }
      result = next
    }
    return result
  }
}

extension FilePath {
  /// Whether the path leads to a regular file, perhaps by a symbolic link.
  package var isRegularFile: Bool {
    var status = stat()
    return stat(cString, &status) == 0 && status.isRegularFile
  }

  /// Whether the path leads to a directory, perhaps by a symbolic link.
  package var isDirectory: Bool {
    var status = stat()
    return stat(cString, &status) == 0 && status.isDirectory
  }
}
