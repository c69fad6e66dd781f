import Synchronization

/// The data of an index file, of which a unit is checked the first time that it is read.
///
/// Threads may read at the same time: what the bits say is about bytes that do not change, so two
/// that see one unset only do the same work.
final class CheckedData: @unchecked Sendable {
  let bytes: UnsafeBufferPointer<UInt8>
  /// A bit for every unit: whether it has been checked.
  let checkedUnits: UnsafeMutablePointer<Atomic<UInt64>>

  init() { bytes = .init(start: nil, count: 0); checkedUnits = .allocate(capacity: 1) }

  /// Checks units that have not been checked yet.
  func check(_ units: ClosedRange<Int>) throws(IndexDamage) {}
}
