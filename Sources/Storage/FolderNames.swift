#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension UserFolder {
  /// The names of all files in a folder, hidden ones included, in the order of their code points;
  /// none if the folder cannot be read.
  package static func fileNames(in path: String) -> [String] {
    guard let folder = Descriptor.openFolder(cString(path)) else { return [] }
    return folderNames(of: folder)
      .filter { name in Storage.status(of: name, in: folder.number)?.isRegularFile ?? false }
      .map { String(decoding: $0.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) }
      .sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
  }
}

/// All names in a folder as the system takes them, in no order; none if it cannot be read.
func folderNames(of folder: borrowing Descriptor) -> [[CChar]] {
  // The stream closes what it reads from, and two of one descriptor would share a place in it.
  let number = retrying { openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  guard number >= 0 else { return [] }
  guard let stream = fdopendir(number) else {
    close(number)
    return []
  }
  defer { closedir(stream) }
  var names: [[CChar]] = []
  while let entry = readdir(stream) {
    withUnsafePointer(to: &entry.pointee.d_name) { field in
      let name = UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self)
      names.append(Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1)))
    }
  }
  return names
}
