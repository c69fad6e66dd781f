import Platform

/// A directory of this process for data that must be in files; in memory if possible.
enum ScratchDirectory {
  static let path: FilePath = {
    let shared = "/dev/shm"
    let parent = access(shared, W_OK) == 0 ? shared : getenv("TMPDIR").map { String(cString: $0) }
    var template = Array(((parent ?? "/tmp") + "/cardex-fuzz-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      fatalError("no directory for files in \(parent ?? "/tmp")")
    }
    let path = FilePath(template)
    atexit { ScratchDirectory.remove() }
    return path
  }()

  private static func remove() {
    for name in Directory.names(in: path) ?? [] { unlink(path.appending(name).cString) }
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
