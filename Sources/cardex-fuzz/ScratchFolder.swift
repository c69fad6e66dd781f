#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A folder of this process for what can only be had as a file; in memory where there is such a place.
enum ScratchFolder {
  static let path: String = {
    let shared = "/dev/shm"
    let parent = access(shared, W_OK) == 0 ? shared : getenv("TMPDIR").map { String(cString: $0) }
    var template = Array(((parent ?? "/tmp") + "/cardex-fuzz-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      fatalError("no folder for files in \(parent ?? "/tmp")")
    }
    let path = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    atexit { ScratchFolder.remove() }
    return path
  }()

  private static func remove() {
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      unlink(path + "/" + name)
    }
    closedir(folder)
    rmdir(path)
  }

  /// Writes a file over the one that is there.
  static func write(_ bytes: [UInt8], to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
      fatalError("\(path) cannot be written")
    }
    close(descriptor)
  }
}
