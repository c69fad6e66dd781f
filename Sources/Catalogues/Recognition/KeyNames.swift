import PropertyLists

/// The names of some keys, in the order in which they are preferred.
///
/// They stand in one array: an array of arrays would have references to count wherever one is
/// compared, and threads that count the same ones wait for each other.
struct KeyNames: Equatable, Sendable {
  /// UTF-8, one after another.
  private let bytes: [UInt8]
  /// Where each one ends.
  private let ends: [Int]

  init(_ names: [String]) {
    var bytes: [UInt8] = []
    ends = names.map { name in
      bytes += Array(name.utf8)
      return bytes.count
    }
    self.bytes = bytes
  }

  var isEmpty: Bool { ends.isEmpty }

  /// The place of the first name that a key has, if it is before the given one.
  func rank(ofKey key: ScalarIndex, in document: PropertyListDocument, before limit: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for rank in 0..<min(limit, ends.count) {
        let name = UnsafeBufferPointer(rebasing: bytes[start..<ends[rank]])
        if document.hasText(key, name) { return rank }
        start = ends[rank]
      }
      return nil
    }
  }
}
