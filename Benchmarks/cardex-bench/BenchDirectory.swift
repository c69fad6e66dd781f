import Platform

/// A temporary directory that is removed with its owner, including its contents.
final class BenchDirectory {
  let path: String

  init() {
    var template = Array((temporaryDirectory + "/cardex-bench.XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      fail("cannot make a temporary directory: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { _ = Command(name: "rm", arguments: ["rm", "-rf", path], worstStatus: 0).run() }

  func path(of name: String) -> String { path + "/" + name }

  /// Writes a file and waits until it is on the disk, since dirty pages cannot be dropped.
  ///
  /// - Returns: Its path.
  func write(_ name: String, _ content: (([UInt8]) -> Void) -> Void) -> String {
    let path = path(of: name)
    guard let file = fopen(path, "w") else { fail("\(path): \(String(cString: strerror(errno)))") }
    content { fwrite($0, 1, $0.count, file) }
    guard fflush(file) == 0, fsync(fileno(file)) == 0, fclose(file) == 0 else {
      fail("\(path): \(String(cString: strerror(errno)))")
    }
    return path
  }
}

/// The size of a file in bytes; 0 if it does not exist.
func fileSize(_ path: String) -> Int {
  var status = stat()
  return stat(path, &status) == 0 ? Int(status.st_size) : 0
}
