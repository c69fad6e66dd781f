/// Hints to the system about mapped memory. They may fail without effect, and leave `errno`
/// unchanged.
package enum MappedMemory {
  /// Loads a whole range into memory at once, which is faster than page by page.
  package static func populate(_ range: UnsafeRawBufferPointer) {
    #if os(Linux)
      // `MADV_POPULATE_READ`, since Linux 5.14.
      let populateRead: Int32 = 22
      let page = UInt(getpagesize())
      let address = UInt(bitPattern: range.baseAddress)
      advise(address / page * page, address + UInt(range.count), populateRead)
    #endif
  }

  /// Backs a large allocation with huge pages, if the system has some. The whole pages around the
  /// range are included, because an allocation can move or grow only if all its pages have the same
  /// setting.
  package static func preferHugePages(_ range: UnsafeRawBufferPointer) {
    #if os(Linux)
      let page = UInt(getpagesize())
      let address = UInt(bitPattern: range.baseAddress)
      advise(
        address / page * page, (address + UInt(range.count) + page - 1) / page * page,
        MADV_HUGEPAGE)
    #endif
  }

  /// Gives the whole pages of a range back to the system. The next access reads a mapped file
  /// again; anonymous memory is then zero.
  package static func discard(_ range: UnsafeRawBufferPointer) {
    #if os(Linux)
      let page = UInt(getpagesize())
      let address = UInt(bitPattern: range.baseAddress)
      advise(
        (address + page - 1) / page * page, (address + UInt(range.count)) / page * page,
        MADV_DONTNEED)
    #endif
  }

  #if os(Linux)
    private static func advise(_ start: UInt, _ end: UInt, _ advice: Int32) {
      guard start < end else { return }
      let saved = errno
      madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), advice)
      errno = saved
    }
  #endif
}
