import Storage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A folder of this process for what must be a file; in memory where possible.
enum ScratchFolder {
  static let path: FilePath = {
    let shared = "/dev/shm"
    let parent = access(shared, W_OK) == 0 ? shared : getenv("TMPDIR").map { String(cString: $0) }
    var template = Array(((parent ?? "/tmp") + "/cardex-fuzz-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      fatalError("no folder for files in \(parent ?? "/tmp")")
    }
    let path = FilePath(template)
    atexit { ScratchFolder.remove() }
    return path
  }()

  private static func remove() {
    guard let folder = opendir(path.cString) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath($0) }
      }
      unlink(path.appending(name).cString)
    }
    closedir(folder)
    rmdir(path.cString)
  }

  /// Writes a file, overwriting an existing one.
  static func write(_ bytes: [UInt8], to path: FilePath) {
    let descriptor = open(path.cString, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
      fatalError("\(path.text ?? "a file") cannot be written")
    }
    close(descriptor)
  }
}
