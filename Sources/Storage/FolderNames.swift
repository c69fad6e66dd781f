#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension UserFolder {
  /// The sorted names of all files in a folder, hidden ones included; empty if it cannot be read.
  package static func fileNames(in path: FilePath) -> [FilePath] {
    guard let folder = Descriptor.openFolder(path.cString) else { return [] }
    return folderNames(of: folder)
      .filter { name in Storage.status(of: name, in: folder.number)?.isRegularFile ?? false }
      .map { FilePath(cString: $0) }
      .sorted()
  }
}

/// All names in a folder as C strings, in no order; empty if it cannot be read.
func folderNames(of folder: borrowing Descriptor) -> [[CChar]] {
  // The stream closes its descriptor, and two streams on one descriptor would share its position.
  let number = retrying { openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  guard number >= 0 else { return [] }
  guard let stream = fdopendir(number) else {
    close(number)
    return []
  }
  defer { closedir(stream) }
  return names { readdir(stream) }
}

private func names(_ next: () -> UnsafeMutablePointer<dirent>?) -> [[CChar]] {
  var names: [[CChar]] = []
  while let entry = next() {
    withUnsafePointer(to: &entry.pointee.d_name) { field in
      let name = UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self)
      names.append(Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1)))
    }
  }
  return names
}

extension FilePath {
  /// The sorted names of everything in the folder; `nil` with the reason in `errno` if it cannot be
  /// read.
  package var namesInFolder: [FilePath]? {
    guard let stream = opendir(cString) else { return nil }
    defer { closedir(stream) }
    return names { readdir(stream) }.map { FilePath(cString: $0) }
      .filter { $0 != "." && $0 != ".." }
      .sorted()
  }
}
