import Platform
package import Synchronization

/// A part of an index: bytes that are checked before they are read.
///
/// Bytes are read by range, and a range that is damaged or does not exist throws; so no number
/// stored in a file can lead outside the part.
package final class StoredBytes: @unchecked Sendable {
  package let count: Int
  @usableFromInline let base: UnsafePointer<UInt8>
  /// Where the part begins in the data of its file.
  @usableFromInline let offset: Int
  /// A bit for every unit of the file's data: whether it has been checked. `nil` for bytes in
  /// memory.
  @usableFromInline let checked: UnsafeMutablePointer<Atomic<UInt64>>?
  private let owner: Owner
  /// The data of the file, which `owner` retains. `nil` for bytes in memory.
  private let data: Unmanaged<CheckedData>?

  private enum Owner {
    case memory(UnsafeMutablePointer<UInt8>)
    case array([UInt8])
    case object(AnyObject)
    case file(CheckedData)
  }

  private init(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int = 0,
    checked: UnsafeMutablePointer<Atomic<UInt64>>? = nil, _ owner: Owner
  ) {
    // For no bytes, an address that is never dereferenced.
    base = bytes.baseAddress ?? UnsafePointer(bitPattern: 64).unsafelyUnwrapped
    count = bytes.count
    self.offset = offset
    self.checked = checked
    self.owner = owner
    if case .file(let data) = owner { self.data = .passUnretained(data) } else { data = nil }
  }

  /// A copy of bytes from this process, which need no check.
  package convenience init(_ bytes: some Collection<UInt8>) {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    let (_, end) = memory.initialize(from: bytes)
    self.init(
      UnsafeBufferPointer(rebasing: memory[..<end]),
      .memory(memory.baseAddress.unsafelyUnwrapped))
  }

  /// An array from this process. It is retained, not copied.
  package convenience init(_ bytes: [UInt8]) {
    // An array's elements stay where they are while it is retained and not mutated; mutating
    // another copy of it allocates new elements.
    self.init(bytes.withUnsafeBufferPointer { $0 }, .array(bytes))
  }

  /// Bytes in memory that an object owns, and that are valid and unchanged as long as it exists.
  /// They are not copied.
  package convenience init(_ bytes: UnsafeBufferPointer<UInt8>, keptBy object: AnyObject) {
    self.init(bytes, .object(object))
  }

  /// A range of a file's data, known to lie within it.
  convenience init(_ data: CheckedData, _ range: Range<Int>) {
    self.init(
      UnsafeRawBufferPointer(rebasing: data.bytes[range]).assumingMemoryBound(to: UInt8.self),
      at: range.lowerBound,
      checked: data.checkedUnits, .file(data))
  }

  deinit {
    if case .memory(let memory) = owner { memory.deallocate() }
  }

  /// The bytes at a range, valid for as long as this object exists.
  ///
  /// - Throws: `IndexDamage` if the range is not inside the part, or if its bytes are damaged.
  /// - Complexity: A few instructions if the whole range has been read before; otherwise the units
  ///   of 1,024 bytes that the range touches are checked.
  @inlinable
  package func bytes(_ range: Range<Int>) throws(IndexDamage) -> UnsafeBufferPointer<UInt8> {
    guard range.lowerBound >= 0, range.upperBound <= count else { throw IndexDamage() }
    if let checked, !range.isEmpty {
      let first = (offset &+ range.lowerBound) &>> IndexFormat.unitShift
      let last = (offset &+ range.upperBound &- 1) &>> IndexFormat.unitShift
      let word = checked[first &>> 6].load(ordering: .relaxed)
      // The bits from the first to the last, if both are in this word.
      let mask =
        (UInt64.max &>> UInt64(truncatingIfNeeded: 63 &- (last &- first)))
        &<< UInt64(truncatingIfNeeded: first)
      if first &>> 6 != last &>> 6 || word & mask != mask { try check(first, last) }
    }
    return UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  /// All bytes.
  @inlinable
  package func all() throws(IndexDamage) -> UnsafeBufferPointer<UInt8> { try bytes(0..<count) }

  /// Tells the system to load a range of the part into memory at once, which is faster than page by
  /// page. Does nothing if the whole range has been read before.
  package func willBeRead(_ range: Range<Int>) {
    guard case .file = owner, range.lowerBound >= 0, range.upperBound <= count,
      !range.isEmpty, !isChecked(range)
    else { return }
    MappedMemory.populate(
      UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(unchecked)[range]))
  }

  /// Whether all units of a range have been checked.
  private func isChecked(_ range: Range<Int>) -> Bool {
    guard let checked else { return true }
    let first = (offset + range.lowerBound) >> IndexFormat.unitShift
    let last = (offset + range.upperBound - 1) >> IndexFormat.unitShift
    return (first / 64...last / 64).allSatisfy { word in
      let below = word == first / 64 ? UInt64.max << UInt64(first % 64) : .max
      let above = word == last / 64 ? UInt64.max >> UInt64(63 - last % 64) : .max
      return ~checked[word].load(ordering: .relaxed) & below & above == 0
    }
  }

  /// Tells the system that a range of the part will not be read again soon, so that it no longer
  /// takes up memory. It can still be read.
  package func wasRead(_ range: Range<Int>) {
    guard case .file(let data) = owner, range.lowerBound >= 0, range.upperBound <= count else {
      return
    }
    data.wasRead((offset + range.lowerBound)..<(offset + range.upperBound))
  }

  /// All bytes, checked or not. Before anything read from them is used, its range must be checked
  /// with `bytes(_:)`.
  package var unchecked: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base, count: count)
  }

  @usableFromInline
  func check(_ first: Int, _ last: Int) throws(IndexDamage) {
    // Reference counting would make threads wait for one another.
    guard let data else { return }
    let result = data._withUnsafeGuaranteedRef { data in
      Result { () throws(IndexDamage) in try data.check(first...last) }
    }
    try result.get()
  }
}

/// The error for stored bytes that differ from the bytes that were written.
package struct IndexDamage: Error, Equatable, Sendable {
  package init() {}
}
