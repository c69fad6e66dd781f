/// A part of an index: bytes that are checked before they are read.
///
/// Whoever reads them asks for a range and is told if it is damaged or does not exist; so nothing
/// that a file says can lead outside of it.
package final class StoredBytes: @unchecked Sendable {
  package let count: Int
  private let base: UnsafePointer<UInt8>
  private let owner: Owner

  private enum Owner {
    case memory(UnsafeMutablePointer<UInt8>)
  }

  /// Bytes that were made in this process and need no check.
  package init(_ bytes: some Collection<UInt8>) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    _ = UnsafeMutableBufferPointer(start: memory, count: bytes.count).initialize(from: bytes)
    base = UnsafePointer(memory)
    count = bytes.count
    owner = .memory(memory)
  }

  deinit {
    if case .memory(let memory) = owner { memory.deallocate() }
  }

  /// The bytes at a range, valid for as long as this object is.
  ///
  /// - Throws: `IndexDamage` if the range is not inside the part or its bytes are not those that
  ///   were written.
  package func bytes(_ range: Range<Int>) throws(IndexDamage) -> UnsafeBufferPointer<UInt8> {
    guard range.lowerBound >= 0, range.upperBound <= count else { throw IndexDamage() }
    return UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  /// All bytes.
  package func all() throws(IndexDamage) -> UnsafeBufferPointer<UInt8> { try bytes(0..<count) }
}

/// What is stored is not what was written.
package struct IndexDamage: Error, Equatable, Sendable {
  package init() {}
}
