import PropertyLists

/// The names of some keys, in order of preference.
///
/// They are in one array: with an array of arrays, each comparison would count references, and
/// threads that count the same ones contend.
struct KeyNames: Equatable, Sendable {
  /// The names in UTF-8, one after another.
  private let bytes: [UInt8]
  /// The offset where each name ends.
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

  /// The rank of the first name that equals a key, if it is below a limit.
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
