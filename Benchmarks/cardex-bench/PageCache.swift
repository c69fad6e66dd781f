import Platform

/// The system's cache of files in memory.
enum PageCache {
  /// Drops files from the cache, so that they are read from the disk.
  ///
  /// - Returns: Whether they were dropped: not every system and file system supports it.
  static func drop(_ paths: [String]) -> Bool {
    #if os(Linux)
      return paths.allSatisfy { path in
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return false }
        defer { close(file) }
        // Only pages that are on the disk can be dropped.
        fsync(file)
        posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
        return !isResident(file)
      }
    #else
      return false
    #endif
  }

  #if os(Linux)
    private static func isResident(_ file: Int32) -> Bool {
      var status = stat()
      guard fstat(file, &status) == 0 else { return true }
      let size = Int(status.st_size)
      guard size > 0 else { return false }
      guard let memory = mmap(nil, size, PROT_READ, MAP_SHARED, file, 0), memory != MAP_FAILED
      else { return true }
      defer { munmap(memory, size) }
      let page = sysconf(Int32(_SC_PAGESIZE))
      var pages = [UInt8](repeating: 0, count: (size + page - 1) / page)
      guard mincore(memory, size, &pages) == 0 else { return true }
      return pages.contains { $0 & 1 != 0 }
    }
  #endif
}
