/// Hints to the system about mapped memory. Their failure does not matter, and `errno` stays.
package enum MappedMemory {
  /// Loads what the system has of a range, all at once, which is faster than page by page.
  package static func populate(_ range: UnsafeRawBufferPointer) {
    #if os(Linux)
      // `MADV_POPULATE_READ`, since Linux 5.14.
      let populateRead: Int32 = 22
      let page = UInt(getpagesize())
      let address = UInt(bitPattern: range.baseAddress)
      advise(address / page * page, address + UInt(range.count), populateRead)
    #endif
  }

  /// Backs the pages of a large allocation with huge ones, as far as there are some. That stays when
  /// it moves or grows, which needs all of its pages to be treated alike.
  package static func preferHugePages(_ range: UnsafeRawBufferPointer) {
    #if os(Linux)
      let page = UInt(getpagesize())
      let address = UInt(bitPattern: range.baseAddress)
      advise(
        address / page * page, (address + UInt(range.count) + page - 1) / page * page,
        MADV_HUGEPAGE)
    #endif
  }

  /// Gives the whole pages of a range back. The next access reads a mapped file again; anonymous
  /// memory is zero then.
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
